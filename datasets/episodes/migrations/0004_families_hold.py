from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("episodes", "0003_families"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="episode",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("action", ""),
                        ("family", "observation_controlled"),
                        ("target", ""),
                        models.Q(("challenge", ""), _negated=True),
                    ),
                    models.Q(
                        ("challenge", ""),
                        ("family", "action_grounded"),
                        ("target", ""),
                        models.Q(("action", ""), _negated=True),
                    ),
                    models.Q(
                        ("action", ""),
                        ("challenge", ""),
                        ("family", "dyadic"),
                        models.Q(("target", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="episode_has_what_its_family_has",
            ),
        ),
        migrations.AddConstraint(
            model_name="episode",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("family", "dyadic"),
                        ("second_motion__isnull", False),
                        models.Q(("second_label", ""), _negated=True),
                    ),
                    models.Q(
                        models.Q(("family", "dyadic"), _negated=True),
                        ("second_label", ""),
                        ("second_motion__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="only_a_dyad_has_two_people",
            ),
        ),
        migrations.AddConstraint(
            model_name="episode",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second_motion__isnull", True),
                    models.Q(("second_motion", models.F("motion")), _negated=True),
                    _connector="OR",
                ),
                name="dyad_has_two_motions",
            ),
        ),
        migrations.AddConstraint(
            model_name="episode",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("target", "either"), _negated=True),
                    ("second_label", models.F("label")),
                    _connector="OR",
                ),
                name="either_has_one_answer",
            ),
        ),
    ]
