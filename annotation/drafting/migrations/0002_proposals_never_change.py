from django.db import migrations

# DR7: what was proposed stays as it was; only its item may go.
ADD = """
CREATE FUNCTION refuse_change_of_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A proposal never changes.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER proposal_never_changes BEFORE UPDATE ON drafting_proposal FOR EACH ROW
    WHEN (
        (to_jsonb(NEW) - 'item_id') IS DISTINCT FROM (to_jsonb(OLD) - 'item_id')
        OR (NEW.item_id IS NOT NULL AND NEW.item_id IS DISTINCT FROM OLD.item_id)
    )
    EXECUTE FUNCTION refuse_change_of_proposal();
CREATE TRIGGER proposal_never_goes BEFORE DELETE ON drafting_proposal FOR EACH ROW
    EXECUTE FUNCTION refuse_change_of_proposal();
"""
REMOVE = """
DROP TRIGGER proposal_never_changes ON drafting_proposal;
DROP TRIGGER proposal_never_goes ON drafting_proposal;
DROP FUNCTION refuse_change_of_proposal();
"""


class Migration(migrations.Migration):
    dependencies = [("drafting", "0001_initial")]

    operations = [migrations.RunSQL(ADD, REMOVE)]
