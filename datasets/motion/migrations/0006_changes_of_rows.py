from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("motion", "0005_terms"),
    ]

    operations = [
        migrations.AddField(
            model_name="importrow",
            name="changes",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
