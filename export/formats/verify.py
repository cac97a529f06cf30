"""Checking a downloaded release against its own digests; needs no database."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from export.formats.manifest import MANIFEST, SUMS
from export.formats.signature import SIGNATURE, check_signature

_LINE = re.compile(r"^([0-9a-f]{64})  (.+)$")
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Verification:
    """How many files were read, the release's digest, whose signature it bears (the fingerprint of a key, empty
    without one), and a sentence for each thing that is wrong."""

    files: int
    digest: str
    signed_by: str
    problems: tuple[str, ...]


def verify_folder(folder: Path, public_key: bytes | None = None) -> Verification:
    """Every listed file is there and unchanged, nothing else is there, manifest and checksum list agree, and the
    manifest is signed, with the given key if there is one."""
    problems: list[str] = []
    sums = _read_sums(folder, problems)
    for path, expected in sums.items():
        problems.extend(_check_file(folder, path, expected))
    listed = _read_manifest(folder, problems)
    for path, (sha256, size) in listed.items():
        if sums.get(path) != sha256:
            problems.append(f"{path}: {SUMS} and {MANIFEST} disagree about its digest.")
        file = folder / path
        if _is_inside(path) and file.is_file() and file.stat().st_size != size:
            problems.append(f"{path}: {file.stat().st_size} bytes, {MANIFEST} says {size}.")
    problems += [f"{path}: listed in {SUMS}, not in {MANIFEST}." for path in sums if path not in {*listed, MANIFEST}]
    known = {*sums, SUMS, SIGNATURE}
    problems += [f"{path}: not part of the release." for path in _walk(folder) if path not in known]
    manifest = folder / MANIFEST
    digest = _digest(manifest) if manifest.is_file() else ""
    signed_by = _check_signature(folder, digest, public_key, problems)
    return Verification(files=len(sums), digest=digest, signed_by=signed_by, problems=tuple(problems))


def _check_signature(folder: Path, digest: str, public_key: bytes | None, problems: list[str]) -> str:
    """Releases of before signatures have none and name none in their manifest."""
    try:
        data = (folder / SIGNATURE).read_bytes()
    except OSError:
        if public_key is not None or _names_a_signature(folder):
            problems.append(f"{SIGNATURE} is missing: nobody vouches for this release.")
        return ""
    found = check_signature(data, digest, public_key)
    problems.extend(found.problems)
    return found.signed_by


def _names_a_signature(folder: Path) -> bool:
    try:
        return json.loads((folder / MANIFEST).read_bytes()).get("signature") == SIGNATURE
    except (OSError, ValueError, AttributeError):
        return False


def _read_sums(folder: Path, problems: list[str]) -> dict[str, str]:
    try:
        text = (folder / SUMS).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        problems.append(f"{SUMS} is missing or cannot be read: {folder} is not a release, or not the whole of it.")
        return {}
    sums: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        match = _LINE.match(line)
        if match is None:
            problems.append(f"{SUMS} line {number}: not a digest, two blanks and a path.")
        elif match[2] in sums:
            problems.append(f"{SUMS} line {number}: {match[2]} is listed twice.")
        else:
            sums[match[2]] = match[1]
    if MANIFEST not in sums:
        problems.append(f"{SUMS} does not list {MANIFEST}.")
    return sums


def _read_manifest(folder: Path, problems: list[str]) -> dict[str, tuple[str, int]]:
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        return {file["path"]: (file["sha256"], file["size"]) for file in manifest["files"]}
    except OSError:
        problems.append(f"{MANIFEST} is missing.")
    except (ValueError, KeyError, TypeError):
        problems.append(f"{MANIFEST} is not a manifest of ours.")
    return {}


def _check_file(folder: Path, path: str, expected: str) -> Iterator[str]:
    if not _is_inside(path):
        yield f"{path}: leads out of the release; not read."
    elif not (folder / path).is_file():
        yield f"{path}: missing."
    elif _digest(folder / path) != expected:
        yield f"{path}: changed; its SHA-256 is not {expected}."


def _is_inside(path: str) -> bool:
    parts = PurePosixPath(path)
    return not parts.is_absolute() and ".." not in parts.parts and "\\" not in path


def _walk(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        if not path.is_dir():
            yield path.relative_to(folder).as_posix()


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()
