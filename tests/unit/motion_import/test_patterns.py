"""MO39: what a file's name says by a pattern."""

import time

import pytest

from datasets.intake.mapping import MappingError
from datasets.motion.domain.labels import harmonise, label_rules
from datasets.motion.domain.mapping import MotionFields, read_file_name
from datasets.motion.domain.patterns import file_pattern
from datasets.motion.domain.presets import NAME_PRESETS


@pytest.mark.parametrize(
    ("pattern", "path", "found"),
    [
        ("{scenario}_{part}.bvh", "day 1/bow_7.bvh", {"scenario": "bow", "part": "7"}),
        ("{scenario}_{part}.bvh", "BOW_7.BVH", {"scenario": "BOW", "part": "7"}),
        ("{scenario}_{part}.bvh", "bow_low_7.bvh", {"scenario": "bow", "part": "low_7"}),
        ("{scenario}_{part:digits}.bvh", "bow_low_7.bvh", None),
        ("{scenario}_{part}.bvh", "bow.bvh", None),
        ("{performer:3}{source_label:letters}{scenario:digits}V{*:digits}.bvh", "F01SA12V3.bvh", "F01 SA 12"),
        ("{performer:3}{source_label:letters}{scenario:digits}V{*:digits}.bvh", "F1SA2V1.bvh", "F1S A 2"),
        (
            "{performer}/{source_label}/{*}.bvh",
            "lab/Anna/joy/walk 3.bvh",
            {"performer": "Anna", "source_label": "joy"},
        ),
        ("{performer}/{source_label}/{*}.bvh", "joy/walk 3.bvh", None),
        ("{performance}-{part:A|AB}.bvh", "x-AB.bvh", {"performance": "x", "part": "AB"}),
    ],
)
def test_a_name_is_read_by_its_pattern_or_not_at_all(pattern, path, found):
    read = file_pattern(pattern).read(path)

    if isinstance(found, str):
        found = dict(zip(("performer", "source_label", "scenario"), found.split(), strict=True))
    assert read == found


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("{part}{performer}.bvh", "put a separator before {performer}"),
        ("{part:digits}{performer:digits}.bvh", "put a separator before {performer:digits}"),
        ("{part:0}.bvh", "is not understood"),
        ("{part:9999}.bvh", "is not understood"),
        ("{part:A|(}.bvh", "is not understood"),
        ("{part:some}.bvh", "is not understood"),
        ("{part}_{part}.bvh", "names part twice"),
        ("{who}.bvh", "unknown field"),
    ],
)
def test_a_pattern_that_could_be_read_in_two_ways_is_refused(pattern, said):
    with pytest.raises(MappingError, match=said.replace("{", r"\{")):
        file_pattern(pattern)


def test_a_name_made_to_be_slow_is_not():
    pattern = file_pattern("{*}_{scenario}_{source_label}_{*:digits}.bvh")
    start = time.process_time()

    assert pattern.read("_" * 200_000) is None
    assert pattern.read("a_" * 100_000) is None
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("preset", "path", "performer", "scenario", "source_label", "label"),
    [
        ("kdae-names", "BVH/F01/F01A0V1.bvh", "F01", "0", "A", "angry"),
        ("kdae-names", "BVH/M11/M11SA4V2.bvh", "M11", "4", "SA", "sad"),
        ("kdae-names", "M11F1V1.bvh", "M11", "1", "F", "fearful"),
        ("kdae-names", "BVH/F01/F01SU0V1.bvh", "F01", "0", "SU", ""),
        ("emilya-names", "Actor03_Walking_Panic Fear_2.bvh", "Actor03", "Walking", "Panic Fear", "fearful"),
        ("emilya-names", "Actor03_Walking_Shame_2.bvh", "Actor03", "Walking", "Shame", ""),
        ("bandai-namco-names", "bn1_bow_not-confident_001.bvh", None, "bow", "not-confident", ""),
        (
            "bandai-namco-names",
            "dataset-2_raise-up-both-hands_normal_001.bvh",
            None,
            "raise-up-both-hands",
            "normal",
            "neutral",
        ),
        ("dyadic-names", "session07_happy_A.bvh", None, "", "happy", "happy"),
    ],
)
def test_known_collections_are_read_by_their_names(preset, path, performer, scenario, source_label, label):
    mapping = NAME_PRESETS[preset].mapping.with_constants(collection="lab")

    read = read_file_name(path, mapping)

    assert isinstance(read, MotionFields)
    assert (read.performer, read.scenario, read.source_label) == (performer, scenario, source_label)
    harmonised = harmonise(source_label, label_rules(preset=mapping.label_preset))
    assert harmonised.label == label
    assert bool(harmonised.exclusion_reason) is not bool(label)


@pytest.mark.parametrize("preset", NAME_PRESETS.values(), ids=lambda preset: preset.id)
def test_the_examples_of_the_presets_fit_them(preset):
    assert file_pattern(preset.mapping.file_pattern).read(preset.example) is not None


@pytest.mark.parametrize("pattern", ["{performer}_{", "{performer_{part}.bvh", "performer}.bvh"])
def test_a_brace_that_is_not_closed_is_refused_rather_than_looked_for(pattern):
    with pytest.raises(MappingError, match="not closed"):
        file_pattern(pattern)
