from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.accounts.services import lock_project
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from annotation.rubrics import audit, policies, selectors
from annotation.rubrics.domain import RubricError, checked
from annotation.rubrics.models import ProjectRubric
from annotation.taxonomy import catalogue
from annotation.taxonomy.domain import TaxonomyError


@transaction.atomic
def change_rubric(
    *, actor: User, project: Project, family: str, criterion: str, scores: Mapping[str, str], base_version: int
) -> ProjectRubric:
    """RU2: another version of the project's words for a family. Items that are there keep their own rubric; new ones
    begin with this. ``base_version`` is what the maintainer had before them (0: the shipped words)."""
    if not policies.can_change_rubrics(actor, project):
        raise NotAllowedError("Only a maintainer changes a project's rubrics.", code="rubric.not_maintainer")
    try:
        shipped = catalogue.rubrics().family(family)
    except TaxonomyError as error:
        raise NotFoundError(f"There is {error}.", code="rubric.no_family") from error
    lock_project(project.pk)
    latest = selectors.rubrics_in_force(project).get(family)
    version = latest.version if latest is not None else 0
    if version != base_version:
        raise ConflictError(
            f"{latest.author if latest else 'Somebody'} changed this rubric meanwhile. Nothing of yours was "
            "written; look at what is there and save again.",
            code="rubric.newer",
            about={"version": version},
        )
    try:
        said = checked(shipped, criterion, scores)
    except RubricError as error:
        raise InvalidError(f"{error}.", code="rubric.invalid", fields=error.fields) from error
    rubric = ProjectRubric.objects.create(
        project=project,
        family=family,
        version=version + 1,
        criterion=said.criterion,
        scores={str(score): text for score, text in said.scores.items()},
        author=actor,
    )
    audit.rubric_changed(actor=actor, rubric=rubric)
    return rubric
