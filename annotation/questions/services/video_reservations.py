"""Who has which whole video to write about, and until when.

Whoever takes one takes turns with everybody else of the project at its policy row, which says how many may write
about a video at a time. Locks are taken in this order: person, policy, reservation. Ending one only makes room and
needs no turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, moment
from affectory.core.transitions import move
from annotation.questions import audit, notices, policies, video_queues
from annotation.questions.domain.kinds import Granularity
from annotation.questions.domain.reserving import (
    RESERVATION_TRANSITIONS,
    SKIP_CODES,
    EndReason,
    Place,
    ReservationState,
    lowest_free,
)
from annotation.questions.models import Item, QueuePolicy, VideoReservation
from annotation.questions.services.access import require_maintainer, take_seat
from annotation.questions.video_loss import require_usable
from datasets.videos.models import Video
from datasets.videos.selectors import video_visible_to

MAX_NOTE = 2000


@dataclass(frozen=True, slots=True)
class VideoOffer:
    """A whole video to write about next; ``item_id``: the one of its items that is to be gone on with."""

    video_id: UUID
    place: Place
    item_id: UUID | None
    reservation: VideoReservation | None


@transaction.atomic(durable=True)
def reserve_next_video(*, actor: User, project: Project, after: UUID | None = None) -> VideoOffer | None:
    """QU100: what came back first, then what the actor has begun, then a video that has room for a writer; two
    people who ask at once get the same only if the policy lets two write about it. ``after``: what they leave."""
    _require_writer(actor, project)
    take_seat(actor)
    policy = _take_turn(project)
    now = timezone.now()
    _end_overdue(_open().filter(project=project), now)
    for place, items in ((Place.RETURNED, video_queues.returned_to), (Place.MINE, video_queues.begun_by)):
        found = items(actor, project, after).select_related("video").first()
        if found is not None and found.video is not None:
            held = _held_by(actor, found.video, policy, now, begun=True)
            return VideoOffer(found.video.pk, place, found.pk, held)
    mine = _unbegun_of(actor, project)
    if mine is not None and mine.video_id != after:
        return VideoOffer(mine.video_id, Place.NEW, None, _extended(mine, policy, now))
    video = video_queues.free_for(actor, project, policy.writers, after).first()
    if video is None:
        return None
    held = _held_by(actor, video, policy, now, begun=False)
    return VideoOffer(video.pk, Place.NEW, None, held)


@transaction.atomic
def reserve_video(*, actor: User, project: Project, video_id: UUID) -> VideoReservation:
    """QU100: take this video, or keep it a while longer. Refused where as many as may write about it already."""
    video = video_visible_to(actor, project, video_id)
    _require_writer(actor, project)
    require_usable(video)
    take_seat(actor)
    policy, now = _take_turn(project), timezone.now()
    begun = video_queues.unfinished_of(actor, video).exists()
    reservation = _held_by(actor, video, policy, now, begun=begun)
    if reservation is None:
        raise _taken_by_others(video, policy)
    return reservation


@transaction.atomic
def keep_video(*, actor: User, project: Project, video_id: UUID) -> VideoReservation:
    """A sign of life of the page: the reservation goes on. Whoever lost the video meanwhile, or whose video may not
    be used any more, is told."""
    video = video_visible_to(actor, project, video_id)
    require_usable(video)
    mine = _open().filter(video=video, person=actor).select_for_update(no_key=True).first()
    now = timezone.now()
    if mine is None or mine.expires_at <= now:
        others = video_queues.held_until(actor, video)
        raise ConflictError(
            "Your time with this video ran out, or a maintainer gave it back. Your marks and texts are kept; take it "
            "again to go on.",
            code="video.reservation_ended",
            about={"held_until": others},
        )
    return _extended(mine, video_queues.policy_of(project.pk), now)


@transaction.atomic
def release_video(*, actor: User, project: Project, video_id: UUID, username: str = "") -> None:
    """QU102: give a video back; a maintainer may free what somebody else holds. What was written and marked stays
    with its author. One that is free already stays so."""
    video = video_visible_to(actor, project, video_id)
    mine = username in ("", actor.username)
    if not mine:
        require_maintainer(actor, project)
    held = _open().filter(video=video, person__username=username or actor.username).select_for_update(of=("self",))
    reservation = held.select_related("person", "project", "video").first()
    if reservation is None:
        return
    _end(reservation, to=ReservationState.RELEASED if mine else ReservationState.REVOKED, now=timezone.now())
    if not mine:
        audit.video_reservation_revoked(actor=actor, reservation=reservation)
        notices.video_reservation_revoked(reservation, actor=actor)


@transaction.atomic
def skip_video(*, actor: User, project: Project, video_id: UUID, reason: str, note: str = "") -> None:
    """QU103: skip a whole video with a reason and without a penalty; it is not offered to the actor again."""
    if reason not in SKIP_CODES:
        message = f"Give one of these reasons: {', '.join(SKIP_CODES)}."
        raise InvalidError(message, code="item.unknown_reason", fields={"reason": [message]})
    video = video_visible_to(actor, project, video_id)
    _require_writer(actor, project)
    take_seat(actor)
    now = timezone.now()
    columns = {"end_reason": reason, "note": note[:MAX_NOTE]}
    reservation = _open().filter(video=video, person=actor).select_for_update(no_key=True).first()
    if reservation is not None:
        _end(reservation, to=ReservationState.SKIPPED, now=now, **columns)
    else:
        skipped = VideoReservation.objects.filter(video=video, person=actor, state=ReservationState.SKIPPED)
        if skipped.exists():
            return
        reservation = VideoReservation.objects.create(
            project=project,
            video=video,
            person=actor,
            place=1,
            state=ReservationState.SKIPPED.value,
            expires_at=now,
            ended_at=now,
            **columns,
        )
    audit.video_skipped(actor=actor, reservation=reservation)


@transaction.atomic
def expire_video_reservations() -> int:
    """QU102: end what is past its time. Safe to run twice at once."""
    return _end_overdue(_open(), timezone.now())


def begin_video(actor: User, video: Video) -> None:
    """QU100: whoever begins an item about a whole video has the video from then on, for hours. Refuses where as many
    as may write about it already. Assumes a transaction."""
    take_seat(actor)
    project = video.project
    policy = _take_turn(project)
    if _held_by(actor, video, policy, timezone.now(), begun=True) is None:
        raise _taken_by_others(video, policy)


def finish_video(item: Item) -> None:
    """Whoever has no other item of the video in the making leaves it to the next. Assumes the item's lock."""
    _leave(item, EndReason.SUBMITTED)


def unbegin_video(item: Item) -> None:
    """The same for an item that is no more."""
    _leave(item, EndReason.DISCARDED)


def _leave(item: Item, reason: EndReason) -> None:
    if item.granularity != Granularity.EPISODE or item.video_id is None or item.author_id is None:
        return
    reservation = _open().filter(video_id=item.video_id, person_id=item.author_id).first()
    if reservation is None or video_queues.unfinished(item.video_id, item.author_id).exclude(pk=item.pk).exists():
        return
    _end(reservation, to=ReservationState.DONE, now=timezone.now(), end_reason=reason.value)


def pass_on_video(item: Item, before: User | None) -> None:
    """QU86: with an item its video goes to whoever writes it from here on. Assumes the item's lock."""
    if before is None or item.video is None or item.granularity != Granularity.EPISODE or item.author is None:
        return
    if before == item.author or video_queues.unfinished(item.video.pk, before.pk).exclude(pk=item.pk).exists():
        return
    policy, now = _take_turn(item.project), timezone.now()
    old = _open().filter(video=item.video, person=before).first()
    if old is not None:
        _end(old, to=ReservationState.REVOKED, now=now)
        _held_by(item.author, item.video, policy, now, begun=True)


def _require_writer(actor: User, project: Project) -> None:
    if not policies.can_write_items(actor, project):
        raise NotAllowedError("Only annotators and maintainers write items.", code="item.not_author")


def _take_turn(project: Project) -> QueuePolicy:
    """Everybody who takes a whole video of the project waits for one another here, so that nobody counts writers
    while somebody else becomes one."""
    QueuePolicy.objects.get_or_create(project=project)
    return QueuePolicy.objects.select_for_update(no_key=True).get(project=project)


def _held_by(
    actor: User, video: Video, policy: QueuePolicy, now: datetime, *, begun: bool
) -> VideoReservation | None:
    """The actor's reservation of it, a new one where there is room, else None. Assumes the turn."""
    mine = _open().filter(video=video, person=actor).first()
    if mine is not None:
        mine.begun = mine.begun or begun
        return _extended(mine, policy, now)
    _end_overdue(_open().filter(video=video), now)
    place = lowest_free(_places(video), policy.writers)
    return None if place is None else _reserve(actor, video, place, policy, now, begun=begun)


def _reserve(
    actor: User, video: Video, place: int, policy: QueuePolicy, now: datetime, *, begun: bool
) -> VideoReservation:
    if not begun:
        held = _unbegun_of(actor, video.project)
        if held is not None:
            _end(held, to=ReservationState.RELEASED, now=now)
    return VideoReservation.objects.create(
        project_id=video.project_id,
        video=video,
        person=actor,
        place=place,
        begun=begun,
        expires_at=policy.terms.until(now, begun=begun),
    )


def _places(video: Video) -> list[int]:
    return list(_open().filter(video=video).values_list("place", flat=True))


def _extended(reservation: VideoReservation, policy: QueuePolicy, now: datetime) -> VideoReservation:
    reservation.expires_at = max(reservation.expires_at, policy.terms.until(now, begun=reservation.begun))
    reservation.save(update_fields=["begun", "expires_at"])
    return reservation


def _unbegun_of(actor: User, project: Project) -> VideoReservation | None:
    return _open().filter(project=project, person=actor, begun=False).first()


def _end_overdue(reservations: QuerySet[VideoReservation], now: datetime) -> int:
    due = reservations.filter(expires_at__lte=now).select_for_update(no_key=True, skip_locked=True).order_by("pk")
    ended = list(due)
    for reservation in ended:
        _end(reservation, to=ReservationState.EXPIRED, now=now)
    return len(ended)


def _end(reservation: VideoReservation, *, to: ReservationState, now: datetime, **columns: object) -> None:
    move(reservation, to=to, transitions=RESERVATION_TRANSITIONS, ended_at=now, **columns)


def _open() -> QuerySet[VideoReservation]:
    return VideoReservation.objects.filter(state=ReservationState.OPEN)


def _taken_by_others(video: Video, policy: QueuePolicy) -> ConflictError:
    until = _open().filter(video=video).order_by("expires_at").values_list("expires_at", flat=True).first()
    who = "Somebody else writes" if policy.writers == 1 else f"{policy.writers} others write"
    when = f" until {moment(until)}" if until is not None else ""
    return ConflictError(
        f"{who} about this video{when}. You can watch and mark it; what you marked is kept.",
        code="video.reserved",
        about={"held_until": until},
    )
