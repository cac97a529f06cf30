from __future__ import annotations

import math
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.views import ProjectAPIView
from affectory.core.errors import InvalidError

from ..ground import clearance_layer, distance_layer, region_layer
from ..navigation import Point
from ..policies import VIEWERS
from ..selectors import scene_visible_to
from ..stage import load_grid
from . import anchor_serializers as serializers

LAYERS = ("clearance", "regions", "distance")
FARTHEST_M = 1000.0


def _point(request: Request, name: str) -> Point:
    """'x,z' in metres."""
    parts = request.query_params.get(name, "").split(",")
    try:
        x, z = (float(part) for part in parts)
    except ValueError:
        x = z = math.nan
    if not (abs(x) <= FARTHEST_M and abs(z) <= FARTHEST_M):
        sentence = f"Give {name} as x,z in metres, such as 1.5,-0.25."
        raise InvalidError(sentence, code="scene.point", fields={name: [sentence]})
    return x, z


def _parameter(name: str, *, required: bool) -> OpenApiParameter:
    return OpenApiParameter(name, str, required=required, description="x,z in metres")


class GroundView(ProjectAPIView):
    """Columns, rows (uint32), origin x, z and cell size in metres (float32), then a uint16 for each cell, row by row:
    centimetres of clearance or of walking from a point, or the number of the region; 65535 for nothing."""

    roles = {"GET": VIEWERS}

    @extend_schema(
        parameters=[OpenApiParameter("layer", str, enum=LAYERS), _parameter("from", required=False)],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, project: str, scene_id: UUID) -> HttpResponseBase:
        scene = scene_visible_to(request.user, self.project, scene_id)
        layer = request.query_params.get("layer", LAYERS[0])
        if layer not in LAYERS:
            sentence = f"There is no layer {layer!r}; there are {', '.join(LAYERS)}."
            raise InvalidError(sentence, code="scene.layer", fields={"layer": [sentence]})
        grid = load_grid(scene.nav_sha256)
        if layer == "distance":
            data = distance_layer(grid, _point(request, "from"))
        else:
            data = (clearance_layer if layer == "clearance" else region_layer)(grid)
        return HttpResponse(
            data, content_type="application/octet-stream", headers={"Cache-Control": "private, max-age=3600"}
        )


class WayView(ProjectAPIView):
    roles = {"GET": VIEWERS}

    @extend_schema(
        parameters=[_parameter("from", required=True), _parameter("to", required=True)],
        responses=serializers.WaySerializer,
    )
    def get(self, request: Request, project: str, scene_id: UUID) -> Response:
        scene = scene_visible_to(request.user, self.project, scene_id)
        grid = load_grid(scene.nav_sha256)
        start, end = _point(request, "from"), _point(request, "to")
        path = grid.path(start, end)
        length = grid.distance(start, end) if path else None
        straight = math.dist(path[0], path[-1]) if path else math.dist(start, end)
        body = {
            "path": path,
            "length_m": length,
            "straight_m": straight,
            "ratio": length / straight if length is not None and straight > 0 else None,
            "snapped": bool(path) and (path[0] != start or path[-1] != end),
        }
        return Response(serializers.WaySerializer(body).data)
