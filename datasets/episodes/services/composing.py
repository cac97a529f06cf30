"""Composing as work that several workers share: a plan is pinned, cut into parts, composed part by part, closed."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import batched
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Sum
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.accounts.services import lock_project
from affectory.core import jobs
from affectory.core.errors import AffectoryError, ConflictError
from affectory.core.transitions import move, move_many
from datasets.episodes import audit, material
from datasets.episodes.composer import Composer, Refusal, Slot, scene_of
from datasets.episodes.domain import (
    COMPOSITION_TRANSITIONS,
    TRANSITIONS,
    CompositionState,
    EpisodeState,
    ShardWork,
)
from datasets.episodes.ingredients import COMPOSER
from datasets.episodes.models import Composition, Episode
from datasets.episodes.plan import Plan, Wanted, kept_plan, wanted_of
from datasets.episodes.report import EXAMPLES_PER_CHECK, Counts, choose_examples, group_json, tally_of
from datasets.motion.services.withdrawing import lock_avatars, lock_motions

from . import access, sharding
from .sharding import Hold, Planned, Work

TASK, HELP_TASK = "episodes.compose", "episodes.help_composing"
SLOTS_PER_SHARD = 100
TRIED_SLOTS = 60
WRITTEN_AT_ONCE = 50
KEPT_EVERY_S = 2.0

Outlook = Callable[[Wanted, Counts], dict[str, Any]]


@transaction.atomic
def start_composition(
    *, actor: User, project: Project, plan: str | dict[str, Any], seed: int, render: bool = True
) -> Composition:
    """EP12: a plan that is wrong or that nothing fits is refused before anything is made. ``render`` asks for clips
    of every episode that passes its checks."""
    access.require_composing(actor, project)
    wanted = access.plan_from(plan)
    access.require_seed(seed)
    pinned = access.pinned_for(project, wanted)
    return start(actor=actor, project=project, text=plan, plan=wanted, pinned=pinned, seed=seed, render=render)


def start(
    *,
    actor: User,
    project: Project,
    text: str | dict[str, Any],
    plan: Plan,
    pinned: material.Pinned,
    seed: int,
    render: bool,
    trial: bool = False,
) -> Composition:
    """Needs the caller's transaction and checks."""
    composition = Composition.objects.create(
        project=project,
        created_by=actor,
        plan_text=text if isinstance(text, str) else "",
        plan=plan.as_json(),
        seed=seed,
        render=render,
        trial=trial,
        asked=plan.asked,
        material=pinned.as_json(),
    )
    job = jobs.start_job(
        actor=actor,
        project_id=project.pk,
        task=TASK,
        title=f"{'Try' if trial else 'Compose'} {access.counted(plan.asked)}",
        composition_id=composition.pk,
    )
    composition.job_id = job.pk
    composition.save(update_fields=["job_id"])
    audit.composition_started(actor=actor, composition=composition)
    return composition


def run_composition(*, composition_id: UUID, run: jobs.Run) -> None:
    """EP13: composes as a job, with helpers. Repeating it after a stop goes on with the same episodes where each part
    was; the last part closes it."""
    composition = Composition.objects.select_related("project", "created_by").get(pk=composition_id)
    if composition.state == CompositionState.DONE:
        return
    if composition.state != CompositionState.COMPOSING:
        move(composition, to=CompositionState.COMPOSING, transitions=COMPOSITION_TRANSITIONS, failure="")
    work = Work(composition.pk, ShardWork.COMPOSE, run.job.pk)
    try:
        workshop = Workshop(composition)
        _cut_up(composition, workshop)
        sharding.open_again(work)
        sharding.ask_for_help(HELP_TASK, work)
        sharding.see_through(work, workshop.compose, run, tell=lambda: _tell(work, run))
    except jobs.JobCancelled:
        if not run.lost:
            _end(composition, CompositionState.CANCELLED, failure="Cancelled.")
        raise
    except AffectoryError as error:
        _end(composition, CompositionState.FAILED, failure=error.message)
        raise
    except DatabaseError as error:
        _end(composition, CompositionState.FAILED, failure=f"The database broke it off ({type(error).__name__}).")
        raise
    _close(composition, workshop)


def help_composing(*, composition_id: UUID, job_id: UUID) -> bool:
    """EP50: takes parts beside the job's holder, for EPISODE_HELP_S at most, so that other work has its turn. Returns
    whether there is more to do."""
    composition = Composition.objects.select_related("project").filter(pk=composition_id).first()
    if composition is None or composition.state != CompositionState.COMPOSING:
        return False
    work = Work(composition.pk, ShardWork.COMPOSE, job_id)
    workshop = Workshop(composition)
    sharding.work_through(work, workshop.compose, until=time.monotonic() + settings.EPISODE_HELP_S)
    return sharding.has_free(work)


def end_with_job(*, job: jobs.Job, **_: Any) -> None:
    """EP13: a job that ended while nobody composed, given up or cancelled before it began, ends its composition."""
    if job.task != TASK or job.state not in (jobs.Job.State.FAILED, jobs.Job.State.CANCELLED):
        return
    going = (CompositionState.QUEUED, CompositionState.COMPOSING)
    composition = Composition.objects.filter(pk=job.arguments["composition_id"], state__in=going).first()
    if composition is not None:
        state = CompositionState.FAILED if job.state == jobs.Job.State.FAILED else CompositionState.CANCELLED
        _end(composition, state, failure=job.message or "Cancelled.")


def current_report(composition: Composition) -> dict[str, Any]:
    """What is known by now: the stored report of a finished composition, else what its parts have stored."""
    if composition.state == CompositionState.DONE:
        return composition.report
    return _report(composition, kept_plan(composition.plan))


class Workshop:
    """What the parts of one composition share in one worker."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self.plan = kept_plan(composition.plan)
        self.wanted = {wanted.name: wanted for wanted in wanted_of(self.plan)}
        self.pinned = material.Pinned.from_json(composition.material)
        if self.pinned.composer != COMPOSER:
            raise ConflictError(
                f"Composer {self.pinned.composer} began this composition, and composer {COMPOSER} finds other "
                "episodes. Compose the plan anew; what is there stays.",
                code="composition.other_composer",
            )
        self.scenes = self.pinned.scene_by_sha256
        self.motions = self.pinned.motion_by_sha256
        self._composer = Composer(
            self.plan,
            seed=composition.seed,
            scenes=self.pinned.scenes,
            motions=[motion.material for motion in self.pinned.motions],
            body_of=material.load_body,
            eye=material.eye(),
        )

    def slot(self, wanted: Wanted, number: int) -> Slot:
        return self._composer.slot(wanted, number)

    def parts(self) -> Iterator[Planned]:
        """Slots of one group that begin in one scene, few enough to be lost without regret, scene by scene."""
        by_scene: dict[tuple[str, str], list[int]] = defaultdict(list)
        for wanted in self.wanted.values():
            for number in range(min(wanted.count, TRIED_SLOTS) if self.composition.trial else wanted.count):
                first = scene_of(self.plan, wanted, number, seed=self.composition.seed, scenes=self.pinned.scenes)
                by_scene[first or "", wanted.name].append(number)
        for (sha256, name), numbers in sorted(by_scene.items()):
            scene = self.scenes.get(sha256)
            for some in batched(numbers, SLOTS_PER_SHARD):
                yield Planned(name, scene.id if scene else None, some)

    def compose(self, hold: Hold) -> None:
        """EP51: found episodes are written together with the count of the slots that they came from."""
        shard, wanted = hold.shard, self.wanted[hold.shard.group]
        done, refused = shard.done, shard.refused
        counts, examples = Counts.of(shard.report), list(shard.examples)
        waiting: list[Episode] = []
        kept_at = time.monotonic()
        for number in hold.left:
            slot = self.slot(wanted, number)
            done += 1
            refused += slot.spec is None
            refusals = [self.refusal_json(refusal) for refusal in slot.refusals]
            counts.add(is_accepted=slot.spec is not None, refusals=refusals)
            examples = choose_examples([examples, refusals])
            if slot.spec is not None:
                waiting.append(self.episode(wanted, slot))
            if len(waiting) >= WRITTEN_AT_ONCE or time.monotonic() - kept_at >= KEPT_EVERY_S:
                self._keep(hold, waiting, counts, done=done, refused=refused, examples=examples)
                kept_at = time.monotonic()
            hold.alive()
        self._keep(hold, waiting, counts, done=done, refused=refused, examples=examples)

    def outlook(self, wanted: Wanted, counts: Counts) -> dict[str, Any]:
        """EP35, EP45: what stands in the way of a group, as far as it was tried, and how far it can get."""
        found = self._composer.reasons(wanted, tally_of(wanted.count, counts))
        possible = tuple(self._composer.possible(wanted, first) for first in (wanted.count, counts.tried))
        return {"reasons": [reason.as_json() for reason in found], "possible": possible}

    def refusal_json(self, refusal: Refusal) -> dict[str, Any]:
        """With the rows that it speaks of, so that a page can draw it."""
        scene = self.scenes.get(refusal.scene_sha256)
        motion = self.motions.get(refusal.motions[0]) if refusal.motions else None
        start = refusal.start
        return refusal.check.as_json() | {
            "miss": round(refusal.check.miss, 6) if math.isfinite(refusal.check.miss) else None,
            "group": refusal.name,
            "slot": refusal.slot,
            "scene": str(scene.id) if scene else None,
            "motion": str(motion.id) if motion else None,
            "people": [{"position": list(use.position), "yaw": use.yaw, "top": use.top} for use in refusal.placement],
            "start": None if start is None else {"position": list(start.position), "yaw": start.yaw},
        }

    @transaction.atomic
    def _keep(self, hold: Hold, waiting: list[Episode], counts: Counts, **columns: Any) -> None:
        # Workers lock motions and the collections that these share: one after the other, or each waits for another.
        if waiting:
            lock_project(self.composition.project_id)
        if self.composition.trial:
            counts.ids += [str(episode.pk) for episode in waiting]
        else:
            counts.others += _write(self.composition, waiting)
        hold.keep(report=counts.as_json(), **columns)
        waiting.clear()

    def episode(self, wanted: Wanted, slot: Slot) -> Episode:
        assert slot.spec is not None
        avatar = self.pinned.avatar
        spec = replace(slot.spec, avatar_sha256=avatar.sha256 if avatar else "")
        used = [self.motions[use.motion_sha256] for use in spec.motions]
        second = used[1] if len(used) > 1 else None
        return Episode(
            id=spec.id_in(self.composition.project_id),
            project_id=self.composition.project_id,
            composition=self.composition,
            scene_id=self.scenes[spec.scene_sha256].id,
            motion_id=used[0].id,
            label=used[0].material.label,
            second_motion_id=second.id if second else None,
            second_label=second.material.label if second else "",
            avatar_id=avatar.id if avatar else None,
            spec=spec.as_json(),
            family=spec.family,
            challenge=spec.challenge,
            action=spec.action,
            target=spec.target,
            duration_s=spec.duration_s,
            bounds={key: list(value) for key, value in wanted.bounds.items()},
            checks=[check.as_json() for check in slot.checks],
        )


def _tell(work: Work, run: jobs.Run) -> None:
    """The job's progress is the sum of what the parts have stored."""
    sums = work.shards.aggregate(done=Sum("done"), total=Sum("total"), refused=Sum("refused"))
    done, total, refused = (sums[name] or 0 for name in ("done", "total", "refused"))
    run.progress(done=done - refused, total=total, refused=refused)


@transaction.atomic
def _cut_up(composition: Composition, workshop: Workshop) -> None:
    """Once: a composition that goes on keeps the parts it has."""
    access.locked_composition(composition.pk)
    if not composition.shards.filter(work=ShardWork.COMPOSE).exists():
        sharding.add_shards(composition, ShardWork.COMPOSE, workshop.parts())


def _write(composition: Composition, episodes: list[Episode]) -> int:
    """EP1: an episode that is there already stays as it is. WD3: what was withdrawn while this composition was at
    work gets none. Returns how many an earlier composition had made. Needs the caller's transaction."""
    if not episodes:
        return 0
    used = {pk for episode in episodes for pk in _made_of(episode) if pk is not None}
    there = {motion.pk for motion in lock_motions(used)} | lock_avatars(used)
    Episode.objects.bulk_create(
        [episode for episode in episodes if not _made_of(episode) & (used - there)], ignore_conflicts=True
    )
    ids = [episode.pk for episode in episodes]
    _bring_back(composition, {episode.pk: episode for episode in episodes})
    return Episode.objects.filter(pk__in=ids).exclude(composition=composition).count()


def _made_of(episode: Episode) -> set[UUID | None]:
    return {episode.motion_id, episode.second_motion_id, episode.avatar_id}


def _bring_back(composition: Composition, composed: dict[UUID, Episode]) -> None:
    """EP56: what was discarded before anybody was asked about it is composed again."""
    discarded = Episode.objects.filter(pk__in=list(composed), state=EpisodeState.DISCARDED, opened_at=None)
    move_many(
        [
            (
                row,
                {
                    "composition": composition,
                    "checks": composed[row.pk].checks,
                    "refusal": "",
                    "picture_sha256": "",
                    "checked_at": None,
                },
            )
            for row in discarded.order_by("pk").select_for_update(no_key=True, of=("self",))
        ],
        to=EpisodeState.COMPOSED,
        transitions=TRANSITIONS,
    )


@transaction.atomic
def _close(composition: Composition, workshop: Workshop) -> None:
    report = _report(composition, workshop.plan, outlook=workshop.outlook)
    _end(composition, CompositionState.DONE, report=report)
    if composition.trial or not report["episodes"]:
        return
    jobs.start_job(
        actor=composition.created_by,
        project_id=composition.project_id,
        task="episodes.check",
        title=f"Check {access.counted(report['episodes'])}",
        total=report["episodes"],
        composition_id=composition.pk,
    )


def _report(composition: Composition, plan: Plan, *, outlook: Outlook | None = None) -> dict[str, Any]:
    """Added up from what each part has stored; the episodes are counted where they are. While it grows nobody asks
    for reasons, which need the scenes."""
    counts: dict[str, Counts] = {wanted.name: Counts() for wanted in wanted_of(plan)}
    shards = composition.shards.filter(work=ShardWork.COMPOSE)
    for group, stored in shards.exclude(report={}).values_list("group", "report"):
        counts[group].merge(Counts.of(stored))
    examples = [
        shards.filter(group=name).exclude(examples=[]).order_by("number").values_list("examples", flat=True)
        for name in counts
    ]
    return {
        "groups": [
            group_json(
                name=wanted.name,
                family=wanted.family,
                asked=wanted.count,
                counts=counts[wanted.name],
                **(outlook(wanted, counts[wanted.name]) if outlook else {}),
            )
            for wanted in wanted_of(plan)
        ],
        "episodes": composition.episodes.count(),
        "already_there": sum(found.others for found in counts.values()),
        "episode_ids": [pk for found in counts.values() for pk in found.ids],
        "refusals": choose_examples(some for rows in examples for some in rows[:EXAMPLES_PER_CHECK]),
        "scenes": len(composition.material.get("scenes", [])),
        "motions": len(composition.material.get("motions", [])),
    }


def _end(composition: Composition, state: CompositionState, **columns: Any) -> None:
    move(composition, to=state, transitions=COMPOSITION_TRANSITIONS, finished_at=timezone.now(), **columns)
    audit.composition_ended(composition=composition, accepted=composition.report.get("episodes", 0))
