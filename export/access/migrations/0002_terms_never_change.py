from django.db import migrations

FORWARD = """
CREATE FUNCTION access_terms_never_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a version of the terms is never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER terms_never_change BEFORE UPDATE OR DELETE ON access_terms
    FOR EACH ROW EXECUTE FUNCTION access_terms_never_change();
"""
BACKWARD = """
DROP TRIGGER terms_never_change ON access_terms;
DROP FUNCTION access_terms_never_change();
"""


class Migration(migrations.Migration):
    """RL43: the database itself refuses to change or delete a version of the terms."""

    dependencies = [("access", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
