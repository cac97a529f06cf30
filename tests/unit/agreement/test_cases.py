"""AG1, AG2: the reduced public bug reports 29 and 31, read as they came (where they are present)."""

import json

import pytest

from annotation.agreement import domain


def case(shared_data, name):
    folder = next((shared_data / "cases").glob(f"{name}-*"))
    return {path.name: json.loads(path.read_text()) for path in folder.glob("*.json")}


def test_case_29_one_label_only(shared_data):
    files = case(shared_data, "29")
    expected = files["expected.json"]
    result = domain.krippendorff_alpha(domain.tally(list(files["input.json"]["units"].values()))[1])
    assert result.value is expected["alpha"] is None
    assert result.undefined_reason == expected["reason"]
    assert (result.observed, result.n_units, result.n_values) == (
        expected["percent_agreement"],
        expected["units_used"],
        expected["pairable_values"],
    )


@pytest.mark.parametrize("name", ["a", "b_single_rater", "c_no_common_unit", "d_one_unit", "e_mixed"])
def test_case_31_units_with_one_rating(shared_data, name):
    files = case(shared_data, "31")
    expected = files["expected.json"][f"{name}.json"]
    units = list(zip(*files[f"{name}.json"]["matrix"], strict=True))
    result = domain.krippendorff_alpha(domain.tally(units)[1])
    assert result.value == (None if expected["alpha"] is None else pytest.approx(expected["alpha"], abs=1e-6))
    assert result.n_units == expected["units_used"]
    # an undefined alpha always says why; where the case words it, the kind of reason is the same
    words = {"no variation": domain.Undefined.NO_VARIATION, "fewer than two": domain.Undefined.NO_PAIRS}
    if "reason" in expected:
        assert result.undefined_reason is next(v for k, v in words.items() if expected["reason"].startswith(k))
