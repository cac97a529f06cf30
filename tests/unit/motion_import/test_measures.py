"""MO43: units and axes as people write them."""

from __future__ import annotations

import pytest

from datasets.intake.manifest import ManifestRow
from datasets.intake.mapping import Problem
from datasets.motion.domain.mapping import ManifestMapping, read_row
from datasets.motion.domain.measures import UNIT_NAMES, axis_named, unit_named
from datasets.motion.retarget import UNITS

MAPPING = ManifestMapping(
    columns={name: name for name in ("file", "unit", "up_axis", "sha256")}, constants={"collection": "c"}
)


def read(**cells):
    return read_row(ManifestRow(2, {"file": "a.bvh", **cells}), MAPPING)


def test_mo43_every_unit_that_can_be_said_is_one_that_retargeting_knows():
    assert set(UNIT_NAMES) <= set(UNITS)


@pytest.mark.parametrize(
    ("word", "unit"),
    [
        *(("cm", "centimetre"), ("Metres", "metre"), ("Inches", "inch"), ("mm", "millimetre"), (" dm ", "decimetre")),
        *(("auto", ""), ("cubit", None), ("", None)),
    ],
)
def test_mo43_units(word, unit):
    assert unit_named(word) == unit


@pytest.mark.parametrize(
    ("word", "axis"),
    [
        *(("y", "+Y"), ("Z", "+Z"), ("z-up", "+Z"), ("Y up", "+Y"), ("-y", "-Y"), ("+X", "+X"), ("auto", "")),
        *(("w", None), ("up", None), ("", None)),
    ],
)
def test_mo43_axes(word, axis):
    assert axis_named(word) == axis


def test_mo43_what_a_line_says_and_what_it_leaves_open():
    said = read(unit="cm", up_axis="z")
    assert (said.unit, said.up_axis) == ("centimetre", "+Z")
    assert (read().unit, read(unit="auto").unit) == (None, "")


@pytest.mark.parametrize(
    ("cells", "field"), [({"unit": "ell"}, "unit"), ({"up_axis": "left"}, "up_axis"), ({"sha256": "abc"}, "sha256")]
)
def test_what_is_not_understood_is_refused_with_its_column(cells, field):
    problem = read(**cells)
    assert isinstance(problem, Problem)
    assert problem.field == field
