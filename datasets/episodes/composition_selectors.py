"""What is read of compositions: their list, one with what its parts have found, what the engine refused of it."""

from __future__ import annotations

from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from affectory.accounts.models import Project, User
from affectory.core.errors import NotFoundError
from affectory.core.models import Job

from . import policies
from .domain import FAMILY_COLUMN, EpisodeState, Family, ShardWork
from .models import Composition, Episode
from .report import EXAMPLES_PER_CHECK, measured_json

CHECK_TASK = "episodes.check"
UNREVIEWED = (EpisodeState.COMPOSED, EpisodeState.CHECKED, EpisodeState.REFUSED)


def compositions_visible_to(user: User, project: Project) -> QuerySet[Composition]:
    compositions = Composition.objects.filter(project=project)
    return compositions if policies.can_compose(user, project) else compositions.none()


def composition_rows(user: User, project: Project) -> QuerySet[Composition]:
    """For the list: without plans, materials and reports, with the number of episodes that each has."""
    own = Episode.objects.filter(composition=OuterRef("pk")).order_by().values("composition").annotate(n=Count("pk"))
    return (
        compositions_visible_to(user, project)
        .select_related("created_by")
        .defer("plan", "plan_text", "material", "report")
        .annotate(composed=Coalesce(Subquery(own.values("n"), output_field=IntegerField()), Value(0)))
    )


def composition_visible_to(user: User, project: Project, composition_id: UUID) -> Composition:
    composition = compositions_visible_to(user, project).filter(pk=composition_id).first()
    if composition is None:
        raise NotFoundError("There is no such composition.", code="composition.not_found")
    return composition


def composition_counts(composition: Composition) -> dict[str, int]:
    """State → number of its episodes; every state is there, an empty one as 0."""
    counted = dict(composition.episodes.values_list("state").annotate(n=Count("id")).order_by())
    return {state.value: counted.get(state.value, 0) for state in EpisodeState}


def episodes_awaiting_checks(composition: Composition) -> QuerySet[Episode]:
    return Episode.objects.filter(composition=composition, state=EpisodeState.COMPOSED).order_by("created_at", "id")


def check_jobs(composition: Composition) -> QuerySet[Job]:
    return Job.objects.filter(task=CHECK_TASK, arguments__composition_id=str(composition.pk))


def measured_of(composition: Composition) -> dict[str, Any]:
    """What the engine has found so far, and the job that asks it."""
    stored = composition.shards.filter(work=ShardWork.CHECK).order_by("number").values_list("report", flat=True)
    return measured_json(stored) | {
        "waiting": episodes_awaiting_checks(composition).count(),
        "job": check_jobs(composition).order_by("-created_at").values_list("pk", flat=True).first(),
    }


def refused_by_engine(composition: Composition, *, project: Project, group: str, check: str) -> list[dict[str, Any]]:
    """Up to ten refused episodes of a group that failed this check, with where everybody was and what the engine
    saw."""
    found = composition.episodes.filter(state=EpisodeState.REFUSED).order_by("pk")
    found = found.filter(checks__contains=[{"id": check, "outcome": "fail"}])
    of_group = (episode for episode in found.iterator(chunk_size=50) if group_of(episode) == group)
    return [_refusal_of(episode, project, check) for episode in islice(of_group, EXAMPLES_PER_CHECK)]


def discardable(composition: Composition) -> dict[str, int]:
    counts = composition_counts(composition)
    before, in_review = sum(counts[state] for state in UNREVIEWED), counts[EpisodeState.IN_REVIEW]
    gone = counts[EpisodeState.DISCARDED] + counts[EpisodeState.WITHDRAWN]
    return {
        "before_review": before,
        "in_review": in_review,
        "stay": sum(counts.values()) - before - in_review - gone,
    }


def group_of(episode: Episode) -> str:
    """The name of the plan's group that an episode belongs to."""
    said: str = getattr(episode, FAMILY_COLUMN[episode.family])
    return f"dyad_{said}" if episode.family == Family.DYADIC else said


def _refusal_of(episode: Episode, project: Project, check: str) -> dict[str, Any]:
    failed = next(entry for entry in episode.checks if entry["id"] == check)
    start = episode.spec["robot_start"]
    seen = episode.picture_sha256
    picture = f"/api/v1/projects/{project.slug}/episodes/{episode.pk}/picture.jpg?v={seen[:12]}"
    return failed | {
        "group": group_of(episode),
        "slot": None,
        "scene": episode.scene_id,
        "motion": episode.motion_id,
        "people": [{name: use[name] for name in ("position", "yaw", "top")} for use in episode.spec["motions"]],
        "start": {"position": start["position"], "yaw": start["yaw"]},
        "episode": episode.pk,
        "picture_url": picture if seen else None,
    }
