from django.db import migrations

FORWARD = """
CREATE FUNCTION reviews_round_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what a round was opened with, and a round that is closed, never change';
END $$;
CREATE TRIGGER round_is_fixed BEFORE UPDATE ON reviews_round FOR EACH ROW WHEN (
    OLD.state = 'CLOSED'
    OR ROW(OLD.id, OLD.project_id, OLD.batch_id, OLD.subject_kind, OLD.subject_id, OLD.number, OLD.scheme_id,
           OLD.slots_required, OLD.granularity, OLD.subject_type, OLD.group_key, OLD.revision_id, OLD.round_limit,
           OLD.fresh_reviewers, OLD.covers_answer)
    IS DISTINCT FROM
       ROW(NEW.id, NEW.project_id, NEW.batch_id, NEW.subject_kind, NEW.subject_id, NEW.number, NEW.scheme_id,
           NEW.slots_required, NEW.granularity, NEW.subject_type, NEW.group_key, NEW.revision_id, NEW.round_limit,
           NEW.fresh_reviewers, NEW.covers_answer)
) EXECUTE FUNCTION reviews_round_is_fixed();
CREATE TRIGGER closed_round_is_kept BEFORE DELETE ON reviews_round
    FOR EACH ROW WHEN (OLD.state = 'CLOSED') EXECUTE FUNCTION reviews_round_is_fixed();

CREATE FUNCTION reviews_round_judges_its_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM questions_revision WHERE id = NEW.revision_id AND item_id = NEW.subject_id
    ) THEN
        RAISE EXCEPTION 'a round judges a revision of its own item' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER round_judges_its_item BEFORE INSERT ON reviews_round FOR EACH ROW
    WHEN (NEW.revision_id IS NOT NULL) EXECUTE FUNCTION reviews_round_judges_its_item();

CREATE FUNCTION reviews_lease_is_not_excluded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM reviews_exclusion WHERE round_id = NEW.round_id AND person_id = NEW.reviewer_id) THEN
        RAISE EXCEPTION 'lease_not_to_the_excluded' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER lease_is_not_excluded BEFORE INSERT ON reviews_lease
    FOR EACH ROW EXECUTE FUNCTION reviews_lease_is_not_excluded();
"""
BACKWARD = """
DROP TRIGGER lease_is_not_excluded ON reviews_lease;
DROP FUNCTION reviews_lease_is_not_excluded();
DROP TRIGGER round_judges_its_item ON reviews_round;
DROP FUNCTION reviews_round_judges_its_item();
DROP TRIGGER closed_round_is_kept ON reviews_round;
DROP TRIGGER round_is_fixed ON reviews_round;
DROP FUNCTION reviews_round_is_fixed();
"""


class Migration(migrations.Migration):
    """RV41: nobody whom a round excludes gets a lease on it. RV43: what a round judges and how it ended is fixed."""

    dependencies = [("reviews", "0004_items_under_review")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
