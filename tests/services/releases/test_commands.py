"""export_release and verify_release."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def export(to: Path, version: str = "0.1.0", project: str = "lab") -> str:
    out = StringIO()
    call_command("export_release", version, project=project, to=to, stdout=out)
    return out.getvalue()


def verify(folder: Path, **options) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("verify_release", str(folder), stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_rl4_a_release_is_exported_twice_byte_for_byte(kept, frozen, tmp_path) -> None:
    release = frozen()
    assert release.manifest_sha256 in export(tmp_path / "a")
    export(tmp_path / "b")
    first = files_of(tmp_path / "a")
    assert files_of(tmp_path / "b") == first
    assert set(first) == set(release.files.values_list("path", flat=True))


def test_rl3_verify_needs_only_the_folder_and_finds_a_flipped_bit(kept, frozen, tmp_path) -> None:
    release = frozen()
    export(tmp_path)
    out, _ = verify(tmp_path, digest=release.manifest_sha256)
    assert release.manifest_sha256 in out
    target = next(p for p in sorted(tmp_path.rglob("*.mp4")))
    data = bytearray(target.read_bytes())
    data[-1] ^= 1
    target.chmod(0o644)
    target.write_bytes(data)
    err = StringIO()
    with pytest.raises(CommandError, match="1 problem in"):
        call_command("verify_release", str(tmp_path), stderr=err)
    assert str(target.relative_to(tmp_path)) in err.getvalue()


def test_rl3_another_release_is_told_by_its_digest(kept, frozen, tmp_path) -> None:
    frozen()
    export(tmp_path)
    with pytest.raises(CommandError):
        verify(tmp_path, digest="0" * 64)


def test_export_overwrites_nothing_and_says_what_is_wrong(kept, frozen, draft, tmp_path) -> None:
    frozen()
    draft("0.2.0")
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CommandError, match="not an empty folder"):
        export(tmp_path)
    for version, project, words in (
        ("0.3.0", "lab", "no release"),
        ("0.2.0", "lab", "is draft"),
        ("x", "lab", "MAJOR.MINOR.PATCH"),
        ("0.1.0", "other", "no project"),
    ):
        with pytest.raises(CommandError, match=words):
            export(tmp_path / "new", version, project)
    assert files_of(tmp_path) == {"mine.txt": b"mine"}
