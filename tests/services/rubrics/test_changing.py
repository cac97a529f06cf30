"""RU2: versions of a project's rubrics, and what new items begin with."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, transaction

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent
from annotation.questions import selectors as questions
from annotation.rubrics import selectors, services
from annotation.rubrics.models import ProjectRubric
from annotation.taxonomy import catalogue
from tests.factories.items import a_new_item

WORDS = {"criterion": "Right?", "scores": {"0": "no", "1": "yes"}}


def change(actor, project, base_version=0, family="result", **changes):
    return services.change_rubric(
        actor=actor, project=project, family=family, base_version=base_version, **{**WORDS, **changes}
    )


def test_ru2_new_items_begin_with_the_words_in_force_and_old_ones_keep_theirs(project, maintainer, annotator):
    before = a_new_item(annotator, project, "episode", "emotional intensity comparison")
    assert change(maintainer, project).version == 1
    assert change(maintainer, project, 1, criterion="Is it right?").version == 2
    after = a_new_item(annotator, project, "episode", "emotional intensity comparison")
    shipped = catalogue.rubrics().family("result")
    assert questions.draft_of(before).content["rubric"]["criterion"] == shipped.criterion
    assert questions.draft_of(after).content["rubric"] == {
        "criterion": "Is it right?",
        "scores": {"0": "no", "1": "yes"},
    }
    assert [row.version for row in selectors.rubrics_in_force(project).values()] == [2]
    assert AuditEvent.objects.filter(event="rubric.changed").count() == 2


def test_ru2_whoever_comes_second_writes_nothing(project, maintainer):
    change(maintainer, project)
    with pytest.raises(ConflictError) as refused:
        change(maintainer, project, 0, criterion="Other")
    assert refused.value.about == {"version": 1}
    assert ProjectRubric.objects.count() == 1


def test_ru2_the_database_refuses_to_change_a_version(project, maintainer):
    row = change(maintainer, project)
    for write in (lambda: ProjectRubric.objects.filter(pk=row.pk).update(criterion="x"), row.delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            write()


def test_ru1_refusals_name_their_fields_and_write_nothing(project, maintainer, annotator):
    with pytest.raises(InvalidError) as refused:
        change(maintainer, project, scores={"0": "no"})
    assert set(refused.value.fields) == {"scores.1"}
    with pytest.raises(NotFoundError):
        change(maintainer, project, family="style")
    with pytest.raises(NotAllowedError):
        change(annotator, project)
    assert not ProjectRubric.objects.exists()


def test_rubrics_over_http(client_for, project, maintainer, annotator):
    url = "/api/v1/projects/lab/rubrics"
    body = {**WORDS, "base_version": 0}
    changed = client_for(maintainer).put(f"{url}/result", body, format="json").json()["families"]
    assert changed == client_for(annotator).get(url).json()["families"]
    result = next(family for family in changed if family["id"] == "result")
    assert (result["version"], result["changed_by"], result["criterion"]) == (1, "mara", "Right?")
    assert result["shipped"]["criterion"] == catalogue.rubrics().family("result").criterion
    assert client_for(maintainer).put(f"{url}/result", body, format="json").status_code == 409
    assert client_for(maintainer).put(f"{url}/style", body, format="json").status_code == 404
    assert client_for(maintainer).put(f"{url}/result", {**body, "scores": []}, format="json").status_code == 400
