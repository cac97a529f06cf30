"""Rows of dyads and of people at things."""

from __future__ import annotations

import json

import pytest

from export.formats.kinds.episodes import EPISODES, LATER_FIELDS, ROW_FIELDS, SCHEMA
from export.releases.kinds.episodes.rows import plan_row
from export.releases.rows import digest_without_release
from tests.factories.snapshots import candidate, dyad


def row_of(given):
    return json.loads(plan_row(given, "train", "1.0.0").line)


@pytest.mark.parametrize(
    ("target", "label", "source"),
    [("A", "angry", "source angry"), ("B", "sad", "source sad")],
)
def test_the_label_is_that_of_who_is_asked_about(target, label, source):
    """EP62: A's is angry, B's sad."""
    row = row_of(dyad(1, target=target))

    assert (row["label"], row["source_label"], row["target"]) == (label, source, target)
    assert row["labels"] == ["angry", "sad"]
    assert plan_row(dyad(1, target=target), "train", "1.0.0").label == label


def test_the_second_person_stands_in_one_column():
    row = row_of(dyad(1))

    assert row["second_person"] == {
        "label": "sad",
        "source_label": "source sad",
        "performer_id": "person b",
        "motion_id": "00000000-0000-4000-8000-0000000000b0",
        "motion_sha256": "8" * 64,
        "motion_path": f"motions/{'8' * 64}.afmo1",
        "position": [1.5, 0.0, -1.05],
        "yaw": 3.1416,
    }
    assert [row[name] for name in ("challenge", "action", "anchor")] == [None, None, None]
    media = [path for path, *_ in EPISODES.media_of(row)]
    assert media[:2] == [row["motion_path"], row["second_person"]["motion_path"]]


def test_what_may_not_leave_stays_for_both_people():
    """RL7."""
    row = row_of(dyad(1, may_redistribute="annotations"))

    assert row["motion_path"] is row["second_person"]["motion_path"] is None
    assert list(EPISODES.media_of(row)) == []


def test_an_action_says_what_it_is_grounded_in():
    row = row_of(candidate(1, family="action_grounded", challenge=None, action="sit", anchor="seat"))

    assert (row["action"], row["anchor"], row["challenge"], row["second_person"]) == ("sit", "seat", None, None)


def test_later_columns_stand_at_the_end_and_say_nothing_of_earlier_rows():
    """EP69: the digest of a row is the one it had before there were actions and dyads."""
    planned = plan_row(candidate(1), "train", "1.0.0")
    row = json.loads(planned.line)
    old = {name: value for name, value in row.items() if name not in LATER_FIELDS}

    assert sorted(ROW_FIELDS[-len(LATER_FIELDS) :]) == sorted(LATER_FIELDS)
    assert all(SCHEMA.field(name).nullable for name in LATER_FIELDS)
    line = json.dumps(old, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert planned.row_sha256 == digest_without_release(line, "1.0.0")
    asked_a, asked_b = (plan_row(dyad(1, target=target), "train", "1.0.0").row_sha256 for target in ("A", "B"))
    assert asked_a != asked_b
    assert max(ROW_FIELDS) in LATER_FIELDS, "the last field is stripped with the comma before it"


def test_parquet_reads_all_kinds_of_rows_together():
    lines = [plan_row(one, "train", "1.0.0").line for one in (candidate(1), dyad(2, target="B"))]
    table = EPISODES.table(lines).to_pylist()

    assert [row["second_person"] and row["second_person"]["label"] for row in table] == [None, "sad"]
    assert [row["labels"] for row in table] == [None, ["angry", "sad"]]
    earlier = json.loads(lines[0])
    for name in LATER_FIELDS:
        del earlier[name]
    assert EPISODES.table([json.dumps(earlier).encode()]).to_pylist()[0]["target"] is None
