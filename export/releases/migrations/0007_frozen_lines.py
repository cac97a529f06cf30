from django.db import migrations

FORWARD = """
CREATE FUNCTION releases_rows_while_freezing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM (SELECT DISTINCT release_id FROM added) a JOIN releases_release r ON r.id = a.release_id
        WHERE r.state <> 'freezing'
    ) THEN
        RAISE EXCEPTION 'rows and files of a release are written while it freezes and never changed'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION releases_lines_while_freezing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM (SELECT DISTINCT w.release_id FROM added a JOIN releases_releaserow w ON w.id = a.row_id) o
        JOIN releases_release r ON r.id = o.release_id
        WHERE r.state <> 'freezing'
    ) THEN
        RAISE EXCEPTION 'lines of a release are written while it freezes and never changed'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION releases_line_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner_state text;
BEGIN
    SELECT r.state INTO owner_state
    FROM releases_releaserow w JOIN releases_release r ON r.id = w.release_id
    WHERE w.id = OLD.row_id;
    IF TG_OP = 'DELETE' AND owner_state IS DISTINCT FROM 'frozen' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'lines of a release are written while it freezes and never changed'
        USING ERRCODE = 'restrict_violation';
END $$;

DROP TRIGGER release_row_is_frozen ON releases_releaserow;
CREATE TRIGGER release_row_is_frozen BEFORE UPDATE OR DELETE ON releases_releaserow
    FOR EACH ROW EXECUTE FUNCTION releases_part_is_frozen();
CREATE TRIGGER release_rows_while_freezing AFTER INSERT ON releases_releaserow
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION releases_rows_while_freezing();
CREATE TRIGGER release_line_is_frozen BEFORE UPDATE OR DELETE ON releases_releaseline
    FOR EACH ROW EXECUTE FUNCTION releases_line_is_frozen();
CREATE TRIGGER release_lines_while_freezing AFTER INSERT ON releases_releaseline
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION releases_lines_while_freezing();
"""
BACKWARD = """
DROP TRIGGER release_lines_while_freezing ON releases_releaseline;
DROP TRIGGER release_line_is_frozen ON releases_releaseline;
DROP TRIGGER release_rows_while_freezing ON releases_releaserow;
DROP TRIGGER release_row_is_frozen ON releases_releaserow;
CREATE TRIGGER release_row_is_frozen BEFORE INSERT OR UPDATE OR DELETE ON releases_releaserow
    FOR EACH ROW EXECUTE FUNCTION releases_part_is_frozen();
DROP FUNCTION releases_line_is_frozen();
DROP FUNCTION releases_lines_while_freezing();
DROP FUNCTION releases_rows_while_freezing();
"""


class Migration(migrations.Migration):
    """RL11: lines are guarded like rows; a statement that adds many is looked at once."""

    dependencies = [("releases", "0006_rows_are_pins")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
