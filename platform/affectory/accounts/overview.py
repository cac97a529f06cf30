"""What the apps above tell about a project on its front page. They make themselves known here; none is imported."""

from __future__ import annotations

from typing import Any

from affectory.core.registry import Registry

from .models import Project, Role, User

PROJECT_COUNTS = Registry("count of a project")
"""Name → "module:function" with (project) → {state: n}. Only maintainers see them."""
PROJECT_HEADLINES = Registry("headline of a project")
"""Name → "module:function" with (user, project) → JSON, fit for that user to see."""


def overview_of(*, user: User, project: Project, roles: frozenset[Role]) -> dict[str, Any]:
    """Counts by name under "funnel" (empty for everybody but maintainers), and every headline under its own name."""
    counts = PROJECT_COUNTS.ids() if Role.MAINTAINER in roles else ()
    return {
        "funnel": {name: PROJECT_COUNTS.load(name)(project) for name in counts},
        **{name: PROJECT_HEADLINES.load(name)(user, project) for name in PROJECT_HEADLINES.ids()},
    }
