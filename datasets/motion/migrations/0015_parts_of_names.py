import django.contrib.postgres.indexes
import django.db.models.functions.text
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("motion", "0014_narrow_counts")]

    operations = [
        TrigramExtension(),
        migrations.AddIndex(
            model_name="motionasset",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.indexes.OpClass(
                    django.db.models.functions.text.Upper("name"), name="gin_trgm_ops"
                ),
                django.contrib.postgres.indexes.OpClass(
                    django.db.models.functions.text.Upper("source_label"), name="gin_trgm_ops"
                ),
                name="motion_name_parts",
            ),
        ),
        migrations.AddIndex(
            model_name="performance",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.indexes.OpClass(
                    django.db.models.functions.text.Upper("external_id"), name="gin_trgm_ops"
                ),
                name="performance_id_parts",
            ),
        ),
    ]
