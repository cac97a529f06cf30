from __future__ import annotations

import base64

import pytest

from datasets.motion.models import MotionAsset
from datasets.motion.retarget import AvatarMotion
from datasets.scenes.gltf import read_gltf
from tests.factories.motion import make_motion

URL = "/api/v1/projects/lab/motions"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


@pytest.fixture
def motion(maintainer, project):
    return make_motion(maintainer, project, seed=3, licence="CC BY 4.0")


def test_the_skeleton_says_what_is_recognised_and_how_it_stands_at_rest(client, motion):
    """MO50"""
    body = client.get(f"{URL}/{motion.pk}/skeleton").json()

    assert (body["family"], body["confidence"], body["pose"]) == ("mixamo", 1.0, "rest pose") or body[
        "family"
    ] == "hik"
    names = [joint["name"] for joint in body["joints"]]
    head, foot = body["positions"][names.index("Head")], body["positions"][names.index("LeftToeBase")]
    # From the toes, 7 cm below the ankle, over 83 cm of leg and 4 cm of hip to 55 cm of spine and neck.
    assert head[1] - foot[1] == pytest.approx(0.07 + 0.83 + 0.04 + 0.55, abs=0.001)
    assert foot[1] == 0
    knee = next(one for one in body["suggestions"] if one["avatar"] == "left_knee")
    assert knee == {
        "avatar": "left_knee", "joint": names.index("LeftLeg"), "name": "LeftLeg", "how": "name", "confidence": 1.0,
    }  # fmt: skip
    avatar = client.get(f"{URL}/{motion.pk}").json()["avatar"]
    assert [one["name"] for one in avatar if one["required"]][:2] == ["left_hip", "right_hip"]
    assert body["versions"] == []
    assert body["effect"] == {"motions": 1, "in_episodes": 0, "episodes": 0}


def test_a_trial_gives_the_motion_or_says_what_is_wrong_and_keeps_nothing(client, motion):
    """MO52"""
    before = MotionAsset.objects.values().get()
    found = client.get(f"{URL}/{motion.pk}/skeleton").json()["suggestions"]
    joints = {one["avatar"]: one["joint"] for one in found}

    good = client.post(
        f"{URL}/{motion.pk}/skeleton/trial", {"joints": joints}, content_type="application/json"
    ).json()
    assert AvatarMotion.from_bytes(base64.b64decode(good["motion"])).frames == 60
    assert (good["problems"], good["refusal"], good["report"]["family"]) == ([], "", "mapped")
    assert "foot_slide" in [check["id"] for check in good["checks"]]

    locked = client.post(
        f"{URL}/{motion.pk}/skeleton/trial", {"options": {"lock_feet": True}}, content_type="application/json"
    ).json()
    assert [check["id"] for check in locked["before"]] == [check["id"] for check in locked["checks"]]

    joints["left_knee"] = joints["right_knee"]
    bad = client.post(f"{URL}/{motion.pk}/skeleton/trial", {"joints": joints}, content_type="application/json").json()
    assert bad["motion"] is None
    assert {problem["joint"] for problem in bad["problems"]} >= {"right_knee"}
    assert MotionAsset.objects.values().get() == before


def test_a_mapping_is_saved_with_how_many_motions_follow(client, motion):
    """MO51"""
    found = client.get(f"{URL}/{motion.pk}/skeleton").json()["suggestions"]
    joints = {one["avatar"]: one["joint"] for one in found}
    asked = {"joints": joints, "expected_version": 0}

    saved = client.put(f"{URL}/{motion.pk}/skeleton/mapping", asked, content_type="application/json")

    assert saved.status_code == 200
    assert (saved.json()["version"], saved.json()["motions"]) == (1, 1)
    late = client.put(f"{URL}/{motion.pk}/skeleton/mapping", asked, content_type="application/json")
    assert (late.status_code, late.json()["code"]) == (409, "motion.skeleton_mapping_changed_meanwhile")
    del joints["left_hip"]
    odd = client.put(
        f"{URL}/{motion.pk}/skeleton/mapping",
        {"joints": joints, "expected_version": 1},
        content_type="application/json",
    )
    assert (odd.status_code, list(odd.json()["fields"])) == (400, ["left_hip"])


def test_options_are_told_with_what_they_would_touch_and_set(client, motion):
    body = client.get(f"{URL}/{motion.pk}/retargeting").json()
    assert body["options"] == {}
    assert {one["scope"]: one["motions"] for one in body["scopes"]} == {
        "motion": 1, "skeleton": 1, "collection": 1, "import": 1,
    }  # fmt: skip
    given = {"options": {"reference": "frame 3"}, "scope": "collection"}
    done = client.post(f"{URL}/{motion.pk}/retargeting", given, content_type="application/json").json()
    assert done["motions"] == 1
    assert client.get(f"{URL}/{motion.pk}").json()["retarget_options"] == {"reference": "frame 3"}
    odd = client.post(
        f"{URL}/{motion.pk}/retargeting", {"options": {"reference": "sideways"}}, content_type="application/json"
    )
    assert (odd.status_code, list(odd.json()["fields"])) == (400, ["reference"])


def test_the_animated_file_is_sound_and_its_name_tells_nothing(client, motion):
    """MO56"""
    answer = client.get(f"{URL}/{motion.pk}/animated.glb")

    assert answer.headers["Content-Type"] == "model/gltf-binary"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="motion-{str(motion.pk)[:8]}.glb"'
    read = read_gltf(answer.content, name="a.glb")
    assert len(read.skins[0].joints) == 22
    assert b"CC BY 4.0" in answer.content
    assert b"happy" not in answer.content
