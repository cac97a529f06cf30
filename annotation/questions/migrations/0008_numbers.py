import uuid

import django.db.models.deletion
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION questions_video_id_is_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an id that a video once had stays its own' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER video_id_is_reserved BEFORE UPDATE OR DELETE ON questions_videoid
    FOR EACH ROW EXECUTE FUNCTION questions_video_id_is_reserved();

CREATE FUNCTION questions_numbers_only_rise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a number is given once' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER numbers_only_rise BEFORE UPDATE ON questions_numberseries FOR EACH ROW
    WHEN (NEW.last < OLD.last OR NEW.series <> OLD.series OR NEW.project_id <> OLD.project_id)
    EXECUTE FUNCTION questions_numbers_only_rise();
CREATE TRIGGER numbers_are_kept BEFORE DELETE ON questions_numberseries
    FOR EACH ROW EXECUTE FUNCTION questions_numbers_only_rise();
"""
BACKWARD = """
DROP TRIGGER numbers_are_kept ON questions_numberseries;
DROP TRIGGER numbers_only_rise ON questions_numberseries;
DROP FUNCTION questions_numbers_only_rise();
DROP TRIGGER video_id_is_reserved ON questions_videoid;
DROP FUNCTION questions_video_id_is_reserved();
"""


class Migration(migrations.Migration):
    """QU110: numbers are given once, and the ids of videos stay theirs; the database sees to it."""

    dependencies = [
        ("accounts", "0001_initial"),
        ("questions", "0007_withdrawn"),
        ("videos", "0002_subtitles_keep_their_cues"),
    ]

    operations = [
        migrations.CreateModel(
            name="NumberSeries",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("series", models.CharField(max_length=10)),
                ("last", models.PositiveBigIntegerField(default=0)),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.project"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("project", "series"), name="number_series_once")],
            },
        ),
        migrations.CreateModel(
            name="VideoId",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("name", models.CharField(max_length=200)),
                (
                    "clip",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="released_id",
                        to="videos.preparedclip",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.project"
                    ),
                ),
                (
                    "video",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="released_ids", to="videos.video"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("project", "name"), name="video_id_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("clip", None)), fields=("video",), name="whole_video_has_one_id"
                    ),
                ],
            },
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
