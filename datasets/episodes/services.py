from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core import jobs
from affectory.core.errors import AffectoryError, InvalidError, JobInputError, NotAllowedError, NotFoundError
from affectory.core.rows import fetch
from affectory.core.transitions import move
from datasets.motion.models import MotionAsset
from datasets.motion.services.withdrawing import lock_motions
from datasets.scenes.models import Scene

from . import audit, material, policies
from .checks import Check, first_failure
from .composer import Refusal, Slot, Tally, compose
from .domain import COMPOSITION_TRANSITIONS, TRANSITIONS, CompositionState, EpisodeState
from .models import Composition, Episode
from .plan import Plan, PlanError, read_plan, wanted_of

DRY_RUN_SLOTS = 60
DRY_RUN_AT_MOST_S = 4.0
EXAMPLES_PER_CHECK = 10
WRITTEN_AT_ONCE = 20
SEEDS = (-(2**53) + 1, 2**53 - 1)


def plan_from(given: str | dict[str, Any]) -> Plan:
    """EP12: a plan with every fault named, with its line where it has one."""
    try:
        return read_plan(given)
    except PlanError as error:
        sentences = [f"line {line}: {text}" if line else text for line, text in error.faults]
        raise InvalidError(sentences[0], code="plan.invalid", fields={"plan": sentences}) from error


def dry_run(*, actor: User, project: Project, plan: str | dict[str, Any], seed: int) -> dict[str, Any]:
    """EP3: what composing would give, from the first slots of each challenge, with the ids it would give. It stops
    early rather than let somebody wait; ``tried`` says how far it came."""
    _require(actor, project)
    started = time.monotonic()
    wanted, scenes, motions = _material(project, plan, seed)
    report = _Report(wanted)
    ids = []
    for slot in _slots(wanted, seed, scenes, motions, limit=DRY_RUN_SLOTS):
        report.add(slot)
        if slot.spec is not None:
            ids.append(str(slot.spec.id_in(project.pk)))
        if time.monotonic() - started > DRY_RUN_AT_MOST_S:
            break
    return report.as_json() | {"episode_ids": ids, "scenes": len(scenes), "motions": len(motions)}


@transaction.atomic
def start_composition(
    *, actor: User, project: Project, plan: str | dict[str, Any], seed: int, render: bool = True
) -> Composition:
    """EP12: a plan that is wrong or that nothing fits is refused before anything is made. ``render`` asks for clips
    of every episode that passes its checks."""
    _require(actor, project)
    wanted, _, _ = _material(project, plan, seed)
    composition = Composition.objects.create(
        project=project,
        created_by=actor,
        plan_text=plan if isinstance(plan, str) else "",
        plan=wanted.as_json(),
        seed=seed,
        render=render,
    )
    job = jobs.start_job(
        actor=actor,
        project_id=project.pk,
        task="episodes.compose",
        title=f"Compose {_counted(wanted.asked)}",
        total=wanted.asked,
        composition_id=composition.pk,
    )
    composition.job_id = job.pk
    composition.save(update_fields=["job_id"])
    audit.composition_started(actor=actor, composition=composition)
    return composition


def run_composition(*, composition_id: UUID, run: jobs.Run) -> None:
    """EP2, EP13: composes as a job. Repeating it after a stop finds the same episodes and adds what is missing."""
    composition = Composition.objects.select_related("project", "created_by").get(pk=composition_id)
    if composition.state == CompositionState.DONE:
        return
    if composition.state != CompositionState.COMPOSING:
        move(composition, to=CompositionState.COMPOSING, transitions=COMPOSITION_TRANSITIONS, failure="")
    try:
        report = _compose_all(composition, run)
    except jobs.JobCancelled:
        _end(composition, CompositionState.CANCELLED, failure="Cancelled.")
        raise
    except AffectoryError as error:
        _end(composition, CompositionState.FAILED, failure=error.message)
        raise
    with transaction.atomic():
        _end(composition, CompositionState.DONE, report=report)
        jobs.start_job(
            actor=composition.created_by,
            project_id=composition.project_id,
            task="episodes.check",
            title=f"Check {_counted(report['episodes'])}",
            total=report["episodes"],
            composition_id=composition.pk,
        )


@transaction.atomic
def record_checks(*, episode_id: UUID, checks: Sequence[Check]) -> Episode:
    """EP9: the engine's findings join the geometric ones; one that fails refuses the episode with its number.
    A second delivery changes nothing."""
    episode = _locked(episode_id)
    if episode.state != EpisodeState.COMPOSED:
        return episode
    failure = first_failure(checks)
    move(
        episode,
        to=EpisodeState.CHECKED if failure is None else EpisodeState.REFUSED,
        transitions=TRANSITIONS,
        checks=_joined(episode.checks, checks),
        refusal="" if failure is None else failure.message,
        checked_at=timezone.now(),
    )
    audit.episode_checked(episode=episode)
    return episode


@transaction.atomic
def refuse_unreadable(*, episode_id: UUID, reason: str) -> Episode:
    """EP16: an episode whose scene or motion the engine cannot read is refused with the engine's sentence; the rest
    of its batch goes on."""
    episode = _locked(episode_id)
    if episode.state == EpisodeState.COMPOSED:
        move(
            episode,
            to=EpisodeState.REFUSED,
            transitions=TRANSITIONS,
            refusal=reason,
            checked_at=timezone.now(),
        )
        audit.episode_checked(episode=episode)
    return episode


@transaction.atomic
def open_for_review(*, episode_id: UUID, checks: Sequence[Check] = ()) -> Episode:
    """EP14: an episode whose clips are all there is put before reviewers; what was measured on the clips themselves
    replaces what was measured before, and refuses the episode where it fails. Nothing happens to one that is
    further already."""
    episode = _locked(episode_id)
    if episode.state != EpisodeState.CHECKED:
        return episode
    joined = _joined(episode.checks, checks)
    failure = first_failure(checks)
    if failure is not None:
        move(episode, to=EpisodeState.REFUSED, transitions=TRANSITIONS, checks=joined, refusal=failure.message)
        audit.episode_checked(episode=episode)
        return episode
    move(episode, to=EpisodeState.IN_REVIEW, transitions=TRANSITIONS, checks=joined, opened_at=timezone.now())
    audit.episode_opened_for_review(episode=episode)
    return episode


@transaction.atomic
def record_review_outcome(
    *, actor: User | None, episode_id: UUID, kept: bool, reasons: Sequence[str] = ()
) -> Episode:
    """EP15: kept if all reviewers accepted, else removed with their reasons; decided once."""
    episode = _locked(episode_id)
    move(
        episode,
        to=EpisodeState.KEPT if kept else EpisodeState.REMOVED,
        actor=actor,
        transitions=TRANSITIONS,
        removal_reasons=[] if kept else list(reasons),
        decided_at=timezone.now(),
    )
    audit.episode_outcome_recorded(actor=actor, episode=episode)
    return episode


def _counted(count: int) -> str:
    return f"{count:,} episode" if count == 1 else f"{count:,} episodes"


def _require(actor: User, project: Project) -> None:
    if not policies.can_compose(actor, project):
        raise NotAllowedError("Only a maintainer composes episodes.", code="composition.not_allowed")


def _locked(episode_id: UUID) -> Episode:
    found = fetch(Episode, "WHERE id = %s FOR UPDATE", [episode_id])
    if not found:
        raise NotFoundError("There is no such episode.", code="episode.not_found")
    return found[0]


def _material(project: Project, plan: str | dict[str, Any], seed: int) -> tuple[Plan, list[Scene], list[MotionAsset]]:
    wanted = plan_from(plan)
    if not SEEDS[0] <= seed <= SEEDS[1]:
        sentence = f"The seed must be a whole number between {SEEDS[0]} and {SEEDS[1]}."
        raise InvalidError(sentence, code="plan.seed", fields={"seed": [sentence]})
    scenes = material.scenes_for(project, wanted)
    missing = sorted(set(wanted.scenes or ()) - {s.name for s in scenes})
    if missing or not scenes:
        known = ", ".join(Scene.objects.filter(project=project).values_list("name", flat=True)[:20]) or "none yet"
        what = f"no scene named {', '.join(missing)}" if missing else "no scene"
        sentence = f"scenes: there is {what} in this project. Known: {known}."
        raise InvalidError(sentence, code="plan.no_scene", fields={"plan": [sentence]})
    motions = material.motions_for(project, wanted)
    if not motions:
        sentence = (
            "motions: no motion fits. A motion can be composed when it is inspected, labelled, not left out, and its "
            "checks hold."
        )
        raise InvalidError(sentence, code="plan.no_motion", fields={"plan": [sentence]})
    return wanted, scenes, motions


def _slots(
    plan: Plan, seed: int, scenes: list[Scene], motions: list[MotionAsset], *, limit: int | None = None
) -> Any:
    return compose(
        plan,
        seed=seed,
        scenes=material.scene_material(scenes),
        motions=material.motion_material(motions),
        body_of=material.load_body,
        eye=material.eye(),
        limit=limit,
    )


def _compose_all(composition: Composition, run: jobs.Run) -> dict[str, Any]:
    project = composition.project
    try:
        plan, scenes, motions = _material(project, composition.plan, composition.seed)
    except InvalidError as error:
        raise JobInputError(error.message, code=error.code) from error
    by_scene = {s.glb_sha256: s for s in scenes}
    by_motion = {m.retargeted_sha256: m for m in motions}
    bounds = {c.name: {k: list(v) for k, v in c.bounds.items()} for c in wanted_of(plan)}
    report = _Report(plan)
    waiting: list[Episode] = []
    refused = 0
    for number, slot in enumerate(_slots(plan, composition.seed, scenes, motions), start=1):
        report.add(slot)
        refused += slot.spec is None
        if slot.spec is not None:
            motion = by_motion[slot.spec.motions[0].motion_sha256]
            waiting.append(
                Episode(
                    id=slot.spec.id_in(project.pk),
                    project=project,
                    composition=composition,
                    scene=by_scene[slot.spec.scene_sha256],
                    motion=motion,
                    spec=slot.spec.as_json(),
                    family=slot.spec.family,
                    challenge=slot.spec.challenge,
                    label=motion.label,
                    duration_s=slot.spec.duration_s,
                    bounds=bounds[slot.name],
                    checks=[check.as_json() for check in slot.checks],
                )
            )
        if len(waiting) >= WRITTEN_AT_ONCE:
            report.written(_write(composition, waiting))
        run.progress(done=number - refused, refused=refused)
        run.stop_if_cancelled()
    report.written(_write(composition, waiting))
    return report.as_json()


@transaction.atomic
def _write(composition: Composition, waiting: list[Episode]) -> tuple[int, int]:
    """EP1: an episode that is there already stays as it is. WD3: what was withdrawn while this composition was at
    work gets none. Returns how many belong to this composition, and how
    many an earlier one had made. Empties ``waiting``."""
    there = {motion.pk for motion in lock_motions({episode.motion_id for episode in waiting})}
    Episode.objects.bulk_create([one for one in waiting if one.motion_id in there], ignore_conflicts=True)
    ids = [episode.pk for episode in waiting]
    waiting.clear()
    own = Episode.objects.filter(pk__in=ids, composition=composition).count()
    return own, len(ids) - own


def _end(composition: Composition, state: CompositionState, **columns: Any) -> None:
    move(composition, to=state, transitions=COMPOSITION_TRANSITIONS, finished_at=timezone.now(), **columns)
    audit.composition_ended(composition=composition, accepted=composition.report.get("episodes", 0))


def _joined(stored: list[dict[str, Any]], checks: Sequence[Check]) -> list[dict[str, Any]]:
    """What the engine measured stands in place of what geometry had said about the same thing."""
    found = {check.id: check.as_json() for check in checks}
    kept = [found.pop(entry["id"], entry) for entry in stored]
    return kept + list(found.values())


class _Report:
    """Counts per challenge and a few refusals of each kind with their numbers."""

    def __init__(self, plan: Plan) -> None:
        self.tallies = {c.name: Tally(c.count) for c in wanted_of(plan)}
        self.examples: dict[tuple[str, str], list[Refusal]] = defaultdict(list)
        self.own = self.already = 0

    def add(self, slot: Slot) -> None:
        self.tallies[slot.name].add(slot)
        for refusal in slot.refusals:
            kept = self.examples[slot.name, refusal.check.id]
            if len(kept) < EXAMPLES_PER_CHECK:
                kept.append(refusal)

    def written(self, counts: tuple[int, int]) -> None:
        self.own += counts[0]
        self.already += counts[1]

    def as_json(self) -> dict[str, Any]:
        return {
            "challenges": {name: tally.as_json() for name, tally in self.tallies.items()},
            "episodes": self.own,
            "already_there": self.already,
            "refusals": [r.as_json() for found in self.examples.values() for r in found],
        }
