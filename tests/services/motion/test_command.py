from __future__ import annotations

import io
import json
import uuid
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from datasets.motion.models import Import, MotionAsset
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


def test_names_are_read_by_a_preset_or_a_pattern_and_previewed_first(tmp_path, project, maintainer):
    for name, seed in (("F01A0V1.bvh", 1), ("F01SU0V1.bvh", 2), ("other.bvh", 3)):
        (tmp_path / name).write_bytes(bvh_bytes(seed))
    said = run(tmp_path, "--project", "lab", "--mapping", "kdae-names", "--preview")
    assert "3 files: 1 would come in with a label, 1 without one, 1 not; 1 people, 0 pairs." in said
    assert "A -> angry" in said
    assert "refused: …: the name does not fit the pattern" in said
    assert not Import.objects.exists()

    run(tmp_path, "--project", "lab", "--mapping", "kdae-names", "--unit", "cm", "--up", "y")
    assert set(MotionAsset.objects.values_list("performer__name", "label", "unit", "up_axis")) == {
        ("F01", "angry", "centimetre", "+Y"),
        ("F01", "", "centimetre", "+Y"),
    }
    run(tmp_path, "--project", "lab", "--collection", "own", "--pattern", "{performance}.bvh", "--dry-run")
    assert Import.objects.order_by("created_at").last().mapping["file_pattern"] == "{performance}.bvh"


def test_an_import_that_was_broken_off_is_gone_on_with(folder, project, maintainer):
    """MO35"""
    started = run(folder, "--project", "lab", "--manifest", folder / "manifest.csv", "--queue")
    number = started.split()[1]
    said = run("--project", "lab", "--resume", number)
    assert "4 files and lines: 1 accepted" in said
    assert said.endswith(run("--project", "lab", "--resume", number))
    with pytest.raises(CommandError, match="There is no import"):
        run("--project", "lab", "--resume", uuid.uuid4())
    with pytest.raises(CommandError, match="Name the folder"):
        run("--project", "lab", "--collection", "c")


def test_a_unit_that_is_none_ends_in_a_report_that_says_so(tmp_path, project, maintainer):
    (tmp_path / "a.bvh").write_bytes(bvh_bytes(1))
    said = run(tmp_path, "--project", "lab", "--collection", "c", "--unit", "cubits")
    assert 'unit is "cubits", which is no unit' in said
