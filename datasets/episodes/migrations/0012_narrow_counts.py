from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("episodes", "0011_avatars"),
        ("motion", "0012_browsing"),
        ("scenes", "0004_categories"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="episode",
            name="episode_browse",
        ),
        migrations.AddIndex(
            model_name="episode",
            index=models.Index(
                fields=["project", "-created_at", "-id"],
                include=(
                    "scene",
                    "collection",
                    "motion",
                    "duration_s",
                    "composition",
                    "state",
                    "family",
                    "challenge",
                    "action",
                    "target",
                    "label",
                    "second_label",
                    "refusal_check",
                ),
                name="episode_browse",
            ),
        ),
        migrations.AddIndex(
            model_name="episode",
            index=models.Index(
                fields=["project", "facets", "scene", "composition", "collection", "state"], name="episode_counts"
            ),
        ),
    ]
