from django.db import migrations

FORWARD = """
CREATE FUNCTION releases_tombstone_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a tombstone is never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER row_tombstone_stays BEFORE UPDATE OR DELETE ON releases_rowtombstone
    FOR EACH ROW EXECUTE FUNCTION releases_tombstone_stays();
CREATE TRIGGER file_tombstone_stays BEFORE UPDATE OR DELETE ON releases_filetombstone
    FOR EACH ROW EXECUTE FUNCTION releases_tombstone_stays();

CREATE OR REPLACE FUNCTION releases_line_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner_state text;
BEGIN
    IF TG_OP = 'UPDATE'
       AND (NEW.row_id, NEW.row_sha256) = (OLD.row_id, OLD.row_sha256)
       AND EXISTS (SELECT FROM releases_rowtombstone t WHERE t.row_id = OLD.row_id)
       AND NEW.line::jsonb ? 'withdrawn'
       AND (SELECT count(*) FROM jsonb_object_keys(NEW.line::jsonb)) = 2
    THEN
        RETURN NEW;
    END IF;
    SELECT r.state INTO owner_state
    FROM releases_releaserow w JOIN releases_release r ON r.id = w.release_id
    WHERE w.id = OLD.row_id;
    IF TG_OP = 'DELETE' AND owner_state IS DISTINCT FROM 'frozen' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'lines of a release are written while it freezes and never changed'
        USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE FUNCTION releases_release_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state <> 'frozen' THEN
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    IF TG_OP = 'UPDATE'
       AND OLD.published_at IS NULL
       AND to_jsonb(OLD) - 'published_at' - 'published_by_id' = to_jsonb(NEW) - 'published_at' - 'published_by_id'
    THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE'
       AND to_jsonb(OLD) - 'header' = to_jsonb(NEW) - 'header'
       AND EXISTS (
           SELECT FROM releases_filetombstone t JOIN releases_releasefile f ON f.id = t.file_id
           WHERE f.release_id = OLD.id
       )
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a frozen release is never changed' USING ERRCODE = 'restrict_violation';
END $$;
"""
BACKWARD = """
DROP TRIGGER file_tombstone_stays ON releases_filetombstone;
DROP TRIGGER row_tombstone_stays ON releases_rowtombstone;
DROP FUNCTION releases_tombstone_stays();
"""


class Migration(migrations.Migration):
    """WD7: a line of a frozen release may change in one way only, into the tombstone of its row, and only where there
    is one; so may the names that a release with buried files was pinned with. Tombstones stay."""

    dependencies = [("releases", "0009_tombstones")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
