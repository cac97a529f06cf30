"""From a pinned release to files in storage. Only what was pinned is read, so the bytes are the same (RL4)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from affectory.core import storage
from affectory.core.errors import JobInputError, NotFoundError
from affectory.core.jobs import Run
from export.formats.croissant import CROISSANT, croissant_bytes
from export.formats.croissant import MEDIA_TYPE as CROISSANT_TYPE
from export.formats.domain import Artefact, Header, RowLine, Snapshot, WrittenFile
from export.formats.manifest import MANIFEST, SUMS, manifest_bytes, sums_bytes
from export.formats.registry import EXPORTERS, RELEASE_EXPORTERS
from export.formats.signature import SIGNATURE, signature_bytes
from export.formats.text import JSONL
from export.releases.kinds import RowKind, kind_of
from export.releases.models import HiddenReference, Release
from export.releases.signing import signing_seed

_ROWS_AT_ONCE = 2000
HIDDEN = "hidden-references.jsonl"


def snapshot_of(release: Release) -> Snapshot:
    """The pinned header and rows; rows come from a server-side cursor."""

    def rows(split: str | None) -> Iterator[RowLine]:
        found = release.rows.order_by("position")
        if split is not None:
            found = found.filter(split=split)
        pairs = found.values_list("split", "written__line").iterator(chunk_size=_ROWS_AT_ONCE)
        return (RowLine(name, line.encode()) for name, line in pairs)

    def ids(split: str) -> Iterator[str]:
        name = kind_of(release.project).name_path
        found = release.rows.filter(split=split).order_by("position").values_list(name, flat=True)
        return (str(name) for name in found.iterator(chunk_size=_ROWS_AT_ONCE))

    return Snapshot(header=Header(**release.header), rows=rows, ids=ids)


def write_files(release: Release, run: Run | None = None) -> list[WrittenFile]:
    """Every file of the release; last the manifest, the checksum list and the signature over the manifest (RL15)."""
    snapshot = snapshot_of(release)
    files: list[WrittenFile] = []
    total = release.row_count
    for exporter in RELEASE_EXPORTERS:
        for artefact in EXPORTERS.load(exporter)().files(snapshot):
            files.append(_store(artefact))
            _tell(run, f"wrote {artefact.path}", 0, total)
    files.append(_put(CROISSANT, croissant_bytes(snapshot.header, files), CROISSANT_TYPE))
    files += _media_files(snapshot, kind_of(release.project), run)
    files.append(_put(MANIFEST, manifest_bytes(snapshot.header, files, RELEASE_EXPORTERS), "application/json"))
    manifest = files[-1].sha256
    files.append(_put(SUMS, sums_bytes(files), "text/plain; charset=utf-8"))
    files.append(_put(SIGNATURE, signature_bytes(manifest, signing_seed()), "application/json"))
    _tell(run, f"{len(files):,} files, digest {manifest}", total, total)
    return files


def write_hidden(release: Release) -> WrittenFile | None:
    """RL20: what the rows keep back, one line each in their order, into storage; no list of files names it."""
    lines = HiddenReference.objects.filter(row__release=release).order_by("row__position")
    if not lines.exists():
        return None
    found = lines.values_list("line", flat=True).iterator(chunk_size=_ROWS_AT_ONCE)
    return _store(Artefact(HIDDEN, JSONL, (f"{line}\n".encode() for line in found)))


class _Reader:
    """An iterator of pieces, read like a file and counted."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self.size = 0

    def read(self, _size: int = -1, /) -> bytes:
        for chunk in self._chunks:
            if chunk:
                self.size += len(chunk)
                return chunk
        return b""


def _store(artefact: Artefact) -> WrittenFile:
    reader = _Reader(artefact.chunks)
    sha256 = storage.put_file(reader)  # type: ignore[arg-type]  # read() is all that is used of a file
    return WrittenFile(artefact.path, sha256, reader.size, artefact.media_type)


def _put(path: str, data: bytes, media_type: str) -> WrittenFile:
    return WrittenFile(path, storage.put_bytes(data), len(data), media_type)


def _media_files(snapshot: Snapshot, kind: RowKind, run: Run | None) -> list[WrittenFile]:
    """RL7: the rows name the media that may leave; nothing else is looked at. The bytes lie in storage already."""
    if not any(row["with_media"] for row in snapshot.header.rights):
        return []
    found: dict[str, WrittenFile] = {}
    for number, row in enumerate(snapshot.rows(None)):
        content = json.loads(row.line)
        for path, sha256, media_type in kind.form.media_of(content):
            if path not in found:
                found[path] = WrittenFile(path, sha256, _size(sha256, path, content, kind), media_type)
        if number % 500 == 0 and run is not None:
            run.progress(done=number)
            run.stop_if_cancelled()
    return list(found.values())


def _size(sha256: str, path: str, row: dict[str, Any], kind: RowKind) -> int:
    try:
        return storage.size(sha256)
    except NotFoundError as error:
        raise JobInputError(
            f"{path} of {kind.form.words.one} {row[kind.form.id_column]} is no longer in storage. {kind.lost}",
            code="release.media_missing",
        ) from error


def _tell(run: Run | None, text: str, done: int, total: int) -> None:
    """Progress is counted in rows, so that it means the same with and without media."""
    if run is not None:
        run.log(text)
        run.progress(done=done, total=total, message=text)
        run.stop_if_cancelled()
