import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("motion", "0006_changes_of_rows"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StagedFile",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("path", models.CharField(max_length=500)),
                ("size_bytes", models.PositiveBigIntegerField()),
                ("modified_ms", models.BigIntegerField()),
                ("sha256", models.CharField(blank=True, max_length=64)),
                ("refusal", models.CharField(blank=True, max_length=500)),
            ],
        ),
        migrations.AddField(
            model_name="stagedfile",
            name="created_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="stagedfile",
            name="project",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="staged_motions", to="accounts.project"
            ),
        ),
        migrations.AddIndex(
            model_name="stagedfile",
            index=models.Index(fields=["created_at"], name="staged_file_age"),
        ),
        migrations.AddConstraint(
            model_name="stagedfile",
            constraint=models.UniqueConstraint(
                fields=("project", "created_by", "path", "size_bytes", "modified_ms"), name="staged_file_once"
            ),
        ),
    ]
