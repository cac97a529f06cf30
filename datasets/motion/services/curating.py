"""What a maintainer says about single motions, one by one or many at a time: scenario, content warnings, and that a
motion is to be inspected again."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import User
from affectory.core.errors import ConflictError
from affectory.core.jobs import enqueue
from affectory.core.transitions import move
from datasets.motion import audit
from datasets.motion.domain.states import ASSET_TRANSITIONS, AssetState
from datasets.motion.models import MotionAsset
from datasets.motion.services.access import locked_motion


@transaction.atomic
def set_scenario(*, actor: User, motion_id: UUID, scenario: str) -> str:
    """Returns what stood there before."""
    motion = _there(actor, motion_id)
    before, motion.scenario = motion.scenario, scenario
    if before != scenario:
        motion.save(update_fields=["scenario"])
        audit.motion_described(actor=actor, motion=motion, field="scenario", before=before, after=scenario)
    return before


@transaction.atomic
def set_content_warnings(*, actor: User, motion_id: UUID, warnings: Sequence[str]) -> list[str]:
    """Returns what stood there before."""
    motion = _there(actor, motion_id)
    before, motion.content_warnings = list(motion.content_warnings), list(warnings)
    if before != motion.content_warnings:
        motion.save(update_fields=["content_warnings"])
        audit.motion_described(
            actor=actor, motion=motion, field="content_warnings", before=before, after=motion.content_warnings
        )
    return before


@transaction.atomic
def inspect_again(*, actor: User, motion_id: UUID) -> None:
    """MO20: the same bytes are inspected anew, with the checks and thresholds of today. Until then the motion waits
    like one that has just been uploaded."""
    motion = _there(actor, motion_id)
    if motion.state == AssetState.UPLOADED:
        raise ConflictError("This motion waits for its inspection already.", code="motion.waits")
    move(
        motion,
        to=AssetState.UPLOADED,
        actor=actor,
        transitions=ASSET_TRANSITIONS,
        uploaded_at=timezone.now(),
        rejection_reasons=[],
    )
    audit.motion_described(actor=actor, motion=motion, field="inspection", before="", after="asked for again")
    enqueue("motion.inspect", motion_id=motion.pk)


def _there(actor: User, motion_id: UUID) -> MotionAsset:
    motion = locked_motion(actor, motion_id)
    if motion.state == AssetState.WITHDRAWN:
        raise ConflictError("This motion was withdrawn; there is nothing left of it.", code="motion.withdrawn")
    return motion
