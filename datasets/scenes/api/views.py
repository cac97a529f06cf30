from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.parsers import JSONParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.files import blob_response, picture_response
from affectory.api.pagination import PAGE_PARAMETERS, page_of
from affectory.browsing.api.views import WHERE, LibraryView
from affectory.core.rights import MayRedistribute

from .. import services
from ..anchors import AnchorKind
from ..floorplan import map_objects, navigable_png
from ..ground import regions_of
from ..library import ANCHORS, LIBRARY
from ..models import Scene, SceneImport
from ..policies import VIEWERS
from ..poster import POSTER_VERSION, plan_svg
from ..selectors import scene_visible_to, scenes_taken_out
from ..stage import load_grid
from . import serializers
from .importing import kept, reading_of, rights_of


def scene_urls(slug: str, scene_id: UUID) -> dict[str, str]:
    base = f"/api/v1/projects/{slug}/scenes/{scene_id}"
    return {"stage_url": f"{base}/stage.glb", "map_url": f"{base}/map"}


def _body(scene: Scene, slug: str) -> dict[str, Any]:
    for name, url in scene_urls(slug, scene.pk).items():
        setattr(scene, name, url)
    return serializers.SceneSerializer(scene, context={"slug": slug}).data


class ScenesView(LibraryView):
    library = LIBRARY
    roles = {"GET": VIEWERS, "POST": (Role.MAINTAINER,)}
    parser_classes = [MultiPartParser, JSONParser]

    @extend_schema(
        parameters=[
            OpenApiParameter("size", str, many=True, enum=["small", "medium", "large"]),
            OpenApiParameter("anchors", str, many=True, enum=list(AnchorKind)),
            OpenApiParameter("objects", str, many=True, description="Categories."),
            OpenApiParameter("licence", str, many=True),
            OpenApiParameter("redistribute", str, many=True, enum=MayRedistribute.values),
            OpenApiParameter("synthetic", str, many=True, enum=["yes", "no"]),
            *WHERE,
            *PAGE_PARAMETERS,
        ],
        responses=page_of(serializers.SceneRowSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        return self.page(request, serializers.SceneRowSerializer, _shown)

    @extend_schema(
        request={
            "multipart/form-data": serializers.NewSceneSerializer,
            "application/json": serializers.NewSceneSerializer,
        },
        responses={201: serializers.SceneSerializer, 202: serializers.SceneImportSerializer},
    )
    def post(self, request: Request, project: str) -> Response:
        """A scene of a file, or of one sent before; of a large one, or all of several, a worker makes it (202)."""
        given = serializers.NewSceneSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        made = self._added(request, values)
        if isinstance(made, SceneImport):
            return Response(serializers.SceneImportSerializer(made).data, status=status.HTTP_202_ACCEPTED)
        return Response(_body(made, project), status=status.HTTP_201_CREATED)

    def _added(self, request: Request, values: dict[str, Any]) -> Scene | SceneImport:
        what: dict[str, Any] = {
            "actor": request.user,
            "project": self.project,
            "name": values["name"],
            "rights": rights_of(values),
            "reading": reading_of(values),
        }
        if (upload_id := values.get("upload")) is not None:
            return services.add_upload(upload=services.upload_of(request.user, self.project, upload_id), **what)
        file = values["file"]
        name = file.name.replace("\x00", "")
        if file.size <= settings.SCENE_INLINE_BYTES and values["entry"] != services.WHOLE:
            return services.add_scene(file=services.SceneFile(name, file.read()), **what)
        upload = services.keep_upload(
            actor=request.user, project=self.project, name=name, sha256=kept(file), size=file.size
        )
        return services.add_upload(upload=upload, **what)


def _shown(scenes: QuerySet[Scene]) -> QuerySet[Scene]:
    return scenes.defer("instances", "walls").annotate(anchor_kinds=ArraySubquery(ANCHORS.values("kind")))


class SceneView(ProjectAPIView):
    roles = {"GET": VIEWERS, "PATCH": (Role.MAINTAINER,)}

    @extend_schema(responses=serializers.SceneSerializer)
    def get(self, request: Request, project: str, scene_id: UUID) -> Response:
        return Response(_body(scene_visible_to(request.user, self.project, scene_id), project))

    @extend_schema(request=serializers.SceneChangeSerializer, responses=serializers.SceneSerializer)
    def patch(self, request: Request, project: str, scene_id: UUID) -> Response:
        """Another name, or other rights; both are audited."""
        given = serializers.SceneChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        rights = given.validated_data.get("rights")
        scene = services.change_scene(
            actor=request.user,
            project=self.project,
            scene_id=scene_id,
            name=given.validated_data.get("name"),
            rights=None if rights is None else rights_of(rights),
        )
        return Response(_body(scene, project))


class TakenOutScenesView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(responses=serializers.TakenOutSceneSerializer(many=True))
    def get(self, request: Request, project: str) -> Response:
        """SC53: what was taken out, the latest first, and what stands in the way of bringing it back."""
        rows = scenes_taken_out(self.project).defer("instances", "walls")
        return Response(serializers.TakenOutSceneSerializer(rows, many=True, context={"slug": project}).data)


class TakeOutSceneView(ProjectAPIView):
    roles = {"POST": (Role.MAINTAINER,)}

    @extend_schema(request=None, responses=serializers.SceneSerializer)
    def post(self, request: Request, project: str, scene_id: UUID) -> Response:
        """No longer listed nor composed in; a scene with episodes stays (409)."""
        scene = services.take_out_scene(actor=request.user, project=self.project, scene_id=scene_id)
        return Response(_body(scene, project))


class BringBackSceneView(ProjectAPIView):
    roles = {"POST": (Role.MAINTAINER,)}

    @extend_schema(request=None, responses=serializers.SceneSerializer)
    def post(self, request: Request, project: str, scene_id: UUID) -> Response:
        scene = services.bring_back_scene(actor=request.user, project=self.project, scene_id=scene_id)
        return Response(_body(scene, project))


class StageView(ProjectAPIView):
    roles = {"GET": VIEWERS}

    @extend_schema(responses={(200, "model/gltf-binary"): OpenApiTypes.BINARY})
    def get(self, request: Request, project: str, scene_id: UUID) -> HttpResponseBase:
        scene = scene_visible_to(request.user, self.project, scene_id)
        return blob_response(request, scene.glb_sha256, content_type="model/gltf-binary")


class SceneMapView(ProjectAPIView):
    roles = {"GET": VIEWERS}

    @extend_schema(responses=serializers.SceneMapSerializer)
    def get(self, request: Request, project: str, scene_id: UUID) -> Response:
        scene = scene_visible_to(request.user, self.project, scene_id)
        body = {
            "bounds": scene.bounds,
            "walls": scene.walls,
            "objects": map_objects(scene.instances, scene.bounds),
            "navigable_png_url": f"/api/v1/projects/{project}/scenes/{scene.pk}/navigable.png",
            "navigable_origin": scene.navigation["origin"],
            "navigable_cell_m": scene.navigation["cell_m"],
            "regions": regions_of(load_grid(scene.nav_sha256)),
        }
        return Response(serializers.SceneMapSerializer(body).data)


class PosterView(ProjectAPIView):
    """The room from above in a few strokes, for lists."""

    roles = {"GET": VIEWERS}

    @extend_schema(responses={(200, "image/svg+xml"): OpenApiTypes.BINARY})
    def get(self, request: Request, project: str, scene_id: UUID) -> HttpResponseBase:
        scene = scene_visible_to(request.user, self.project, scene_id)
        return picture_response(
            request,
            f"plan-{POSTER_VERSION}-{scene.glb_sha256}",
            lambda: plan_svg(bounds=scene.bounds, walls=scene.walls, instances=scene.instances),
        )


class NavigableView(ProjectAPIView):
    roles = {"GET": VIEWERS}

    @extend_schema(responses={(200, "image/png"): OpenApiTypes.BINARY})
    def get(self, request: Request, project: str, scene_id: UUID) -> HttpResponseBase:
        scene = scene_visible_to(request.user, self.project, scene_id)
        tag = f'"nav-{scene.nav_sha256}"'
        if request.headers.get("If-None-Match") == tag:
            return HttpResponse(status=304, headers={"ETag": tag})
        return HttpResponse(
            navigable_png(load_grid(scene.nav_sha256)),
            content_type="image/png",
            headers={"ETag": tag, "Cache-Control": "private, no-cache"},
        )
