"""The agreement report as it goes into a release."""

from __future__ import annotations

from typing import Any

from affectory.accounts.models import Project
from annotation.agreement.scope import Scope
from annotation.agreement.services import current_report
from export.formats.kinds import Words

ABOUT_PEOPLE = ("by_reviewer", "by_pair")
TIMES = ("computed_at",)


def agreement_of(project: Project, scope: Scope, words: Words) -> dict[str, Any]:
    """The current report without rates of single reviewers, or why there is none."""
    report = current_report(project, scope)
    if not report["n_items"]:
        return {"available": False, "reason": f"no {words.one} has two counted verdicts"}
    kept = {key: value for key, value in report.items() if key not in (*ABOUT_PEOPLE, *TIMES)}
    return {**kept, "available": True, "reviewers": len(report["by_reviewer"])}
