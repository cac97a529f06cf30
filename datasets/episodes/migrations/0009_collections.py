import django.db.models.deletion
from django.db import migrations, models

FILL = """
UPDATE episodes_episode SET collection_id = motion_motionasset.collection_id
FROM motion_motionasset WHERE motion_motionasset.id = episodes_episode.motion_id
"""
TRIGGER = """
CREATE FUNCTION episodes_episode_collection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT collection_id INTO NEW.collection_id FROM motion_motionasset WHERE id = NEW.motion_id;
    RETURN NEW;
END $$;
CREATE TRIGGER episodes_episode_collection BEFORE INSERT OR UPDATE OF motion_id, collection_id ON episodes_episode
FOR EACH ROW EXECUTE FUNCTION episodes_episode_collection();
"""
NO_TRIGGER = """
DROP TRIGGER episodes_episode_collection ON episodes_episode;
DROP FUNCTION episodes_episode_collection();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("episodes", "0008_discarded"),
        ("motion", "0007_staged_files"),
        ("scenes", "0004_categories"),
    ]

    operations = [
        migrations.AddField(
            model_name="episode",
            name="collection",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="motion.collection",
            ),
        ),
        migrations.RunSQL([FILL, "SET CONSTRAINTS ALL IMMEDIATE"], migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="episode",
            name="collection",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="motion.collection",
            ),
        ),
        migrations.RunSQL(TRIGGER, NO_TRIGGER),
    ]
