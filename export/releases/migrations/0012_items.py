import uuid

import django.db.models.deletion
import django.db.models.functions.comparison
from django.conf import settings
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION releases_hidden_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner_state text;
BEGIN
    SELECT r.state INTO owner_state
    FROM releases_releaserow w JOIN releases_release r ON r.id = w.release_id
    WHERE w.id = OLD.row_id;
    IF TG_OP = 'DELETE' AND (
        owner_state IS DISTINCT FROM 'frozen'
        OR EXISTS (SELECT FROM releases_rowtombstone t WHERE t.row_id = OLD.row_id)
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'what a release keeps back is never changed' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION releases_artefact_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner uuid := CASE WHEN TG_OP = 'INSERT' THEN NEW.release_id ELSE OLD.release_id END;
    owner_state text;
BEGIN
    SELECT state INTO owner_state FROM releases_release WHERE id = owner;
    IF TG_OP = 'INSERT' AND owner_state = 'freezing' THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' AND (
        owner_state IS DISTINCT FROM 'frozen'
        OR EXISTS (
            SELECT FROM releases_rowtombstone t JOIN releases_releaserow w ON w.id = t.row_id
            WHERE w.release_id = OLD.release_id
        )
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'what a release keeps back is never changed' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER hidden_reference_is_frozen BEFORE UPDATE OR DELETE ON releases_hiddenreference
    FOR EACH ROW EXECUTE FUNCTION releases_hidden_is_frozen();
CREATE TRIGGER hidden_references_while_freezing AFTER INSERT ON releases_hiddenreference
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION releases_lines_while_freezing();
CREATE TRIGGER hidden_artefact_is_frozen BEFORE INSERT OR UPDATE OR DELETE ON releases_hiddenartefact
    FOR EACH ROW EXECUTE FUNCTION releases_artefact_is_frozen();
"""
BACKWARD = """
DROP TRIGGER hidden_artefact_is_frozen ON releases_hiddenartefact;
DROP TRIGGER hidden_references_while_freezing ON releases_hiddenreference;
DROP TRIGGER hidden_reference_is_frozen ON releases_hiddenreference;
DROP FUNCTION releases_artefact_is_frozen();
DROP FUNCTION releases_hidden_is_frozen();
"""


class Migration(migrations.Migration):
    """Rows of items; RL21: what is kept back is guarded as lines and files are, and goes only with a row
    that was withdrawn."""

    dependencies = [
        ("accounts", "0001_initial"),
        ("episodes", "0001_initial"),
        ("questions", "0008_numbers"),
        ("releases", "0011_sources_of_rows"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="HiddenArtefact",
            fields=[
                (
                    "release",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="hidden",
                        serialize=False,
                        to="releases.release",
                    ),
                ),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="HiddenReference",
            fields=[
                (
                    "row",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="hidden",
                        serialize=False,
                        to="releases.releaserow",
                    ),
                ),
                ("line", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="QuestionRuling",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("verdict", models.CharField(choices=[("distinct", "distinct"), ("twins", "twins")], max_length=10)),
                ("reason", models.TextField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.RemoveConstraint(
            model_name="releaserow",
            name="release_row_one_per_episode",
        ),
        migrations.AddField(
            model_name="releaseprofile",
            name="hides_test_answers",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="releaserow",
            name="item",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="release_rows",
                to="questions.item",
            ),
        ),
        migrations.AddField(
            model_name="releaserow",
            name="revision",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="questions.revision",
            ),
        ),
        migrations.AlterField(
            model_name="releaserow",
            name="episode",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="release_rows",
                to="episodes.episode",
            ),
        ),
        migrations.AddField(
            model_name="releaserow",
            name="subject_id",
            field=models.GeneratedField(
                db_persist=True,
                expression=django.db.models.functions.comparison.Coalesce("episode", "item"),
                output_field=models.UUIDField(),
            ),
        ),
        migrations.AddConstraint(
            model_name="releaserow",
            constraint=models.UniqueConstraint(fields=("release", "subject_id"), name="release_row_one_per_subject"),
        ),
        migrations.AddConstraint(
            model_name="releaserow",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("episode__isnull", False), ("item", None), ("revision", None)),
                    models.Q(("episode", None), ("item__isnull", False), ("revision__isnull", False)),
                    _connector="OR",
                ),
                name="release_row_is_of_one_thing",
            ),
        ),
        migrations.AddField(
            model_name="questionruling",
            name="created_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="questionruling",
            name="first",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="questions.item"
            ),
        ),
        migrations.AddField(
            model_name="questionruling",
            name="project",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="question_rulings", to="accounts.project"
            ),
        ),
        migrations.AddField(
            model_name="questionruling",
            name="second",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="questions.item"
            ),
        ),
        migrations.AddConstraint(
            model_name="questionruling",
            constraint=models.UniqueConstraint(fields=("first", "second"), name="question_ruling_once"),
        ),
        migrations.AddConstraint(
            model_name="questionruling",
            constraint=models.CheckConstraint(
                condition=models.Q(("first__lt", models.F("second"))), name="question_ruling_in_order"
            ),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
