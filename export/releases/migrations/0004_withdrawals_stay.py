from django.db import migrations

FORWARD = """
CREATE FUNCTION releases_withdrawal_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a withdrawal is never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER withdrawal_stays BEFORE UPDATE OR DELETE ON releases_withdrawal
    FOR EACH ROW EXECUTE FUNCTION releases_withdrawal_stays();
"""
BACKWARD = """
DROP TRIGGER withdrawal_stays ON releases_withdrawal;
DROP FUNCTION releases_withdrawal_stays();
"""


class Migration(migrations.Migration):
    """RL46: the database itself refuses to change or delete a withdrawal."""

    dependencies = [("releases", "0003_withdrawal")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
