"""Which joint of a skeleton is which: looked at, tried out, decided by people in versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q

from affectory.accounts.models import User
from affectory.accounts.services import lock_project
from affectory.core import storage
from affectory.core.errors import ConflictError, InvalidError, NotFoundError
from affectory.core.models import Job
from datasets.motion import audit
from datasets.motion.bvh import Bvh, BvhError, BvhLimits, parse_bvh
from datasets.motion.checks import CheckResult, run_checks
from datasets.motion.inspecting import Pose, first_places, rest_pose
from datasets.motion.models import MotionAsset, SkeletonMapping
from datasets.motion.retarget import (
    UNITS,
    AvatarMotion,
    JointProblem,
    RetargetError,
    RetargetOptions,
    mapping_problems,
    recognise,
    retarget,
    survey,
)
from datasets.motion.retarget.transfer import found_joints
from datasets.motion.selectors import SAME_SKELETON, in_scope, joints_in_force, skeleton_mappings
from datasets.motion.services.access import require_maintainer
from datasets.motion.services.reinspection import start_reinspection
from datasets.motion.thresholds import installed_thresholds

PREVIEW_FRAMES: Final = 900
"""So much of a motion is tried out; a page shows no more of it at once."""


@dataclass(frozen=True, slots=True)
class Effect:
    """MO54: how many motions a change would inspect again, and how many of them episodes are made of already."""

    motions: int
    in_episodes: int
    episodes: int


@dataclass(frozen=True, slots=True)
class SkeletonView:
    """A file's skeleton, what is recognised in it, and what people said about it."""

    pose: Pose
    family: str
    confidence: float
    scores: Mapping[str, float]
    suggestions: tuple[dict[str, Any], ...]
    versions: tuple[SkeletonMapping, ...]
    effect: Effect


@dataclass(frozen=True, slots=True)
class Trial:
    """What a mapping with these options would make of a motion's beginning; with problems nothing was made."""

    problems: tuple[JointProblem, ...] = ()
    refusal: str = ""
    motion: AvatarMotion | None = None
    checks: tuple[CheckResult, ...] = ()
    before: tuple[CheckResult, ...] = field(default=())


def look_at_skeleton(*, motion: MotionAsset) -> SkeletonView:
    """Reads the file again: what is kept of an inspection are the joints' places in its frames, not at rest."""
    bvh = _read(motion)
    seen = survey(bvh.joint_names, bvh.parents, places=first_places(bvh))
    found: tuple[dict[str, Any], ...] = found_joints(seen, bvh.joint_names)
    confidence = 0.0
    try:
        body = recognise(bvh.joint_names, bvh.parents, places=first_places(bvh))
    except RetargetError:
        body = None
    if body is not None:
        found, confidence = found_joints(body, bvh.joint_names), body.confidence
    return SkeletonView(
        pose=rest_pose(bvh, body),
        family=seen.family,
        confidence=confidence,
        scores=seen.scores,
        suggestions=found,
        versions=tuple(skeleton_mappings(motion.project_id, motion.skeleton_sha256)),
        effect=effect_on(of_skeleton(motion)),
    )


def try_mapping(
    *, motion: MotionAsset, joints: Mapping[str, int] | None, options: RetargetOptions, with_before: bool = False
) -> Trial:
    """Retarget the beginning of a motion as somebody would have it. Nothing is kept. ``joints`` None takes what is in
    force. ``with_before`` measures the same stretch with feet free too."""
    bvh = _read(motion)
    bvh = replace(bvh, values=bvh.values[:PREVIEW_FRAMES])
    if joints is None:
        joints = joints_in_force(motion.project_id, motion.skeleton_sha256)
    elif problems := mapping_problems(bvh.joint_names, bvh.parents, joints):
        return Trial(problems=problems)
    try:
        body = recognise(bvh.joint_names, bvh.parents, joint_map=joints, places=first_places(bvh))
        given: dict[str, Any] = {
            "unit_scale": UNITS[motion.unit] if motion.unit else None,
            "up_axis": motion.up_axis or None,
            "body": body,
        }
        made = retarget(bvh, options=options, **given)
        free = retarget(bvh, options=replace(options, lock_feet=False), **given) if with_before else None
    except RetargetError as error:
        return Trial(refusal=str(error))
    limits = installed_thresholds()
    return Trial(
        motion=made,
        checks=run_checks(made, bvh=bvh, thresholds=limits),
        before=run_checks(free, bvh=bvh, thresholds=limits) if free is not None else (),
    )


@transaction.atomic
def save_skeleton_mapping(
    *,
    actor: User,
    motion_id: UUID,
    joints: Mapping[str, int] | None = None,
    restores: int | None = None,
    expected_version: int,
) -> tuple[SkeletonMapping, Job | None]:
    """MO51: the next version of a skeleton's mapping, and a job that inspects all motions of that skeleton with it.

    ``restores`` takes the joints of an earlier version; version 0 and an empty mapping let names decide again.
    """
    motion = _locked(actor, motion_id)
    versions = list(skeleton_mappings(motion.project_id, motion.skeleton_sha256))
    current = versions[0].version if versions else 0
    if current != expected_version:
        raise ConflictError(
            "Somebody changed this skeleton's mapping in the meantime; look at it again.",
            code="motion.skeleton_mapping_changed_meanwhile",
            about={"version": current},
        )
    if restores is not None:
        joints = _earlier(versions, restores)
    joints = dict(joints or {})
    _refuse_problems(motion, joints)
    if joints == (versions[0].joints if versions else {}):
        raise InvalidError("This is the mapping in force already.", code="motion.skeleton_mapping_unchanged")
    mapping = SkeletonMapping.objects.create(
        project_id=motion.project_id,
        skeleton_sha256=motion.skeleton_sha256,
        version=current + 1,
        joints=joints,
        restores=restores,
        created_by=actor,
    )
    wanted = of_skeleton(motion)
    audit.skeleton_mapping_saved(actor=actor, mapping=mapping, motions=wanted.count())
    return mapping, start_reinspection(actor=actor, project_id=motion.project_id, motions=wanted)


def of_skeleton(motion: MotionAsset) -> Any:
    """All motions of the project that have this motion's skeleton."""
    return in_scope(motion, SAME_SKELETON)


def effect_on(motions: Any) -> Effect:
    counted = motions.order_by().aggregate(
        motions=Count("pk", distinct=True),
        in_episodes=Count("pk", distinct=True, filter=Q(episodes__isnull=False)),
        episodes=Count("episodes", distinct=True),
    )
    return Effect(**counted)


def _refuse_problems(motion: MotionAsset, joints: Mapping[str, int]) -> None:
    if not joints:
        return
    known = motion.skeleton["joints"]
    names, parents = [joint["name"] for joint in known], [joint["parent"] for joint in known]
    problems = mapping_problems(names, parents, joints)
    if problems:
        raise InvalidError(
            problems[0].message,
            code="motion.skeleton_mapping_impossible",
            fields={problem.joint: [problem.message] for problem in problems},
        )


def _earlier(versions: list[SkeletonMapping], wanted: int) -> dict[str, int]:
    if wanted == 0:
        return {}
    for mapping in versions:
        if mapping.version == wanted:
            return dict(mapping.joints)
    raise NotFoundError(f"There is no version {wanted} of this mapping.", code="motion.no_skeleton_mapping")


def _locked(actor: User, motion_id: UUID) -> MotionAsset:
    motion = MotionAsset.objects.select_related("project").filter(pk=motion_id).first()
    if motion is None:
        raise NotFoundError("There is no such motion.", code="motion.no_motion")
    require_maintainer(actor, motion.project)
    lock_project(motion.project_id)
    if not motion.skeleton_sha256:
        raise ConflictError("This motion has no skeleton that could be read.", code="motion.no_skeleton")
    return motion


def _read(motion: MotionAsset) -> Bvh:
    if not motion.skeleton_sha256:
        raise ConflictError("This motion has no skeleton that could be read.", code="motion.no_skeleton")
    data = storage.read_bytes(motion.source_sha256)
    limits = BvhLimits(max_bytes=settings.MOTION_IMPORT_MAX_FILE_BYTES)
    try:
        return parse_bvh(data, name=motion.source_file, limits=limits)
    except BvhError as error:
        raise ConflictError(str(error), code="motion.no_skeleton") from error
