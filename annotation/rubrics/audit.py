from __future__ import annotations

from affectory.accounts.models import User
from affectory.core import audit
from annotation.rubrics.models import ProjectRubric


def rubric_changed(*, actor: User, rubric: ProjectRubric) -> None:
    audit.record(
        actor=actor,
        event="rubric.changed",
        project_id=rubric.project_id,
        subject=rubric,
        family=rubric.family,
        version=rubric.version,
    )
