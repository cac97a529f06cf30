"""The lock under everything one reviewer does, and the picking of a slot. Callers hold the transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from affectory.accounts.models import Membership, Project, Role, User
from affectory.core.errors import ConflictError, NotAllowedError, NotFoundError
from affectory.core.rows import fetch, fetch_joined
from affectory.core.transitions import move

from .. import content, domain, policies
from ..domain import BatchState, LeaseState, Order, SlotState
from ..models import Batch, Lease, ReviewPolicy, Round, Slot

BARRING = [state.value for state in domain.BARRING]
_JOIN_POLICY = (
    "JOIN reviews_reviewpolicy ON reviews_reviewpolicy.project_id = reviews_batch.project_id "
    "AND reviews_reviewpolicy.subject_kind = reviews_batch.subject_kind"
)
_BARRING_SQL = ", ".join(f"'{state}'" for state in BARRING)
_BESIDES_SQL = " AND NOT reviews_round.id = ANY(%s)"


def take_seat(actor: User, project: Project) -> None:
    """RV4: lock the actor's reviewer role and find it there.

    One person's requests (two tabs, a repeated click) thus run one after the other, and a role that was taken away
    a moment ago is seen. Locks are taken in this order: membership, lease, round, slot.
    """
    tail = "WHERE project_id = %s AND user_id = %s AND role = %s FOR UPDATE"
    if not actor.is_active or not fetch(Membership, tail, [project.pk, actor.pk, Role.REVIEWER.value]):
        raise no_reviewer()


def no_reviewer() -> NotAllowedError:
    """RV53"""
    return NotAllowedError(
        "You are no reviewer of this project (any more). Nothing of this was counted; keep your text and ask a "
        "maintainer for the role.",
        code="review.not_reviewer",
    )


def changed_meanwhile() -> ConflictError:
    """What the database's last guard said no to, as an answer; every lock before it should have seen to that."""
    return ConflictError("Somebody else was faster. Nothing was changed; try again.", code="review.changed_meanwhile")


def own_lease(actor: User, project: Project, lease_id: UUID) -> Lease:
    """A lease of the actor's, locked. Raises for one that is not there or somebody else's."""
    found = lock_leases("reviews_lease.project_id = %s AND reviews_lease.id = %s", [project.pk, lease_id])
    if not found:
        raise NotFoundError("There is no such lease.", code="review.lease_not_found")
    if not policies.can_use_lease(actor, found[0]):
        raise NotAllowedError("This lease was given to somebody else.", code="review.not_your_lease")
    found[0].reviewer = actor
    return found[0]


def own_lease_in(state: LeaseState, actor: User, project: Project) -> Lease | None:
    """The actor's open or held lease, locked; there is at most one of each."""
    condition = "reviews_lease.project_id = %s AND reviews_lease.reviewer_id = %s AND reviews_lease.state = %s"
    for lease in lock_leases(condition, [project.pk, actor.pk, state.value]):
        lease.reviewer = actor
        return lease
    return None


def lock_leases(condition: str, params: Sequence[Any]) -> list[Lease]:
    """Leases with their round, slot, batch and its policy; only the lease is locked."""
    tail = (
        "JOIN reviews_round ON reviews_round.id = reviews_lease.round_id "
        "JOIN reviews_slot ON reviews_slot.id = reviews_lease.slot_id "
        "JOIN reviews_batch ON reviews_batch.id = reviews_lease.batch_id "
        f"{_JOIN_POLICY} WHERE {condition} FOR UPDATE OF reviews_lease"
    )
    leases = []
    for lease, round_, slot, batch, policy in fetch_joined((Lease, Round, Slot, Batch, ReviewPolicy), tail, params):
        lease.round, lease.slot, lease.batch, batch.policy = round_, slot, batch, policy
        leases.append(lease)
    return leases


def expiry(batch: Batch, now: datetime) -> datetime:
    return now + timedelta(minutes=batch.policy.lease_minutes)


def end_lease(
    lease: Lease, *, to: LeaseState, actor: User | None, now: datetime, reason: str = "", note: str = ""
) -> None:
    """End an open lease and free its slot."""
    move(
        lease,
        to=to,
        transitions=domain.LEASE_TRANSITIONS,
        actor=actor,
        ended_at=now,
        end_reason=reason,
        end_note=note,
    )
    free_slot(lease.slot)


def free_slot(slot: Slot) -> None:
    move(slot, to=SlotState.FREE, transitions=domain.SLOT_TRANSITIONS)


def open_batches(project: Project, batch_id: UUID | None) -> list[Batch]:
    """Batches being served, the most urgent and then the oldest first, with their policy; or the one asked for."""
    tail = (
        f"{_JOIN_POLICY} WHERE reviews_batch.project_id = %s AND reviews_batch.state = %s "
        "ORDER BY reviews_batch.priority DESC, reviews_batch.created_at, reviews_batch.id"
    )
    found = []
    for batch, policy in fetch_joined((Batch, ReviewPolicy), tail, [project.pk, BatchState.OPEN.value]):
        batch.policy = policy
        if batch_id in (None, batch.pk):
            found.append(batch)
    if batch_id is not None and not found:
        raise NotFoundError("There is no such open batch.", code="review.batch_not_found")
    return found


def last_served(batch: Batch, actor: User) -> Lease | None:
    """What the actor was served last in the batch and did not give back."""
    tail = (
        "JOIN reviews_slot ON reviews_slot.id = reviews_lease.slot_id "
        "WHERE reviews_lease.batch_id = %s AND reviews_lease.reviewer_id = %s AND reviews_lease.state = ANY(%s) "
        "ORDER BY reviews_lease.served_at DESC LIMIT 1"
    )
    for lease, slot in fetch_joined((Lease, Slot), tail, [batch.pk, actor.pk, BARRING]):
        lease.slot = slot
        return cast(Lease, lease)
    return None


def pick_slot(
    batch: Batch, actor: User, previous: Lease | None, *, locked: bool = True, besides: Sequence[UUID] = ()
) -> Slot | None:
    """RV1, RV9, RV44: the next free slot in the actor's own order, locked; slots that others are taking are passed
    over. Without the lock it is a look ahead and no promise; then rounds that were found already are left out.
    RV52: nothing beyond one person's share.
    """
    if previous is not None and 0 < batch.policy.most_per_person <= previous.position:
        return None
    search = _Search(batch, actor, locked, besides)
    if batch.order == Order.VIDEO:
        return _next_by_video(search, previous)
    return search.first("priority > 0", order="priority DESC, created_at") or _next_shuffled(search, previous)


def _next_by_video(search: _Search, previous: Lease | None) -> Slot | None:
    """RV44: on through the video one is in; then the video of what is most urgent, from its beginning, else the one
    that comes next. What is urgent never interrupts a video: a place out of order would tell that it came back.
    """
    key = domain.probe_video(seed=search.batch.seed, person=str(search.actor.pk))
    if previous is not None:
        key = previous.slot.shuffle_key
        slot = search.first(f"shuffle_key >= {key}", f"shuffle_key < {domain.after_video(key)}")
        if slot is not None:
            return slot
    urgent = search.first("priority > 0", order="priority DESC, created_at", locked=False)
    if urgent is not None:
        key = domain.first_of_video(urgent.shuffle_key)
    return search.first(f"shuffle_key >= {key}") or search.first(f"shuffle_key < {key}")


def _next_shuffled(search: _Search, previous: Lease | None) -> Slot | None:
    """RV9: from a seeded place in the shuffle; the rule about runs gives way when nothing else is left."""
    turn = previous.position if previous is not None else 0
    start = domain.probe(seed=search.batch.seed, person=str(search.actor.pk), turn=turn)
    avoided: dict[str, str | None] = {}
    if previous is not None:
        avoided["family"] = domain.tired_of(previous.slot.family, previous.family_run)
        avoided["performer_key"] = domain.tired_of(previous.slot.performer_key, previous.performer_run)
    for columns in _ever_less(avoided):
        slot = search.first(f"shuffle_key >= {start}", avoided=columns)
        slot = slot or search.first(f"shuffle_key < {start}", avoided=columns)
        if slot is not None:
            return slot
    return None


@dataclass(frozen=True, slots=True)
class _Search:
    """Free slots of a batch whose round the actor may, did not have and wants to see."""

    batch: Batch
    actor: User
    locked: bool
    besides: Sequence[UUID]

    def first(
        self,
        *conditions: str,
        order: str = "shuffle_key",
        avoided: Mapping[str, str] | None = None,
        locked: bool | None = None,
    ) -> Slot | None:
        """The first slot by `order` that fulfils all conditions and has none of the values to avoid."""
        avoided = avoided or {}
        lock = self.locked if locked is None else locked
        wanted = [*(f"reviews_slot.{one}" for one in conditions), *(f"reviews_slot.{name} <> %s" for name in avoided)]
        wanted_here, unwanted = content.wanted_sql(self.actor, self.batch.subject_kind)
        ordered = ", ".join(f"reviews_slot.{column}" for column in order.split(", "))
        tail = (
            "JOIN reviews_round ON reviews_round.id = reviews_slot.round_id "  # noqa: S608  columns and numbers of ours
            "WHERE reviews_slot.batch_id = %s AND reviews_slot.state = 'FREE' "
            "AND reviews_round.state = 'OPEN' AND NOT reviews_round.is_paused "
            f"AND {' AND '.join(wanted)} "
            "AND NOT EXISTS (SELECT 1 FROM reviews_exclusion "
            "WHERE reviews_exclusion.round_id = reviews_slot.round_id AND reviews_exclusion.person_id = %s) "
            "AND NOT EXISTS (SELECT 1 FROM reviews_lease WHERE reviews_lease.round_id = reviews_slot.round_id "
            f"AND reviews_lease.reviewer_id = %s AND reviews_lease.state IN ({_BARRING_SQL}))"
            f"{wanted_here}{_BESIDES_SQL if self.besides else ''} "
            f"ORDER BY {ordered} LIMIT 1{' FOR UPDATE OF reviews_slot SKIP LOCKED' if lock else ''}"
        )
        params = [self.batch.pk, *avoided.values(), self.actor.pk, self.actor.pk, *unwanted]
        if self.besides:
            params.append(list(self.besides))
        for slot, round_ in fetch_joined((Slot, Round), tail, params):
            slot.round, round_.batch = round_, self.batch
            return cast(Slot, slot)
        return None


def _ever_less(avoided: dict[str, str | None]) -> list[dict[str, str]]:
    """What to avoid, strictest first, down to nothing."""
    given = {column: value for column, value in avoided.items() if value}
    steps = [given]
    if len(given) == 2:
        steps.append({"family": given["family"]})
    if given:
        steps.append({})
    return steps
