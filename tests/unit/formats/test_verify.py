"""RL3: a release is checked by its own digests, without a database."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from affectory.core.canonical import sha256_hex
from export.formats.domain import WrittenFile
from export.formats.manifest import manifest_bytes, sums_bytes
from export.formats.registry import EXPORTERS, RELEASE_EXPORTERS
from export.formats.signature import SIGNATURE, fingerprint, public_key_of, signature_bytes
from export.formats.verify import verify_folder
from tests.factories.snapshots import plan, snapshot_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    snapshot = snapshot_of(plan())
    files = []

    def write(path: str, data: bytes, media_type: str) -> None:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
        files.append(WrittenFile(path, sha256_hex(data), len(data), media_type))

    for exporter in RELEASE_EXPORTERS:
        for artefact in EXPORTERS.load(exporter)().files(snapshot):
            write(artefact.path, b"".join(artefact.chunks), artefact.media_type)
    write("manifest.json", manifest_bytes(snapshot.header, files, RELEASE_EXPORTERS), "application/json")
    (tmp_path / "SHA256SUMS").write_bytes(sums_bytes(files))
    (tmp_path / SIGNATURE).write_bytes(signature_bytes(files[-1].sha256, bytes(range(32))))
    return tmp_path


def test_rl3_an_untouched_release_is_fine(folder: Path) -> None:
    result = verify_folder(folder)
    assert result.problems == ()
    assert result.digest == sha256_hex((folder / "manifest.json").read_bytes())
    assert result.signed_by == fingerprint(public_key_of(bytes(range(32))))
    # One document, 3 × (JSONL, Parquet, ids), splits, rights, three reports, three documents twice, card, manifest.
    assert result.files == 1 + 9 + 1 + 1 + 3 + 6 + 1 + 1


def test_rl3_sha256sum_reads_the_list(folder: Path) -> None:
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=folder, check=True)


@pytest.mark.parametrize("path", ["episodes.json", "data/train.parquet", "datasheet.md", "manifest.json"])
def test_rl3_one_flipped_bit_is_found_and_named(folder: Path, path: str) -> None:
    data = bytearray((folder / path).read_bytes())
    data[len(data) // 2] ^= 0b00000100
    (folder / path).write_bytes(data)
    assert any(problem.startswith(f"{path}: changed") for problem in verify_folder(folder).problems)


def test_rl3_a_flipped_bit_in_the_list_is_found(folder: Path) -> None:
    data = bytearray((folder / "SHA256SUMS").read_bytes())
    data[3] ^= 1
    (folder / "SHA256SUMS").write_bytes(data)
    assert verify_folder(folder).problems


def test_rl3_missing_and_foreign_files_are_named(folder: Path) -> None:
    (folder / "rights.csv").unlink()
    (folder / "extra.txt").write_text("?")
    assert verify_folder(folder).problems == ("rights.csv: missing.", "extra.txt: not part of the release.")


def test_rl3_a_list_that_leads_out_is_not_followed(folder: Path) -> None:
    with (folder / "SHA256SUMS").open("a") as file:
        file.write("0" * 64 + "  ../../etc/passwd\n")
    assert "../../etc/passwd: leads out of the release; not read." in verify_folder(folder).problems


def test_rl3_a_folder_that_is_no_release_says_so(tmp_path: Path) -> None:
    problems = verify_folder(tmp_path).problems
    assert problems[0].startswith("SHA256SUMS is missing")
    assert "manifest.json is missing." in problems


@pytest.mark.parametrize("text", ["{", "[]", '{"files":3}', '{"files":[{"path":1}]}', "\udcff"])
def test_rl3_a_broken_manifest_is_a_problem_not_a_crash(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert "manifest.json is not a manifest of ours." in verify_folder(folder).problems
