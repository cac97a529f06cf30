"""MO47: what a change to a collection or a performer would do to episodes and releases, said before it is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Q

from affectory.accounts.models import Project
from affectory.core.rights import allows_less, strictest
from datasets.episodes.domain import EpisodeState
from datasets.episodes.models import Episode
from datasets.motion.models import Avatar, MotionAsset
from datasets.motion.services import LabelChange, RightsChange
from datasets.scenes.models import Scene
from export.releases.models import Release
from export.releases.rows import may_carry_media

_PEOPLE = ("motion_id", "second_motion_id")
_COLUMNS = (*_PEOPLE, "label", "second_label", "scene_id", "avatar_id", "state")


@dataclass(frozen=True, slots=True)
class ReleaseUse:
    """A frozen release and how many of its rows are about the motions in question."""

    version: str
    published: bool
    rows: int


@dataclass(frozen=True, slots=True)
class Effects:
    """``episodes`` counts by state what is touched. ``leaving`` and ``returning`` are kept episodes that the next
    release loses and gains, ``losing_media`` and ``gaining_media`` those whose clips it leaves out and takes in.
    Releases that are frozen stay as they are."""

    motions: int
    stricter: int
    opener: int
    episodes: dict[str, int]
    leaving: int
    returning: int
    losing_media: int
    gaining_media: int
    releases: tuple[ReleaseUse, ...]


def effects_of_labels(project: Project, changes: Iterable[LabelChange]) -> Effects:
    """An episode was composed with a label; one that no longer has it stays out of the next release."""
    changed = {change.motion_id: change for change in changes if change.before != change.after}
    states: Counter[str] = Counter()
    leaving = returning = 0
    for row, n in _episodes(changed):
        states[row["state"]] += n
        if row["state"] == EpisodeState.KEPT:
            before, after = (_holds(row, changed, then=then) for then in (False, True))
            leaving += n if before and not after else 0
            returning += n if after and not before else 0
    return Effects(len(changed), 0, 0, _by_state(states), leaving, returning, 0, 0, _releases(project, changed))


def effects_of_rights(project: Project, changes: Iterable[RightsChange]) -> Effects:
    """Which motions become stricter or more open, and with them episodes and what the next release may carry."""
    by_id = {change.motion_id: change for change in changes}
    stricter = {pk for pk, change in by_id.items() if allows_less(change.after, change.before)}
    opener = {pk for pk, change in by_id.items() if allows_less(change.before, change.after)}
    changed = {pk: change for pk, change in by_id.items() if change.before != change.after}
    scenes = {scene.pk: scene.rights for scene in Scene.objects.filter(project=project)}
    avatars = {avatar.pk: avatar.own_rights for avatar in Avatar.objects.filter(project=project)}
    episodes = list(_episodes(changed))
    by_id |= _unchanged({row[name] for row, _ in episodes for name in _PEOPLE} - {None, *by_id})
    states: Counter[str] = Counter()
    losing = gaining = 0
    for row, n in episodes:
        states[row["state"]] += n
        if row["state"] != EpisodeState.KEPT:
            continue
        people = [by_id[row[name]] for name in _PEOPLE if row[name] is not None]
        around = [scenes[row["scene_id"]], *([avatars[row["avatar_id"]]] if row["avatar_id"] else [])]
        before = strictest(*around, *(change.before for change in people))
        after = strictest(*around, *(change.after for change in people))
        had, has = (may_carry_media(str(rights.may_redistribute.value)) for rights in (before, after))
        losing += n if had and not has else 0
        gaining += n if has and not had else 0
    releases = _releases(project, changed)
    return Effects(len(changed), len(stricter), len(opener), _by_state(states), 0, 0, losing, gaining, releases)


def _episodes(changed: Mapping[UUID, Any]) -> Iterable[tuple[dict[str, Any], int]]:
    """What composed of these motions is there, counted by everything that matters."""
    ids = list(changed)
    episodes = Episode.objects.filter(Q(motion__in=ids) | Q(second_motion__in=ids))
    found = episodes.exclude(state=EpisodeState.WITHDRAWN).order_by().values(*_COLUMNS).annotate(n=Count("pk"))
    return ((row, row.pop("n")) for row in found)


def _unchanged(ids: set[UUID]) -> dict[UUID, RightsChange]:
    """The other people of episodes for two, whose rights stay as they are."""
    motions = MotionAsset.objects.filter(pk__in=ids).select_related("collection", "performer")
    return {motion.pk: RightsChange(motion.pk, motion.rights, motion.rights) for motion in motions}


def _holds(row: Mapping[str, Any], changed: Mapping[UUID, LabelChange], *, then: bool) -> bool:
    """Whether the episode's people still have the labels that it was composed with."""
    for motion, label in ((row["motion_id"], row["label"]), (row["second_motion_id"], row["second_label"])):
        change = changed.get(motion)
        if change is not None and label != (change.after if then else change.before):
            return False
    return True


def _by_state(states: Counter[str]) -> dict[str, int]:
    return {state.value: states[state.value] for state in EpisodeState if state != EpisodeState.WITHDRAWN}


def _releases(project: Project, changed: Mapping[UUID, Any]) -> tuple[ReleaseUse, ...]:
    ids = list(changed)
    about = Q(rows__episode__motion__in=ids) | Q(rows__episode__second_motion__in=ids)
    found = Release.objects.filter(project=project, withdrawal=None).annotate(n=Count("rows", filter=about))
    newest = found.filter(n__gt=0).order_by("-major", "-minor", "-patch")
    return tuple(ReleaseUse(str(one.version), one.published_at is not None, one.n) for one in newest)
