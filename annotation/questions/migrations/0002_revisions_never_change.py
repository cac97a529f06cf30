from django.db import migrations

FORWARD = """
CREATE FUNCTION questions_revision_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a submitted revision never changes' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER revision_is_fixed BEFORE UPDATE OR DELETE ON questions_revision
    FOR EACH ROW EXECUTE FUNCTION questions_revision_is_fixed();

CREATE FUNCTION questions_item_id_is_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an id that an item once had stays its own' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER item_id_is_reserved BEFORE UPDATE ON questions_item FOR EACH ROW
    WHEN (OLD.external_id <> '' AND OLD.external_id <> NEW.external_id)
    EXECUTE FUNCTION questions_item_id_is_reserved();
CREATE TRIGGER item_with_an_id_is_kept BEFORE DELETE ON questions_item FOR EACH ROW
    WHEN (OLD.external_id <> '') EXECUTE FUNCTION questions_item_id_is_reserved();
"""
BACKWARD = """
DROP TRIGGER item_with_an_id_is_kept ON questions_item;
DROP TRIGGER item_id_is_reserved ON questions_item;
DROP FUNCTION questions_item_id_is_reserved();
DROP TRIGGER revision_is_fixed ON questions_revision;
DROP FUNCTION questions_revision_is_fixed();
"""


class Migration(migrations.Migration):
    """QU56: the database itself refuses to change or delete a revision. QU57: an id that an item once had is never
    given to another, because neither the item nor its id can go away."""

    dependencies = [("questions", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
