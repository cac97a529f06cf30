"""Questions in and out as files."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase, QueryDict, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import StrictJSONParser, text_parameter
from affectory.core.errors import InvalidError, NotFoundError
from affectory.core.strict_json import read_json
from annotation.questions import selectors, services
from annotation.questions.api import serializers
from annotation.questions.api.views import FILTERS, ItemView
from annotation.questions.domain.mapping import ItemMapping, ItemMappingError, mapping_named
from annotation.questions.domain.planning import Outcome
from annotation.questions.exporting import WRITERS, export_items
from datasets.intake.api import report_page

MEDIA_TYPES = {"json": "application/json", "jsonl": "application/jsonl"}


class ItemFileView(ItemView):
    roles = dict.fromkeys(("GET", "POST"), (Role.MAINTAINER,))


class ItemImportsView(ItemFileView):
    parser_classes = [MultiPartParser, StrictJSONParser]

    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.ItemImportSerializer))
    def get(self, request: Request, project: str) -> Response:
        imports = selectors.imports_visible_to(self.person, self.project).select_related("created_by")
        rows, links = KeysetPagination().paginate(imports.defer("mapping"), request)
        context = {"counts": selectors.counts_of_imports(rows)}
        results = serializers.ItemImportSerializer(rows, many=True, context=context).data
        return Response({"results": results, **links, "count": None})

    @extend_schema(
        request={"multipart/form-data": serializers.NewItemImportSerializer},
        responses={202: serializers.StartedItemImportSerializer},
    )
    def post(self, request: Request, project: str) -> Response:
        """Start an import, or with ``dry_run`` only its report. Records' own faults stand in the report."""
        if not isinstance(request.data, QueryDict):
            message = "Send the file as multipart/form-data."
            raise InvalidError(message, code="item.not_multipart", fields={"file": [message]})
        given = serializers.NewItemImportSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        item_import = services.import_items(
            actor=self.person,
            project=self.project,
            name=str(values["file"].name or "file"),
            content=values["file"],
            mapping=_mapping(values.get("mapping", "")),
            dry_run=values["dry_run"],
        )
        context = {"counts": selectors.counts_of_imports([item_import])}
        body = {
            "import": serializers.ItemImportSerializer(item_import, context=context).data,
            "job": item_import.job_id,
        }
        return Response(body, status=status.HTTP_202_ACCEPTED)


class ItemImportDetailView(ItemFileView):
    @extend_schema(
        parameters=[
            OpenApiParameter("outcome", str, enum=[outcome.value for outcome in Outcome]),
            OpenApiParameter("after", int, description="Rows after this number."),
            OpenApiParameter("limit", int),
        ],
        responses=serializers.ItemImportDetailSerializer,
    )
    def get(self, request: Request, project: str, import_id: UUID) -> Response:
        imports = selectors.imports_visible_to(self.person, self.project).select_related("created_by")
        item_import = imports.filter(pk=import_id).first()
        if item_import is None:
            raise NotFoundError("There is no such import in this project.", code="item.no_import")
        context = {"counts": selectors.counts_of_imports([item_import])}
        return Response(
            {
                **serializers.ItemImportSerializer(item_import, context=context).data,
                "mapping": item_import.mapping,
                **report_page(item_import.rows.all(), request, serializers.ItemImportRowSerializer),
            }
        )


class ItemExportView(ItemFileView):
    """The bytes that an import of the same items takes back."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """``format`` is ours to read here; errors are JSON."""
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        parameters=[OpenApiParameter("format", str, enum=sorted(WRITERS)), *FILTERS],
        responses={(200, "application/json"): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, project: str) -> HttpResponseBase:
        file_format = text_parameter(request, "format") or "json"
        if file_format not in WRITERS:
            message = f"format must be {' or '.join(sorted(WRITERS))}."
            raise InvalidError(message, code="item.format", fields={"format": [message]})
        return StreamingHttpResponse(
            export_items(self.filtered(request), file_format),
            content_type=MEDIA_TYPES[file_format],
            headers={
                "Content-Disposition": f'attachment; filename="{self.project.slug}-items.{file_format}"',
                "Cache-Control": "private, no-store",
                "X-Content-Type-Options": "nosniff",
            },
        )


def _mapping(text: str) -> ItemMapping | None:
    """A mapping as JSON: an object, or the id of a preset as a string."""
    if not text.strip():
        return None
    try:
        return mapping_named(read_json(text))
    except ItemMappingError as error:
        where = f"mapping.{error.field}" if error.field != "mapping" else "mapping"
        raise InvalidError(str(error), code="item.mapping", fields={where: [str(error)]}) from error
    except InvalidError as error:
        message = f"mapping: {error.message}"
        raise InvalidError(message, code=error.code, fields={"mapping": [error.message]}) from error
