from django.db import migrations

FORWARD = """
CREATE FUNCTION core_audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit events are only ever added';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON core_auditevent
    FOR EACH ROW EXECUTE FUNCTION core_audit_is_append_only();
"""
BACKWARD = """
DROP TRIGGER audit_append_only ON core_auditevent;
DROP FUNCTION core_audit_is_append_only();
"""


class Migration(migrations.Migration):
    """CO4: the database itself refuses to change or delete an audit event."""

    dependencies = [("core", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
