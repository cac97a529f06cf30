from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.files import blob_response
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.core.errors import InvalidError
from affectory.core.rights import MayRedistribute, Rights

from .. import services
from ..floorplan import map_objects, navigable_png
from ..gltf import Limits
from ..models import Scene
from ..policies import VIEWERS
from ..selectors import scene_visible_to, scenes_visible_to
from ..stage import load_grid
from . import serializers


def scene_urls(slug: str, scene_id: UUID) -> dict[str, str]:
    base = f"/api/v1/projects/{slug}/scenes/{scene_id}"
    return {"stage_url": f"{base}/stage.glb", "map_url": f"{base}/map"}


def _body(scene: Scene, slug: str) -> dict[str, Any]:
    for name, url in scene_urls(slug, scene.pk).items():
        setattr(scene, name, url)
    return serializers.SceneSerializer(scene).data


class ScenesView(ProjectAPIView):
    roles = {"GET": VIEWERS, "POST": (Role.MAINTAINER,)}
    parser_classes = [MultiPartParser]

    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.SceneRowSerializer))
    def get(self, request: Request, project: str) -> Response:
        rows = scenes_visible_to(request.user, self.project).defer("instances", "walls")
        return KeysetPagination().response(rows, request, serializers.SceneRowSerializer)

    @extend_schema(
        request={"multipart/form-data": serializers.NewSceneSerializer},
        responses={201: serializers.SceneSerializer},
    )
    def post(self, request: Request, project: str) -> Response:
        given = serializers.NewSceneSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        upload = values["file"]
        most = Limits().bytes_total
        if upload.size > most:
            sentence = f"{upload.name} has {upload.size} bytes, at most {most} are read."
            raise InvalidError(sentence, code="scene.too_large", fields={"file": [sentence]})
        scene = services.add_scene(
            actor=request.user,
            project=self.project,
            name=values["name"],
            file=services.SceneFile(upload.name.replace("\x00", ""), upload.read()),
            rights=Rights(
                values["licence"],
                MayRedistribute(values["may_redistribute"]),
                values["may_send_to_external_model"],
            ),
            scale=values["scale"],
            up_axis=values["up_axis"],
        )
        return Response(_body(scene, project), status=status.HTTP_201_CREATED)


class SceneView(ProjectAPIView):
    roles = {"GET": VIEWERS}

    @extend_schema(responses=serializers.SceneSerializer)
    def get(self, request: Request, project: str, scene_id: UUID) -> Response:
        return Response(_body(scene_visible_to(request.user, self.project, scene_id), project))


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
        }
        return Response(serializers.SceneMapSerializer(body).data)


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
