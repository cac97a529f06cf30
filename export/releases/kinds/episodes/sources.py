"""Motions and scenes that releases are made from, and the episodes that share them as bundles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet

from affectory.accounts.models import Project
from affectory.core.rights import Rights, strictest
from datasets.episodes.domain import EpisodeState
from datasets.episodes.models import Episode
from datasets.motion.models import MotionAsset, Performer
from datasets.scenes.models import Scene
from export.releases.domain import Verdict
from export.releases.kinds.episodes.terms import LABELS, bundle_id, strata_of
from export.releases.kinds.history import since_the_last_new_split
from export.releases.models import DuplicateRuling, Release, ReleaseRow
from export.releases.plan import Bundle
from export.releases.rows import may_carry_media

_COLUMNS = ("motion_id", "scene_id", "label", "family", "challenge")


class Sources:
    """Motions and scenes by id: hundreds of episodes share each, so they are not joined to every episode.

    With ``lock`` nobody changes a label, a name or a right until the transaction ends.
    """

    def __init__(self, project: Project, *, lock: bool = False) -> None:
        self.project = project
        motions = MotionAsset.objects.filter(project=project).select_related("collection")
        motions = motions.defer("checks", "skeleton", "retarget_report").order_by("pk")
        scenes = Scene.objects.filter(project=project).defer("instances", "walls", "navigation").order_by("pk")
        if lock:
            motions = motions.select_for_update(of=("self", "collection"), no_key=True)
            scenes = scenes.select_for_update(of=("self",), no_key=True)
        self.motions: dict[UUID, MotionAsset] = {m.pk: m for m in motions}
        performers = Performer.objects.filter(collection__project=project).order_by("pk")
        if lock:
            performers = performers.select_for_update(of=("self",), no_key=True)
        known = {performer.pk: performer for performer in performers}
        for motion in self.motions.values():
            if motion.performer_id is not None:
                motion.performer = known[motion.performer_id]
        self.scenes: dict[UUID, Scene] = {s.pk: s for s in scenes}
        self._shared: dict[tuple[UUID, UUID], dict[str, Any]] = {}
        self._rights: dict[tuple[UUID, UUID], Rights] = {}
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

    def rights(self, motion_id: UUID, scene_id: UUID) -> Rights:
        """RL7: the strictest of the motion's, its collection's, its performer's and the scene's."""
        key = (motion_id, scene_id)
        if key not in self._rights:
            self._rights[key] = strictest(self.motions[motion_id].rights, self.scenes[scene_id].rights)
        return self._rights[key]

    def shared(self, motion_id: UUID, scene_id: UUID) -> dict[str, Any]:
        """What all episodes with this motion in this scene have in common in their rows."""
        key = (motion_id, scene_id)
        if key not in self._shared:
            motion, scene, rights = self.motions[motion_id], self.scenes[scene_id], self.rights(motion_id, scene_id)
            self._shared[key] = {
                "source_label": motion.source_label,
                "collection": motion.collection.name,
                "performance_id": str(motion.performance_id),
                "performer_id": None if motion.performer_id is None else str(motion.performer_id),
                "scene": scene.name,
                "scene_sha256": scene.glb_sha256,
                "motion_id": str(motion.pk),
                "content_warnings": tuple(motion.content_warnings),
                "licence": rights.licence,
                "may_redistribute": str(rights.may_redistribute.value),
                "is_synthetic": self.is_synthetic(motion),
            }
        return self._shared[key]

    def is_synthetic(self, motion: MotionAsset) -> bool:
        return self.project.is_synthetic or motion.is_synthetic or motion.collection.is_synthetic

    def bundle(
        self, motion_id: UUID, scene_id: UUID, label: str, family: str, challenge: str, episodes: int, split: str = ""
    ) -> Bundle:
        motion, rights = self.motions[motion_id], self.rights(motion_id, scene_id)
        may_redistribute = str(rights.may_redistribute.value)
        return Bundle(
            id=bundle_id(str(motion_id), str(scene_id), label, family, challenge),
            rows=episodes,
            keys=tuple(self.keys(motion)),
            strata=strata_of(label, family, challenge),
            origin={"motion": str(motion_id), "scene": str(scene_id), "label": label},
            source=motion.collection.name,
            licence=rights.licence,
            may_redistribute=may_redistribute,
            with_media=may_carry_media(may_redistribute),
            is_synthetic=self.is_synthetic(motion),
            duration_s=motion.duration_s,
            reason=_reason(label, motion),
            split=split,
        )


def kept_episodes(project: Project) -> QuerySet[Episode]:
    return Episode.objects.filter(project=project, state=EpisodeState.KEPT)


def kept_bundles(sources: Sources) -> list[Bundle]:
    """All kept episodes of the project, those that stay out among them."""
    found = kept_episodes(sources.project).order_by().values_list(*_COLUMNS).annotate(n=Count("pk"))
    return [sources.bundle(*values) for values in found]


def pinned_bundles(sources: Sources, release: Release) -> list[Bundle]:
    """The pinned rows of a release, as their episodes and motions are at present."""
    columns = [f"episode__{name}" for name in _COLUMNS]
    found = ReleaseRow.objects.filter(release=release).order_by().values_list(*columns, "split")
    return [
        sources.bundle(motion_id, scene_id, label, family, challenge, n, split)
        for motion_id, scene_id, label, family, challenge, split, n in found.annotate(n=Count("pk"))
    ]


def earlier_pins(sources: Sources) -> dict[tuple[str, str], str]:
    """SP6: where releases since the last new split put each key. What left a release keeps its place for a return.

    A key that lies in several splits says nothing (a performer who became known later): the smaller keys speak.
    """
    placed = ReleaseRow.objects.filter(release__in=since_the_last_new_split(sources.project)).order_by()
    newest = placed.order_by("release__major", "release__minor", "release__patch").values_list(
        "episode__motion_id", "split", "release__major", "release__minor", "release__patch"
    )
    by_motion = {motion_id: split for motion_id, split, *_ in newest.distinct()}
    places: dict[tuple[str, str], set[str]] = {}
    for motion_id, split in by_motion.items():
        for key in sources.keys(sources.motions[motion_id]):
            places.setdefault(key, set()).add(split)
    return {key: found.pop() for key, found in places.items() if len(found) == 1}


def split_of_motions(bundles: Iterable[Bundle]) -> dict[tuple[str, str], str]:
    """(motion, label) → split: all that is needed to find the split of an episode."""
    return {(bundle.origin["motion"], bundle.origin["label"]): bundle.split for bundle in bundles}


def motion_splits(bundles: Iterable[Bundle]) -> dict[str, str]:
    """Motion → split; what shares a motion shares a split."""
    return {bundle.origin["motion"]: bundle.split for bundle in bundles}


def _reason(label: str, motion: MotionAsset) -> str:
    if motion.exclusion_reason:
        return "its motion has been excluded"
    if motion.label != label:
        return "its motion's label has changed since it was composed"
    return "" if label in LABELS else "no label of the five classes"
