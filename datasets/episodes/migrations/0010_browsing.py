import django.db.models.functions.comparison
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("episodes", "0009_collections")]

    operations = [
        migrations.RemoveIndex(
            model_name="episode",
            name="episode_page",
        ),
        migrations.AddField(
            model_name="episode",
            name="refusal_check",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Case(
                    models.When(refusal="", then=models.Value("")),
                    default=django.db.models.functions.comparison.Coalesce(
                        models.Func(
                            models.F("checks"),
                            models.Value('$[*] ? (@.outcome == "fail").id'),
                            function="jsonb_path_query_first",
                            output_field=models.CharField(),
                            template="(%(function)s(%(expressions)s) #>> '{}')",
                        ),
                        models.Value("unreadable"),
                    ),
                    output_field=models.CharField(),
                ),
                output_field=models.TextField(),
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="facets",
            field=models.GeneratedField(
                db_persist=True,
                expression=django.db.models.functions.text.Concat(
                    models.F("state"),
                    models.Value("|"),
                    models.F("family"),
                    models.Value("|"),
                    models.F("challenge"),
                    models.Value("|"),
                    models.F("action"),
                    models.Value("|"),
                    models.F("target"),
                    models.Value("|"),
                    models.Case(
                        models.When(target="B", then=models.F("second_label")),
                        default=models.F("label"),
                        output_field=models.CharField(),
                    ),
                    models.Value("|"),
                    models.Case(
                        models.When(refusal="", then=models.Value("")),
                        default=django.db.models.functions.comparison.Coalesce(
                            models.Func(
                                models.F("checks"),
                                models.Value('$[*] ? (@.outcome == "fail").id'),
                                function="jsonb_path_query_first",
                                output_field=models.CharField(),
                                template="(%(function)s(%(expressions)s) #>> '{}')",
                            ),
                            models.Value("unreadable"),
                        ),
                        output_field=models.CharField(),
                    ),
                ),
                output_field=models.TextField(),
            ),
        ),
        migrations.AddIndex(
            model_name="episode",
            index=models.Index(
                fields=["project", "-created_at", "-id"],
                include=(
                    "scene",
                    "collection",
                    "motion",
                    "duration_s",
                    "composition",
                    "facets",
                    "state",
                    "family",
                    "challenge",
                    "action",
                    "target",
                    "label",
                    "second_label",
                    "refusal_check",
                ),
                name="episode_browse",
            ),
        ),
    ]
