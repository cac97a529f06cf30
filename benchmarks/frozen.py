"""A project whose kept episodes can be frozen, for the figures."""

from __future__ import annotations

from typing import Any

from .episodes import make_episodes, make_people

PROFILE_TEXT = "Written for a benchmark."


def make_kept_project(count: int) -> tuple[Any, Any, Any]:
    """(project, maintainer, researcher); every performance is a group of its own."""
    from affectory.accounts import services as accounts
    from affectory.accounts.models import Role
    from datasets.episodes.models import Episode
    from datasets.motion.models import MotionAsset
    from export.formats.domain import PROFILE_FIELDS
    from export.releases import services

    project, maintainer, _ = make_people(reviewers=0)
    make_episodes(project, count)
    Episode.objects.filter(project=project).update(state="kept")  # CO1: rows made for a figure, not a move
    MotionAsset.objects.filter(project=project).update(performer=None)
    services.save_profile(actor=maintainer, project=project, values=dict.fromkeys(PROFILE_FIELDS, PROFILE_TEXT))
    researcher = accounts.create_user(actor=None, username="remy", password="correct horse battery")
    accounts.grant_role(actor=None, project=project, user=researcher, role=Role.RESEARCHER)
    return project, maintainer, researcher
