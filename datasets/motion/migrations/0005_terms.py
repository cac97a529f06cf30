from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("motion", "0004_units"),
    ]

    operations = [
        migrations.AddField(
            model_name="collection",
            name="consent_reference",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name="collection",
            name="consent_terms",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="collection",
            name="consented_on",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="performer",
            name="consent_reference",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name="performer",
            name="consent_terms",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="performer",
            name="consented_on",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="performer",
            name="licence",
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name="performer",
            name="may_redistribute",
            field=models.CharField(
                blank=True,
                choices=[
                    ("media", "Media"),
                    ("derived", "Derived renders and motions"),
                    ("annotations", "Annotations only"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="performer",
            name="may_send_to_external_model",
            field=models.BooleanField(blank=True, null=True),
        ),
    ]
