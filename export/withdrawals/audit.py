from __future__ import annotations

from affectory.accounts.models import User
from affectory.core.audit import record
from export.withdrawals.models import Purge, Tombstone


def withdrawn(*, actor: User, tombstone: Tombstone) -> None:
    record(
        actor=actor,
        event="withdrawal_carried_out",
        project_id=tombstone.project_id,
        subject=tombstone,
        kind=tombstone.kind,
        subject_id=str(tombstone.subject_id),
        reason=tombstone.reason,
        sentence=tombstone.sentence,
    )


def purged(*, purge: Purge, deleted: int, kept: int) -> None:
    record(
        actor=None,
        event="withdrawal_purged",
        project_id=purge.tombstone.project_id,
        subject=purge.tombstone,
        deleted=deleted,
        kept=kept,
    )
