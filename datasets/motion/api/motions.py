"""Motions, one by one and in pages, and the bytes that the player shows."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, cast
from uuid import UUID

from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.accounts.models import Role, User
from affectory.accounts.views import ProjectAPIView
from affectory.api.files import blob_response, picture_response
from affectory.api.pagination import PAGE_PARAMETERS, page_of
from affectory.browsing.api.views import WHERE, LibraryView
from affectory.core import storage
from affectory.core.errors import NotFoundError
from datasets.motion import selectors, services
from datasets.motion.api import serializers
from datasets.motion.avatar import AVATAR_JOINTS, AVATAR_PARENTS, REST_POSITIONS, mannequin_glb
from datasets.motion.checks import CHECK_LABELS
from datasets.motion.domain.labels import FIVE_LABELS
from datasets.motion.domain.states import AssetState, ExclusionKind
from datasets.motion.library import LIBRARY
from datasets.motion.models import MotionAsset
from datasets.motion.poster import POSTER_VERSION, poster_svg
from datasets.motion.retarget import REQUIRED_JOINTS

BINARY = {(200, "application/octet-stream"): OpenApiTypes.BINARY}
SERIES_INLINE_FRAMES = 20_000
NAMES = {
    "collection_name": F("collection__name"),
    "performer_name": F("performer__name"),
    "performance_name": F("performance__external_id"),
}
"""What a row shows of others, as its own columns: objects of them would cost more than the row."""


class MotionView(ProjectAPIView):
    """MO30: every view of motions is for maintainers."""

    roles = {"GET": (Role.MAINTAINER,), "POST": (Role.MAINTAINER,), "PUT": (Role.MAINTAINER,)} | {
        "PATCH": (Role.MAINTAINER,),
        "DELETE": (Role.MAINTAINER,),
    }

    @property
    def person(self) -> User:
        """Who asks; nobody unknown gets this far."""
        return cast(User, self.request.user)

    def find_motion(self, motion_id: UUID) -> MotionAsset:
        motion = (
            selectors.motions_visible_to(self.person, self.project)
            .select_related("collection", "performer", "performance")
            .annotate(**NAMES)
            .filter(pk=motion_id)
            .first()
        )
        if motion is None:
            raise NotFoundError("There is no such motion in this project.", code="motion.no_motion")
        return motion


class MotionsView(LibraryView):
    """MO30: for maintainers."""

    library = LIBRARY

    @extend_schema(
        parameters=[
            OpenApiParameter("label", str, many=True, enum=[*FIVE_LABELS, "none"]),
            OpenApiParameter("state", str, many=True, enum=[state.value for state in AssetState]),
            OpenApiParameter("checks", str, many=True, enum=["pass", "warn", "fail", "none"]),
            OpenApiParameter("exclusion", str, many=True, enum=[*(kind for kind in ExclusionKind if kind), "none"]),
            OpenApiParameter("collection", str, many=True, description="Ids or names."),
            OpenApiParameter("performer", str, many=True, description='Ids, or "none".'),
            OpenApiParameter("scenario", str, many=True),
            OpenApiParameter("synthetic", str, many=True, enum=["yes", "no"]),
            *WHERE,
            *PAGE_PARAMETERS,
        ],
        responses=page_of(serializers.MotionRowSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        return self.page(request, serializers.MotionRowSerializer, _shown)


def _shown(motions: QuerySet[MotionAsset]) -> QuerySet[MotionAsset]:
    """What a row shows, in one statement."""
    own = (f for f in serializers.MotionRowSerializer.Meta.fields if f not in _RELATED)
    return motions.annotate(**NAMES).only(*own, "retargeted_sha256", "created_at")


_RELATED = {"collection", "performer", "performance", "poster_url"}


class MotionDetailView(MotionView):
    @extend_schema(responses=serializers.MotionDetailSerializer)
    def get(self, request: Request, project: str, motion_id: UUID) -> Response:
        motion = self.find_motion(motion_id)
        return Response(motion_detail(motion, project))


class ExcludeMotionView(MotionView):
    """Leave a motion out by hand."""

    @extend_schema(request=serializers.ExclusionSerializer, responses=serializers.MotionDetailSerializer)
    def post(self, request: Request, project: str, motion_id: UUID) -> Response:
        self.find_motion(motion_id)
        given = serializers.ExclusionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.exclude_motion(actor=self.person, motion_id=motion_id, reason=given.validated_data["reason"])
        return Response(motion_detail(self.find_motion(motion_id), project))


class IncludeMotionView(MotionView):
    """Take back that a person left a motion out."""

    @extend_schema(request=None, responses=serializers.MotionDetailSerializer)
    def post(self, request: Request, project: str, motion_id: UUID) -> Response:
        self.find_motion(motion_id)
        services.include_motion(actor=self.person, motion_id=motion_id)
        return Response(motion_detail(self.find_motion(motion_id), project))


class OriginalView(MotionView):
    """World positions of the file's own joints in metres: float32, little endian, frames × joints × 3."""

    @extend_schema(responses=BINARY)
    def get(self, request: HttpRequest, project: str, motion_id: UUID) -> HttpResponseBase:
        motion = self.find_motion(motion_id)
        return _blob(request, motion.positions_sha256, "The original's positions are there once it has been read.")


class RetargetedView(MotionView):
    """The motion on the common avatar (AFMO1)."""

    @extend_schema(responses=BINARY)
    def get(self, request: HttpRequest, project: str, motion_id: UUID) -> HttpResponseBase:
        motion = self.find_motion(motion_id)
        return _blob(request, motion.retargeted_sha256, "This motion is not on the avatar (yet); see its state.")


class AnimatedView(MotionView):
    """The motion on the mannequin as an animated GLB file, named by nothing that tells its label."""

    @extend_schema(responses={(200, "model/gltf-binary"): OpenApiTypes.BINARY})
    def get(self, request: HttpRequest, project: str, motion_id: UUID) -> HttpResponseBase:
        return HttpResponse(
            services.animated_file(motion=self.find_motion(motion_id)),
            content_type="model/gltf-binary",
            headers={
                "Content-Disposition": f'attachment; filename="motion-{str(motion_id)[:8]}.glb"',
                "Cache-Control": "private, no-cache",
                "X-Content-Type-Options": "nosniff",
            },
        )


class PosterView(MotionView):
    """A small picture of the motion on the avatar, for lists. Its address names the motion and nothing else."""

    @extend_schema(responses={(200, "image/svg+xml"): OpenApiTypes.BINARY})
    def get(self, request: HttpRequest, project: str, motion_id: UUID) -> HttpResponseBase:
        motion = self.find_motion(motion_id)
        if not motion.retargeted_sha256:
            raise NotFoundError("This motion is not on the avatar (yet).", code="motion.not_there_yet")
        return picture_response(
            request,
            f"pose-{POSTER_VERSION}-{motion.retargeted_sha256}",
            lambda: poster_svg(selectors.stored_motion(motion.retargeted_sha256)),
        )


class AvatarView(APIView):
    """The project's own mannequin: no secret, the same for everybody who is signed in."""

    @extend_schema(responses={(200, "model/gltf-binary"): OpenApiTypes.BINARY})
    def get(self, request: HttpRequest) -> HttpResponseBase:
        return blob_response(request, _avatar_sha256(), content_type="model/gltf-binary", immutable=False)


def _avatar_sha256() -> str:
    data = _avatar_bytes()
    return storage.put_bytes(data)


@lru_cache(maxsize=1)
def _avatar_bytes() -> bytes:
    return mannequin_glb()


def _blob(request: HttpRequest, sha256: str, otherwise: str) -> HttpResponseBase:
    if not sha256:
        raise NotFoundError(otherwise, code="motion.not_there_yet")
    return blob_response(request, sha256, content_type="application/octet-stream")


def motion_detail(motion: MotionAsset, project: str) -> dict[str, Any]:
    url = {"project": project, "motion_id": motion.pk}
    body = dict(serializers.MotionRowSerializer(motion, context={"slug": project}).data)
    skeleton = motion.skeleton or {}
    body |= {
        "collection_id": motion.collection_id,
        "exclusion_kind": motion.exclusion_kind,
        "rejection": "; ".join(motion.rejection_reasons),
        "rejection_reasons": motion.rejection_reasons,
        "content_warnings": motion.content_warnings,
        "skeleton": skeleton,
        "retarget_options": motion.retarget_options,
        "avatar": avatar_joints(),
        "inspection_wanted": motion.inspection_wanted,
        "checks": _checks(motion),
        "rights": serializers.MotionRightsSerializer(motion.rights).data,
        "provenance": {
            "file": motion.source_file,
            "source_sha256": motion.source_sha256,
            "size_bytes": motion.source_size_bytes,
            "external_id": motion.external_id,
            "part": motion.part,
            "unit": motion.unit,
            "up_axis": motion.up_axis,
            "scenario": motion.scenario,
            "imported_at": motion.created_at,
            "inspected_at": motion.inspected_at,
            "retargeted_sha256": motion.retargeted_sha256,
            "retargeting": motion.retarget_report,
        },
        "original": {
            "fps": motion.fps,
            "frames": motion.frames,
            "joints": skeleton.get("joints", []),
            "positions_url": reverse("motion-original", kwargs=url),
        }
        if motion.positions_sha256
        else None,
        "partners": [
            {
                "id": partner.motion.pk,
                "name": partner.motion.name,
                "part": partner.motion.part,
                "label": partner.motion.label,
                "state": partner.motion.state,
                "why_not": partner.why_not,
            }
            for partner in (selectors.partners_of(motion) if motion.part else [])
        ],
        "retargeted_url": reverse("motion-retargeted", kwargs=url) if motion.retargeted_sha256 else None,
        "avatar_url": avatar_url(motion, project),
        "animated_url": reverse("motion-animated", kwargs=url) if motion.retargeted_sha256 else None,
    }
    return body


def avatar_url(motion: MotionAsset, project: str) -> str:
    """MO59: where the body is that this project shows its motions with."""
    chosen = selectors.chosen_avatar(motion.project_id)
    if chosen is None:
        return reverse("avatar")
    return reverse("project-avatar", kwargs={"project": project, "avatar_id": chosen.pk})


def avatar_joints() -> list[dict[str, Any]]:
    """The avatar's skeleton in its T-pose, in the order of AFMO1."""
    return [
        {
            "name": name,
            "parent": parent,
            "required": name in REQUIRED_JOINTS,
            "position": [float(value) for value in REST_POSITIONS[joint]],
        }
        for joint, (name, parent) in enumerate(zip(AVATAR_JOINTS, AVATAR_PARENTS, strict=True))
    ]


def _checks(motion: MotionAsset) -> list[dict[str, Any]]:
    series: dict[str, Any] = {}
    if motion.check_series_sha256 and (motion.frames or 0) <= SERIES_INLINE_FRAMES:
        with storage.readable(motion.check_series_sha256, what="the motion's checks"):
            series = json.loads(storage.read_bytes(motion.check_series_sha256))
    return [
        {**check, "label": CHECK_LABELS[check["id"]], "series": series.get(check["id"])} for check in motion.checks
    ]
