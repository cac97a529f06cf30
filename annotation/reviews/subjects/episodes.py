"""Episodes as review subjects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, QuerySet

from affectory.accounts.models import Project, User
from affectory.core.rows import fetch_joined
from annotation.reviews.domain import Outcome
from annotation.reviews.models import Round
from datasets.episodes import services as episode_services
from datasets.episodes.domain import PARTS, EpisodeState
from datasets.episodes.models import Episode
from datasets.motion.checks import CHECK_LABELS
from datasets.motion.models import MotionAsset
from datasets.observation.domain import RenderState
from datasets.observation.models import Render
from datasets.observation.selectors import CHALLENGE_CHECKS, review_material

from . import Block, Ending, SubjectFacts, Warned
from .ages import Since, funnel_rows

KIND = "episode"
MEASURED_FIELDS = ("label", "value", "unit", "low", "high", "outcome")
MOTION_CHECK_FIELDS = ("id", "value", "unit", "threshold_warn", "threshold_fail", "outcome", "spans")


class EpisodeSubject:
    warned: Warned | None = Warned(
        tables="episodes_episode JOIN motion_motionasset "
        "ON motion_motionasset.id IN (episodes_episode.motion_id, episodes_episode.second_motion_id)",
        key="episodes_episode.id",
        column="motion_motionasset.content_warnings",
    )

    def waiting(self, project: Project, *, limit: int, by_itself: bool = False) -> list[UUID]:
        ready = _unreviewed(project).order_by("opened_at", "id")
        return list(ready.values_list("pk", flat=True)[:limit])

    def take_in(self, *, actor: User | None, project: Project, ids: Sequence[UUID]) -> list[SubjectFacts]:
        """The episode itself went into review when its last clip was there; here its facts are read. It is locked, so
        that whoever takes it away meanwhile finds the round that is about to be made."""
        locked = _unreviewed(project).filter(pk__in=ids).select_related("motion").order_by("pk")
        ready = locked.select_for_update(of=("self",), no_key=True)
        return [
            SubjectFacts(
                subject_id=episode.pk,
                family=episode.variety,
                subject_type=episode.variety,
                performer_key=str(episode.motion.performer_id or ""),
                group_key=str(episode.motion.performance_id),
            )
            for episode in sorted(ready, key=lambda episode: (episode.opened_at, episode.pk))
        ]

    def payload(self, *, project: Project, round_: Round, shows_checks: bool) -> dict[str, Any]:
        """RV11: what an episode's own review page shows; with the checks folded away, no finding either."""
        tail = (
            "JOIN motion_motionasset ON motion_motionasset.id = episodes_episode.motion_id "
            "WHERE episodes_episode.id = %s AND episodes_episode.project_id = %s"
        )
        [(episode, motion)] = fetch_joined((Episode, MotionAsset), tail, [round_.subject_id, project.pk])
        episode.motion = motion
        shown = review_material(episode, project.slug)
        checks = [*shown["checks"], *_motion_checks(episode)] if shows_checks else []
        return {"episode": shown | {"checks": checks, "measured": _measured(checks)}}

    def record_outcome(self, *, round_: Round, ending: Ending) -> None:
        reasons = [f"{judgement}.{code}" for judgement, codes in ending.reasons.items() for code in codes]
        kept = ending.outcome is Outcome.KEPT
        episode_services.record_review_outcome(actor=None, episode_id=round_.subject_id, kept=kept, reasons=reasons)

    def cannot_be_shown(self, *, project: Project) -> set[UUID]:
        """Clips of an episode that opened for review stay."""
        return set()

    def funnel(self, *, project: Project, now: datetime) -> list[dict[str, Any]]:
        ages: dict[str, list[Since]] = {state.value: [] for state in EpisodeState}
        rows = Episode.objects.filter(project=project).values_list(
            "state", "created_at", "checked_at", "opened_at", "decided_at", "pk"
        )
        for state, *times, pk in rows.iterator(chunk_size=5_000):
            ages[state].append((max(time for time in times if time is not None), pk))
        return funnel_rows(ages, now)

    def blocks(self, *, project: Project) -> list[Block]:
        failed = Render.objects.filter(episode__project=project, state=RenderState.FAILED).count()
        waiting = Render.objects.filter(
            episode__project=project, state__in=(RenderState.QUEUED, RenderState.RENDERING)
        ).aggregate(n=Count("episode", distinct=True))["n"]
        return [
            ("render_failed", failed, "Clips that could not be rendered; ask for them again."),
            ("rendering", waiting, "Episodes whose clips are being rendered."),
        ]


def _unreviewed(project: Project) -> QuerySet[Episode]:
    reviewed = Round.objects.filter(subject_kind=KIND, subject_id=OuterRef("pk"))
    return Episode.objects.filter(~Exists(reviewed), project=project, state=EpisodeState.IN_REVIEW)


def _measured(checks: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What the engine measured of the intended challenge, each value with its bounds."""
    shown = [check for check in checks if check["id"] in CHALLENGE_CHECKS]
    return {check["id"]: {name: check.get(name) for name in MEASURED_FIELDS} for check in shown}


def _motion_checks(episode: Episode) -> list[dict[str, Any]]:
    """The motions' own findings as numbers; their sentences may name a file."""
    motions = {"": episode.motion}
    if episode.second_motion is not None:
        motions = dict(zip(PARTS, (episode.motion, episode.second_motion), strict=True))
    return [
        {"part": part, "label": CHECK_LABELS[check["id"]]} | {name: check.get(name) for name in MOTION_CHECK_FIELDS}
        for part, motion in motions.items()
        for check in motion.checks
    ]
