from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("motion", "0003_withdrawn"),
    ]

    operations = [
        migrations.AddField(
            model_name="motionasset",
            name="unit",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="motionasset",
            name="up_axis",
            field=models.CharField(blank=True, max_length=2),
        ),
        migrations.AddConstraint(
            model_name="motionasset",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("unit__in", ["", "metre", "decimetre", "centimetre", "millimetre", "inch", "foot"]),
                    ("up_axis__in", ["", "+Y", "-Y", "+Z", "-Z", "+X", "-X"]),
                ),
                name="motion_unit_and_axis_are_known",
            ),
        ),
    ]
