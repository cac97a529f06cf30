"""Every registered exporter keeps the same promises."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import pytest

from affectory.core.errors import InvalidError
from export.formats.registry import EXPORTERS, RELEASE_EXPORTERS
from tests.factories.snapshots import candidate, plan, snapshot_of


def files_of(exporter: str, snapshot) -> dict[str, tuple[str, bytes]]:
    found: dict[str, tuple[str, bytes]] = {}
    for artefact in EXPORTERS.load(exporter)().files(snapshot):
        assert artefact.path not in found
        found[artefact.path] = (artefact.media_type, b"".join(artefact.chunks))
    return found


@pytest.mark.parametrize("exporter", EXPORTERS.ids())
def test_an_exporter_has_a_versioned_id_and_makes_the_same_files_each_time(exporter: str) -> None:
    assert EXPORTERS.load(exporter).id == exporter
    assert re.fullmatch(r"[a-z]+-\d+", exporter)
    files = files_of(exporter, snapshot_of(plan()))
    assert files
    assert files_of(exporter, snapshot_of(plan())) == files


@pytest.mark.parametrize("exporter", EXPORTERS.ids())
def test_paths_stay_inside_and_types_are_stated(exporter: str) -> None:
    for path, (media_type, data) in files_of(exporter, snapshot_of(plan())).items():
        parts = PurePosixPath(path)
        assert not parts.is_absolute()
        assert ".." not in parts.parts
        assert re.fullmatch(r"[a-z]+/[a-z0-9.+-]+(; charset=utf-8)?", media_type)
        assert data


@pytest.mark.parametrize("exporter", EXPORTERS.ids())
def test_unicode_and_long_text_pass_through(exporter: str) -> None:
    odd = [candidate(n, source_label="🙂 e\u0301 \u2028 " + "x" * 5000, collection="集 | é") for n in range(24)]
    assert files_of(exporter, snapshot_of(plan(odd)))


def test_two_exporters_never_write_the_same_path() -> None:
    paths = [path for exporter in RELEASE_EXPORTERS for path in files_of(exporter, snapshot_of(plan()))]
    assert len(paths) == len(set(paths))


def test_an_unknown_exporter_names_those_there_are_and_none_is_registered_twice() -> None:
    with pytest.raises(InvalidError, match=r"jsonl-1"):
        EXPORTERS.load("jsonl-9")
    with pytest.raises(ValueError, match="registered already"):
        EXPORTERS.register("jsonl-1", "x:Y")
