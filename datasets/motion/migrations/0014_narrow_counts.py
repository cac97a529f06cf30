from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("motion", "0013_avatars_taken_out"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="motionasset",
            name="motion_browse",
        ),
        migrations.AddIndex(
            model_name="motionasset",
            index=models.Index(
                fields=["project", "-created_at", "-id"],
                include=(
                    "collection",
                    "duration_s",
                    "performer",
                    "state",
                    "label",
                    "checks_outcome",
                    "exclusion_kind",
                    "is_synthetic",
                    "scenario",
                ),
                name="motion_browse",
            ),
        ),
        migrations.AddIndex(
            model_name="motionasset",
            index=models.Index(
                fields=["project", "facets", "collection", "performer", "scenario"], name="motion_counts"
            ),
        ),
        migrations.AddIndex(
            model_name="motionasset",
            index=models.Index(fields=["project", "name", "-created_at", "-id"], name="motion_by_name"),
        ),
    ]
