"""Repositories, revisions and git's object ids. Pure.

Ids are git's own (SHA-1 over git's form of a blob, a tree, a commit), so that clients can check them and a repository
with the same files made by git has the same ids. Files of the large kind are in the tree as git-LFS pointers.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from export.releases.domain import Version, parse_version

MAIN = "main"
PLAIN_SIZE = 1024 * 1024
_MEDIA = ("media/", "motions/")
_TEXT_TYPES = ("text/", "application/json", "application/ld+json", "application/x-ndjson", "application/jsonl")
_HEX = re.compile(r"[0-9a-f]{7,40}", re.ASCII)
_TAG = re.compile(r"v\d.*", re.ASCII)


def is_plain(path: str, media_type: str, size: int) -> bool:
    """HB2: small texts are blobs of git; data, media and all that is large are pointers with a SHA-256."""
    return size <= PLAIN_SIZE and media_type.startswith(_TEXT_TYPES) and not path.startswith(_MEDIA)


def object_id(kind: str, data: bytes) -> str:
    """HB2: git's id of an object."""
    # SHA-1 is what git's ids are made with; nothing here relies on it for safety.
    return hashlib.sha1(f"{kind} {len(data)}\0".encode() + data, usedforsecurity=False).hexdigest()


def pointer(sha256: str, size: int) -> bytes:
    """The text that stands in the tree for a file of the large kind."""
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{sha256}\nsize {size}\n".encode()


def tree_ids(blobs: Mapping[str, str]) -> dict[str, str]:
    """Path of every folder → id of its tree, from path of every file → id of its blob. "" is the root."""
    children: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for path, oid in blobs.items():
        folder, _, name = path.rpartition("/")
        children[folder][name] = ("100644", oid)
        while folder:
            parent, _, name = folder.rpartition("/")
            if name in children[parent]:
                break
            children[parent][name] = ("40000", "")
            folder = parent
    children.setdefault("", {})
    ids: dict[str, str] = {}
    for folder in sorted(children, key=lambda path: path.count("/") + bool(path), reverse=True):
        entries = {
            name: (mode, ids[f"{folder}/{name}" if folder else name] if mode == "40000" else oid)
            for name, (mode, oid) in children[folder].items()
        }
        # git sorts as if names of folders ended in a slash.
        order = sorted(entries, key=lambda name: (name + "/" if entries[name][0] == "40000" else name).encode())
        data = b"".join(f"{entries[n][0]} {n}\0".encode() + bytes.fromhex(entries[n][1]) for n in order)
        ids[folder] = object_id("tree", data)
    return ids


def commit_id(*, tree: str, parent: str | None, author: str, seconds: int, message: str) -> str:
    """HB3: from nothing but what is stored with the commit, so that anybody can make it again."""
    who = f"{author} <{author}@users.noreply.invalid> {seconds} +0000"
    lines = [f"tree {tree}", *([f"parent {parent}"] if parent else []), f"author {who}", f"committer {who}"]
    return object_id("commit", ("\n".join(lines) + f"\n\n{message}\n").encode())


class RevisionKind(StrEnum):
    MAIN = "main"
    TAG = "tag"
    COMMIT = "commit"


@dataclass(frozen=True, slots=True)
class Revision:
    """What a revision asks for: the newest published release, one version, or a commit by its id's beginning."""

    kind: RevisionKind
    text: str
    version: Version | None = None

    @property
    def is_commit(self) -> bool:
        """Whether the whole id was given, so that the answer can never be another one."""
        return self.kind is RevisionKind.COMMIT and len(self.text) == 40


def parse_revision(text: str) -> Revision | None:
    """HB4: `main`, `v1.2.3`, or at least seven hexadecimal digits of a commit; None for everything else."""
    if text in (MAIN, f"refs/heads/{MAIN}"):
        return Revision(RevisionKind.MAIN, MAIN)
    tag = text.removeprefix("refs/tags/")
    version = parse_version(tag) if _TAG.fullmatch(tag) else None
    if version is not None:
        return Revision(RevisionKind.TAG, f"v{version}", version)
    return Revision(RevisionKind.COMMIT, text) if _HEX.fullmatch(text) else None


def split_revision(text: str) -> tuple[str, str]:
    """Revision and path out of "{revision}/{path}", in which a server no longer sees which slash was escaped."""
    for ref in (f"refs/heads/{MAIN}", "refs/tags/"):
        if text == ref or text.startswith(ref if ref.endswith("/") else ref + "/"):
            parts = text.split("/", 3)
            return "/".join(parts[:3]), parts[3] if len(parts) > 3 else ""
    revision, _, path = text.partition("/")
    return revision, path


class Node(NamedTuple):
    """One line of a tree's listing."""

    path: str
    is_folder: bool
    oid: str
    size: int
    sha256: str
    media_type: str

    @property
    def is_large(self) -> bool:
        return self.sha256 != "" and not self.is_folder and not is_plain(self.path, self.media_type, self.size)


def nodes_of(files: Iterable[tuple[str, str, int, str]], plain_ids: Mapping[str, str]) -> tuple[str, list[Node]]:
    """Root id and nodes in order of path, from (path, sha256, size, media type) and the blob ids of plain files."""
    rows = list(files)
    blobs = {
        path: plain_ids[path] if is_plain(path, kind, size) else object_id("blob", pointer(sha256, size))
        for path, sha256, size, kind in rows
    }
    trees = tree_ids(blobs)
    nodes = [Node(path, False, blobs[path], size, sha256, kind) for path, sha256, size, kind in rows]
    nodes += [Node(path, True, oid, 0, "", "") for path, oid in trees.items() if path]
    return trees[""], sorted(nodes, key=lambda node: node.path.encode())
