import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("motion", "0011_avatars"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="motionasset",
            name="motion_page",
        ),
        migrations.AddField(
            model_name="motionasset",
            name="facets",
            field=models.GeneratedField(
                db_persist=True,
                expression=django.db.models.functions.text.Concat(
                    models.F("state"),
                    models.Value("|"),
                    models.F("label"),
                    models.Value("|"),
                    models.F("checks_outcome"),
                    models.Value("|"),
                    models.F("exclusion_kind"),
                    models.Value("|"),
                    models.Case(
                        models.When(is_synthetic=True, then=models.Value("yes")),
                        default=models.Value("no"),
                        output_field=models.CharField(),
                    ),
                ),
                output_field=models.TextField(),
            ),
        ),
        migrations.AddIndex(
            model_name="motionasset",
            index=models.Index(
                fields=["project", "-created_at", "-id"],
                include=(
                    "collection",
                    "duration_s",
                    "performer",
                    "facets",
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
    ]
