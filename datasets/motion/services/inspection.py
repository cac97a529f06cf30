"""A motion's way from its bytes to READY or REJECTED."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any
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
from datasets.motion.inspecting import Inspection, Wishes, inspect_data
from datasets.motion.models import EarlierRetargeting, ImportRow, MotionAsset, Performance
from datasets.motion.retarget import RetargetOptions
from datasets.motion.selectors import joints_in_force, partners_of
from datasets.motion.thresholds import installed_thresholds

logger = logging.getLogger(__name__)


def inspect_motion(*, motion_id: UUID) -> MotionAsset:
    """MO20: read, retarget and check the bytes a motion holds, with no transaction open meanwhile.

    Safe to call twice at once: the result depends on the bytes and on what people decided about them (options, and
    which joint is which) alone, and only one call's move is taken. What they decided meanwhile is found out under the
    lock, and the inspection begins again.
    """
    motion = MotionAsset.objects.filter(pk=motion_id).first()
    if motion is None:
        raise NotFoundError("There is no such motion.", code="motion.no_motion")
    if motion.state != AssetState.UPLOADED:
        return motion
    try:
        data = storage.read_bytes(motion.source_sha256)
    except NotFoundError:
        # Withdrawn a moment ago, which the record finds out; or lost, and then nobody waits for it for ever.
        return record_inspection(motion=motion, inspection=Inspection(reasons=(_lost(motion.source_file),)))
    inspection = inspect_bytes(
        data,
        name=motion.source_file,
        unit=motion.unit,
        up_axis=motion.up_axis,
        wishes=wishes_for(motion.project_id, motion.retarget_options),
    )
    try:
        return record_inspection(motion=motion, inspection=inspection)
    except DataError as error:
        # Something in the file that the database cannot hold: without a verdict it would be inspected for ever.
        logger.exception("inspection of %s cannot be kept", motion.source_file)
        return record_inspection(motion=motion, inspection=_broke_off(motion.source_file, error))


@transaction.atomic
def record_inspection(*, motion: MotionAsset, inspection: Inspection) -> MotionAsset:
    """Write what an inspection found, unless the motion has got other bytes or another verdict meanwhile.

    Its files are stored under the lock: of a motion that was withdrawn meanwhile nothing is left behind (WD3)."""
    current = MotionAsset.objects.select_for_update().get(pk=motion.pk)
    if not still_waits(current, motion):
        return current
    if inspection.joint_map != joints_in_force(current.project_id, inspection.skeleton_sha256):
        # Somebody said which joint is which while the file was read.
        enqueue("motion.inspect", motion_id=current.pk)
        return current
    stored = {
        "positions_sha256": storage.put_bytes(inspection.positions) if inspection.positions else "",
        "retargeted_sha256": storage.put_bytes(inspection.retargeted) if inspection.retargeted else "",
        "check_series_sha256": storage.put_bytes(canonical_json(inspection.series)) if inspection.series else "",
    }
    if current.retargeted_sha256 and current.retargeted_sha256 != stored["retargeted_sha256"]:
        keep_earlier(current)
    move(
        current,
        to=_verdict(inspection),
        transitions=ASSET_TRANSITIONS,
        rejection_reasons=list(inspection.reasons),
        inspected_at=timezone.now(),
        fps=inspection.fps,
        fps_ratio=inspection.fps_ratio,
        frames=inspection.frames,
        duration_s=inspection.duration_s,
        skeleton=inspection.skeleton,
        skeleton_sha256=inspection.skeleton_sha256,
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


def _verdict(inspection: Inspection) -> AssetState:
    if inspection.needs_mapping:
        return AssetState.NEEDS_MAPPING
    return AssetState.REJECTED if inspection.reasons else AssetState.READY


def still_waits(current: MotionAsset, inspected: MotionAsset) -> bool:
    """Whether the locked row still asks for a verdict on the bytes that were inspected, in the way they were.

    With other options, or a mapping saved meanwhile, it is wanted again by whoever changed them."""
    return (
        current.state == AssetState.UPLOADED
        and not current.inspection_wanted
        and _read_as(current) == _read_as(inspected)
    )


def _read_as(motion: MotionAsset) -> tuple[Any, ...]:
    return motion.source_sha256, motion.unit, motion.up_axis, motion.retarget_options


def wishes_for(project_id: UUID, options: Mapping[str, Any] | None = None) -> Wishes:
    """What this installation and the project's people decided about a file that is to be inspected."""
    return Wishes(
        options=RetargetOptions.from_json(options or {}),
        joints_of=partial(joints_in_force, project_id),
        least_confidence=settings.MOTION_RECOGNITION_LEAST_CONFIDENCE,
    )


def keep_earlier(motion: MotionAsset) -> None:
    """MO54: episodes composed of a motion keep its file; a new one takes nothing away. Assumes the row's lock."""
    EarlierRetargeting.objects.create(
        motion=motion,
        source_sha256=motion.source_sha256,
        **{name: getattr(motion, name) for name in _KEPT},
    )


_KEPT = (
    "retargeted_sha256",
    "positions_sha256",
    "check_series_sha256",
    "checks",
    "checks_outcome",
    "retarget_report",
    "inspected_at",
)


def inspect_bytes(
    data: bytes, *, name: str, unit: str = "", up_axis: str = "", wishes: Wishes | None = None
) -> Inspection:
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
            wishes=wishes,
        )
    except Exception as error:
        logger.exception("inspection of %s broke off", name)
        return _broke_off(name, error)


def _lost(name: str) -> str:
    return (
        f"{name}: the stored file is not there any more; whoever keeps this installation has to bring it back from a "
        "backup, then have the motion inspected again"
    )


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
    if inspection.needs_mapping:
        inspection = replace(inspection, reasons=(), warnings=(*inspection.warnings, *inspection.reasons))
    if inspection.reasons:
        rows.exclude(outcome=RowOutcome.REFUSED.value).update(
            outcome=RowOutcome.REFUSED.value, reason="; ".join(inspection.reasons), field="file"
        )
        return
    if inspection.warnings:
        _warn(motion, inspection.warnings)
