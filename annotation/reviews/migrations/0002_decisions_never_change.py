from django.db import migrations

FORWARD = """
CREATE FUNCTION reviews_decision_content_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what a reviewer decided never changes';
END $$;
CREATE TRIGGER decision_content_is_fixed BEFORE UPDATE ON reviews_decision FOR EACH ROW WHEN (
    ROW(OLD.id, OLD.project_id, OLD.round_id, OLD.slot_id, OLD.lease_id, OLD.reviewer_id, OLD.scheme_id,
        OLD.judgements, OLD.problem_mask, OLD.verdict, OLD.note, OLD.pins, OLD.served_at, OLD.decided_at,
        OLD.idempotency_key, OLD.request_digest)
    IS DISTINCT FROM
    ROW(NEW.id, NEW.project_id, NEW.round_id, NEW.slot_id, NEW.lease_id, NEW.reviewer_id, NEW.scheme_id,
        NEW.judgements, NEW.problem_mask, NEW.verdict, NEW.note, NEW.pins, NEW.served_at, NEW.decided_at,
        NEW.idempotency_key, NEW.request_digest)
) EXECUTE FUNCTION reviews_decision_content_is_fixed();
CREATE TRIGGER decision_is_kept BEFORE DELETE ON reviews_decision
    FOR EACH ROW EXECUTE FUNCTION reviews_decision_content_is_fixed();
"""
BACKWARD = """
DROP TRIGGER decision_is_kept ON reviews_decision;
DROP TRIGGER decision_content_is_fixed ON reviews_decision;
DROP FUNCTION reviews_decision_content_is_fixed();
"""


class Migration(migrations.Migration):
    """RV15: the database itself refuses to change or delete what somebody decided."""

    dependencies = [("reviews", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
