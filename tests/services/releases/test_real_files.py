"""RL7 on real files: what the index of the real recordings allows is what a release holds."""

from __future__ import annotations

import json

import pytest

from affectory.core import storage
from datasets.motion import services as motions
from datasets.motion.selectors import composable_motions
from tests.factories.kept_episodes import fill_profile, make_episode, make_render, make_scene

pytestmark = pytest.mark.django_db
FILES = [f"bn1_{action}_{label}_001.bvh" for action in ("bow", "byebye") for label in ("angry", "happy", "sad")]


def test_rl7_a_release_of_the_real_labelled_recordings_carries_no_media(
    project, maintainer, frozen, shared_data
) -> None:
    folder = shared_data / "bvh"
    given = motions.import_files(
        actor=maintainer,
        project=project,
        files=[motions.IncomingFile(name, folder / name) for name in FILES],
        manifest=motions.IncomingFile("INDEX.tsv", folder / "INDEX.tsv"),
        queue=False,
    )
    motions.run_import(import_id=given.pk, inspect_here=True)
    fill_profile(project, maintainer)
    scene = make_scene(project)
    found = list(composable_motions(project))
    assert sorted(motion.name for motion in found) == sorted(FILES)
    private = set()
    for n, motion in enumerate(found):
        episode = make_episode(motion, scene, n)
        private |= {motion.source_sha256, motion.retargeted_sha256}
        for setting in ("P-Init", "P-Ref"):
            clip = make_render(episode, setting)
            private |= {clip.video_sha256, clip.frames_sha256}

    release = frozen(split_policy={"shares": {"train": 2, "test": 1}})
    assert release.state == "frozen"
    files = {file.path: file.sha256 for file in release.files.all()}
    assert not private & set(files.values())
    assert not [path for path in files if path.startswith(("media/", "motions/"))]
    rows = [json.loads(line) for line in release.rows.values_list("written__line", flat=True)]
    assert {row["media_withheld"] for row in rows} == {"the rights allow annotations only"}
    assert {row["licence"] for row in rows} == {"CC BY-NC 4.0; CC0 1.0"}
    assert {row["performer_id"] for row in rows} == {None}
    text = b"".join(storage.read_bytes(sha256) for path, sha256 in files.items() if not path.endswith(".parquet"))
    assert b".bvh" not in text
    assert (
        "that the splits share no performer is not guaranteed" in storage.read_bytes(files["datasheet.md"]).decode()
    )
    assert json.loads(storage.read_bytes(files["episodes.json"]))["synthetic"] == "none"
