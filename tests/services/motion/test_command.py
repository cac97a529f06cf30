from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from datasets.motion.models import MotionAsset
from tests.factories.motion import bvh_bytes, manifest_csv, zip_bytes


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "day1").mkdir()
    (tmp_path / "day1" / "a.bvh").write_bytes(bvh_bytes(1))
    (tmp_path / "b.bvh").write_bytes(b"nonsense")
    (tmp_path / "more.zip").write_bytes(zip_bytes({"c.bvh": bvh_bytes(3)}))
    rows = [
        {"file": name, "collection": "lab", "emotion": emotion, "licence": "CC0"}
        for name, emotion in (("day1/a.bvh", "sad"), ("b.bvh", "sad"), ("c.bvh", "shrug"), ("d.bvh", "sad"))
    ]
    (tmp_path / "manifest.csv").write_bytes(manifest_csv(rows))
    return tmp_path


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command("import_motions", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_a_folder_with_a_manifest_comes_in_and_every_file_is_accounted_for(folder, project, maintainer):
    """MO21"""
    said = run(folder, "--project", "lab", "--manifest", folder / "manifest.csv")
    assert "4 files and lines: 1 accepted, 0 accepted with a warning, 1 excluded, 2 refused." in said
    assert "1 new, 0 changed" not in said  # the broken and the excluded one are new as well
    assert "3 new, 0 changed, 0 unchanged." in said
    assert "  b.bvh (line 3): b.bvh" in said
    assert '  d.bvh (line 5): line 5: there is no file "d.bvh" among those sent; add it or remove the line' in said
    assert "Usable motions: 0 angry, 0 fearful, 0 happy, 0 neutral, 1 sad." in said
    assert set(MotionAsset.objects.values_list("name", "state")) == {
        ("a.bvh", "ready"),
        ("b.bvh", "rejected"),
        ("c.bvh", "ready"),
    }


def test_a_dry_run_says_so_and_changes_nothing(folder, project, maintainer):
    said = run(folder, "--project", "lab", "--manifest", folder / "manifest.csv", "--dry-run")
    assert "This was a dry run: nothing was changed." in said
    assert MotionAsset.objects.count() == 0


def test_a_mapping_file_and_a_collection_can_be_given(folder, project, maintainer):
    mapping = folder.parent / "mapping.json"
    mapping.write_text(json.dumps({"columns": {"file": "file", "source_label": "emotion"}, "label_preset": "emilya"}))
    manifest = folder / "manifest.csv"
    run(folder, "--project", "lab", "--manifest", manifest, "--mapping", mapping, "--collection", "mine")
    assert MotionAsset.objects.get(name="a.bvh").collection.name == "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--project", "nowhere"], "There is no project 'nowhere'"),
        (["--project", "lab", "--manifest", "/nowhere.csv"], "There is no manifest"),
        (
            ["--project", "lab", "--mapping", "/nowhere.json", "--collection", "c"],
            "neither a mapping file nor one of",
        ),
        (["--project", "lab", "--as", "nobody", "--collection", "c"], "There is nobody called 'nobody'"),
        (["--project", "lab"], "Say which collection"),
    ],
)
def test_a_wrong_argument_ends_in_a_sentence(folder, project, maintainer, arguments, message):
    with pytest.raises(CommandError, match=message):
        run(folder, *arguments)


def test_no_folder_and_no_maintainer_end_in_a_sentence(folder, project):
    with pytest.raises(CommandError, match="no maintainer"):
        run(folder, "--project", "lab", "--collection", "c")
