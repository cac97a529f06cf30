"""The agreement report as it goes into a release."""

from __future__ import annotations

from typing import Any

from affectory.accounts.models import Project

NAMES_PEOPLE = ("by_reviewer", "by_pair")


def agreement_of(project: Project) -> dict[str, Any]:
    """The current report without what tells reviewers apart, or why there is none."""
    report = _report(project)
    if report is None:
        return {"available": False, "reason": "no agreement has been computed"}
    shown = {key: value for key, value in report.items() if key not in NAMES_PEOPLE}
    return {**shown, "available": True, "reviewers": len(report.get("by_reviewer", []))}


def _report(project: Project) -> dict[str, Any] | None:
    return None
