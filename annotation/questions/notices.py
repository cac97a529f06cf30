"""Who is told what about items, in the transaction in which it happens. Never who judged or what they said (IN2)."""

from __future__ import annotations

from collections.abc import Sequence

from affectory.accounts.models import User
from affectory.inbox.domain import Kind
from affectory.inbox.services import notify
from annotation.questions.domain.states import ItemState, Origin
from annotation.questions.models import Item, Reservation, VideoReservation

NAME_CHARS = 60
_SETTLED = {
    ItemState.RETURNED: Kind.ITEM_RETURNED,
    ItemState.KEPT: Kind.ITEM_KEPT,
    ItemState.REMOVED: Kind.ITEM_REMOVED,
}


def name_of(item: Item) -> str:
    """What an item is called in a line: its id, else how its question begins."""
    if item.external_id:
        return item.external_id
    question = " ".join(item.question.split())
    short = question if len(question) <= NAME_CHARS else question[: NAME_CHARS - 1].rstrip() + "…"
    return f"“{short}”" if short else "an item"


def settled(item: Item) -> None:
    """Its author; who carried in a file is told what comes back, not how each of its records ended."""
    kind = _SETTLED.get(ItemState(item.state))
    carried_in = item.origin == Origin.IMPORTED and item.state != ItemState.RETURNED
    if kind is None or item.author is None or carried_in:
        return
    notify(
        person=item.author,
        kind=kind,
        project=item.project,
        about=item,
        text_args={"item": name_of(item)},
        event=str(item.revision_count),
    )


def handed_over(item: Item, *, actor: User) -> None:
    if item.author is not None and item.author != actor:
        notify(
            person=item.author,
            kind=Kind.ITEM_HANDED_OVER,
            project=item.project,
            about=item,
            text_args={"item": name_of(item)},
            event=str(item.draft_version),
        )


def pile_handed_over(person: User, pile: Sequence[Item], *, actor: User) -> None:
    """One line for all of it, which leads to the first."""
    if person == actor:
        return
    first = pile[0]
    more = f" and {len(pile) - 1} more" if len(pile) > 1 else ""
    notify(
        person=person,
        kind=Kind.ITEM_HANDED_OVER,
        project=first.project,
        about=first,
        text_args={"item": f"{name_of(first)}{more}"},
        event=f"{first.draft_version}.{len(pile)}",
    )


def reservation_revoked(reservation: Reservation, *, actor: User) -> None:
    if reservation.person != actor:
        notify(
            person=reservation.person,
            kind=Kind.HOLD_ENDED,
            project=reservation.project,
            about=reservation,
            text_args={"what": name_of(reservation.item)},
        )


def video_reservation_revoked(reservation: VideoReservation, *, actor: User) -> None:
    if reservation.person != actor:
        notify(
            person=reservation.person,
            kind=Kind.HOLD_ENDED,
            project=reservation.project,
            about=reservation,
            text_args={"what": f"the whole video {reservation.video.name}"},
        )
