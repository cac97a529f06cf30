"""Kept items with what they show: as bundles to place, and one after the other as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db.models import QuerySet

from affectory.accounts.models import Project
from affectory.core.rights import MayRedistribute
from annotation.questions.domain.content import record_of
from annotation.questions.domain.kinds import Granularity
from annotation.questions.domain.reading import read_item
from annotation.questions.domain.states import ItemState
from annotation.questions.domain.writing import item_value, plain_value
from annotation.questions.judging import question_id_of
from annotation.questions.models import Item, Revision
from annotation.questions.services.numbering import Shown, ids_of_videos, kept_video_id, shown_by
from annotation.reviews.domain import Outcome
from annotation.reviews.models import Round
from annotation.taxonomy import catalogue
from datasets.videos.domain import ClipState, VideoState
from datasets.videos.models import Video
from export.releases.domain import Verdict
from export.releases.kinds.items.rows import ItemCandidate
from export.releases.kinds.items.terms import strata_of
from export.releases.models import QuestionRuling, Release, ReleaseRow
from export.releases.plan import Bundle
from export.releases.rows import UnwritableRow

CLIP_NAME = "clip.mp4"
_AT_ONCE = 200


def kept_revisions(project: Project) -> QuerySet[Revision]:
    """Of every kept item the revision that its last round kept."""
    rounds = Round.objects.filter(
        project=project, subject_kind="item", outcome=Outcome.KEPT, revision__item__state=ItemState.KEPT
    )
    last = rounds.order_by("subject_id", "-number").distinct("subject_id").values("revision")
    return Revision.objects.filter(pk__in=last)


class Sources:
    """The videos of a project by id, and the ids that are given. With ``lock`` nobody changes a video's rights or
    state until the transaction ends."""

    def __init__(self, project: Project, *, lock: bool = False) -> None:
        self.project = project
        videos = Video.objects.filter(project=project).order_by("pk")
        videos = videos.defer("probe", "cuts", "sprite", "notes", "steps_done")
        if lock:
            videos = videos.select_for_update(of=("self",), no_key=True)
        self.videos: dict[UUID, Video] = {video.pk: video for video in videos}
        self.names = ids_of_videos(project)
        self._owners: dict[str, Shown] = {name: shown for shown, name in self.names.items()}
        self._twins: dict[UUID, list[str]] = {}
        for ruling in QuestionRuling.objects.filter(project=project, verdict=Verdict.TWINS).order_by("pk"):
            for item_id in (ruling.first_id, ruling.second_id):
                self._twins.setdefault(item_id, []).append(str(ruling.pk))

    def bundle(self, revision: Revision, split: str = "") -> Bundle:
        item = revision.item
        video = self._video(item)
        source = revision.content.get("source") or {}
        return Bundle(
            id=str(item.pk),
            rows=1,
            keys=tuple(self.keys(item)),
            strata=strata_of(item.granularity, item.type, video.domain if video else ""),
            origin={
                "item": str(item.pk),
                "revision": str(revision.pk),
                "video": str(item.video_id or ""),
                "clip": str(item.clip_id or "") if item.granularity == Granularity.CLIP else "",
            },
            source=str(source.get("from") or "not stated"),
            licence=video.licence if video else "",
            may_redistribute=str(video.may_redistribute if video else MayRedistribute.ANNOTATIONS.value),
            with_media=video is not None and may_carry_video(video),
            is_synthetic=self.is_synthetic(item),
            duration_s=_duration(item, video),
            reason=self.reason(item),
            split=split,
        )

    def keys(self, item: Item) -> Iterator[tuple[str, str]]:
        """SP1: the source video, the very same file, and known twins."""
        video = self._video(item)
        if video is not None:
            yield "source_video", str(video.pk)
            yield "video_file", video.file_sha256
        for ruling in self._twins.get(item.pk, ()):
            yield "twin", ruling

    def reason(self, item: Item) -> str:
        """RL22: why a kept item stays out; empty if it goes in."""
        video = self._video(item)
        if item.state != ItemState.KEPT:
            return f"it is {item.state.replace('_', ' ')} now"
        if video is None:
            return "no video is linked"
        if video.state != VideoState.READY:
            return f"its video is {video.state}"
        if item.granularity == Granularity.CLIP and (item.clip is None or item.clip.state != ClipState.READY):
            return "no prepared clip yet"
        name = kept_video_id(item)
        if name and self._owners.setdefault(name, shown_by(item)) != shown_by(item):
            return "the video id that it came with names another clip"
        return ""

    def is_synthetic(self, item: Item) -> bool:
        video = self._video(item)
        return self.project.is_synthetic or item.is_synthetic or (video is not None and video.is_synthetic)

    def candidate(self, revision: Revision) -> ItemCandidate | UnwritableRow:
        """The rights are those of the video at this moment."""
        item = revision.item
        video, kind = self.videos[item.video_id], item.kind  # type: ignore[index]  # what goes in has a video
        assert kind is not None
        shown = shown_by(item)
        name = self.names.get(shown) or kept_video_id(item) or str(shown.clip_id or shown.video_id)
        value = record_of(revision.content, kind, question_id=question_id_of(item), video_id=name)
        record, problems = read_item(value, catalogue.vocabulary())
        if record is None:
            # Neither field nor rule says what the answer is.
            return UnwritableRow(question_id_of(item), f"{problems[0].field} does not read ({problems[0].rule})")
        return ItemCandidate(
            item_id=str(item.pk),
            record=plain_value(item_value(record)),
            media_sha256=video.file_sha256 if shown.clip_id is None else item.clip.video_sha256,  # type: ignore[union-attr]
            media_name=video.name if shown.clip_id is None else CLIP_NAME,
            with_media=may_carry_video(video),
            content_warnings=tuple(video.content_warnings),
            licence=video.licence,
            may_redistribute=str(video.may_redistribute),
            is_synthetic=self.is_synthetic(item),
        )

    def _video(self, item: Item) -> Video | None:
        return None if item.video_id is None else self.videos[item.video_id]


def may_carry_video(video: Video) -> bool:
    """RL22: a clip is a piece of the video itself, so both go out only where the video's rights allow its media."""
    return video.own_rights.allows(MayRedistribute.MEDIA)


def with_items(revisions: QuerySet[Revision]) -> QuerySet[Revision]:
    """In ascending order of the items' ids, with what a row is made of."""
    return revisions.select_related("item__clip", "item__video").order_by("item_id")


def kept_bundles(sources: Sources) -> list[Bundle]:
    """All kept items of the project, those that stay out among them."""
    revisions = with_items(kept_revisions(sources.project)).order_by("item__created_at", "item_id")
    return [sources.bundle(revision) for revision in revisions.iterator(chunk_size=_AT_ONCE)]


def pinned_bundles(sources: Sources, release: Release) -> list[Bundle]:
    """The pinned rows of a release, as their items and videos are at present."""
    rows = ReleaseRow.objects.filter(release=release).select_related("revision__item__clip").order_by("position")
    return [
        sources.bundle(row.revision, row.split)
        for row in rows.iterator(chunk_size=_AT_ONCE)
        if row.revision is not None
    ]


def earlier_pins(sources: Sources, releases: Iterable[UUID]) -> dict[tuple[str, str], str]:
    """SP6: where these releases put each key. A key that lies in several splits says nothing."""
    placed = ReleaseRow.objects.filter(release__in=list(releases)).select_related("item")
    newest = placed.order_by("release__major", "release__minor", "release__patch").defer("item__reference")
    by_item: dict[UUID, tuple[Item, str]] = {}
    for row in newest.iterator(chunk_size=_AT_ONCE):
        if row.item is not None:
            by_item[row.item.pk] = (row.item, row.split)
    places: dict[tuple[str, str], set[str]] = {}
    for item, split in by_item.values():
        for key in sources.keys(item):
            places.setdefault(key, set()).add(split)
    return {key: found.pop() for key, found in places.items() if len(found) == 1}


def _duration(item: Item, video: Video | None) -> float | None:
    if item.granularity == Granularity.CLIP:
        return item.clip.duration_s if item.clip is not None else None
    return video.duration_s if video is not None else None
