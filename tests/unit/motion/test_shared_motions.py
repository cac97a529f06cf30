"""Files that other people made, where they are at hand: all that are sound read, and retarget as they should."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from datasets.motion.bvh import BvhError, end_site_positions, forward_kinematics, nominal_fps, parse_bvh, world_pose
from datasets.motion.checks import Outcome, run_checks, worst
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
