"""WD7: which files hold what of a row, and where a name stands."""

from __future__ import annotations

import pytest

from export.formats.holding import Names, may_tell, paths_named, splits_held

SPLITS = ("train", "test")


@pytest.mark.parametrize(
    ("path", "held"),
    [
        ("data/train.jsonl", {"train"}),
        ("data/test.parquet", {"test"}),
        ("data/other.jsonl", set()),
        ("episodes.json", {"train", "test"}),
        ("splits/train.txt", set()),
        ("media/x/P-Init.mp4", set()),
        ("README.md", set()),
    ],
)
def test_wd7_rows_stand_in_the_files_of_their_split_and_in_the_whole(path, held) -> None:
    assert splits_held(path, SPLITS, "episodes.json") == held


def test_wd7_media_are_what_a_row_names_at_any_depth() -> None:
    row = {"motion_path": "motions/a", "clips": [{"video_path": "media/b", "frames_path": None}], "scene": "path"}
    assert sorted(paths_named(row)) == ["media/b", "motions/a"]


def test_wd7_documents_can_tell_a_name_and_media_cannot() -> None:
    assert may_tell("datasheet.html", "text/html; charset=utf-8")
    assert may_tell("croissant.json", "application/ld+json")
    assert not may_tell("media/x/P-Init.frames.json", "application/json")
    assert not may_tell("data/train.jsonl", "application/x-ndjson")


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("thanks to Zelda R&D.", True),
        ("<td>Zelda R&amp;D</td>", True),
        ("Zelda R&Dx", False),
        ("zelda r&d", False),
        ('{"by": "Zelda R&D"}', True),
    ],
)
def test_wd7_a_name_is_found_as_a_whole_word_however_it_is_written(text, stands) -> None:
    assert Names(["Zelda R&D", "17", ""]).stand_in(text) is stands


def test_wd7_too_short_a_name_is_looked_for_nowhere() -> None:
    assert not Names(["P1", "42"]).stand_in("P1 has 42 rows")


def test_wd7_names_are_taken_out_of_json_at_any_depth() -> None:
    value = {"rights": [{"collection": "The Reel", "episodes": 3}], "The Reel": {"x": "of The Reel, 1999"}}
    said = Names(["The Reel"]).taken_out(value, "withdrawn")
    assert said == {"rights": [{"collection": "withdrawn", "episodes": 3}], "withdrawn": {"x": "of withdrawn, 1999"}}
