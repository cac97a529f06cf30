from __future__ import annotations

from uuid import UUID

from django.db.models import Count, QuerySet

from affectory.accounts.models import Project, User
from affectory.accounts.selectors import roles_of
from affectory.core.errors import NotFoundError
from affectory.core.models import uuid_or_none

from . import policies
from .domain import EpisodeState
from .models import Episode

FILTERS = ("state", "family", "challenge", "action", "target", "label", "composition")
ONLY_FOR_MAINTAINERS = frozenset({"label", "composition"})


def episodes_visible_to(user: User, project: Project, roles: policies.Roles = None) -> QuerySet[Episode]:
    """EP20, EP21: all for maintainers; for reviewers those in review; nothing for anybody else."""
    roles = roles_of(user, project) if roles is None else roles
    episodes = Episode.objects.filter(project=project)
    if policies.can_see_all_episodes(user, project, roles):
        return episodes
    if policies.can_see_reviewed_episodes(user, project, roles):
        return episodes.filter(state=EpisodeState.IN_REVIEW)
    return episodes.none()


def episode_visible_to(user: User, project: Project, episode_id: UUID, roles: policies.Roles = None) -> Episode:
    episode = (
        episodes_visible_to(user, project, roles)
        .select_related("scene", "motion", "second_motion")
        .filter(pk=episode_id)
        .first()
    )
    if episode is None:
        raise NotFoundError("There is no such episode that you may see.", code="episode.not_found")
    return episode


def filtered_episodes(episodes: QuerySet[Episode], asked: dict[str, str], *, sees_all: bool) -> QuerySet[Episode]:
    """EP20: a filter by label would tell a reviewer what the list does not, so it does nothing for them."""
    for name in FILTERS:
        value = asked.get(name, "")
        if not value or (name in ONLY_FOR_MAINTAINERS and not sees_all):
            continue
        if name == "composition":
            wanted = uuid_or_none(value)
            episodes = episodes.none() if wanted is None else episodes.filter(composition_id=wanted)
        else:
            episodes = episodes.filter(**{name: value})
    return episodes


def episode_counts(project: Project) -> dict[str, int]:
    """State → number of episodes; every state is there, an empty one as 0."""
    counted = dict(Episode.objects.filter(project=project).values_list("state").annotate(n=Count("id")).order_by())
    return {state.value: counted.get(state.value, 0) for state in EpisodeState}
