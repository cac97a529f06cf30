"""What the Hub protocol says and how: errors in headers, because a HEAD has no body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from django.http import HttpResponse, JsonResponse

from export.access.domain import AccessMode
from export.formats.card import card_data
from export.formats.domain import Header
from export.hub.domain import Node, pointer
from export.hub.models import HubCommit
from export.hub.selectors import Repository

MOST_SIBLINGS = 5000
"""Repositories with more files are listed by their tree alone, as the clients do themselves."""
REALM = 'Bearer realm="affectory"'
_PRINTABLE = dict.fromkeys(range(32), " ")


class HubError(Exception):
    """An answer that is an error. ``code`` decides which exception the client raises (HB7)."""

    def __init__(self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.http_status = status
        self.code = code
        self.message = message
        self.headers = dict(headers or {})

    def response(self) -> HttpResponse:
        reply = JsonResponse({"error": self.message}, status=self.http_status)
        reply["X-Error-Message"] = header_text(self.message)
        if self.code:
            reply["X-Error-Code"] = self.code
        if self.http_status == 401:
            reply["WWW-Authenticate"] = REALM
        for name, value in self.headers.items():
            reply[name] = value
        return reply


def header_text(text: str) -> str:
    """A sentence as a header can hold it: one line of ASCII, the rest percent-encoded."""
    return quote(text.translate(_PRINTABLE), safe=" !\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~%")


def moment(at: datetime | None) -> str:
    return "" if at is None else f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.000Z"


def repository_info(repository: Repository, commit: HubCommit, nodes: Iterable[Node] | None, *, blobs: bool) -> Any:
    """`GET /api/datasets/{id}`; without ``nodes`` there are too many files to list here."""
    release = commit.tree.release
    header = Header(**release.header)
    info: dict[str, Any] = {
        "_id": release.project_id.hex[:24],
        "id": repository.id,
        "author": repository.id.partition("/")[0],
        "sha": commit.sha,
        "lastModified": moment(commit.committed_at),
        "createdAt": moment(release.project.created_at),
        "private": repository.standing.mode in (AccessMode.MEMBERS, AccessMode.TOKEN),
        "gated": "manual" if repository.standing.mode == AccessMode.GATED else False,
        "disabled": False,
        "downloads": 0,
        "likes": 0,
        "tags": ["affectory", f"affectory-release:{release.version}", *(["synthetic"] * header.is_synthetic)],
        "description": header.notes,
        "cardData": card_data(header),
        "usedStorage": release.total_bytes,
    }
    if nodes is not None:
        info["siblings"] = [_sibling(node, blobs=blobs) for node in nodes]
    return info


def _sibling(node: Node, *, blobs: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"rfilename": node.path}
    if blobs:
        found |= {"size": node.size, "blobId": node.oid}
        if node.is_large:
            lfs = _lfs(node)
            found["lfs"] = {"sha256": lfs.pop("oid"), **lfs}
    return found


def tree_node(node: Node, commit: HubCommit, *, expand: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": "directory" if node.is_folder else "file",
        "oid": node.oid,
        "size": node.size,
        "path": node.path,
    }
    if node.is_large:
        found["lfs"] = _lfs(node)
    if expand:
        found["lastCommit"] = {"id": commit.sha, "title": commit.title, "date": moment(commit.committed_at)}
    return found


def _lfs(node: Node) -> dict[str, Any]:
    return {"oid": node.sha256, "size": node.size, "pointerSize": len(pointer(node.sha256, node.size))}


def commit_line(commit: HubCommit) -> dict[str, Any]:
    return {
        "id": commit.sha,
        "title": commit.title,
        "message": "",
        "date": moment(commit.committed_at),
        "authors": [{"user": commit.author}],
    }
