"""One function per event that is kept about items."""

from __future__ import annotations

from uuid import UUID

from affectory.accounts.models import User
from affectory.core import audit
from annotation.questions.models import Item, ItemImport, QueuePolicy, Reservation, Revision, VideoReservation


def item_created(*, actor: User, item: Item) -> None:
    _of_item(actor, item, "item.created", granularity=item.granularity, type=item.type)


def item_taken(*, actor: User, item: Item) -> None:
    _of_item(actor, item, "item.taken")


def item_changed(*, actor: User, item: Item, before: dict[str, str | None], after: dict[str, str | None]) -> None:
    _of_item(actor, item, "item.changed", before=before, after=after)


def revision_submitted(*, actor: User, item: Item, revision: Revision) -> None:
    event = "item.confirmed" if revision.confirmed else "item.submitted"
    _of_item(actor, item, event, revision=revision.number, digest=revision.digest)


def revision_stands_again(*, actor: User, item: Item, revision: Revision) -> None:
    _of_item(actor, item, "item.submitted_again", revision=revision.number, digest=revision.digest)


def draft_discarded(*, actor: User, item: Item, version: int) -> None:
    _of_item(actor, item, "item.draft_discarded", version=version, external_id=item.external_id)


def item_skipped(*, actor: User, item: Item, reason: str) -> None:
    _of_item(actor, item, "item.skipped", reason=reason)


def item_discarded(*, actor: User, item: Item, reason: str, note: str) -> None:
    _of_item(actor, item, "item.discarded", reason=reason, note=note)


def item_restored(*, actor: User, item: Item) -> None:
    _of_item(actor, item, "item.restored")


def reservation_revoked(*, actor: User, item: Item, reservation: Reservation) -> None:
    _of_item(actor, item, "item.reservation_revoked", person=reservation.person.username)


def video_reservation_revoked(*, actor: User, reservation: VideoReservation) -> None:
    _of_video(actor, reservation, "item.video_reservation_revoked", person=reservation.person.username)


def video_skipped(*, actor: User, reservation: VideoReservation) -> None:
    _of_video(actor, reservation, "item.video_skipped", reason=reservation.end_reason)


def queue_policy_changed(*, actor: User, policy: QueuePolicy) -> None:
    audit.record(
        actor=actor,
        event="item.queue_policy_changed",
        project_id=policy.project_id,
        minutes=policy.minutes,
        begun_hours=policy.begun_hours,
        writers=policy.writers,
    )


def pile_handed_over(*, actor: User, project_id: UUID, giver: str, taker: str, items: int) -> None:
    event = "item.pile_handed_over"
    audit.record(actor=actor, event=event, project_id=project_id, giver=giver, taker=taker, items=items)


def item_settled(*, actor: User | None, item: Item, state: str, reason: str) -> None:
    _of_item(actor, item, "item.settled", state=state, reason=reason)


def submission_taken_back(*, actor: User, item: Item, revision: int) -> None:
    _of_item(actor, item, "item.submission_taken_back", revision=revision)


def import_requested(*, actor: User, item_import: ItemImport) -> None:
    audit.record(
        actor=actor,
        event="item.import_requested",
        project_id=item_import.project_id,
        subject=item_import,
        file=item_import.file_name,
        sha256=item_import.file_sha256,
        dry_run=item_import.dry_run,
    )


def items_linked(*, actor: User, project_id: UUID, linked: int, unlinked: int) -> None:
    audit.record(actor=actor, event="item.linked", project_id=project_id, linked=linked, unlinked=unlinked)


def _of_item(actor: User | None, item: Item, event: str, **data: object) -> None:
    audit.record(actor=actor, event=event, project_id=item.project_id, subject=item, **data)


def _of_video(actor: User, reservation: VideoReservation, event: str, **data: object) -> None:
    project_id, video = reservation.project_id, reservation.video
    audit.record(actor=actor, event=event, project_id=project_id, subject=video, **data)


def item_withdrawn(*, actor: User, item: Item) -> None:
    _of_item(actor, item, "item.withdrawn")
