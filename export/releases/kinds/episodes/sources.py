"""Motions and scenes that releases are made from, and the episodes that share them as bundles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, QuerySet

from affectory.accounts.models import Project
from affectory.core.rights import Rights, strictest
from datasets.episodes.domain import EpisodeState
from datasets.episodes.models import Episode
from datasets.motion.models import Avatar, MotionAsset, Performer
from datasets.scenes.models import Scene
from export.releases.domain import Verdict
from export.releases.kinds.episodes.terms import LABELS, NOBODY, asked_label, bundle_id, strata_of
from export.releases.kinds.history import since_the_last_new_split
from export.releases.models import DuplicateRuling, Release, ReleaseRow
from export.releases.plan import Bundle
from export.releases.rows import may_carry_media


class Likeness(NamedTuple):
    """What the episodes of one bundle have in common; the names are those of their columns."""

    motion_id: UUID
    second_motion_id: UUID | None
    scene_id: UUID
    label: str
    second_label: str
    family: str
    challenge: str
    action: str
    target: str
    avatar_id: UUID | None


People = tuple[UUID, UUID | None]
"""The motion of person A and, in a dyad, of person B."""
Around = tuple[UUID, UUID | None]
"""The scene, and the avatar of those who are no mannequins."""


class Sources:
    """Motions and scenes by id: hundreds of episodes share each, so they are not joined to every episode.

    With ``lock`` nobody changes a label, a name or a right until the transaction ends.
    """

    def __init__(self, project: Project, *, lock: bool = False) -> None:
        self.project = project
        motions = MotionAsset.objects.filter(project=project).select_related("collection")
        motions = motions.defer("checks", "skeleton", "retarget_report").order_by("pk")
        scenes = Scene.objects.filter(project=project).defer("instances", "walls", "navigation").order_by("pk")
        avatars = Avatar.objects.filter(project=project).order_by("pk")
        if lock:
            motions = motions.select_for_update(of=("self", "collection"), no_key=True)
            scenes = scenes.select_for_update(of=("self",), no_key=True)
            avatars = avatars.select_for_update(of=("self",), no_key=True)
        self.motions: dict[UUID, MotionAsset] = {m.pk: m for m in motions}
        performers = Performer.objects.filter(collection__project=project).order_by("pk")
        if lock:
            performers = performers.select_for_update(of=("self",), no_key=True)
        known = {performer.pk: performer for performer in performers}
        for motion in self.motions.values():
            if motion.performer_id is not None:
                motion.performer = known[motion.performer_id]
        self.scenes: dict[UUID, Scene] = {s.pk: s for s in scenes}
        self.avatars: dict[UUID, Avatar] = {a.pk: a for a in avatars}
        self._shared: dict[tuple[People, Around], dict[str, Any]] = {}
        self._rights: dict[tuple[People, Around], Rights] = {}
        self._twins: dict[UUID, list[str]] = {}
        for ruling in DuplicateRuling.objects.filter(project=project, verdict=Verdict.TWINS).order_by("pk"):
            for motion_id in (ruling.first_id, ruling.second_id):
                self._twins.setdefault(motion_id, []).append(str(ruling.pk))

    def keys(self, motion: MotionAsset) -> Iterator[tuple[str, str]]:
        """SP1, SP2: the take, the performer where known, the very same bytes brought in twice, and known twins."""
        yield "performance", str(motion.performance_id)
        if motion.performer_id is not None:
            yield "performer", str(motion.performer_id)
        if motion.retargeted_sha256:
            yield "motion_file", motion.retargeted_sha256
        for ruling in self._twins.get(motion.pk, ()):
            yield "twin", ruling

    def of(self, people: People) -> list[MotionAsset]:
        return [self.motions[motion_id] for motion_id in people if motion_id is not None]

    def rights(self, people: People, around: Around) -> Rights:
        """RL7, EP68, OB38: the strictest of every motion's, its collection's, the scene's and the avatar's."""
        key = (people, around)
        if key not in self._rights:
            scene_id, avatar_id = around
            shown = [] if avatar_id is None else [self.avatars[avatar_id].own_rights]
            motions = (motion.rights for motion in self.of(people))
            self._rights[key] = strictest(*motions, self.scenes[scene_id].rights, *shown)
        return self._rights[key]

    def shared(self, people: People, around: Around) -> dict[str, Any]:
        """What all episodes with these people, shown by this avatar in this scene, have in common in their rows."""
        key = (people, around)
        if key not in self._shared:
            scene_id, avatar_id = around
            (motion, *others), scene, rights = self.of(people), self.scenes[scene_id], self.rights(people, around)
            warned = {word: None for one in (motion, *others) for word in one.content_warnings}
            self._shared[key] = {
                "source_label": motion.source_label,
                "collection": motion.collection.name,
                "performance_id": str(motion.performance_id),
                "performer_id": None if motion.performer_id is None else str(motion.performer_id),
                "scene": scene.name,
                "scene_sha256": scene.glb_sha256,
                "motion_id": str(motion.pk),
                "content_warnings": tuple(warned),
                "licence": rights.licence,
                "may_redistribute": str(rights.may_redistribute.value),
                "is_synthetic": self.is_synthetic(motion),
            }
            if avatar_id is not None:
                avatar = self.avatars[avatar_id]
                self._shared[key] |= {"avatar": avatar.name, "avatar_sha256": avatar.glb_sha256}
            for second in others:
                self._shared[key] |= {
                    "second_source_label": second.source_label,
                    "second_motion_id": str(second.pk),
                    "second_performer_id": None if second.performer_id is None else str(second.performer_id),
                    "is_synthetic": self.is_synthetic(motion) or self.is_synthetic(second),
                }
        return self._shared[key]

    def is_synthetic(self, motion: MotionAsset) -> bool:
        return self.project.is_synthetic or motion.is_synthetic or motion.collection.is_synthetic

    def bundle(self, of: Likeness, episodes: int, split: str = "") -> Bundle:
        """EP68: a dyad joins what its two motions are grouped by; an answer of either that changed keeps it out."""
        people = (of.motion_id, of.second_motion_id)
        motions, rights = self.of(people), self.rights(people, (of.scene_id, of.avatar_id))
        motion, labels = motions[0], [name for name in (of.label, of.second_label) if name]
        may_redistribute = str(rights.may_redistribute.value)
        asked = asked_label(of.target, of.label, of.second_label)
        return Bundle(
            id=bundle_id(people, of.scene_id, labels, of.family, of.challenge, of.action, of.target, of.avatar_id),
            rows=episodes,
            keys=tuple(dict.fromkeys(key for one in motions for key in self.keys(one))),
            strata=strata_of(asked, of.family, of.challenge, of.action),
            origin={
                "motion": str(of.motion_id),
                "second": str(of.second_motion_id or NOBODY),
                "scene": str(of.scene_id),
                "label": of.label,
                "second_label": of.second_label,
                "unknown_performers": str(sum(one.performer_id is None for one in motions)),
            },
            source=motion.collection.name,
            licence=rights.licence,
            may_redistribute=may_redistribute,
            with_media=may_carry_media(may_redistribute),
            is_synthetic=any(self.is_synthetic(one) for one in motions),
            duration_s=motion.duration_s,
            reason=next(filter(None, map(_reason, labels, motions)), ""),
            split=split,
        )


def kept_episodes(project: Project) -> QuerySet[Episode]:
    return Episode.objects.filter(project=project, state=EpisodeState.KEPT)


def kept_bundles(sources: Sources) -> list[Bundle]:
    """All kept episodes of the project, those that stay out among them."""
    found = kept_episodes(sources.project).order_by().values_list(*Likeness._fields).annotate(n=Count("pk"))
    return [sources.bundle(Likeness(*values), n) for *values, n in found]


def pinned_bundles(sources: Sources, release: Release) -> list[Bundle]:
    """The pinned rows of a release, as their episodes and motions are at present."""
    columns = [f"episode__{name}" for name in Likeness._fields]
    found = ReleaseRow.objects.filter(release=release).order_by().values_list(*columns, "split")
    return [sources.bundle(Likeness(*values), n, split) for *values, split, n in found.annotate(n=Count("pk"))]


def earlier_pins(sources: Sources) -> dict[tuple[str, str], str]:
    """SP6: where releases since the last new split put each key. What left a release keeps its place for a return.

    A key that lies in several splits says nothing (a performer who became known later): the smaller keys speak.
    """
    placed = ReleaseRow.objects.filter(release__in=since_the_last_new_split(sources.project)).order_by()
    newest = placed.order_by("release__major", "release__minor", "release__patch").values_list(
        "episode__motion_id",
        "episode__second_motion_id",
        "split",
        "release__major",
        "release__minor",
        "release__patch",
    )
    by_motion = {
        motion_id: split
        for first_id, second_id, split, *_ in newest.distinct()
        for motion_id in (first_id, second_id)
        if motion_id is not None
    }
    places: dict[tuple[str, str], set[str]] = {}
    for motion_id, split in by_motion.items():
        for key in sources.keys(sources.motions[motion_id]):
            places.setdefault(key, set()).add(split)
    return {key: found.pop() for key, found in places.items() if len(found) == 1}


def split_of_people(bundles: Iterable[Bundle]) -> dict[tuple[str, str, str, str], str]:
    """(motion, its label, second motion, its label) → split: all that is needed to find the split of an episode."""
    names = ("motion", "label", "second", "second_label")
    # The type checker does not count the names, which are as many as the key has parts.
    return {tuple(bundle.origin[name] for name in names): bundle.split for bundle in bundles}  # type: ignore[misc]


def motion_splits(bundles: Iterable[Bundle]) -> dict[str, str]:
    """Motion → split; what shares a motion shares a split."""
    found = {bundle.origin[name]: bundle.split for bundle in bundles for name in ("motion", "second")}
    found.pop(str(NOBODY), None)
    return found


def _reason(label: str, motion: MotionAsset) -> str:
    if motion.exclusion_reason:
        return "its motion has been excluded"
    if motion.label != label:
        return "its motion's label has changed since it was composed"
    return "" if label in LABELS else "no label of the five classes"
