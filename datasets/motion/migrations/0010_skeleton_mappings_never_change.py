from django.db import migrations

FORWARD = """
CREATE FUNCTION motion_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME;
END $$;
CREATE TRIGGER skeleton_mapping_is_fixed BEFORE UPDATE ON motion_skeletonmapping
    FOR EACH ROW EXECUTE FUNCTION motion_written_once();
CREATE TRIGGER skeleton_mapping_is_kept BEFORE DELETE ON motion_skeletonmapping
    FOR EACH ROW EXECUTE FUNCTION motion_written_once();
CREATE TRIGGER earlier_retargeting_is_fixed BEFORE UPDATE ON motion_earlierretargeting
    FOR EACH ROW EXECUTE FUNCTION motion_written_once();
"""
BACKWARD = """
DROP TRIGGER earlier_retargeting_is_fixed ON motion_earlierretargeting;
DROP TRIGGER skeleton_mapping_is_kept ON motion_skeletonmapping;
DROP TRIGGER skeleton_mapping_is_fixed ON motion_skeletonmapping;
DROP FUNCTION motion_written_once();
"""


class Migration(migrations.Migration):
    """MO51, MO54: versions of a mapping never change, nor what a motion was retargeted to earlier (a withdrawal takes
    the latter away)."""

    dependencies = [("motion", "0009_skeletons_of_motions")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
