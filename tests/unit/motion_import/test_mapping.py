from __future__ import annotations

import pytest

from datasets.intake.manifest import ManifestRow, read_manifest
from datasets.intake.mapping import MappingError, Problem
from datasets.motion.domain.mapping import (
    ManifestMapping,
    MotionFields,
    known_performer,
    mapping_from_json,
    read_file_name,
    read_row,
)
from datasets.motion.domain.presets import OWN_NAMES, PUBLIC_INDEX, detect_mapping, mapping_given

INDEX_HEADER = "file\torigin\tlicence\tredistributable\tsource_label\tfive_class\tperformer\tjoints"
INDEX = "\n".join(
    [
        INDEX_HEADER,
        "a.bvh\tBN@1\tCC BY-NC 4.0\tno (non-commercial)\tbow/angry\tangry\tone of 3 professional actors (no id)\t22",
        "b.bvh\tBN@1\tCC BY-NC 4.0\tno (non-commercial)\tbow/tired\tUNMAPPED\tone of 3 professional actors\t22",
        "c.bvh\tCMU\tMIT\tyes\twalk\t\tCMU subject 12\t31",
        "d.bvh\tCMU\tMIT\tprobably\twalk\t\tCMU subject\t31",
    ]
).encode()


def fields_of(values: dict[str, str], mapping: ManifestMapping = OWN_NAMES) -> MotionFields | Problem:
    return read_row(ManifestRow(2, values), mapping)


def test_a_public_index_is_read_as_it_is():
    """MO24, MO25, MO26: its descriptions are no performers, and nothing but "yes" allows media."""
    manifest = read_manifest(INDEX, name="INDEX.tsv")
    mapping = detect_mapping(manifest.columns)
    assert mapping is PUBLIC_INDEX
    a, b, c, d = (read_row(row, mapping) for row in manifest.rows)
    assert (a.label, a.source_label, a.performer, a.may_redistribute) == ("angry", "bow/angry", None, "annotations")
    assert b.label == ""
    assert (c.label, c.performer, c.may_redistribute, c.licence) == (None, "CMU subject 12", "media", "MIT")
    assert (d.performer, d.may_redistribute) == (None, "annotations")


@pytest.mark.parametrize("name", ["", "Unknown", "n/a", "?", "anonymous", "unknown actor"])
def test_somebody_in_particular_is_asked_for(name):
    """MO26: unknown is None, which is never a group."""
    assert known_performer(name) is None


def test_rights_that_are_not_given_are_the_strictest():
    """MO25"""
    fields = fields_of({"file": "a.bvh", "collection": "c"})
    assert (fields.may_redistribute, fields.may_send_to_external_model) == ("annotations", False)


@pytest.mark.parametrize(
    ("values", "field", "message"),
    [
        ({"file": "", "collection": "c"}, "file", "is empty"),
        ({"file": "a", "collection": ""}, "collection", "no collection"),
        ({"file": "a", "collection": "c", "may_redistribute": "maybe"}, "may_redistribute", "none of media"),
        (
            {"file": "a", "collection": "c", "may_send_to_external_model": "perhaps"},
            "may_send_to_external_model",
            "yes",
        ),
        ({"file": "a", "collection": "c", "label": "furious"}, "label", "none of angry"),
        ({"file": "a" * 501, "collection": "c"}, "file", "501 characters"),
    ],
)
def test_a_value_without_a_meaning_is_refused_with_its_column(values, field, message):
    """MO24"""
    found = fields_of(values)
    assert isinstance(found, Problem)
    assert found.field == field
    assert message in found.message


def test_values_are_replaced_exactly_and_otherwise_stands_for_the_rest():
    mapping = mapping_from_json(
        {
            "columns": {"file": "f", "may_redistribute": "ok", "source_label": "e"},
            "constants": {"collection": "lab", "licence": "CC0"},
            "values": {"may_redistribute": {"yes": "media"}, "source_label": {"W": "sad"}},
            "otherwise": {"may_redistribute": "annotations"},
        }
    )
    found = [
        read_row(ManifestRow(2, {"f": "a.bvh", "ok": ok, "e": e}), mapping)
        for ok, e in [("yes", "W"), ("Yes", "w"), ("", "")]
    ]
    assert [f.may_redistribute for f in found] == ["media", "annotations", "annotations"]
    assert [f.source_label for f in found] == ["sad", "w", ""]
    assert {(f.collection, f.licence) for f in found} == {("lab", "CC0")}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ([], "mapping"),
        ({"colums": {}}, "colums"),
        ({"columns": []}, "columns"),
        ({"columns": {"flie": "x"}}, "columns"),
        ({"columns": {"file": 5}}, "columns"),
        ({"values": {"label": "x"}}, "values.label"),
        ({"values": {"lable": {}}}, "values"),
        ({"values": 7}, "values"),
        ({"label_preset": "none such"}, "label_preset"),
        ({"label_preset": 3}, "label_preset"),
        ({"unknown_performers": "x"}, "unknown_performers"),
        ({"unknown_performers": ["*a*b*c*d*"]}, "unknown_performers"),
        ({"file_pattern": "{who}.bvh"}, "file_pattern"),
        ({"file_pattern": "{part}{source_label}.bvh"}, "file_pattern"),
        ({"file_pattern": "{part}_{part}.bvh"}, "file_pattern"),
        ({"constants": {"licence": "a\x00b"}}, "constants"),
    ],
)
def test_a_mapping_without_a_meaning_is_refused_with_its_key(given, field):
    with pytest.raises(MappingError) as caught:
        mapping_from_json(given)
    assert caught.value.field == field


def test_a_mapping_survives_its_json():
    assert mapping_from_json(PUBLIC_INDEX.to_json()) == PUBLIC_INDEX


def test_columns_are_recognised_by_name_alone():
    """MO27"""
    found = detect_mapping(["File Name", "Actor", "Emotion", "License", "Dataset", "Take", "fps"])
    assert found.columns == {
        "file": "File Name",
        "performer": "Actor",
        "source_label": "Emotion",
        "licence": "License",
        "collection": "Dataset",
        "performance": "Take",
    }
    assert detect_mapping(["path", "label"]).columns == {"file": "path", "source_label": "label"}
    with pytest.raises(MappingError, match="no column holds the file names"):
        detect_mapping(["emotion", "actor"])


def test_a_file_name_pattern_stands_in_for_a_manifest():
    mapping = ManifestMapping(file_pattern="{scenario}_{source_label}_{part}.bvh", constants={"collection": "studio"})
    fields = read_file_name("day1/bow_not-confident_001.bvh", mapping)
    assert (fields.file, fields.scenario, fields.source_label, fields.part) == (
        "day1/bow_not-confident_001.bvh",
        "bow",
        "not-confident",
        "001",
    )
    assert read_file_name("bow.bvh", mapping).field == "file"


def test_a_preset_can_be_named_with_what_differs_from_it():
    given = {
        "preset": "kdae-names",
        "file_pattern": "{performer:3}.bvh",
        "label_preset": "kdae",
        "constants": {"unit": "centimetre"},
    }
    mapping = mapping_given(given)
    assert (mapping.id, mapping.file_pattern, mapping.label_preset) == ("kdae-names", "{performer:3}.bvh", "kdae")
    assert mapping.constants == {**mapping_given("kdae-names").constants, "unit": "centimetre"}
    assert mapping_given({"preset": "public-index", "constants": {"unit": "m"}}).values == PUBLIC_INDEX.values


@pytest.mark.parametrize("given", [{"preset": 7}, {"preset": "kdae"}, {"preset": "kdae-names", "colums": {}}, 7])
def test_a_preset_that_is_not_known_is_refused(given):
    with pytest.raises(MappingError):
        mapping_given(given)
