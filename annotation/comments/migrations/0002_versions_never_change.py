from django.db import migrations

FORWARD = """
CREATE FUNCTION comments_version_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what a comment once said never changes' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER comment_version_is_fixed BEFORE UPDATE ON comments_commentversion
    FOR EACH ROW EXECUTE FUNCTION comments_version_is_fixed();
"""
BACKWARD = """
DROP TRIGGER comment_version_is_fixed ON comments_commentversion;
DROP FUNCTION comments_version_is_fixed();
"""


class Migration(migrations.Migration):
    """CM4: the database itself refuses to change what a comment said before it was mended."""

    dependencies = [("comments", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
