"""Reads for the measures of drafting, for maintainers of a project."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery, Sum

from affectory.accounts.models import Project
from annotation.drafting.domain.fates import Followed, follow
from annotation.drafting.domain.measures import (
    Cost,
    Observed,
    Origin,
    Outcomes,
    Spent,
    Spread,
    costs,
    outcomes,
    spread,
)
from annotation.drafting.domain.states import ProposalOutcome
from annotation.drafting.models import DraftRun, Proposal
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item, Revision, WorkTime

VIDEOS_SHOWN = 500


@dataclass(frozen=True, slots=True)
class TypeMinutes:
    granularity: str
    type: str
    minutes: Spread


@dataclass(frozen=True, slots=True)
class Progress:
    """Items by state, of a type or of a video."""

    name: str
    granularity: str
    video_id: str
    total: int
    states: dict[str, int]


@dataclass(frozen=True, slots=True)
class Measures:
    outcomes: tuple[Outcomes, ...]
    costs: tuple[Cost, ...]
    minutes: tuple[TypeMinutes, ...]
    by_type: tuple[Progress, ...]
    by_video: tuple[Progress, ...]
    videos: int


def measures(project: Project) -> Measures:
    observed = _observed(project)
    by_video = _by_video(project)
    return Measures(
        outcomes=outcomes(observed),
        costs=costs(_spent(project), observed),
        minutes=_minutes(project),
        by_type=_by_type(project),
        by_video=tuple(by_video[:VIDEOS_SHOWN]),
        videos=len(by_video),
    )


def _observed(project: Project) -> list[Observed]:
    first = Revision.objects.filter(item=OuterRef("item"), number=1)
    rows = (
        Proposal.objects.filter(run__project=project, outcome=ProposalOutcome.PROPOSED.value)
        .annotate(submitted=Subquery(first.values("content")[:1]))
        .values_list(
            "type",
            "item__type",
            "run__drafter",
            "run__model",
            "run__prompt",
            "item__state",
            "content",
            "submitted",
        )
    )
    return [
        Observed(
            type=item_type or proposed_type,
            origin=Origin(drafter, model, prompt),
            followed=_followed(content, state, submitted),
            is_submitted=submitted is not None,
            is_kept=state == ItemState.KEPT,
        )
        for proposed_type, item_type, drafter, model, prompt, state, content, submitted in rows.iterator()
    ]


def _followed(content: dict[str, object] | None, state: str | None, submitted: dict[str, object] | None) -> Followed:
    return follow(content or {}, state=state, submitted=submitted)


def _spent(project: Project) -> list[Spent]:
    runs = DraftRun.objects.filter(project=project, budget__isnull=False).order_by("drafter", "model", "prompt")
    sums = runs.values_list("drafter", "model", "prompt", "budget__currency").annotate(
        Sum("budget__spent_micros"), Sum("budget__spent_tokens"), Sum("budget__estimated_micros")
    )
    return [
        Spent(Origin(drafter, model, prompt), currency, micros, tokens, estimated)
        for drafter, model, prompt, currency, micros, tokens, estimated in sums
    ]


def _minutes(project: Project) -> tuple[TypeMinutes, ...]:
    """DR23: minutes of real activity, of everybody who worked on an item, over the items that are submitted."""
    items = Item.objects.filter(project=project, revision_count__gte=1)
    kinds = items.exclude(type="").order_by().values_list("granularity", "type").distinct()
    worked = WorkTime.objects.filter(item__in=items).order_by().values_list("item__granularity", "item__type", "item")
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for granularity, name, _, seconds in worked.annotate(Sum("seconds")):
        found[granularity, name].append(seconds / 60)
    none = "nobody's time on these items was recorded"
    return tuple(
        TypeMinutes(granularity, name, spread(found[granularity, name], none=none))
        for granularity, name in sorted(kinds)
    )


def _by_type(project: Project) -> tuple[Progress, ...]:
    rows = Item.objects.filter(project=project).order_by().values_list("granularity", "type", "state")
    grouped: dict[tuple[str, str], dict[str, int]] = defaultdict(_no_items)
    for granularity, name, state, count in rows.annotate(n=Count("id")):
        grouped[granularity, name][state] += count
    return tuple(
        Progress(name, granularity, "", sum(states.values()), states)
        for (granularity, name), states in sorted(grouped.items())
    )


def _by_video(project: Project) -> list[Progress]:
    """Those with the most items that wait first."""
    rows = Item.objects.filter(project=project, video__isnull=False).order_by()
    grouped: dict[tuple[str, str], dict[str, int]] = defaultdict(_no_items)
    for video, name, state, count in rows.values_list("video", "video__name", "state").annotate(n=Count("id")):
        grouped[str(video), name][state] += count
    found = [Progress(name, "", video, sum(states.values()), states) for (video, name), states in grouped.items()]
    return sorted(found, key=lambda row: (-row.states[ItemState.DRAFT], row.name, row.video_id))


def _no_items() -> dict[str, int]:
    return {state.value: 0 for state in ItemState}
