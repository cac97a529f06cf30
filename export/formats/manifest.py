"""The manifest and the checksum list, which name every other file by its digest. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from affectory.core.canonical import canonical_json
from export.formats.domain import Header, WrittenFile
from export.formats.kinds.base import FORMAT
from export.formats.signature import SIGNATURE

MANIFEST = "manifest.json"
SUMS = "SHA256SUMS"


def manifest_bytes(header: Header, files: Sequence[WrittenFile], exporters: Sequence[str]) -> bytes:
    """RL3: path, size, digest and type of every file; its own digest is the digest of the release."""
    table = header.split_table
    everything = next(row for row in table["rows"] if row["kind"] == "all")
    return (
        canonical_json(
            {
                "format": FORMAT,
                "project": header.project,
                "release": header.version,
                "rows": header.rows,
                "signature": SIGNATURE,
                "splits": everything["counts"],
                "seed": header.seed,
                "synthetic": header.synthetic,
                "exporters": sorted(exporters),
                "files": [file.as_dict() for file in sorted(files, key=lambda file: file.path)],
            }
        )
        + b"\n"
    )


def sums_bytes(files: Sequence[WrittenFile]) -> bytes:
    """The list that `sha256sum --check SHA256SUMS` reads."""
    return "".join(f"{file.sha256}  {file.path}\n" for file in sorted(files, key=lambda file: file.path)).encode()
