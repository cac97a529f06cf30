from django.db import migrations

FORWARD = """
CREATE FUNCTION episodes_finished_shard_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a finished part of a composition never changes; its counts are added up once';
END $$;
CREATE TRIGGER finished_shard_stays BEFORE UPDATE ON episodes_shard FOR EACH ROW WHEN (
    OLD.finished_at IS NOT NULL AND OLD IS DISTINCT FROM NEW
) EXECUTE FUNCTION episodes_finished_shard_stays();
"""
BACKWARD = """
DROP TRIGGER finished_shard_stays ON episodes_shard;
DROP FUNCTION episodes_finished_shard_stays();
"""


class Migration(migrations.Migration):
    """EP51: the database itself refuses to change a part of a composition that is finished."""

    dependencies = [("episodes", "0005_shards")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
