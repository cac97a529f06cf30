from __future__ import annotations

import pytest

from datasets.motion.domain.labels import (
    LABEL_PRESETS,
    NO_SOURCE_LABEL,
    LabelRules,
    LabelRulesError,
    harmonise,
    label_rules,
)


@pytest.mark.parametrize(
    ("preset", "source", "label"),
    [
        ("kdae", "A", "angry"),
        ("kdae", "F", "fearful"),
        ("kdae", "H", "happy"),
        ("kdae", "N", "neutral"),
        ("kdae", "SA", "sad"),
        ("kdae", "D", ""),
        ("kdae", "SU", ""),
        ("emilya", "Panic  Fear", "fearful"),
        ("emilya", "joy", "happy"),
        ("emilya", "Anxiety", ""),
        ("emilya", "pride", ""),
        ("emilya", "shame", ""),
        ("bandai-namco", "normal", "neutral"),
        ("bandai-namco", "bow/angry", "angry"),
        ("bandai-namco", "raise-up-both-hands/exhausted", ""),
        ("free", " Happy ", "happy"),
        ("free", "normal", ""),
    ],
)
def test_presets_map_what_has_a_counterpart_and_exclude_the_rest_with_a_reason(preset, source, label):
    """MO23"""
    found = harmonise(source, LABEL_PRESETS[preset].rules)
    assert found.label == label
    assert bool(found.exclusion_reason) == (label == "")


def test_no_source_label_and_an_unknown_one_say_what_to_do():
    """MO23: never dropped silently."""
    assert harmonise("  ", LabelRules()).exclusion_reason == NO_SOURCE_LABEL
    assert harmonise("walk", LabelRules("free", {"sad": "sad"})).exclusion_reason == (
        'source label "walk" is not in the collection\'s label mapping (free): map it to one of the five classes or '
        "leave it out there"
    )


def test_the_whole_source_label_goes_before_its_last_part():
    rules = label_rules(preset="bandai-namco", labels={"bow/normal": "sad"})
    assert harmonise("bow/normal", rules).label == "sad"
    assert harmonise("run/normal", rules).label == "neutral"


def test_free_pairs_win_over_the_preset_in_both_directions():
    rules = label_rules(preset="emilya", labels={"Shame": "sad"}, exclusions={"joy": "too few"})
    assert harmonise("shame", rules).label == "sad"
    assert harmonise("joy", rules).exclusion_reason == "too few"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"preset": "nobody"}, "preset"),
        ({"labels": {"x": "furious"}}, "labels"),
        ({"labels": {"x": 5}}, "labels"),
        ({"labels": ["x"]}, "labels"),
        ({"labels": {" ": "sad"}}, "labels"),
        ({"labels": {"X": "sad", "x ": "happy"}}, "labels"),
        ({"exclusions": {"x": "  "}}, "exclusions"),
        ({"labels": {"x": "sad"}, "exclusions": {"X": "no"}}, "exclusions"),
    ],
)
def test_rules_without_a_meaning_are_refused_with_their_key(given, field):
    with pytest.raises(LabelRulesError) as caught:
        label_rules(**given)
    assert caught.value.field == field
