import json
from pathlib import Path

import pytest

from affectory.core.errors import InvalidError
from annotation.questions.domain.entries import ItemsFileError, read_entries
from annotation.questions.domain.planning import KnownItem, Outcome, plan_items
from annotation.questions.domain.reading import read_item
from annotation.questions.domain.record import FIELDS
from annotation.questions.domain.writing import item_digest, write_item_lines, write_items
from annotation.taxonomy import catalogue
from tests.unit.questions.examples import ALL, as_bytes, clip, numbered

VOCABULARY = catalogue.vocabulary()


def plan(data, **options):
    return plan_items(data, vocabulary=VOCABULARY, **options)


def items_of(found):
    return [planned.item for planned in found.planned]


def outcomes(found):
    return [row.outcome for row in found.rows]


def test_qu13_what_was_written_is_written_again_byte_for_byte():
    """QU13."""
    strange = clip(question='é e\u0301 🙂 \u2028 "q" \\ / \t what?', question_id="Y")
    items = items_of(plan(as_bytes([*numbered(ALL), strange])))
    assert len(items) == 9
    first = write_items(items)
    assert write_items(items_of(plan(first))) == first
    lines = write_item_lines(items)
    assert write_item_lines(items_of(plan(lines, name="a.jsonl"))) == lines
    assert items_of(plan(lines)) == items


def test_qu13_the_bytes_have_one_form():
    """QU13."""
    value = clip(source={"from": "a", "segments": [{"end": 778.0, "start": 0.5e1}]}, subtitles=None)
    data = write_items(items_of(plan(as_bytes([dict(reversed(value.items()))]))))
    text = data.decode()
    assert list(json.loads(text)[0]) == list(FIELDS)
    assert '"start": 5,' in text
    assert '"end": 778\n' in text
    assert '"answer": ["happiness", "doubt/confusion"]' in text
    assert text.startswith('[\n  {\n    "question_id": "G1_Q000001",\n')
    assert text.endswith("  }\n]\n")
    assert "\r" not in text


def test_qu13_half_a_pair_is_not_written():
    """QU13."""
    (item,) = items_of(plan(as_bytes([clip()])))
    broken = type(item)(**{**{name: getattr(item, name) for name in item.__slots__}, "question": "a\ud83db"})
    with pytest.raises(InvalidError):
        write_items([broken])


def test_a_digest_does_not_depend_on_the_order_of_fields_and_does_on_their_values():
    one, _ = read_item(clip(), VOCABULARY)
    other, _ = read_item(dict(reversed(clip().items())), VOCABULARY)
    changed, _ = read_item(clip(question="Other?"), VOCABULARY)
    assert item_digest(one) == item_digest(other) != item_digest(changed)


def test_qu12_an_import_can_be_repeated_and_changes_only_what_changed():
    """QU12."""
    values = numbered(ALL)
    first = plan(as_bytes(values))
    assert set(outcomes(first)) == {Outcome.NEW}
    known = {
        planned.item.question_id: KnownItem(frozenset({planned.digest}), planned.item.video_id)
        for planned in first.planned
    }
    values[2]["question"] = "Another question?"
    again = plan(as_bytes(values), existing=known)
    assert again.counts == {Outcome.NEW: 0, Outcome.CHANGED: 1, Outcome.UNCHANGED: 7, Outcome.REFUSED: 0}
    assert [planned.item.question_id for planned in again.planned] == ["X3"]


def test_qu11_an_id_that_stands_twice_is_refused_where_it_stands_again():
    """QU11."""
    found = plan(as_bytes([clip(), clip(question="Other?"), clip()]))
    assert outcomes(found) == [Outcome.NEW, Outcome.REFUSED, Outcome.REFUSED]
    assert [row.problems[0].rule for row in found.rows[1:]] == ["QU11", "QU11"]
    assert "record 1 (line 1), with other content" in found.rows[1].problems[0].message
    assert "with the same content" in found.rows[2].problems[0].message


def test_qu2_a_fault_in_one_record_leaves_the_others_whole():
    """QU2."""
    good = json.dumps(clip(question_id="ok"))
    bad = [
        good.replace('"ok"', '"dup", "type": "x"'),
        good.replace('"ok"', '"nan"').replace("687.61", "NaN"),
        good.replace('"ok"', '"half"').replace("This one?", "a\\ud83db"),
        good.replace('"ok"', '"nul"').replace("This one?", "a\\u0000b"),
        good.replace('"ok"', '"\\ud83d"'),
        "7",
    ]
    found = plan(("[\n" + ",\n".join([*bad, good]) + "\n]").encode())
    assert outcomes(found) == [Outcome.REFUSED] * 6 + [Outcome.NEW]
    assert [row.line for row in found.rows] == [2, 3, 4, 5, 6, 7, 8]
    reasons = [(row.problems[0].rule, row.problems[0].field) for row in found.rows[:6]]
    assert reasons[0] == ("QU2", "type")
    assert reasons[2:4] == [("QU2", "subtitles[0].text")] * 2
    assert found.rows[4].external_id == "?"
    for row in found.rows:
        (row.external_id + row.problems[0].message if row.problems else "").encode()


def test_lines_with_one_that_is_no_json():
    good = json.dumps(clip())
    found = plan(f"{good}\n{{oops\n\n{json.dumps(clip(question_id='b'))}\n".encode())
    assert outcomes(found) == [Outcome.NEW, Outcome.REFUSED, Outcome.NEW]
    assert [row.line for row in found.rows] == [1, 2, 4]


@pytest.mark.parametrize("wrapper", ["questions", "items", "data"])
def test_a_list_may_be_wrapped_and_a_mark_may_stand_before_it(wrapper):
    data = b"\xef\xbb\xbf" + json.dumps({"version": 1, wrapper: [clip()]}).encode()
    assert outcomes(plan(data)) == [Outcome.NEW]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"[]", "empty"),
        (b"[{}", "not closed"),
        (b"[{},]", "after the comma"),
        (b"[{}] x", "follows"),
        (b"[\n{]", "line 2"),
        (b'[{"a": "\xff"}]', "byte 8"),
        (b"[" * 100_000, "nested|JSON"),
        (b'[{"a": ' + b"9" * 5000 + b"}]", "digits"),
    ],
)
def test_qu2_a_file_that_is_no_json_is_refused_with_its_place(data, words):
    """QU2."""
    with pytest.raises(ItemsFileError, match=words):
        read_entries(data)


def test_a_record_that_is_only_one_object():
    assert outcomes(plan(json.dumps(clip()).encode())) == [Outcome.NEW]
    assert outcomes(plan(b'"text"')) == [Outcome.REFUSED]


CASE = Path(__file__).resolve().parents[4] / "shared" / "data" / "cases" / "39-json-unicode"


@pytest.mark.skipif(not CASE.is_dir(), reason="the shared cases are not at hand")
def test_case_39_unicode():
    (strange,) = read_entries((CASE / "input.json").read_bytes())
    assert (strange.field, strange.fault) == ("lone", "holds half of a surrogate pair")
    (marked,) = read_entries((CASE / "input_bom.json").read_bytes())
    assert (marked.value, marked.fault) == ({"ok": "x"}, "")
    (twice,) = read_entries((CASE / "input_duplicate_keys.json").read_bytes())
    assert (twice.field, twice.fault) == ("label", 'the key "label" stands twice; keep one')
