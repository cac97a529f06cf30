"""Which joint is which, and how motions are put onto the avatar: looked at, tried out, decided."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from affectory.core.errors import InvalidError
from affectory.core.models import Job
from datasets.motion import selectors, services
from datasets.motion.api import skeleton_shapes as shapes
from datasets.motion.api.motions import MotionView
from datasets.motion.checks import CHECK_LABELS, CheckResult
from datasets.motion.models import MotionAsset
from datasets.motion.retarget import OptionsError, RetargetOptions


class SkeletonView(MotionView):
    @extend_schema(responses=shapes.SkeletonSerializer)
    def get(self, request: Request, project: str, motion_id: UUID) -> Response:
        motion = self.find_motion(motion_id)
        return Response(_as_body(motion, services.look_at_skeleton(motion=motion)))


class TrialView(MotionView):
    """Try a mapping and options on a motion's beginning. Keeps nothing."""

    @extend_schema(request=shapes.NewTrialSerializer, responses=shapes.TrialSerializer)
    def post(self, request: Request, project: str, motion_id: UUID) -> Response:
        motion = self.find_motion(motion_id)
        given = _valid(shapes.NewTrialSerializer, request)
        options = _options(given.get("options", motion.retarget_options))
        trial = services.try_mapping(
            motion=motion, joints=given.get("joints"), options=options, with_before=options.lock_feet
        )
        made = trial.motion
        return Response(
            {
                "problems": [{"joint": p.joint, "message": p.message} for p in trial.problems],
                "refusal": trial.refusal,
                "motion": base64.b64encode(made.to_bytes()).decode() if made else None,
                "report": made.report.as_json() if made and made.report else {},
                "checks": _measured(trial.checks),
                "before": _measured(trial.before),
            }
        )


class MappingView(MotionView):
    """Decide which joint is which for all motions of this skeleton; they are inspected again as a job."""

    @extend_schema(request=shapes.NewSkeletonMappingSerializer, responses=shapes.SavedSkeletonMappingSerializer)
    def put(self, request: Request, project: str, motion_id: UUID) -> Response:
        self.find_motion(motion_id)
        given = _valid(shapes.NewSkeletonMappingSerializer, request)
        mapping, job = services.save_skeleton_mapping(
            actor=self.person,
            motion_id=motion_id,
            joints=given.get("joints"),
            restores=given.get("restores"),
            expected_version=given["expected_version"],
        )
        return Response({"version": mapping.version, **_started(job)})


class RetargetingView(MotionView):
    """The options of this motion's retargeting, and what setting others would do."""

    @extend_schema(responses=shapes.RetargetOptionsSerializer)
    def get(self, request: Request, project: str, motion_id: UUID) -> Response:
        motion = self.find_motion(motion_id)
        scopes = []
        for scope in selectors.RETARGET_SCOPES:
            effect = services.effect_on(selectors.in_scope(motion, scope))
            scopes.append({"scope": scope, **_effect(effect)})
        return Response({"options": motion.retarget_options, "scopes": scopes})

    @extend_schema(request=shapes.NewRetargetingSerializer, responses=shapes.RetargetingSerializer)
    def post(self, request: Request, project: str, motion_id: UUID) -> Response:
        motion = self.find_motion(motion_id)
        given = _valid(shapes.NewRetargetingSerializer, request)
        _, job = services.set_retarget_options(
            actor=self.person,
            project_id=self.project.pk,
            motions=selectors.in_scope(motion, given["scope"]),
            options=_options(given["options"]),
        )
        return Response(_started(job))


def _valid(kind: type[Serializer], request: Request) -> dict[str, Any]:
    given = kind(data=request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def _options(given: Mapping[str, Any]) -> RetargetOptions:
    try:
        return RetargetOptions.from_json(dict(given))
    except OptionsError as error:
        raise InvalidError(str(error), code="motion.no_such_option", fields={error.field: [str(error)]}) from error


def _started(job: Job | None) -> dict[str, Any]:
    return {"motions": (job.total or 0) if job else 0, "job_id": job.pk if job else None}


def _effect(effect: services.Effect) -> dict[str, int]:
    return {"motions": effect.motions, "in_episodes": effect.in_episodes, "episodes": effect.episodes}


def _measured(checks: Sequence[CheckResult]) -> list[dict[str, Any]]:
    return [
        {
            "id": check.id,
            "label": CHECK_LABELS[check.id],
            "value": check.value,
            "unit": check.unit,
            "outcome": str(check.outcome),
            "message": check.message,
        }
        for check in checks
    ]


def _as_body(motion: MotionAsset, view: services.SkeletonView) -> dict[str, Any]:
    return {
        "sha256": motion.skeleton_sha256,
        "joints": motion.skeleton.get("joints", []),
        "pose": view.pose.described,
        "positions": [[round(float(value), 4) for value in place] for place in view.pose.positions],
        "family": view.family,
        "confidence": view.confidence,
        "scores": [{"family": family, "score": score} for family, score in view.scores.items()],
        "suggestions": list(view.suggestions),
        "versions": shapes.SkeletonMappingSerializer(view.versions, many=True).data,
        "effect": _effect(view.effect),
    }
