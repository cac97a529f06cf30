"""CO2: what JSON may not hold, value by value."""

import pytest

from affectory.core.errors import InvalidError
from affectory.core.strict_json import check_text, read_json


def test_escaped_pairs_become_one_character_and_a_byte_order_mark_is_no_matter():
    assert read_json('\ufeff{"ok": "\\ud83d\\ude42"}'.encode()) == {"ok": "🙂"}


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ('{"label": "a", "label": "b"}', "json.duplicate_key", "'label'"),
        ('{"a": {"b": 1, "b": 1}}', "json.duplicate_key", "'b'"),
        ('{"a": "x\\ud800"}', "text.lone_surrogate", "a holds half"),
        ('{"a": ["", "x\\u0000"]}', "text.nul", "a[1] holds"),
        ('{"a": NaN}', "json.not_finite", "NaN"),
        ('{"a": -Infinity}', "json.not_finite", "-Infinity"),
        ('{"a": 1,\n "b": }', "json.syntax", "Line 2, column 7"),
    ],
)
def test_what_has_no_right_reading_is_refused_with_its_place(text, code, words):
    with pytest.raises(InvalidError) as refused:
        read_json(text)
    assert refused.value.code == code
    assert words in refused.value.message


def test_bytes_that_are_not_utf8_name_the_byte():
    with pytest.raises(InvalidError, match=r"Byte 2 is not UTF-8\."):
        read_json(b'{"\xff": 1}')


def test_deep_nesting_is_an_answer_and_no_crash():
    with pytest.raises(InvalidError) as refused:
        read_json("[" * 200_000)
    assert refused.value.code in ("json.depth", "json.syntax")


@pytest.mark.parametrize("depth", [101, 1100, 3000, 8000])
@pytest.mark.parametrize(("before", "after"), [("[", "]"), ('{"a": ', "}")])
def test_nesting_that_a_parser_survives_is_refused_all_the_same(depth, before, after):
    """What walks through the value later would run out of stack."""
    with pytest.raises(InvalidError) as refused:
        read_json(before * depth + "1" + after * depth)
    assert refused.value.code == "json.depth"
    assert read_json(before * 100 + "1" + after * 100)


def test_keys_are_checked_like_values():
    with pytest.raises(InvalidError) as refused:
        check_text({"a\x00": 1})
    assert refused.value.code == "text.nul"


def test_a_number_with_too_many_digits_is_an_answer_and_no_crash():
    with pytest.raises(InvalidError) as refused:
        read_json("9" * 5000)
    assert refused.value.code == "json.number"
