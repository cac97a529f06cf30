from django.db import migrations

FORWARD = """
CREATE FUNCTION episodes_specification_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the specification of an episode stays as it was composed; another one is another episode'
        USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER specification_stays BEFORE UPDATE ON episodes_episode FOR EACH ROW WHEN (
    (OLD.id, OLD.project_id, OLD.scene_id, OLD.motion_id, OLD.second_motion_id, OLD.spec, OLD.family, OLD.challenge,
     OLD.action, OLD.target, OLD.avatar_id, OLD.bounds)
    IS DISTINCT FROM
    (NEW.id, NEW.project_id, NEW.scene_id, NEW.motion_id, NEW.second_motion_id, NEW.spec, NEW.family, NEW.challenge,
     NEW.action, NEW.target, NEW.avatar_id, NEW.bounds)
) EXECUTE FUNCTION episodes_specification_stays();

CREATE FUNCTION episodes_dyad_of_one_performance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM motion_motionasset a JOIN motion_motionasset b USING (performance_id)
        WHERE a.id = NEW.motion_id AND b.id = NEW.second_motion_id
    ) THEN
        RAISE EXCEPTION 'dyad_of_one_performance: its two motions belong to one' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER dyad_of_one_performance BEFORE INSERT ON episodes_episode FOR EACH ROW WHEN (
    NEW.second_motion_id IS NOT NULL
) EXECUTE FUNCTION episodes_dyad_of_one_performance();
"""
BACKWARD = """
DROP TRIGGER dyad_of_one_performance ON episodes_episode;
DROP FUNCTION episodes_dyad_of_one_performance();
DROP TRIGGER specification_stays ON episodes_episode;
DROP FUNCTION episodes_specification_stays();
"""


class Migration(migrations.Migration):
    """EP39, EP40: the database itself keeps what an episode is, and puts two people together only as they were
    recorded."""

    dependencies = [("episodes", "0012_narrow_counts")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
