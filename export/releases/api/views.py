"""Thin views: parse, call one service or selector, serialise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.accounts.models import Project, Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import text_parameter
from affectory.core.errors import GoneError, InvalidError, NotFoundError
from export.access import metering
from export.formats.documents import DOCUMENTS
from export.formats.domain import PROFILE_FIELDS
from export.formats.kinds import FORMS, form_of
from export.mirror.answers import file_answer
from export.releases import selectors, services
from export.releases.api import serializers
from export.releases.api.reading import ReleaseView
from export.releases.domain import missing_profile_fields
from export.releases.overview import project_overview
from export.releases.services.drafts import read_policy, read_version

MAINTAINERS = (Role.MAINTAINER,)
_ROW_FILTERS = dict.fromkeys(name for form in FORMS.values() for name in form.filters)


class OverviewView(ProjectAPIView):
    roles = {"GET": tuple(Role)}

    @extend_schema(responses=serializers.OverviewSerializer)
    def get(self, request: Request, project: str) -> Response:
        found = project_overview(request.user, self.project)
        return Response(serializers.OverviewSerializer(found).data)


class ReleasesView(ReleaseView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.ReleaseSerializer))
    def get(self, request: Request, project: str) -> Response:
        """Highest version first."""
        found = selectors.releases_visible_to(request.user, self.project)
        pages = KeysetPagination(("-major", "-minor", "-patch"))
        return pages.response(
            found.select_related("created_by", "withdrawal"), request, serializers.ReleaseSerializer
        )

    @extend_schema(request=serializers.ReleaseDraftSerializer, responses={201: serializers.ReleaseDetailSerializer})
    def post(self, request: Request, project: str) -> Response:
        given = serializers.ReleaseDraftSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        release = services.create_release(actor=request.user, project=self.project, **given.validated_data)
        return Response(serializers.ReleaseDetailSerializer(release).data, status=status.HTTP_201_CREATED)


class PreviewView(ReleaseView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(
        request=serializers.ReleasePreviewRequestSerializer, responses=serializers.ReleasePreviewSerializer
    )
    def post(self, request: Request, project: str) -> Response:
        given = serializers.ReleasePreviewRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        version = asked.get("version")
        plan = selectors.preview(
            self.project,
            version=read_version(version) if version else None,
            notes=asked.get("notes", ""),
            policy=read_policy(asked.get("split_policy"), self.project.kind),
            seed=asked.get("seed", 0),
        )
        header = plan.header
        body = {
            "version": header.version,
            "included": header.rows,
            "left_out": header.left_out,
            "synthetic": header.synthetic,
            "hidden": header.hidden,
            "policy": header.policy,
            "split_table": header.split_table,
            "split_quality": header.split_quality or None,
            "leakage": header.leakage,
            "duplicates": header.duplicates,
            "rights": header.rights,
            "checks": [check.as_dict() for check in plan.checks],
            "blocked": bool(plan.blocking),
            "required_version": str(plan.changes.required()),
            "required_version_bump": str(plan.changes.bump),
            "diff": header.changes,
        }
        return Response(serializers.ReleasePreviewSerializer(body).data)


class ReleaseDetailView(ReleaseView):
    roles = {"PATCH": MAINTAINERS, "DELETE": MAINTAINERS}

    @extend_schema(responses=serializers.ReleaseDetailSerializer)
    def get(self, request: Request, project: str, version: str) -> Response:
        release = selectors.release_for(request.user, self.project, version, self.reading)
        return Response(serializers.ReleaseDetailSerializer(release).data)

    @extend_schema(request=serializers.ReleaseDraftChangeSerializer, responses=serializers.ReleaseDetailSerializer)
    def patch(self, request: Request, project: str, version: str) -> Response:
        given = serializers.ReleaseDraftChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        release = selectors.release_for(request.user, self.project, version)
        release = services.change_draft(actor=request.user, release_id=release.pk, **given.validated_data)
        return Response(serializers.ReleaseDetailSerializer(release).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project: str, version: str) -> Response:
        release = selectors.release_for(request.user, self.project, version)
        services.discard_draft(actor=request.user, release_id=release.pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class FreezeView(ReleaseView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=serializers.ReleaseFreezeSerializer, responses={202: serializers.ReleaseDetailSerializer})
    def post(self, request: Request, project: str, version: str) -> Response:
        given = serializers.ReleaseFreezeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        release = selectors.release_for(request.user, self.project, version)
        release = services.request_freeze(
            actor=request.user, release_id=release.pk, typed_version=given.validated_data["version"]
        )
        return Response(serializers.ReleaseDetailSerializer(release).data, status=status.HTTP_202_ACCEPTED)


class PublishView(ReleaseView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=None, responses=serializers.ReleaseDetailSerializer)
    def post(self, request: Request, project: str, version: str) -> Response:
        release = selectors.release_for(request.user, self.project, version)
        release = services.publish_release(actor=request.user, release_id=release.pk)
        return Response(serializers.ReleaseDetailSerializer(release).data)


class WithdrawView(ReleaseView):
    roles = {"POST": MAINTAINERS}

    @extend_schema(request=serializers.ReleaseWithdrawSerializer, responses=serializers.ReleaseDetailSerializer)
    def post(self, request: Request, project: str, version: str) -> Response:
        given = serializers.ReleaseWithdrawSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        release = selectors.release_for(request.user, self.project, version)
        services.withdraw_release(
            actor=request.user,
            release_id=release.pk,
            typed_version=given.validated_data["version"],
            reason=given.validated_data["reason"],
        )
        release = selectors.release_for(request.user, self.project, version)
        return Response(serializers.ReleaseDetailSerializer(release).data)


class ProfileView(ReleaseView):
    reads = False
    roles = {"GET": MAINTAINERS, "PUT": MAINTAINERS}

    @extend_schema(responses=serializers.ReleaseProfileWithGapsSerializer)
    def get(self, request: Request, project: str) -> Response:
        return Response(_profile(self.project))

    @extend_schema(
        request=serializers.ReleaseProfileSerializer, responses=serializers.ReleaseProfileWithGapsSerializer
    )
    def put(self, request: Request, project: str) -> Response:
        given = serializers.ReleaseProfileSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = dict(given.validated_data)
        hides: bool | None = values.pop("hides_test_answers", None)
        services.save_profile(actor=request.user, project=self.project, values=values, hides_test_answers=hides)
        return Response(_profile(self.project))


def _profile(project: Project) -> dict[str, Any]:
    values = selectors.profile_of(project)
    body = {
        **values,
        "hides_test_answers": selectors.hides_test_answers(project),
        "can_hide": bool(form_of(project.kind).reserved),
        "missing": list(missing_profile_fields(values)),
        "titles": PROFILE_FIELDS,
    }
    return dict(serializers.ReleaseProfileWithGapsSerializer(body).data)


class FilesView(ReleaseView):
    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.ReleaseFileSerializer))
    def get(self, request: Request, project: str, version: str) -> Response:
        release = selectors.release_for(request.user, self.project, version, self.reading)
        pages = KeysetPagination(("path",))
        return pages.response(release.files.select_related("tombstone"), request, serializers.ReleaseFileSerializer)


class FileView(ReleaseView):
    """The frozen bytes, with their digest as ETag."""

    answer: selectors.FileAnswer

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """A file is what it is, whatever the Accept header hopes for; errors are JSON."""
        return super().perform_content_negotiation(request, force=True)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """One statement finds the file and the right to it."""
        if request.method == "OPTIONS":
            super().initial(request, *args, **kwargs)
            return
        APIView.initial(self, request, *args, **kwargs)
        slug = kwargs["project"]
        self.asker = self.person(request)
        answer = selectors.readable_file(self.asker, slug, kwargs["version"], kwargs["path"])
        self.judge(request, slug, None if answer is None else answer.standing)
        assert answer is not None
        self.answer = answer

    @extend_schema(
        responses={
            (200, "application/octet-stream"): OpenApiTypes.BINARY,
            (206, "application/octet-stream"): OpenApiTypes.BINARY,
        }
    )
    def get(self, request: Request, project: str, version: str, path: str) -> HttpResponseBase:
        return self.send(request, version, path, filename=path.rpartition("/")[2])

    def send(self, request: Request, version: str, path: str, *, filename: str | None) -> HttpResponseBase:
        """With a file name it is saved; without one it is shown."""
        if self.answer.withdrawn:
            raise GoneError(self.answer.withdrawn, code="release.withdrawn")
        file = self.answer.file
        if file is None:
            raise NotFoundError(f"Release {version!r} has no file {path!r}.", code="release.file_not_found")
        person, standing = self.asker, self.answer.standing
        if refusal := self.over_limit(request, file.size):
            return refusal
        sent = file_answer(
            request,
            sha256=file.sha256,
            path=file.path,
            size=file.size,
            media_type=file.media_type,
            filename=filename,
        )
        return metering.metered(
            request,
            sent.response,
            person=person,
            project_id=standing.project_id,
            version=file.version,
            path=file.path,
            sent_elsewhere=sent.sent_elsewhere,
        )


class DocumentView(FileView):
    """A document of a release as a page to read; nothing in it can run or ask for anything."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **{**kwargs, "path": f"{kwargs['document']}.html"})

    @extend_schema(responses={(200, "text/html"): OpenApiTypes.STR})
    def get(self, request: Request, project: str, version: str, document: str) -> HttpResponseBase:
        if document not in DOCUMENTS:
            known = ", ".join(DOCUMENTS)
            raise NotFoundError(f"There is no document {document!r}; there are {known}.", code="release.no_document")
        response = self.send(request, version, f"{document}.html", filename=None)
        response["Content-Security-Policy"] = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
        return response


class SplitView(ReleaseView):
    """The rows of one split in their frozen order. A page of them counts as a part of the split's file."""

    @extend_schema(
        parameters=[*PAGE_PARAMETERS, *(OpenApiParameter(name, OpenApiTypes.STR) for name in _ROW_FILTERS)],
        responses=serializers.ReleaseRowsPage(),
    )
    def get(self, request: Request, project: str, version: str, split: str) -> Response:
        asked = _row_filters(request, form_of(self.project.kind).filters)
        release = selectors.release_for(request.user, self.project, version, self.reading)
        selectors.check_not_withdrawn(release)
        found = selectors.split_rows(release, split, asked)
        if refusal := self.over_limit(request, found.size):
            return refusal
        page, links = KeysetPagination(("position",)).paginate(found.rows, request)
        reply = Response({"results": [json.loads(row.written.line) for row in page], **links, "count": found.total})
        noted = {"project_id": self.project.pk, "version": release.version, "path": f"splits/{split}"}
        reply.add_post_render_callback(lambda sent: metering.metered(request, sent, person=self.asker, **noted))
        return reply


def _row_filters(request: Request, filters: Mapping[str, str]) -> dict[str, str]:
    """RL53: field of the rows → the value asked for. Raises InvalidError for a parameter that would do nothing."""
    known = {"cursor", "limit", *filters}
    for name in request.query_params:
        if name not in known:
            message = f"There is no filter {name[:60]!r} here; there are {', '.join(filters)}."
            raise InvalidError(message, code="release.no_filter", fields={name[:60]: [message]})
    asked = {field: text_parameter(request, name) for name, field in filters.items()}
    return {field: value for field, value in asked.items() if value}
