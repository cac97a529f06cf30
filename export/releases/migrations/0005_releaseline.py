import django.db.models.deletion
from django.db import migrations, models

COPY = """
INSERT INTO releases_releaseline (row_id, line, row_sha256)
SELECT id, line, row_sha256 FROM releases_releaserow
"""


class Migration(migrations.Migration):
    """The request pins ids, the worker writes the lines: they are rows of their own."""

    dependencies = [("releases", "0004_withdrawals_stay")]
    operations = [
        migrations.CreateModel(
            name="ReleaseLine",
            fields=[
                (
                    "row",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="written",
                        serialize=False,
                        to="releases.releaserow",
                    ),
                ),
                ("line", models.TextField()),
                ("row_sha256", models.CharField(max_length=64)),
            ],
        ),
        migrations.RunSQL(COPY, migrations.RunSQL.noop),
    ]
