"""Bringing scenes in over HTTP: a file is sent once, looked at as often as one likes, and added."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role, User
from affectory.accounts.views import ProjectAPIView
from affectory.api.uploads import ReceivedFile, StoringUploadHandler
from affectory.core import storage
from affectory.core.rights import MayRedistribute, Rights

from .. import selectors, services
from ..models import SceneImport
from . import serializers

MAINTAINERS = (Role.MAINTAINER,)


def kept(file: UploadedFile) -> str:
    """Under its SHA-256, however it was received."""
    if isinstance(file, ReceivedFile):
        return file.keep()
    assert file.file is not None
    return storage.put_file(file.file)


def rights_of(values: dict[str, Any]) -> Rights:
    return Rights(
        values["licence"], MayRedistribute(values["may_redistribute"]), values["may_send_to_external_model"]
    )


def reading_of(values: dict[str, Any]) -> services.Reading:
    return services.Reading(
        entry=values["entry"],
        scale=1.0 if values["scale"] is None else values["scale"],
        up_axis=values["up_axis"],
        floor_m=values["floor_m"],
        with_pictures=values["with_pictures"],
    )


def _person(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


class SceneUploadsView(ProjectAPIView):
    roles = {"POST": MAINTAINERS}
    parser_classes = [MultiPartParser]

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        # Before anything reads the form, the check against forged requests among them.
        if request.method == "POST":
            request.upload_handlers = [StoringUploadHandler(request)]
        return super().initialize_request(request, *args, **kwargs)

    @extend_schema(
        request={"multipart/form-data": serializers.NewSceneUploadSerializer},
        responses={201: serializers.SceneUploadSerializer},
    )
    def post(self, request: Request, project: str) -> Response:
        """One file, into storage while it comes in; says which scenes it holds."""
        given = serializers.NewSceneUploadSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        file = given.validated_data["file"]
        upload = services.keep_upload(
            actor=_person(request),
            project=self.project,
            name=str(file.name),
            sha256=kept(file),
            size=int(file.size or 0),
        )
        upload.entries = services.scenes_in(services.source_of(upload))  # type: ignore[attr-defined]  # for the answer
        return Response(serializers.SceneUploadSerializer(upload).data, status=status.HTTP_201_CREATED)


class ScenePreviewView(ProjectAPIView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(
        request=serializers.NewScenePreviewSerializer,
        responses={200: serializers.ScenePreviewSerializer, 202: serializers.SceneImportSerializer},
    )
    def post(self, request: Request, project: str) -> Response:
        """What an upload would become, read one way or another. Nothing is stored. A large one takes a worker (202),
        whose report has it."""
        given = serializers.NewScenePreviewSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        made = services.preview_upload(
            actor=_person(request),
            project=self.project,
            upload=services.upload_of(_person(request), self.project, values["upload"]),
            reading=reading_of(values),
            scale=values["scale"],
        )
        if isinstance(made, SceneImport):
            return Response(serializers.SceneImportSerializer(made).data, status=status.HTTP_202_ACCEPTED)
        return Response(serializers.ScenePreviewSerializer(made).data)


class SceneImportView(ProjectAPIView):
    roles = {"GET": MAINTAINERS}

    @extend_schema(responses=serializers.SceneImportSerializer)
    def get(self, request: Request, project: str, import_id: UUID) -> Response:
        work = selectors.scene_import_of(_person(request), self.project, import_id)
        return Response(serializers.SceneImportSerializer(work).data)
