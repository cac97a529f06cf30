from django.db import migrations

FORWARD = """
CREATE FUNCTION rubrics_projectrubric_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a version of a rubric never changes' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER projectrubric_is_fixed BEFORE UPDATE OR DELETE ON rubrics_projectrubric
    FOR EACH ROW EXECUTE FUNCTION rubrics_projectrubric_is_fixed();
"""
BACKWARD = """
DROP TRIGGER projectrubric_is_fixed ON rubrics_projectrubric;
DROP FUNCTION rubrics_projectrubric_is_fixed();
"""


class Migration(migrations.Migration):
    """RU2: the database itself refuses to change or delete a version."""

    dependencies = [("rubrics", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
