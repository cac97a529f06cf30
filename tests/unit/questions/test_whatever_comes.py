"""Whatever somebody sends has an outcome: never a crash, and nothing in a report that cannot be stored."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.questions.domain.drafts import plan_drafts
from annotation.questions.domain.entries import ItemsFileError
from annotation.questions.domain.lints import lint
from annotation.questions.domain.mapping import PRESETS
from annotation.questions.domain.planning import Outcome, plan_items
from annotation.questions.domain.record import FIELDS
from annotation.questions.domain.writing import write_items
from annotation.taxonomy import catalogue
from tests.unit.questions.examples import ALL, numbered

VOCABULARY = catalogue.vocabulary()
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["clip", "S1", "U1", "\ud83d", "a\x00", "happiness"]),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
KEYS = ("start", "end", "t", "id", "description", "items", "criterion", "scores", "before", "after", "0", *FIELDS)


@st.composite
def spoiled(draw):
    """A sound item with one value, anywhere in it, replaced, added or taken away."""
    value = json.loads(json.dumps(draw(st.sampled_from(numbered(ALL)))))
    place = value
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys)) if keys else None
        inner = place[key] if keys else None
        if isinstance(inner, dict | list) and inner and draw(st.booleans()):
            place = inner
            continue
        if isinstance(place, list):
            place.append(draw(VALUES))
        elif draw(st.booleans()) and key is not None:
            place[key] = draw(VALUES)
        else:
            place[draw(st.sampled_from(KEYS))] = draw(VALUES)
        return value


def check(plan):
    for row in plan.rows:
        for text in (row.external_id, *(part for p in row.problems for part in (p.field, p.message))):
            assert "\x00" not in text
            text.encode()
        assert row.outcome is not Outcome.REFUSED or row.problems


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(spoiled())
def test_a_spoiled_item_is_refused_with_a_reason_or_can_be_written(value):
    plan = plan_items(json.dumps([value]).encode(), vocabulary=VOCABULARY)
    check(plan)
    items = [planned.item for planned in plan.planned]
    for item in items:
        lint(item)
    data = write_items(items)
    if items:
        again = [planned.item for planned in plan_items(data, vocabulary=VOCABULARY).planned]
        assert write_items(again) == data


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(spoiled() | VALUES, min_size=1, max_size=3), st.sampled_from(sorted(PRESETS)))
def test_any_json_becomes_drafts_or_reasons(values, preset):
    check(plan_drafts(json.dumps(values).encode(), mapping=PRESETS[preset], vocabulary=VOCABULARY))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=60) | st.text(alphabet='[]{}",:ab1 \n', max_size=40).map(str.encode))
def test_any_bytes_are_a_plan_or_a_sentence(data):
    sentence = ""
    try:
        check(plan_items(data, vocabulary=VOCABULARY))
    except ItemsFileError as error:
        sentence = str(error)
    assert not sentence or sentence.startswith("file: ")
