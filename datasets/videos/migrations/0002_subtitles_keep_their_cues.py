from django.db import migrations

FORWARD = """
CREATE FUNCTION videos_subtitles_are_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'subtitles that were read never change; items may quote them';
END $$;
CREATE TRIGGER subtitles_are_fixed BEFORE UPDATE ON videos_subtitletrack FOR EACH ROW WHEN (
    ROW(OLD.id, OLD.video_id, OLD.created_by_id, OLD.language, OLD.label, OLD.origin, OLD.stream, OLD.name,
        OLD.file_sha256, OLD.format, OLD.encoding, OLD.encoding_guessed, OLD.cues, OLD.notes)
    IS DISTINCT FROM
    ROW(NEW.id, NEW.video_id, NEW.created_by_id, NEW.language, NEW.label, NEW.origin, NEW.stream, NEW.name,
        NEW.file_sha256, NEW.format, NEW.encoding, NEW.encoding_guessed, NEW.cues, NEW.notes)
) EXECUTE FUNCTION videos_subtitles_are_fixed();
CREATE TRIGGER subtitles_are_kept BEFORE DELETE ON videos_subtitletrack
    FOR EACH ROW EXECUTE FUNCTION videos_subtitles_are_fixed();
CREATE FUNCTION videos_file_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the file of a video is never exchanged; another file is another video';
END $$;
CREATE TRIGGER video_file_is_fixed BEFORE UPDATE ON videos_video FOR EACH ROW WHEN (
    ROW(OLD.id, OLD.project_id, OLD.file_sha256, OLD.size_bytes)
    IS DISTINCT FROM
    ROW(NEW.id, NEW.project_id, NEW.file_sha256, NEW.size_bytes)
) EXECUTE FUNCTION videos_file_is_fixed();
"""
BACKWARD = """
DROP TRIGGER video_file_is_fixed ON videos_video;
DROP FUNCTION videos_file_is_fixed();
DROP TRIGGER subtitles_are_kept ON videos_subtitletrack;
DROP TRIGGER subtitles_are_fixed ON videos_subtitletrack;
DROP FUNCTION videos_subtitles_are_fixed();
"""


class Migration(migrations.Migration):
    """VI54: the database itself refuses to change what was read out of a subtitle file, and to exchange the file of a
    video."""

    dependencies = [("videos", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
