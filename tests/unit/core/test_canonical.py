import json
import uuid

import pytest

from affectory.core.canonical import canonical_json, content_uuid
from affectory.core.errors import InvalidError


def test_keys_are_sorted_and_text_stays_text():
    assert canonical_json({"b": 1, "a": "é🙂"}) == '{"a":"é🙂","b":1}'.encode()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [-float("inf")]])
def test_what_json_cannot_hold_is_refused(value):
    with pytest.raises(InvalidError) as refused:
        canonical_json(value)
    assert refused.value.code == "json.not_finite"


def test_half_a_surrogate_pair_is_refused():
    with pytest.raises(InvalidError) as refused:
        canonical_json({"a": "x\ud800y"})
    assert refused.value.code == "json.lone_surrogate"


def test_content_ids_depend_on_content_alone():
    first = content_uuid("p", {"a": 1, "b": 2})
    assert first == content_uuid("p", {"b": 2, "a": 1})
    assert first != content_uuid("p", {"a": 1, "b": 3})
    assert (first.version, first.variant) == (8, uuid.RFC_4122)


def test_round_trip_reads_back_equal_values():
    value = {"emoji": "🙂", "nested": [1, 2.5, None, True]}
    assert json.loads(canonical_json(value)) == value
