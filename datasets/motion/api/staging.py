"""Sending files one after the other, before an import uses them."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.api.parsers import StrictJSONParser
from affectory.core.errors import InvalidError
from affectory.core.strict_json import read_json
from datasets.motion import services
from datasets.motion.api.motions import MotionView


class FileKeySerializer(serializers.Serializer):
    """What a browser knows of a file without reading it."""

    path = serializers.CharField(max_length=1000, trim_whitespace=False)
    size_bytes = serializers.IntegerField(min_value=0, max_value=2**53)
    modified_ms = serializers.IntegerField(min_value=-(2**53), max_value=2**53)


class FileKeysSerializer(serializers.Serializer):
    files = FileKeySerializer(many=True)


class MissingFilesSerializer(serializers.Serializer):
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="Places in the list that was sent.")


class NewStagedFilesSerializer(serializers.Serializer):
    """Multipart: ``files`` (repeated) and ``keys``, a JSON list with path, size_bytes and modified_ms of each."""

    files = serializers.ListField(child=serializers.FileField(allow_empty_file=True, max_length=None))
    keys = serializers.CharField()


class StagedFilesSerializer(serializers.Serializer):
    staged = serializers.IntegerField()


class StagedFilesView(MotionView):
    parser_classes = [MultiPartParser]

    @extend_schema(request={"multipart/form-data": NewStagedFilesSerializer}, responses={201: StagedFilesSerializer})
    def post(self, request: Request, project: str) -> Response:
        form = form_of(request)
        given = NewStagedFilesSerializer(data={"files": form.getlist("files"), "keys": form.get("keys", "")})
        given.is_valid(raise_exception=True)
        files, keys = given.validated_data["files"], file_keys(given.validated_data["keys"], "keys")
        if len(keys) != len(files):
            message = "keys must be a JSON list with one entry for each file."
            raise InvalidError(message, code="motion.keys", fields={"keys": [message]})
        named = [(key, services.IncomingFile(key.path, file)) for key, file in zip(keys, files, strict=True)]
        staged = services.stage_files(actor=self.person, project=self.project, files=named)
        return Response({"staged": staged}, status=status.HTTP_201_CREATED)


class MissingFilesView(MotionView):
    parser_classes = [StrictJSONParser]

    @extend_schema(request=FileKeysSerializer, responses=MissingFilesSerializer)
    def post(self, request: Request, project: str) -> Response:
        """Which of these files still have to be sent: what came before a reload need not come again."""
        data = request.data
        keys = read_keys(data.get("files") if isinstance(data, dict) else None, "files")
        missing = services.missing_files(actor=self.person, project=self.project, files=keys)
        return Response({"missing": missing})


def form_of(request: Request) -> QueryDict:
    """The fields of a form with files."""
    if isinstance(request.data, QueryDict):
        return request.data
    message = "Send the files as multipart/form-data."
    raise InvalidError(message, code="motion.not_multipart", fields={"files": [message]})


def file_keys(text: str, name: str) -> list[services.FileKey]:
    """A JSON list in a form's field."""
    try:
        given = read_json(text)
    except InvalidError as error:
        message = f"{name}: {error.message}"
        raise InvalidError(message, code=error.code, fields={name: [error.message]}) from error
    return read_keys(given, name)


def read_keys(given: Any, name: str) -> list[services.FileKey]:
    """Checked by hand: a serializer for each of thousands of entries takes seconds."""
    if isinstance(given, list) and all(_is_key(one) for one in given):
        return [services.FileKey(one["path"], one["size_bytes"], one["modified_ms"]) for one in given]
    message = f"{name} must be a list of objects with path, size_bytes and modified_ms."
    raise InvalidError(message, code="motion.keys", fields={name: [message]})


def _is_key(given: Any) -> bool:
    if not isinstance(given, dict) or not isinstance(given.get("path"), str) or len(given["path"]) > 1000:
        return False
    numbers = (given.get("size_bytes"), given.get("modified_ms"))
    return all(type(number) is int and abs(number) < 2**53 for number in numbers) and given["size_bytes"] >= 0
