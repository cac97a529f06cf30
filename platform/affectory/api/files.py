"""Sending stored bytes: ranges, conditions and heads as RFC 9110 has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from affectory.core import storage

_RANGE = re.compile(r"bytes=(\d*)-(\d*)", re.ASCII)
_CHUNK = 256 * 1024
SMALL = 256 * 1024
"""Files up to this size are sent in one piece."""


PLAYED_SPAN = 1024 * 1024
"""The most that a player gets at once; it asks for the rest as it plays."""
_PLAYERS = frozenset(["video", "audio"])


class Unsatisfiable:
    """A range that lies past the end of the file."""


def blob_response(
    request: HttpRequest,
    sha256: str,
    *,
    content_type: str,
    filename: str | None = None,
    etag: str | None = None,
    immutable: bool = True,
) -> HttpResponseBase:
    """A stored file under its digest as ETag.

    Answers 304 to a matching If-None-Match, 206 to one satisfiable byte range (with If-Range honoured), 416 to a
    range past the end, and HEAD without a body. Several ranges in one request get the whole file, as RFC 9110 §14.2
    permits. A browser's player gets a part of a long range (§15.3.7): it reads no further than it plays, and a paused
    video would hold a thread of the server for as long as its page is open. Never publicly cacheable: who may see it
    was decided for this request.
    """
    return file_response(
        request,
        storage.local_path(sha256),
        content_type=content_type,
        filename=filename,
        etag=etag or sha256,
        immutable=immutable,
    )


def picture_response(request: HttpRequest, tag: str, draw: Callable[[], bytes]) -> HttpResponseBase:
    """A small SVG that is drawn when it is asked for. ``tag`` names what it is drawn from; a browser that has it gets
    304, and one whose address says the version (`?v=`) does not ask again."""
    etag = f'"{tag}"'
    keep = "max-age=31536000, immutable" if request.GET.get("v") else "no-cache"
    headers = {"ETag": etag, "Cache-Control": f"private, {keep}"}
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers=headers)
    return HttpResponse(draw(), content_type="image/svg+xml", headers=headers)


def file_response(
    request: HttpRequest,
    path: Path,
    *,
    content_type: str,
    etag: str,
    filename: str | None = None,
    immutable: bool = False,
) -> HttpResponseBase:
    total = path.stat().st_size
    tag = f'"{etag}"'
    headers = {
        "Accept-Ranges": "bytes",
        "ETag": tag,
        "Cache-Control": "private, max-age=31536000, immutable" if immutable else "private, no-cache",
        "X-Content-Type-Options": "nosniff",
    }
    if filename:
        headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(filename)}"
    if etag_matches(request.headers.get("If-None-Match"), tag):
        return HttpResponse(status=304, headers=headers)
    span = _span(request, tag, total)
    if isinstance(span, Unsatisfiable):
        return HttpResponse(status=416, headers={**headers, "Content-Range": f"bytes */{total}"})
    start, length = (0, total) if span is None else span
    headers["Content-Length"] = str(length)
    status = 200
    if span is not None:
        status = 206
        headers["Content-Range"] = f"bytes {start}-{start + length - 1}/{total}"
    if request.method == "HEAD":
        return HttpResponse(status=status, content_type=content_type, headers=headers)
    if length <= SMALL:
        return HttpResponse(
            b"".join(_chunks(path, start, length)), status=status, content_type=content_type, headers=headers
        )
    return StreamingHttpResponse(
        _chunks(path, start, length), status=status, content_type=content_type, headers=headers
    )


def asked_bytes(request: HttpRequest, etag: str, total: int) -> int:
    """How many bytes of a file of ``total`` the request is after, be it sent from here or from elsewhere."""
    span = _span(request, f'"{etag}"', total)
    if isinstance(span, Unsatisfiable):
        return 0
    return total if span is None else span[1]


def etag_matches(header: str | None, tag: str) -> bool:
    if not header:
        return False
    return header.strip() == "*" or tag in {part.strip().removeprefix("W/") for part in header.split(",")}


def _span(request: HttpRequest, tag: str, total: int) -> tuple[int, int] | Unsatisfiable | None:
    """(start, length), or None for the whole file."""
    match = _RANGE.fullmatch(request.headers.get("Range", "").strip())
    if request.method not in ("GET", "HEAD") or match is None or match.groups() == ("", ""):
        return None
    condition = request.headers.get("If-Range")
    if condition is not None and condition.strip() != tag:
        return None
    first, last = match.groups()
    if first == "":
        length = min(int(last), total)
        return (total - length, length) if length else Unsatisfiable()
    start, end = int(first), min(int(last), total - 1) if last else total - 1
    if request.headers.get("Sec-Fetch-Dest") in _PLAYERS:
        end = min(end, start + PLAYED_SPAN - 1)
    if last and int(last) < start:
        return None
    return Unsatisfiable() if start >= total else (start, end - start + 1)


def _chunks(path: Path, start: int, length: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        while length > 0 and (chunk := file.read(min(_CHUNK, length))):
            length -= len(chunk)
            yield chunk
