import django.contrib.postgres.fields
from django.db import migrations, models

WRITE = """
UPDATE scenes_scene SET categories = ARRAY(
    SELECT DISTINCT left(thing ->> 'category', 120) FROM jsonb_array_elements(instances) AS thing
    WHERE thing ->> 'category' NOT IN ('wall', 'partition', 'room', 'stage', 'building', 'floor', 'ceiling', '')
    ORDER BY 1
)
"""


class Migration(migrations.Migration):
    dependencies = [("scenes", "0003_importing")]

    operations = [
        migrations.AddField(
            model_name="scene",
            name="categories",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=120), default=list
            ),
        ),
        migrations.RunSQL(WRITE, migrations.RunSQL.noop),
    ]
