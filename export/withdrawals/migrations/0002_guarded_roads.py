from django.db import migrations

FORWARD = """
CREATE FUNCTION withdrawals_tombstone_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a tombstone is never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER tombstone_stays BEFORE UPDATE OR DELETE ON withdrawals_tombstone
    FOR EACH ROW EXECUTE FUNCTION withdrawals_tombstone_stays();
CREATE TRIGGER covered_stays BEFORE UPDATE OR DELETE ON withdrawals_covered
    FOR EACH ROW EXECUTE FUNCTION withdrawals_tombstone_stays();

CREATE FUNCTION withdrawals_covers(of_kind text, ids uuid[]) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM withdrawals_covered c WHERE c.kind = of_kind AND c.subject_id = ANY(ids))
$$;

DROP TRIGGER revision_is_fixed ON questions_revision;
CREATE TRIGGER revision_is_fixed BEFORE UPDATE ON questions_revision FOR EACH ROW WHEN (
    to_jsonb(OLD) - 'content' IS DISTINCT FROM to_jsonb(NEW) - 'content'
    OR NEW.content ->> 'question' IS DISTINCT FROM ''
    OR NOT withdrawals_covers('item', ARRAY[OLD.item_id])
) EXECUTE FUNCTION questions_revision_is_fixed();
CREATE TRIGGER revision_is_kept BEFORE DELETE ON questions_revision
    FOR EACH ROW EXECUTE FUNCTION questions_revision_is_fixed();

DROP TRIGGER subtitles_are_fixed ON videos_subtitletrack;
CREATE TRIGGER subtitles_are_fixed BEFORE UPDATE ON videos_subtitletrack FOR EACH ROW WHEN (
    ROW(OLD.id, OLD.video_id, OLD.created_by_id, OLD.language, OLD.label, OLD.origin, OLD.stream, OLD.name,
        OLD.file_sha256, OLD.format, OLD.encoding, OLD.encoding_guessed, OLD.cues, OLD.notes)
    IS DISTINCT FROM
    ROW(NEW.id, NEW.video_id, NEW.created_by_id, NEW.language, NEW.label, NEW.origin, NEW.stream, NEW.name,
        NEW.file_sha256, NEW.format, NEW.encoding, NEW.encoding_guessed, NEW.cues, NEW.notes)
    AND NOT (
        NEW.cues = '[]'::jsonb AND NEW.notes = '[]'::jsonb
        AND (OLD.id, OLD.video_id, OLD.file_sha256) = (NEW.id, NEW.video_id, NEW.file_sha256)
        AND withdrawals_covers('video', ARRAY[OLD.video_id])
    )
) EXECUTE FUNCTION videos_subtitles_are_fixed();

DROP TRIGGER proposal_never_changes ON drafting_proposal;
CREATE TRIGGER proposal_never_changes BEFORE UPDATE ON drafting_proposal FOR EACH ROW WHEN (
    (
        (to_jsonb(NEW) - 'item_id') IS DISTINCT FROM (to_jsonb(OLD) - 'item_id')
        OR (NEW.item_id IS NOT NULL AND NEW.item_id IS DISTINCT FROM OLD.item_id)
    )
    AND NOT (
        to_jsonb(NEW) - '{given,content,reasons}'::text[] = to_jsonb(OLD) - '{given,content,reasons}'::text[]
        AND NEW.given IS NULL AND NEW.content IS NULL AND NEW.reasons = '[]'::jsonb
        AND (withdrawals_covers('video', ARRAY[OLD.video_id]) OR withdrawals_covers('item', ARRAY[OLD.item_id]))
    )
) EXECUTE FUNCTION refuse_change_of_proposal();

DROP TRIGGER call_is_fixed ON endpoints_call;
CREATE TRIGGER call_is_fixed BEFORE UPDATE ON endpoints_call FOR EACH ROW WHEN (
    OLD.id <> NEW.id OR OLD.project_id <> NEW.project_id OR OLD.profile_id <> NEW.profile_id OR OLD.key <> NEW.key
    OR ((
        OLD.request <> NEW.request
        OR (OLD.state = 'answered' AND (
            NEW.state NOT IN ('answered', 'failed') OR OLD.answer <> NEW.answer
            OR OLD.finish_reason <> NEW.finish_reason OR OLD.returned_model <> NEW.returned_model))
    ) AND NOT (OLD.state = NEW.state AND NEW.answer = '' AND withdrawals_covers('video', OLD.video_ids)))
) EXECUTE FUNCTION endpoints_is_fixed('call');

DROP TRIGGER attempt_is_fixed ON endpoints_attempt;
CREATE FUNCTION withdrawals_covers_call(of_call uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM endpoints_call c WHERE c.id = of_call AND withdrawals_covers('video', c.video_ids))
$$;
CREATE TRIGGER attempt_is_fixed BEFORE UPDATE ON endpoints_attempt FOR EACH ROW WHEN (
    (
        OLD.state <> 'sent' OR OLD.id <> NEW.id OR OLD.call_id <> NEW.call_id OR OLD.number <> NEW.number
        OR OLD.budget_id <> NEW.budget_id OR OLD.sent_at <> NEW.sent_at
    )
    AND NOT (
        to_jsonb(OLD) - '{raw,explanation}'::text[] = to_jsonb(NEW) - '{raw,explanation}'::text[]
        AND NEW.raw = '' AND NEW.explanation = '' AND withdrawals_covers_call(OLD.call_id)
    )
) EXECUTE FUNCTION endpoints_is_fixed('finished attempt');
"""
BACKWARD = """
DROP TRIGGER attempt_is_fixed ON endpoints_attempt;
CREATE TRIGGER attempt_is_fixed BEFORE UPDATE ON endpoints_attempt FOR EACH ROW WHEN (
    OLD.state <> 'sent' OR OLD.id <> NEW.id OR OLD.call_id <> NEW.call_id OR OLD.number <> NEW.number
    OR OLD.budget_id <> NEW.budget_id OR OLD.sent_at <> NEW.sent_at
) EXECUTE FUNCTION endpoints_is_fixed('finished attempt');
DROP TRIGGER call_is_fixed ON endpoints_call;
CREATE TRIGGER call_is_fixed BEFORE UPDATE ON endpoints_call FOR EACH ROW WHEN (
    OLD.id <> NEW.id OR OLD.project_id <> NEW.project_id OR OLD.profile_id <> NEW.profile_id
    OR OLD.key <> NEW.key OR OLD.request <> NEW.request
    OR (OLD.state = 'answered' AND (
        NEW.state NOT IN ('answered', 'failed') OR OLD.answer <> NEW.answer
        OR OLD.finish_reason <> NEW.finish_reason OR OLD.returned_model <> NEW.returned_model))
) EXECUTE FUNCTION endpoints_is_fixed('call');
DROP TRIGGER proposal_never_changes ON drafting_proposal;
CREATE TRIGGER proposal_never_changes BEFORE UPDATE ON drafting_proposal FOR EACH ROW WHEN (
    (to_jsonb(NEW) - 'item_id') IS DISTINCT FROM (to_jsonb(OLD) - 'item_id')
    OR (NEW.item_id IS NOT NULL AND NEW.item_id IS DISTINCT FROM OLD.item_id)
) EXECUTE FUNCTION refuse_change_of_proposal();
DROP TRIGGER subtitles_are_fixed ON videos_subtitletrack;
CREATE TRIGGER subtitles_are_fixed BEFORE UPDATE ON videos_subtitletrack FOR EACH ROW WHEN (
    ROW(OLD.id, OLD.video_id, OLD.created_by_id, OLD.language, OLD.label, OLD.origin, OLD.stream, OLD.name,
        OLD.file_sha256, OLD.format, OLD.encoding, OLD.encoding_guessed, OLD.cues, OLD.notes)
    IS DISTINCT FROM
    ROW(NEW.id, NEW.video_id, NEW.created_by_id, NEW.language, NEW.label, NEW.origin, NEW.stream, NEW.name,
        NEW.file_sha256, NEW.format, NEW.encoding, NEW.encoding_guessed, NEW.cues, NEW.notes)
) EXECUTE FUNCTION videos_subtitles_are_fixed();
DROP TRIGGER revision_is_kept ON questions_revision;
DROP TRIGGER revision_is_fixed ON questions_revision;
CREATE TRIGGER revision_is_fixed BEFORE UPDATE OR DELETE ON questions_revision
    FOR EACH ROW EXECUTE FUNCTION questions_revision_is_fixed();
DROP FUNCTION withdrawals_covers_call(uuid);
DROP FUNCTION withdrawals_covers(text, uuid[]);
DROP TRIGGER covered_stays ON withdrawals_covered;
DROP TRIGGER tombstone_stays ON withdrawals_tombstone;
DROP FUNCTION withdrawals_tombstone_stays();
"""


class Migration(migrations.Migration):
    """WD1: a tombstone is never changed. WD8: what the database never lets anybody change may be emptied where a
    tombstone covers it, in this one way, and nowhere else."""

    dependencies = [
        ("withdrawals", "0001_initial"),
        ("drafting", "0004_what_was_written_may_be_null"),
        ("endpoints", "0002_what_is_fixed"),
        ("questions", "0007_withdrawn"),
        ("videos", "0003_withdrawn"),
    ]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
