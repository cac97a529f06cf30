"""WD3: taking items out for good. Row, id and numbers of revisions stay; what was asked and answered does not."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from affectory.accounts.models import User
from affectory.core.transitions import move
from annotation.questions import audit
from annotation.questions.domain.content import blank_content
from annotation.questions.domain.reserving import RESERVATION_TRANSITIONS, ReservationState
from annotation.questions.domain.states import ITEM_TRANSITIONS, ItemState
from annotation.questions.models import (
    Draft,
    Item,
    ItemImport,
    ItemImportRow,
    Reservation,
    Revision,
    VideoReservation,
    WorkTime,
)

GONE = "withdrawn"


def lock_items(ids: Collection[UUID]) -> list[Item]:
    """Needs the caller's transaction. Those that are not withdrawn yet."""
    items = Item.objects.filter(pk__in=ids).exclude(state=ItemState.WITHDRAWN).order_by("pk")
    return list(items.select_for_update(of=("self",), no_key=True))


def files_of_items(ids: Collection[UUID]) -> set[str]:
    """The digests of the files that they were imported from: these hold what was asked and answered."""
    rows = ItemImportRow.objects.filter(item__in=ids)
    return set(ItemImport.objects.filter(pk__in=rows.values("item_import")).values_list("file_sha256", flat=True))


def end_video_reservations(*, actor: User, video_id: UUID) -> None:
    """Needs the caller's transaction."""
    of_video = VideoReservation.objects.filter(video=video_id)
    _end(actor, of_video)
    of_video.update(note="")


def withdraw_items(*, actor: User, items: Collection[Item]) -> None:
    """Needs the caller's transaction and locks, and that their reviews have ended."""
    ids = [item.pk for item in items]
    _end(actor, Reservation.objects.filter(item__in=ids))
    Reservation.objects.filter(item__in=ids).update(content=None, note="")
    Draft.objects.filter(item__in=ids).delete()
    WorkTime.objects.filter(item__in=ids).delete()
    ItemImportRow.objects.filter(item__in=ids).update(problems=[])
    for item in items:
        blank = blank_content(item.kind, origin="", segments=None, rubric=None)
        Revision.objects.filter(item=item).update(content=blank)
        move(
            item,
            to=ItemState.WITHDRAWN,
            transitions=ITEM_TRANSITIONS,
            actor=actor,
            clip=None,
            question="",
            video_name="",
            reference=None,
            returned=None,
            lint_count=0,
        )
        audit.item_withdrawn(actor=actor, item=item)


def _end(actor: User, reservations: QuerySet[Reservation] | QuerySet[VideoReservation]) -> None:
    for reservation in reservations.filter(state=ReservationState.OPEN).select_for_update():
        move(
            reservation,
            to=ReservationState.REVOKED,
            transitions=RESERVATION_TRANSITIONS,
            actor=actor,
            ended_at=timezone.now(),
            end_reason=GONE,
        )
