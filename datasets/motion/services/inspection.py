"""A motion's way from its bytes to READY or REJECTED."""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import DataError, transaction
from django.utils import timezone

from affectory.core import storage
from affectory.core.canonical import canonical_json
from affectory.core.errors import NotFoundError
from affectory.core.jobs import enqueue
from affectory.core.transitions import move
from datasets.motion import audit
from datasets.motion.domain.states import ASSET_TRANSITIONS, AssetState, RowOutcome
from datasets.motion.inspecting import Inspection, inspect_data
from datasets.motion.models import ImportRow, MotionAsset, Performance
from datasets.motion.selectors import partners_of
from datasets.motion.thresholds import installed_thresholds

logger = logging.getLogger(__name__)


def inspect_motion(*, motion_id: UUID) -> MotionAsset:
    """MO20: read, retarget and check the bytes a motion holds, with no transaction open meanwhile.

    Safe to call twice at once: the result depends on the bytes alone, and only one call's move is taken.
    """
    motion = MotionAsset.objects.filter(pk=motion_id).first()
    if motion is None:
        raise NotFoundError("There is no such motion.", code="motion.no_motion")
    if motion.state != AssetState.UPLOADED:
        return motion
    inspection = inspect_bytes(
        storage.read_bytes(motion.source_sha256), name=motion.source_file, unit=motion.unit, up_axis=motion.up_axis
    )
    stored = {
        "positions_sha256": storage.put_bytes(inspection.positions) if inspection.positions else "",
        "retargeted_sha256": storage.put_bytes(inspection.retargeted) if inspection.retargeted else "",
        "check_series_sha256": storage.put_bytes(canonical_json(inspection.series)) if inspection.series else "",
    }
    try:
        return record_inspection(motion=motion, inspection=inspection, stored=stored)
    except DataError as error:
        # Something in the file that the database cannot hold: without a verdict it would be inspected for ever.
        logger.exception("inspection of %s cannot be kept", motion.source_file)
        return record_inspection(motion=motion, inspection=_broke_off(motion.source_file, error), stored={})


@transaction.atomic
def record_inspection(*, motion: MotionAsset, inspection: Inspection, stored: dict[str, str]) -> MotionAsset:
    """Write what an inspection found, unless the motion has got other bytes or another verdict meanwhile."""
    current = MotionAsset.objects.select_for_update().get(pk=motion.pk)
    if not still_waits(current, motion):
        return current
    move(
        current,
        to=AssetState.REJECTED if inspection.reasons else AssetState.READY,
        transitions=ASSET_TRANSITIONS,
        rejection_reasons=list(inspection.reasons),
        inspected_at=timezone.now(),
        fps=inspection.fps,
        fps_ratio=inspection.fps_ratio,
        frames=inspection.frames,
        duration_s=inspection.duration_s,
        skeleton=inspection.skeleton,
        checks=list(inspection.checks),
        checks_outcome=inspection.checks_outcome,
        retarget_report=inspection.retarget_report,
        **stored,
    )
    audit.motion_inspected(motion=current)
    if current.part:
        # Two parts inspected at once would otherwise each miss that the other one is there.
        Performance.objects.select_for_update(no_key=True).get(pk=current.performance_id)
    _tell_reports(current, inspection)
    _tell_pairs(current)
    return current


def still_waits(current: MotionAsset, inspected: MotionAsset) -> bool:
    """Whether the locked row still asks for a verdict on the bytes that were inspected, read as they were."""
    return current.state == AssetState.UPLOADED and _read_as(current) == _read_as(inspected)


def _read_as(motion: MotionAsset) -> tuple[str, str, str]:
    return motion.source_sha256, motion.unit, motion.up_axis


def inspect_bytes(data: bytes, *, name: str, unit: str = "", up_axis: str = "") -> Inspection:
    """The pure inspection under this installation's limits.

    The outermost frame around bytes from elsewhere: a defect of ours that one file brings to light rejects that file
    and is logged; without this it would stop every import that holds the file, again and again.
    """
    try:
        return inspect_data(
            data,
            name=name,
            max_bytes=settings.MOTION_IMPORT_MAX_FILE_BYTES,
            thresholds=installed_thresholds(),
            unit=unit,
            up_axis=up_axis,
        )
    except Exception as error:
        logger.exception("inspection of %s broke off", name)
        return _broke_off(name, error)


def _broke_off(name: str, error: Exception) -> Inspection:
    reason = f"{name} could not be inspected ({type(error).__name__}); this is a fault of the software, report it"
    return Inspection(reasons=(reason,))


@transaction.atomic
def resend_waiting_motions(*, older_than_s: int) -> int:
    """Send motions to their inspection again that have waited for long: a message can be lost with its broker."""
    since = timezone.now() - timedelta(seconds=older_than_s)
    waiting = MotionAsset.objects.filter(state=AssetState.UPLOADED.value, uploaded_at__lte=since)
    ids = list(waiting.order_by("uploaded_at", "id").values_list("pk", flat=True)[:1000])
    for motion_id in ids:
        enqueue("motion.inspect", motion_id=motion_id)
    return len(ids)


def _tell_pairs(motion: MotionAsset) -> None:
    """The reports say of both parts where a performance's parts do not run on one clock (MO41)."""
    for partner in partners_of(motion):
        if partner.why_not and AssetState.READY == motion.state == partner.motion.state:
            for one in (motion, partner.motion):
                _warn(one, (partner.why_not,))


def _warn(motion: MotionAsset, warnings: tuple[str, ...]) -> None:
    rows = ImportRow.objects.filter(motion=motion, source_sha256=motion.source_sha256)
    for row in rows.filter(outcome__in=[RowOutcome.ACCEPTED.value, RowOutcome.WARNING.value]):
        row.outcome = RowOutcome.WARNING.value
        row.warnings = [*row.warnings, *(w for w in warnings if w not in row.warnings)]
        row.reason = "; ".join(row.warnings)
        row.save(update_fields=["outcome", "warnings", "reason"])


def _tell_reports(motion: MotionAsset, inspection: Inspection) -> None:
    """The reports of the imports that brought these bytes say what the inspection found (MO21)."""
    rows = ImportRow.objects.filter(motion=motion, source_sha256=motion.source_sha256)
    if inspection.reasons:
        rows.exclude(outcome=RowOutcome.REFUSED.value).update(
            outcome=RowOutcome.REFUSED.value, reason="; ".join(inspection.reasons), field="file"
        )
        return
    if inspection.warnings:
        _warn(motion, inspection.warnings)
