"""What the engine found of composed episodes, and the parts in which several workers ask it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import batched
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import User
from affectory.core import jobs
from affectory.core.errors import JobRetryError
from affectory.core.models import Job
from affectory.core.transitions import move
from datasets.episodes import audit
from datasets.episodes import composition_selectors as selectors
from datasets.episodes.checks import Check, first_failure
from datasets.episodes.domain import TRANSITIONS, EpisodeState, ShardWork
from datasets.episodes.models import Composition, Episode
from datasets.episodes.sampling import is_sampled

from . import sharding
from .access import counted, locked_composition, locked_episode
from .sharding import Hold, Planned, Work

TASK, HELP_TASK = "episodes.check", "episodes.help_checking"
EPISODES_PER_SHARD = 40
UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Looked:
    """What the engine said about one episode: its checks, or why it cannot be read. ``picture_sha256``: what it saw
    of one that is refused."""

    checks: Sequence[Check] = ()
    unreadable: str = ""
    picture_sha256: str = ""


Look = Callable[[Episode, bool], Looked | None]
"""Asks the engine about an episode; with True the whole clip is drawn twice. None: the engine crashed on it."""


@transaction.atomic
def record_checks(*, episode_id: UUID, checks: Sequence[Check], picture_sha256: str = "") -> Episode:
    """EP9: the engine's findings join the geometric ones; one that fails refuses the episode with its number.
    A second delivery changes nothing."""
    episode = locked_episode(episode_id)
    if episode.state != EpisodeState.COMPOSED:
        return episode
    failure = first_failure(checks)
    move(
        episode,
        to=EpisodeState.CHECKED if failure is None else EpisodeState.REFUSED,
        transitions=TRANSITIONS,
        checks=joined(episode.checks, checks),
        refusal="" if failure is None else failure.message,
        picture_sha256="" if failure is None else picture_sha256,
        checked_at=timezone.now(),
    )
    audit.episode_checked(episode=episode)
    return episode


@transaction.atomic
def refuse_unreadable(*, episode_id: UUID, reason: str) -> Episode:
    """EP16: an episode whose scene or motion the engine cannot read is refused with the engine's sentence; the rest
    of its batch goes on."""
    episode = locked_episode(episode_id)
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


def check_waiting(*, actor: User, composition: Composition) -> None:
    """Has the engine asked about what waits, unless a job that has not begun will: one that runs has chosen its
    episodes already, under the same lock. Needs the caller's transaction."""
    locked_composition(composition.pk)
    waiting = selectors.episodes_awaiting_checks(composition).count()
    if waiting and not selectors.check_jobs(composition).filter(state=Job.State.QUEUED).exists():
        jobs.start_job(
            actor=actor,
            project_id=composition.project_id,
            task=TASK,
            title=f"Check {counted(waiting)}",
            total=waiting,
            composition_id=composition.pk,
        )


def run_checks(*, composition_id: UUID, run: jobs.Run, look: Look, passed: Callable[[Episode], None]) -> None:
    """EP50: has the engine look at every composed episode, with helpers. EP17: an episode on which it crashes is left
    for the job's next attempt; the others go on. ``passed`` is called for each that holds."""
    composition = Composition.objects.select_related("project").defer("material", "report").get(pk=composition_id)
    work = Work(composition.pk, ShardWork.CHECK, run.job.pk)
    chosen = _cut_up(composition)
    sharding.open_again(work)
    sharding.ask_for_help(HELP_TASK, work)
    sharding.see_through(work, Looking(composition, look, passed), run, tell=lambda: _tell(composition, run))
    crashed = selectors.episodes_awaiting_checks(composition).filter(pk__in=chosen).count()
    if crashed:
        raise JobRetryError(
            f"The engine crashed on {crashed} of {composition.episodes.count()} episodes; they are tried again."
        )


def help_checking(
    *, composition_id: UUID, job_id: UUID, look: Look, passed: Callable[[Episode], None], until: float
) -> bool:
    """Beside the job's holder, until that time; returns whether there is more to do."""
    composition = Composition.objects.select_related("project").defer("material", "report").get(pk=composition_id)
    work = Work(composition.pk, ShardWork.CHECK, job_id)
    sharding.work_through(work, Looking(composition, look, passed), until=until)
    return sharding.has_free(work)


@dataclass(slots=True)
class Looking:
    """One part: its episodes one after the other, each recorded together with the count that it goes into."""

    composition: Composition
    look: Look
    passed: Callable[[Episode], None]

    def __call__(self, hold: Hold) -> None:
        counts = LookCounts.of(hold.shard.report)
        done, refused = hold.shard.done, hold.shard.refused
        waiting = Episode.objects.select_related("scene", "project", "composition").in_bulk(
            [UUID(pk) for pk in hold.left]
        )
        for pk in hold.left:
            hold.alive()
            episode = waiting.get(UUID(pk))
            done += 1
            if episode is not None and episode.state == EpisodeState.COMPOSED:
                sampled = is_sampled(episode.pk)
                looked = self.look(episode, sampled)
                with transaction.atomic():
                    state = _record(episode.pk, looked)
                    refused += state == EpisodeState.REFUSED
                    counts.add(episode, looked, sampled=sampled, state=state)
                    hold.keep(done=done, refused=refused, report=counts.as_json(), examples=[])
                    if state == EpisodeState.CHECKED:
                        self.passed(episode)
            else:
                hold.keep(done=done, refused=refused, report=counts.as_json(), examples=[])


@dataclass(slots=True)
class LookCounts:
    """What a part's episodes came to, per group."""

    groups: dict[str, dict[str, Any]] = field(default_factory=dict)
    sampled: int = 0
    same: int = 0
    different: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, stored: dict[str, Any]) -> LookCounts:
        again = stored.get("repeated", {})
        return cls(
            stored.get("groups", {}), again.get("sampled", 0), again.get("same", 0), again.get("different", [])
        )

    def add(self, episode: Episode, looked: Looked | None, *, sampled: bool, state: str) -> None:
        if looked is None:
            return
        into = self.groups.setdefault(selectors.group_of(episode), {"looked_at": 0, "passed": 0, "refused": {}})
        into["looked_at"] += 1
        if state == EpisodeState.CHECKED:
            into["passed"] += 1
        else:
            failure = first_failure(looked.checks)
            into["refused"] = dict(Counter(into["refused"]) + Counter([failure.id if failure else UNREADABLE]))
        whole = next((check for check in looked.checks if check.id == "same_clip"), None)
        if sampled and whole is not None:
            self.sampled += 1
            self.same += whole.holds
            self.different += [] if whole.holds else [str(episode.pk)]

    def as_json(self) -> dict[str, Any]:
        again = {"sampled": self.sampled, "same": self.same, "different": self.different}
        return {"groups": self.groups, "repeated": again}


def joined(stored: list[dict[str, Any]], checks: Sequence[Check]) -> list[dict[str, Any]]:
    """What the engine measured stands in place of what geometry had said about the same thing."""
    found = {check.id: check.as_json() for check in checks}
    kept = [found.pop(entry["id"], entry) for entry in stored]
    return kept + list(found.values())


def _record(episode_id: UUID, looked: Looked | None) -> str:
    if looked is None:
        return EpisodeState.COMPOSED
    if looked.unreadable:
        return refuse_unreadable(episode_id=episode_id, reason=looked.unreadable).state
    return record_checks(episode_id=episode_id, checks=looked.checks, picture_sha256=looked.picture_sha256).state


def _tell(composition: Composition, run: jobs.Run) -> None:
    """Counted where the episodes are: one that the engine crashed on waits again."""
    counts = selectors.composition_counts(composition)
    refused, waiting = counts[EpisodeState.REFUSED], counts[EpisodeState.COMPOSED]
    total = sum(counts.values())
    run.progress(done=total - refused - waiting, total=total, refused=refused)


@transaction.atomic
def _cut_up(composition: Composition) -> set[str]:
    """Every episode that waits and that no unfinished part holds goes into a part, scene by scene. What the engine
    crashed on comes back this way. Returns what unfinished parts hold then."""
    locked_composition(composition.pk)
    shards = composition.shards.filter(work=ShardWork.CHECK, finished_at=None)
    held = {pk for entries in shards.values_list("entries", flat=True) for pk in entries}
    parts = list(_parts(composition, held))
    sharding.add_shards(composition, ShardWork.CHECK, parts)
    return held.union(*(part.entries for part in parts))


def _parts(composition: Composition, held: set[str]) -> Iterator[Planned]:
    by_scene: dict[UUID, list[str]] = defaultdict(list)
    for pk, scene_id in selectors.episodes_awaiting_checks(composition).values_list("pk", "scene_id"):
        if str(pk) not in held:
            by_scene[scene_id].append(str(pk))
    for scene_id, ids in by_scene.items():
        for some in batched(ids, EPISODES_PER_SHARD):
            yield Planned("", scene_id, some)
