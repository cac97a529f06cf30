from django.db import migrations

FORWARD = """
CREATE FUNCTION releases_release_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
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
    RAISE EXCEPTION 'a frozen release is never changed' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION releases_part_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner uuid := CASE WHEN TG_OP = 'INSERT' THEN NEW.release_id ELSE OLD.release_id END;
    owner_state text;
BEGIN
    SELECT state INTO owner_state FROM releases_release WHERE id = owner;
    IF TG_OP = 'INSERT' AND owner_state = 'freezing' THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' AND owner_state IS DISTINCT FROM 'frozen' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'rows and files of a release are written while it freezes and never changed'
        USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER release_is_frozen BEFORE UPDATE OR DELETE ON releases_release
    FOR EACH ROW EXECUTE FUNCTION releases_release_is_frozen();
CREATE TRIGGER release_row_is_frozen BEFORE INSERT OR UPDATE OR DELETE ON releases_releaserow
    FOR EACH ROW EXECUTE FUNCTION releases_part_is_frozen();
CREATE TRIGGER release_file_is_frozen BEFORE INSERT OR UPDATE OR DELETE ON releases_releasefile
    FOR EACH ROW EXECUTE FUNCTION releases_part_is_frozen();
"""
BACKWARD = """
DROP TRIGGER release_file_is_frozen ON releases_releasefile;
DROP TRIGGER release_row_is_frozen ON releases_releaserow;
DROP TRIGGER release_is_frozen ON releases_release;
DROP FUNCTION releases_part_is_frozen();
DROP FUNCTION releases_release_is_frozen();
"""


class Migration(migrations.Migration):
    """RL11: the database itself refuses a change to anything of a frozen release."""

    dependencies = [("releases", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
