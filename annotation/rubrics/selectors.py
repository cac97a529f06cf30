from __future__ import annotations

from affectory.accounts.models import Project
from annotation.rubrics.domain import with_own_words
from annotation.rubrics.models import ProjectRubric
from annotation.taxonomy import catalogue
from annotation.taxonomy.domain import Rubrics


def rubrics_of(project: Project) -> Rubrics:
    """RU2: the families in the words that are in force in a project; what new items begin with."""
    own = {family: (row.criterion, row.scores) for family, row in rubrics_in_force(project).items()}
    return with_own_words(catalogue.rubrics(), own)


def rubrics_in_force(project: Project) -> dict[str, ProjectRubric]:
    """Family → the project's own words, for those that have any."""
    rows = ProjectRubric.objects.filter(project=project).order_by("family", "-version").distinct("family")
    return {row.family: row for row in rows.select_related("author")}
