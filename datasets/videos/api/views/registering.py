"""Bringing videos in over HTTP: files one at a time, then one registration of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.uploads import ReceivedFile, StoringUploadHandler
from affectory.core.errors import InvalidError, NotFoundError
from datasets.intake.api import report_page
from datasets.intake.mapping import MappingError
from datasets.videos import selectors, services
from datasets.videos.api import bodies, registering
from datasets.videos.api.views.base import MAINTAINERS, VideoBaseView
from datasets.videos.domain import RegistrationOutcome, RowKind
from datasets.videos.registering.mapping import VideoMapping, mapping_from_json


class MaintainersView(VideoBaseView):
    roles = {"GET": MAINTAINERS, "POST": MAINTAINERS, "DELETE": MAINTAINERS}


class UploadsView(MaintainersView):
    parser_classes = [MultiPartParser]

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        # Before anything reads the form, the check against forged requests among them.
        if request.method == "POST":
            request.upload_handlers = [StoringUploadHandler(request)]
        return super().initialize_request(request, *args, **kwargs)

    @extend_schema(operation_id="video_uploads_list", responses=registering.UploadsSerializer)
    def get(self, request: Request, project: str) -> Response:
        """The caller's own files that wait for a registration: what is here need not be sent again."""
        uploads = selectors.uploads_open_to(self.person, self.project).order_by("-created_at", "-id")[:5000]
        return Response(
            {
                "max_bytes": settings.UPLOAD_MAX_BYTES,
                "results": registering.UploadSerializer(uploads, many=True).data,
            }
        )

    @extend_schema(
        request={"multipart/form-data": registering.NewUploadSerializer},
        responses={201: registering.UploadSerializer},
    )
    def post(self, request: Request, project: str) -> Response:
        """One file, into storage while it comes in."""
        given = registering.NewUploadSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        file = given.validated_data["file"]
        assert isinstance(file, ReceivedFile)
        upload = services.keep_upload(
            actor=self.person,
            project=self.project,
            name=given.validated_data["path"] or str(file.name),
            sha256=file.keep(),
            size=int(file.size or 0),
        )
        return Response(registering.UploadSerializer(upload).data, status=status.HTTP_201_CREATED)


class KnownUploadView(MaintainersView):
    @extend_schema(request=registering.KnownUploadSerializer, responses={201: registering.UploadSerializer})
    def post(self, request: Request, project: str) -> Response:
        """A file that this project has already, by its SHA-256; 404 where it has to be sent."""
        given = registering.KnownUploadSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        upload = services.keep_known_upload(actor=self.person, project=self.project, **given.validated_data)
        return Response(registering.UploadSerializer(upload).data, status=status.HTTP_201_CREATED)


class UploadView(MaintainersView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, project: str, upload_id: UUID) -> Response:
        services.discard_upload(actor=self.person, project=self.project, upload_id=upload_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RegistrationsView(MaintainersView):
    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(registering.RegistrationSerializer))
    def get(self, request: Request, project: str) -> Response:
        found = selectors.registrations_visible_to(self.person, self.project).select_related("created_by")
        rows, links = KeysetPagination().paginate(found.defer("files", "mapping"), request)
        context = bodies.registration_context(rows)
        results = registering.RegistrationSerializer(rows, many=True, context=context).data
        return Response({"results": results, **links, "count": None})

    @extend_schema(
        request=registering.NewRegistrationSerializer, responses={202: registering.StartedRegistrationSerializer}
    )
    def post(self, request: Request, project: str) -> Response:
        """Register uploads, or with ``dry_run`` only report. Files' own faults stand in the report."""
        given = registering.NewRegistrationSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        registration = services.register_videos(
            actor=self.person,
            project=self.project,
            upload_ids=values["uploads"],
            manifest_id=values["manifest"],
            mapping=_mapping(values["mapping"]),
            defaults=values.get("defaults") or {},
            dry_run=values["dry_run"],
        )
        context = bodies.registration_context([registration])
        body = {
            "registration": registering.RegistrationSerializer(registration, context=context).data,
            "job": registration.job_id,
        }
        return Response(body, status=status.HTTP_202_ACCEPTED)


class RegistrationView(MaintainersView):
    @extend_schema(
        parameters=[
            OpenApiParameter("outcome", str, enum=[outcome.value for outcome in RegistrationOutcome]),
            OpenApiParameter("kind", str, enum=[kind.value for kind in RowKind]),
            OpenApiParameter("change", str, enum=["new", "changed", "unchanged"]),
            OpenApiParameter("after", int, description="Rows after this number."),
            OpenApiParameter("limit", int),
        ],
        responses=registering.RegistrationDetailSerializer,
    )
    def get(self, request: Request, project: str, registration_id: UUID) -> Response:
        found = selectors.registrations_visible_to(self.person, self.project)
        registration = found.select_related("created_by").defer("files").filter(pk=registration_id).first()
        if registration is None:
            raise NotFoundError("There is no such registration in this project.", code="registration.none")
        context = bodies.registration_context([registration])
        return Response(
            {
                **registering.RegistrationSerializer(registration, context=context).data,
                "mapping": registration.mapping,
                "defaults": registration.defaults,
                "columns_ignored": registration.columns_ignored,
                **report_page(
                    registration.rows.all(),
                    request,
                    registering.RegistrationRowSerializer,
                    filters=("outcome", "kind", "change"),
                    limit=1000,
                ),
            }
        )


def _mapping(given: object) -> VideoMapping | None:
    """A mapping as an object, or the id of a preset."""
    if given is None:
        return None
    try:
        return mapping_from_json(given)
    except MappingError as error:
        raise InvalidError(
            f"{error}.", code="registration.mapping", fields={f"mapping.{error.field}": [str(error)]}
        ) from error
