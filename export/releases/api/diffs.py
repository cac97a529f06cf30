"""Differences between releases, and the key that releases are signed with."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from export.access import metering
from export.formats.kinds import Words, form_of
from export.formats.signature import fingerprint, public_key_of
from export.releases import selectors
from export.releases.api.reading import ReleaseView
from export.releases.api.serializers import BUMPS
from export.releases.diffing import KINDS, difference_between, different_rows
from export.releases.domain import CHANGES, Difference
from export.releases.signing import signing_seed

MAX_ROWS_A_PAGE = 500


class ReleaseDiffFieldSerializer(serializers.Serializer[dict[str, Any]]):
    name = serializers.CharField()
    old = serializers.JSONField(allow_null=True)
    new = serializers.JSONField(allow_null=True)


class ReleaseDiffRowSerializer(serializers.Serializer[dict[str, Any]]):
    """`what` says what of a changed row counts most; `fields` come with changed rows, `row` with added ones. Of a row
    that was `withdrawn` since, only when and why is said."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    what = serializers.ChoiceField(choices=["", *CHANGES])
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # the stubs take it for the attribute
    split = serializers.CharField()
    fields = ReleaseDiffFieldSerializer(many=True, required=False)  # type: ignore[assignment]  # likewise
    row = serializers.DictField(required=False)
    withdrawn = serializers.DictField(required=False)


class ReleaseDiffSerializer(serializers.Serializer[dict[str, Any]]):
    """How a release differs from another. `rows` is as long as asked for; `next` goes on behind its last one."""

    version = serializers.CharField()
    base = serializers.CharField()
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    changed = serializers.DictField(child=serializers.IntegerField())
    bump = serializers.ChoiceField(choices=BUMPS)
    required = serializers.CharField()  # type: ignore[assignment]  # likewise
    reasons = serializers.ListField(child=serializers.CharField())
    rows = ReleaseDiffRowSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class ReleaseDiffQuerySerializer(serializers.Serializer[dict[str, Any]]):
    kind = serializers.ChoiceField(choices=KINDS, required=False, default="")
    what = serializers.ChoiceField(choices=CHANGES, required=False, default="")
    after = serializers.UUIDField(required=False, default=None)
    limit = serializers.IntegerField(required=False, default=None, min_value=0, max_value=MAX_ROWS_A_PAGE)


class DiffView(ReleaseView):
    """RL16: the rows in which a release differs from another one, streamed; all of them unless a limit is given. They
    are data, so their bytes count (RL45); how many there are is said to everybody who may read."""

    @extend_schema(
        parameters=[
            OpenApiParameter("kind", OpenApiTypes.STR, enum=KINDS),
            OpenApiParameter("what", OpenApiTypes.STR, enum=CHANGES),
            OpenApiParameter("after", OpenApiTypes.UUID, description="`next` of the page before"),
            OpenApiParameter("limit", OpenApiTypes.INT, description="rows of this page; all if it is left out"),
        ],
        responses=ReleaseDiffSerializer,
    )
    def get(self, request: Request, project: str, version: str, other: str) -> HttpResponseBase:
        asked = ReleaseDiffQuerySerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        new = selectors.frozen_release_for(request.user, self.project, version, self.reading)
        old = selectors.frozen_release_for(request.user, self.project, other, self.reading)
        query = asked.validated_data
        limit: int | None = query.pop("limit")
        if limit != 0 and (refusal := self.over_limit(request, None)):
            return refusal
        rows = different_rows(new, old, **query, limit=None if limit is None else limit + 1)
        body = _stream(new.version, form_of(self.project.kind).words, difference_between(new, old), rows, limit)
        return metering.metered(
            request,
            StreamingHttpResponse(body, content_type="application/json"),
            person=self.asker,
            project_id=self.project.pk,
            version=new.version,
            path=f"diff/{old.version}",
        )


def _stream(
    version: str, words: Words, found: Difference, rows: Iterator[dict[str, Any]], limit: int | None
) -> Iterator[bytes]:
    """One JSON document, written as its rows come out of the database."""
    head = {
        "version": version,
        "base": found.base,
        "added": found.added,
        "removed": found.removed,
        "changed": dict(found.changed),
        "bump": str(found.bump),
        "required": str(found.required()),
        "reasons": found.reasons(words),
    }
    yield json.dumps(head)[:-1].encode() + b', "rows": ['
    last: UUID | str | None = None
    for n, row in enumerate(rows if limit is None else islice(rows, limit)):
        last = row.pop("cursor")
        yield (b", " if n else b"") + json.dumps(row, ensure_ascii=False).encode()
    more = limit is not None and last is not None and next(rows, None) is not None
    yield b'], "next": ' + json.dumps(last if more else None).encode() + b"}"


class SigningKeySerializer(serializers.Serializer[dict[str, str]]):
    algorithm = serializers.CharField()
    public_key = serializers.CharField()
    fingerprint = serializers.CharField()


class SigningKeyView(APIView):
    """RL15: the public key that this installation signs its releases with, in base64, and its fingerprint."""

    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []

    @extend_schema(responses=SigningKeySerializer)
    def get(self, request: Request) -> Response:
        public = public_key_of(signing_seed())
        body = {
            "algorithm": "Ed25519",
            "public_key": base64.b64encode(public).decode(),
            "fingerprint": fingerprint(public),
        }
        return Response(SigningKeySerializer(body).data)
