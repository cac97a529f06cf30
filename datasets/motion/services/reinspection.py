"""Inspecting motions again after people decided otherwise about them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.accounts.services import lock_project
from affectory.core import jobs
from affectory.core.models import Job
from affectory.core.transitions import move
from datasets.motion import audit
from datasets.motion.domain.states import ASSET_TRANSITIONS, AssetState
from datasets.motion.models import MotionAsset
from datasets.motion.retarget import RetargetOptions
from datasets.motion.services.access import require_maintainer
from datasets.motion.services.inspection import inspect_motion


@transaction.atomic
def set_retarget_options(
    *, actor: User, motions: Any, project_id: UUID, options: RetargetOptions
) -> tuple[int, Job | None]:
    """Decide how these motions of a project are retargeted; those for which that is news are inspected again."""
    require_maintainer(actor, Project.objects.get(pk=project_id))
    lock_project(project_id)
    changed = motions.filter(project_id=project_id).exclude(state=AssetState.WITHDRAWN.value)
    changed = changed.exclude(retarget_options=options.as_json())
    ids = list(changed.values_list("pk", flat=True))
    if not ids:
        return 0, None
    chosen = MotionAsset.objects.filter(pk__in=ids)
    chosen.update(retarget_options=options.as_json())
    audit.retarget_options_set(actor=actor, project_id=project_id, options=options.as_json(), motions=len(ids))
    return len(ids), start_reinspection(actor=actor, project_id=project_id, motions=chosen)


def start_reinspection(*, actor: User, project_id: UUID, motions: Any) -> Job | None:
    """Mark motions to be inspected again and start the job that does it. Assumes the caller's transaction and the
    project's lock. Those that wait for their first inspection are sent to it once more."""
    total = motions.update(inspection_wanted=True)
    if not total:
        return None
    title = f"Inspect {total} motion{'' if total == 1 else 's'} again"
    return jobs.start_job(
        actor=actor, project_id=project_id, task="motion.reinspect", title=title, total=total, of_project=project_id
    )


def reinspect_motions(*, project_id: UUID, run: jobs.Run) -> None:
    """MO55: one by one until none is marked. A job that was killed or delivered twice goes on where it was: a motion
    is taken by whoever removes its mark."""
    total = run.job.total or 0
    done = refused = 0
    while (motion_id := _take_next(project_id)) is not None:
        motion = inspect_motion(motion_id=motion_id)
        done += 1
        refused += motion.state != AssetState.READY
        run.progress(done=done - refused, refused=refused, total=max(total, done))
        run.stop_if_cancelled()


@transaction.atomic
def _take_next(project_id: UUID) -> UUID | None:
    marked = MotionAsset.objects.filter(project_id=project_id, inspection_wanted=True).order_by("pk")
    motion = marked.select_for_update(skip_locked=True, no_key=True).first()
    if motion is None:
        return None
    if motion.state == AssetState.WITHDRAWN:
        MotionAsset.objects.filter(pk=motion.pk).update(inspection_wanted=False)
        return motion.pk
    now = timezone.now()
    if motion.state == AssetState.UPLOADED:
        MotionAsset.objects.filter(pk=motion.pk).update(inspection_wanted=False, uploaded_at=now)
    else:
        move(
            motion,
            to=AssetState.UPLOADED,
            transitions=ASSET_TRANSITIONS,
            rejection_reasons=[],
            inspection_wanted=False,
            uploaded_at=now,
        )
    return motion.pk
