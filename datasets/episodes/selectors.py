from __future__ import annotations

from uuid import UUID

from django.db.models import Count, QuerySet

from affectory.accounts.models import Project, User
from affectory.accounts.selectors import roles_of
from affectory.core.errors import NotFoundError

from . import policies
from .domain import EpisodeState
from .models import Episode


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


def episode_counts(project: Project) -> dict[str, int]:
    """State → number of episodes; every state is there, an empty one as 0."""
    counted = dict(Episode.objects.filter(project=project).values_list("state").annotate(n=Count("id")).order_by())
    return {state.value: counted.get(state.value, 0) for state in EpisodeState}
