"""Files that other people made, where they are at hand: all that are sound read, and retarget as they should."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from datasets.motion.bvh import BvhError, end_site_positions, forward_kinematics, nominal_fps, parse_bvh, world_pose
from datasets.motion.checks import Outcome, run_checks, worst
from datasets.motion.inspecting import inspect_data
from datasets.motion.retarget import RetargetError, avatar_fk, retarget
from tests.unit.motion.test_retarget import BONES, directions, in_file, on_avatar

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
BVH, CASES = DATA / "bvh", DATA / "cases"

pytestmark = pytest.mark.skipif(not BVH.is_dir(), reason="the shared motion files are not at hand")

NO_BODY = {
    "fairmotion_sinusoidal.bvh",
    "godotvr_test_zero_channels.bvh",
    "pybvh_full_precision_frame_time.bvh",
    "pybvh_rotation_first_root.bvh",
}
COLLAPSED = {"makehuman_benchmark.bvh", "makehuman_tpose.bvh"}


def index():
    if not BVH.is_dir():
        return []
    with (BVH / "INDEX.tsv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def read(row):
    return parse_bvh((BVH / row["file"]).read_bytes(), name=row["file"])


@pytest.mark.parametrize("row", index(), ids=lambda row: row["file"])
def test_every_file_reads_as_its_index_says(row):
    found = read(row)

    assert len(found.joint_names) == int(row["joints"])
    assert len(found.end_parents) == int(row["end_sites"])
    assert (found.frames, found.frames_declared) == (int(row["motion_rows"]), int(row["frames_declared"]))
    assert float(found.fps) == pytest.approx(float(row["fps"]), rel=2e-3)
    assert bool(found.warnings) == (row["motion_rows"] != row["frames_declared"])
    assert np.isfinite(forward_kinematics(found)).all()


@pytest.mark.parametrize(
    "row", [r for r in index() if r["file"] not in NO_BODY | COLLAPSED], ids=lambda row: row["file"]
)
def test_every_body_arrives_on_the_avatar(row):
    found = read(row)

    motion = retarget(found)

    assert motion.report.confidence >= 0.9
    for frame in {0, found.frames // 2, found.frames - 1}:
        np.testing.assert_allclose(
            directions(on_avatar(motion, frame), BONES), directions(in_file(found, motion, frame), BONES), atol=2e-4
        )
    places = avatar_fk(motion)
    # Nobody hangs under the floor or above it, and heads are up.
    assert -0.05 < places[:, :, 1].min() < 0.06
    assert places[:, 15, 1].max() > 1.2
    assert "+" in motion.report.up_axis


@pytest.mark.parametrize("row", [r for r in index() if r["five_class"].islower()], ids=lambda row: row["file"])
def test_labelled_motions_are_fit_for_use(row):
    found = read(row)

    results = run_checks(retarget(found), bvh=found)

    assert worst(results) is not Outcome.FAIL


@pytest.mark.parametrize("name", sorted(NO_BODY | COLLAPSED))
def test_what_is_no_body_is_refused_with_a_sentence(name):
    with pytest.raises(RetargetError, match=r"do not tell which joint|which is no body"):
        retarget(parse_bvh((BVH / name).read_bytes(), name=name))


def test_case_01_each_joint_has_its_own_rotation_order():
    case = CASES / "01-bvh-rotation-order"
    expected = json.loads((case / "expected.json").read_text())
    found = parse_bvh((case / "input.bvh").read_bytes())
    pose = world_pose(found)
    names = [*found.joint_names, "Head_end"]
    places = np.concatenate([pose.positions, end_site_positions(found, pose)])

    for frame, wanted in enumerate(expected["world_positions"]):
        for name, place in wanted.items():
            np.testing.assert_allclose(places[names.index(name), frame], place, atol=expected["tolerance"])


def test_case_02_position_channels_replace_the_offset():
    case = CASES / "02-bvh-position-channels-on-joints"
    expected = json.loads((case / "expected.json").read_text())
    found = parse_bvh((case / "input.bvh").read_bytes())

    assert (len(found.joint_names), found.channel_count, found.frames) == (
        expected["joints"],
        expected["channels_total"],
        expected["frames"],
    )
    for name, place in expected["world_positions_frame0"].items():
        joint = found.joint_names.index(name)
        np.testing.assert_allclose(forward_kinematics(found)[joint, 0], place, atol=expected["tolerance"])


def test_case_04_declared_and_found_frames():
    case = CASES / "04-bvh-frame-count-mismatch"
    for name, wanted in json.loads((case / "expected.json").read_text()).items():
        data = (case / name).read_bytes()
        if wanted["status"] == "error":
            with pytest.raises(BvhError) as caught:
                parse_bvh(data, name=name)
            assert caught.value.row == wanted["row"]
            for fact in ("have", "want"):
                assert str(wanted.get(fact, "")) in str(caught.value)
            assert wanted.get("reason", "") in str(caught.value)
            continue
        found = parse_bvh(data, name=name)
        assert found.frames == wanted.get("found", wanted.get("frames", 3))
        assert len(found.warnings) == (0 if wanted["status"] == "ok" else 1)
        for fact in ("declared", "found"):
            assert str(wanted.get(fact, "")) in " ".join(found.warnings)


def test_case_07_frame_time_to_rate():
    case = CASES / "07-bvh-frame-time-to-fps"
    inputs, expected = (json.loads((case / f"{name}.json").read_text()) for name in ("input", "expected"))
    for given, wanted in zip(inputs, expected, strict=True):
        text = given["text"].split(":")[1].strip()
        if "error" in wanted:
            with pytest.raises(ValueError, match="above 0"):
                nominal_fps(text)
        else:
            assert float(nominal_fps(text)) == pytest.approx(wanted["nominal_fps"], rel=1e-4)
            assert given["frames"] * float(text) == pytest.approx(wanted["duration_s"], abs=1e-6)


TOO_SHORT, STILL, NAMELESS, COLLAPSES = (
    "; the limit is 0.5 s",
    "no joint moves further than 0.000 m",
    "the joint names do not tell which joint is left hip",
    "file units, which is no body",
)
REFUSED = {
    "bvhio_example.bvh": TOO_SHORT,
    "fairmotion_pfnn_hierarchy.bvh": STILL,
    "genoview_geno_bind.bvh": TOO_SHORT,
    "genoview_geno_stance.bvh": TOO_SHORT,
    "makehuman_dance1.bvh": TOO_SHORT,
    "pybvh_standard_skeleton.bvh": TOO_SHORT,
    **dict.fromkeys(NO_BODY, NAMELESS),
    **dict.fromkeys(COLLAPSED, COLLAPSES),
    "01-bvh-rotation-order/input.bvh": NAMELESS,
    "02-bvh-position-channels-on-joints/input.bvh": NAMELESS,
    "04-bvh-frame-count-mismatch/a_trailing_blank_lines_crlf.bvh": NAMELESS,
    "04-bvh-frame-count-mismatch/b_one_row_more.bvh": NAMELESS,
    "04-bvh-frame-count-mismatch/c_one_row_less.bvh": NAMELESS,
    "04-bvh-frame-count-mismatch/d_short_row.bvh": "line 15: motion row 2 has 5 values where the channels need 6",
    "04-bvh-frame-count-mismatch/e_nan.bvh": "line 15: motion row 2: the value of Hips Yposition is not finite",
    "04-bvh-frame-count-mismatch/f_values_wrapped_over_lines.bvh": NAMELESS,
}
UNITS = {
    "inch": {"fair1_dab.bvh", "pybvh_bvh_test1.bvh", "pybvh_bvh_test3.bvh", "pymo_8walk_HVHA_400.bvh"},
    "cmu": {"cmu1_jumping_jacks.bvh", "cmu_12_01_walk.bvh"},
    "decimetre": {"makehuman_walk1.bvh", "makehuman_zombieWalk1.bvh"},
}
Z_UP = {"fair1_dab.bvh", "pybvh_bvh_test1.bvh", "pybvh_bvh_test3.bvh"} | UNITS["decimetre"]


def test_the_outcome_of_every_file():
    """MO38: what an inspection makes of each of them, and why."""
    files = {path.name: path for path in BVH.glob("*.bvh")}
    files |= {str(path.relative_to(CASES)): path for path in CASES.glob("*/*.bvh")}
    told = {name: inspect_data(path.read_bytes(), name=name, max_bytes=2**26) for name, path in files.items()}

    assert {name for name, found in told.items() if found.reasons} == set(REFUSED)
    for name, because in REFUSED.items():
        assert because in told[name].reasons[0]
        assert told[name].reasons[0].startswith(name)
    used = {name: found.retarget_report for name, found in told.items() if not found.reasons}
    assert {name for name, report in used.items() if report["up_axis"] == "+Z"} == Z_UP
    for unit, names in UNITS.items():
        assert {name for name, report in used.items() if report["unit"] == unit} == names
    assert {report["unit"] for report in used.values()} == {*UNITS, "centimetre"}
