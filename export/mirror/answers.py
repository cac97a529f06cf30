"""Sending people to the object store for bytes that they may have."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from affectory.api.files import asked_bytes, blob_response, etag_matches
from export.mirror.selectors import signed_address


class Sent(NamedTuple):
    """An answer, and how many bytes of the file the object store sends for it."""

    response: HttpResponseBase
    sent_elsewhere: int = 0


def file_answer(
    request: HttpRequest, *, sha256: str, path: str, size: int, media_type: str, etag: str | None = None,
    filename: str | None = None,
) -> Sent:  # fmt: skip
    """RL51: the bytes from here, or a signed address of their copy. A HEAD and a match of the ETag are answered here:
    clients learn from them what they will get, and an address is only good for a GET."""
    tag = etag or sha256
    if request.method == "GET" and not etag_matches(request.headers.get("If-None-Match"), f'"{tag}"'):
        address = signed_address(sha256=sha256, path=path, size=size, media_type=media_type)
        if address is not None:
            headers = {"Location": address, "ETag": f'"{tag}"', "Cache-Control": "private, no-store"}
            return Sent(HttpResponse(status=302, headers=headers), asked_bytes(request, tag, size))
    return Sent(blob_response(request, sha256, content_type=media_type, etag=etag, filename=filename))
