"""Bringing motions in over HTTP."""

from __future__ import annotations

import gzip
import zlib
from typing import Any
from uuid import UUID

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.api.pagination import KeysetPagination, page_of
from affectory.api.parsers import StrictJSONParser
from affectory.core.errors import InvalidError, NotFoundError
from affectory.core.strict_json import read_json
from datasets.intake.api import report_page
from datasets.intake.mapping import MappingError
from datasets.motion import selectors, services
from datasets.motion.api import preview_shapes, serializers
from datasets.motion.api.motions import PAGE_PARAMETERS, MotionView
from datasets.motion.api.staging import file_keys, form_of
from datasets.motion.domain.mapping import ManifestMapping
from datasets.motion.domain.presets import NAME_PRESETS, mapping_given
from datasets.motion.domain.states import RowOutcome
from datasets.motion.models import Import

MOST_BYTES_OF_NAMES = 30_000_000


class ImportsView(MotionView):
    parser_classes = [MultiPartParser, StrictJSONParser]

    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.ImportSerializer))
    def get(self, request: Request, project: str) -> Response:
        imports = selectors.imports_visible_to(self.person, self.project).select_related("created_by")
        rows, links = KeysetPagination().paginate(imports.defer("files", "archives", "mapping"), request)
        context = {"counts": selectors.counts_of_imports(rows)}
        results = serializers.ImportSerializer(rows, many=True, context=context).data
        return Response({"results": results, **links, "count": None})

    @extend_schema(
        request={"multipart/form-data": serializers.NewImportSerializer},
        responses={202: serializers.StartedImportSerializer},
    )
    def post(self, request: Request, project: str) -> Response:
        """Start an import, or with ``dry_run`` only its report. Files' own faults stand in the report."""
        given = serializers.NewImportSerializer(data=_form(request))
        given.is_valid(raise_exception=True)
        values = given.validated_data
        files = _incoming(values.get("files", []), values.get("paths", ""))
        motion_import = services.import_files(
            actor=self.person,
            project=self.project,
            files=files,
            staged=file_keys(values["staged"], "staged") if values.get("staged") else [],
            archives=[services.IncomingFile(_name(f, "archive.zip"), f) for f in _one(values, "zip")],
            manifest=next((services.IncomingFile(_name(f, "manifest"), f) for f in _one(values, "manifest")), None),
            mapping=_mapping(values.get("mapping", "")),
            collection=values.get("collection", ""),
            dry_run=values["dry_run"],
        )
        return _started(motion_import)


class ApplyImportView(MotionView):
    """Do what a dry run tried out, with the same files."""

    @extend_schema(request=None, responses={202: serializers.StartedImportSerializer})
    def post(self, request: Request, project: str, import_id: UUID) -> Response:
        motion_import = services.apply_import(actor=self.person, project=self.project, import_id=import_id)
        return _started(motion_import)


class ImportPreviewView(MotionView):
    """What a name pattern or a mapping of columns would do, before anything is stored."""

    parser_classes = [MultiPartParser, StrictJSONParser]

    @extend_schema(responses=preview_shapes.NamePresetSerializer(many=True))
    def get(self, request: Request, project: str) -> Response:
        """Patterns for collections whose files say by their names what they are."""
        return Response(preview_shapes.NamePresetSerializer(list(NAME_PRESETS.values()), many=True).data)

    @extend_schema(
        request={"multipart/form-data": preview_shapes.NewPreviewSerializer},
        responses=preview_shapes.ImportPreviewSerializer,
    )
    def post(self, request: Request, project: str) -> Response:
        given = preview_shapes.NewPreviewSerializer(data=_form(request))
        given.is_valid(raise_exception=True)
        values = given.validated_data
        preview = services.preview_import(
            actor=self.person,
            project=self.project,
            paths=_paths(_unpacked(values, "names") or values.get("paths", "") or "[]"),
            manifest=next((services.IncomingFile(_name(f, "manifest"), f) for f in _one(values, "manifest")), None),
            mapping=_mapping(values.get("mapping", "")),
            collection=values.get("collection", ""),
            search=values.get("search", ""),
        )
        return Response(preview_shapes.ImportPreviewSerializer(preview).data)


class ImportDetailView(MotionView):
    @extend_schema(
        parameters=[
            OpenApiParameter("outcome", str, enum=[outcome.value for outcome in RowOutcome]),
            OpenApiParameter("after", int, description="Rows after this number."),
            OpenApiParameter("limit", int),
        ],
        responses=serializers.ImportDetailSerializer,
    )
    def get(self, request: Request, project: str, import_id: UUID) -> Response:
        motion_import = (
            selectors.imports_visible_to(self.person, self.project)
            .select_related("created_by")
            .defer("files", "archives")
            .filter(pk=import_id)
            .first()
        )
        if motion_import is None:
            raise NotFoundError("There is no such import in this project.", code="motion.no_import")
        return Response(_detail(motion_import, request))


def _started(motion_import: Import) -> Response:
    context = {"counts": selectors.counts_of_imports([motion_import])}
    body = serializers.StartedImportSerializer(motion_import, context=context).data
    return Response(body, status=status.HTTP_202_ACCEPTED)


def _detail(motion_import: Import, request: Request) -> dict[str, Any]:
    context = {"counts": selectors.counts_of_imports([motion_import])}
    return {
        **serializers.ImportSerializer(motion_import, context=context).data,
        "mapping": motion_import.mapping,
        **selectors.changes_of_import(motion_import),
        **selectors.pairs_of_import(motion_import),
        **report_page(motion_import.rows.all(), request, serializers.ImportRowSerializer),
    }


def _form(request: Request) -> dict[str, Any]:
    """The form's fields; both ``files`` and ``files[]`` are understood."""
    data = form_of(request)
    form: dict[str, Any] = {name: data.get(name) for name in data if name not in ("files", "files[]")}
    files = [*data.getlist("files"), *data.getlist("files[]")]
    if any(isinstance(file, str) for file in files):
        message = "files must be sent as files, not as text."
        raise InvalidError(message, code="motion.files", fields={"files": [message]})
    return form | ({"files": files} if files else {})


def _one(values: dict[str, Any], name: str) -> list[Any]:
    file = values.get(name)
    if file is None:
        return []
    if file.size > settings.UPLOAD_MAX_BYTES:
        message = f"{name} has {file.size} bytes; {settings.UPLOAD_MAX_BYTES} are allowed."
        raise InvalidError(message, code="motion.too_large", fields={name: [message]})
    return [file]


def _name(file: Any, otherwise: str) -> str:
    return str(file.name or otherwise)


def _incoming(files: list[Any], paths_json: str) -> list[services.IncomingFile]:
    paths = _paths(paths_json) if paths_json else [_name(file, "motion.bvh") for file in files]
    if len(paths) != len(files):
        message = "paths must be a JSON list with one path for each file."
        raise InvalidError(message, code="motion.paths", fields={"paths": [message]})
    return [services.IncomingFile(path, file) for path, file in zip(paths, files, strict=True)]


def _unpacked(values: dict[str, Any], name: str) -> str:
    """The text of a gzipped file, of as many bytes as names may have."""
    file = values.get(name)
    if file is None:
        return ""
    try:
        with gzip.open(file) as opened:
            unpacked = opened.read(MOST_BYTES_OF_NAMES + 1)
        if len(unpacked) > MOST_BYTES_OF_NAMES:
            message = f"{name} unpacks to more than {MOST_BYTES_OF_NAMES:,} bytes. Preview a part of the files."
            raise InvalidError(message, code="motion.too_many_files", fields={name: [message]})
        return unpacked.decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        message = f"{name} must be a JSON list of file names, gzipped."
        raise InvalidError(message, code="motion.paths", fields={name: [message]}) from error


def _paths(text: str) -> list[str]:
    paths = _json(text, "paths")
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        message = "paths must be a JSON list of file names."
        raise InvalidError(message, code="motion.paths", fields={"paths": [message]})
    return paths


def _mapping(text: str) -> ManifestMapping | None:
    """A mapping as JSON: an object, or the id of a preset as a string."""
    if not text.strip():
        return None
    given = _json(text, "mapping")
    try:
        return mapping_given(given)
    except MappingError as error:
        raise InvalidError(
            str(error), code="motion.mapping", fields={f"mapping.{error.field}": [str(error)]}
        ) from error


def _json(text: str, name: str) -> Any:
    try:
        return read_json(text)
    except InvalidError as error:
        message = f"{name}: {error.message}"
        raise InvalidError(message, code=error.code, fields={name: [error.message]}) from error
