import django.db.models.deletion
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION releases_source_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND NOT EXISTS (
        SELECT FROM releases_releaserow w JOIN releases_release r ON r.id = w.release_id
        WHERE w.id = OLD.row_id AND r.state = 'frozen'
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'digests of what rows are made of are written while a release freezes and never changed'
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER release_source_is_frozen BEFORE UPDATE OR DELETE ON releases_releasesource
    FOR EACH ROW EXECUTE FUNCTION releases_source_is_frozen();
CREATE TRIGGER release_sources_while_freezing AFTER INSERT ON releases_releasesource
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION releases_lines_while_freezing();
"""
BACKWARD = """
DROP TRIGGER release_sources_while_freezing ON releases_releasesource;
DROP TRIGGER release_source_is_frozen ON releases_releasesource;
DROP FUNCTION releases_source_is_frozen();
"""


class Migration(migrations.Migration):
    """RL55: releases from before have none, so their rows are compared one by one."""

    dependencies = [("releases", "0010_tombstones_stay")]
    operations = [
        migrations.CreateModel(
            name="ReleaseSource",
            fields=[
                (
                    "row",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="source",
                        serialize=False,
                        to="releases.releaserow",
                    ),
                ),
                ("digest", models.BinaryField()),
            ],
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
