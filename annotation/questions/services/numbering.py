"""QU110: items and videos get their numbers when they are first frozen. Numbers leave gaps and never come twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from affectory.accounts.models import Project
from affectory.core.errors import ConflictError
from annotation.questions.domain.kinds import Granularity
from annotation.questions.domain.numbering import QUESTION, VIDEO, highest, numbered_id, series_of
from annotation.questions.domain.reading import is_id
from annotation.questions.domain.states import Origin
from annotation.questions.models import Item, NumberSeries, VideoId
from datasets.videos.models import Video

_GROUPS = {Granularity.CLIP.value: "G1", Granularity.EPISODE.value: "G2"}
_TRIES = 3


class Shown(NamedTuple):
    """What an item shows: a clip of a video, or all of it (``clip_id`` None)."""

    video_id: UUID
    clip_id: UUID | None


def number_items(*, project: Project, ids: Iterable[UUID]) -> dict[Shown, str]:
    """Give the items, in the order of their making, and what they show, the ids that they do not have yet; the ids
    of what is shown. Needs the caller's transaction: if it comes to nothing, no number was given.

    The locks on the series make two freezes wait for each other. An import that brings the very number meanwhile is
    refused by the constraint, or refuses this, which then takes the next one.
    """
    wanted = list(ids)
    for _ in range(_TRIES):
        try:
            with transaction.atomic():
                items = list(
                    Item.objects.filter(project=project, pk__in=wanted)
                    .select_related("video")
                    .order_by("created_at", "pk")
                )
                _number_questions(project, [item for item in items if not item.external_id])
                return _number_videos(project, items)
        except IntegrityError:
            continue
    raise ConflictError(
        "Items are being imported with the very numbers that were to be given. Try again.", code="item.numbers_taken"
    )


def ids_of_videos(project: Project) -> dict[Shown, str]:
    rows = VideoId.objects.filter(project=project).values_list("video_id", "clip_id", "name")
    return {Shown(video_id, clip_id): name for video_id, clip_id, name in rows}


def kept_video_id(item: Item) -> str:
    """The id of its video that an item came with, or that the whole video has; empty if a number is to be given."""
    if item.origin == Origin.IMPORTED and is_id(item.video_name):
        return item.video_name
    video = item.video
    whole = video is not None and item.granularity == Granularity.EPISODE
    return video.external_id if video is not None and whole and is_id(video.external_id) else ""


def shown_by(item: Item) -> Shown:
    assert item.video_id is not None
    return Shown(item.video_id, item.clip_id if item.granularity == Granularity.CLIP else None)


def _number_questions(project: Project, items: Iterable[Item]) -> None:
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        groups[series_of(_GROUPS[item.granularity], QUESTION)].append(item)
    for series, some in sorted(groups.items()):
        taken = Item.objects.filter(project=project, external_id__startswith=series)
        first = _take(project, series, len(some), taken.values_list("external_id", flat=True))
        for number, item in enumerate(some, start=first):
            item.external_id = numbered_id(series, number)
        with connection.cursor() as cursor:
            cursor.execute(_NUMBER, [[item.pk for item in some], [item.external_id for item in some]])


def _number_videos(project: Project, items: Sequence[Item]) -> dict[Shown, str]:
    known = ids_of_videos(project)
    names = set(known.values())
    new: dict[Shown, str] = {}
    waiting: dict[str, list[Shown]] = defaultdict(list)
    for item in items:
        shown, name = shown_by(item), kept_video_id(item)
        if name and shown not in known and shown not in new and name not in names:
            new[shown] = name
            names.add(name)
    for item in items:
        shown = shown_by(item)
        if shown not in known and shown not in new:
            new[shown] = ""
            waiting[series_of(_GROUPS[item.granularity], VIDEO)].append(shown)
    for series, some in sorted(waiting.items()):
        first = _take(project, series, len(some), _taken_videos(project, series))
        new |= {shown: numbered_id(series, number) for number, shown in enumerate(some, start=first)}
    VideoId.objects.bulk_create(
        VideoId(project=project, video_id=shown.video_id, clip_id=shown.clip_id, name=name)
        for shown, name in new.items()
    )
    return known | new


def _taken_videos(project: Project, series: str) -> Iterable[str]:
    """Ids by which videos came are reserved, whether or not anything of them is ever frozen."""
    yield from VideoId.objects.filter(project=project, name__startswith=series).values_list("name", flat=True)
    yield from Item.objects.filter(project=project, video_name__startswith=series).values_list(
        "video_name", flat=True
    )
    yield from Video.objects.filter(project=project, external_id__startswith=series).values_list(
        "external_id", flat=True
    )


def _take(project: Project, series: str, n: int, taken: Iterable[str]) -> int:
    """The first of n numbers that nothing of the project has ever had."""
    NumberSeries.objects.get_or_create(project=project, series=series)
    row = NumberSeries.objects.select_for_update().get(project=project, series=series)
    first = max(row.last, highest(series, taken)) + 1
    row.last = first + n - 1
    row.save(update_fields=["last"])
    return first


_NUMBER = """
UPDATE questions_item SET external_id = given.name
FROM unnest(%s::uuid[], %s::text[]) AS given(id, name) WHERE questions_item.id = given.id
"""
