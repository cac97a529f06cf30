from django.db import migrations

FORWARD = """
CREATE FUNCTION endpoints_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a % is never changed in this and never deleted', TG_ARGV[0]
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER profile_is_fixed BEFORE UPDATE ON endpoints_profile FOR EACH ROW WHEN (
    to_jsonb(OLD) - 'state' IS DISTINCT FROM to_jsonb(NEW) - 'state'
) EXECUTE FUNCTION endpoints_is_fixed('version of an endpoint');
CREATE TRIGGER profile_is_kept BEFORE DELETE ON endpoints_profile
    FOR EACH ROW EXECUTE FUNCTION endpoints_is_fixed('version of an endpoint');
CREATE TRIGGER call_is_fixed BEFORE UPDATE ON endpoints_call FOR EACH ROW WHEN (
    OLD.id <> NEW.id OR OLD.project_id <> NEW.project_id OR OLD.profile_id <> NEW.profile_id
    OR OLD.key <> NEW.key OR OLD.request <> NEW.request
    OR (OLD.state = 'answered' AND (
        NEW.state NOT IN ('answered', 'failed') OR OLD.answer <> NEW.answer
        OR OLD.finish_reason <> NEW.finish_reason OR OLD.returned_model <> NEW.returned_model))
) EXECUTE FUNCTION endpoints_is_fixed('call');
CREATE TRIGGER call_is_kept BEFORE DELETE ON endpoints_call
    FOR EACH ROW EXECUTE FUNCTION endpoints_is_fixed('call');
CREATE TRIGGER attempt_is_fixed BEFORE UPDATE ON endpoints_attempt FOR EACH ROW WHEN (
    OLD.state <> 'sent' OR OLD.id <> NEW.id OR OLD.call_id <> NEW.call_id OR OLD.number <> NEW.number
    OR OLD.budget_id <> NEW.budget_id OR OLD.sent_at <> NEW.sent_at
) EXECUTE FUNCTION endpoints_is_fixed('finished attempt');
CREATE TRIGGER attempt_is_kept BEFORE DELETE ON endpoints_attempt
    FOR EACH ROW EXECUTE FUNCTION endpoints_is_fixed('attempt');
"""
BACKWARD = """
DROP TRIGGER attempt_is_kept ON endpoints_attempt;
DROP TRIGGER attempt_is_fixed ON endpoints_attempt;
DROP TRIGGER call_is_kept ON endpoints_call;
DROP TRIGGER call_is_fixed ON endpoints_call;
DROP TRIGGER profile_is_kept ON endpoints_profile;
DROP TRIGGER profile_is_fixed ON endpoints_profile;
DROP FUNCTION endpoints_is_fixed();
"""


class Migration(migrations.Migration):
    """EN3, EN4, EN5: the database itself refuses to change a version of an endpoint, what a call asks, an answer
    that is committed, and an attempt that has ended."""

    dependencies = [("endpoints", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
