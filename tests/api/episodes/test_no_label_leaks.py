"""EP20, OB12: motions brought in with words in their files, joints and names; nobody blind finds one of them."""

from __future__ import annotations

import re
import uuid

import pytest

from affectory.core import storage
from annotation.reviews import services as reviews
from annotation.reviews.services import open_rounds
from datasets.episodes.models import Episode
from datasets.motion.models import MotionAsset
from datasets.observation.domain import Setting
from datasets.observation.models import Render
from datasets.observation.specs import build_spec, current_parameters
from datasets.scenes.services import add_apartment
from tests.factories.episodes import reviewable_episodes
from tests.factories.motion import bvh_bytes, run_motion_import
from tests.permissions.matrix import MATRIX

READS = [route for route, methods in MATRIX.items() if "GET" in methods and route not in ("schema", "avatar.glb")]
CANARY = "canary"
HELPER = "  JOINT style_canary_helper\n  {\n    OFFSET 1 1 1\n    CHANNELS 0\n  }\n"


def planted(seed: int) -> bytes:
    """A sound motion with a helper joint and a head joint whose names tell."""
    text = bvh_bytes(seed).decode().replace("\n  JOINT Spine\n", f"\n{HELPER}  JOINT Spine\n", 1)
    assert HELPER in text
    return text.encode()


@pytest.fixture
def episodes(project, maintainer, tmp_path):
    add_apartment(actor=maintainer, project=project)
    files = {f"canary/bow_canary-style_{n}.bvh": planted(n) for n in (1, 2)}
    rows = [
        {"file": name, "collection": "canary collection", "performer": "canary performer", "licence": "CC0"}
        | {"performance": f"canary take {n}", "scenario": "canary scenario", "label": "happy"}
        | {"source_label": "canary style", "external_id": f"canary id {n}", "may_redistribute": "media"}
        for n, name in enumerate(files)
    ]
    run_motion_import(maintainer, project, files, rows)
    assert set(MotionAsset.objects.values_list("state", "label")) == {("ready", "happy")}
    plan = {"format": "affectory-plan-1", "challenges": {"rear_view": {"count": 2}}}
    return reviewable_episodes(project, maintainer, tmp_path, plan=plan)


def traces() -> list[str]:
    """What would tell: the words, and whatever leads to the file in the maintainers' library."""
    found = [CANARY]
    for motion in MotionAsset.objects.select_related("performance"):
        found += [str(motion.pk), motion.source_sha256, motion.positions_sha256, motion.check_series_sha256]
        found += [str(motion.performance.pk), str(motion.performer_id), str(motion.collection_id)]
    return found


def test_every_byte_that_goes_to_a_reviewer(episodes, project, maintainer, reviewer_a, client_for):
    open_rounds(actor=maintainer, project=project, name="Pilot")
    lease = reviews.lease_next(actor=reviewer_a, project=project)
    client = client_for(reviewer_a)
    client.raise_request_exception = False
    read, hidden = [], traces()
    for episode in Episode.objects.filter(pk__in=[e.pk for e in episodes]):
        clip = Render.objects.filter(episode=episode).first()
        known = {"project": "lab", "episode_id": episode.pk, "clip_id": clip.pk, "scene_id": episode.scene_id}
        known |= {"lease_id": lease.pk, "round_id": lease.round_id}
        for route in READS:
            path = re.sub(r"<(?:(\w+):)?(\w+)>", lambda m: str(known.get(m[2], _odd(m[1]))), route)  # noqa: B023  # called at once
            answer = client.get(f"/api/v1/{path}")
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            told = (str(sorted(answer.headers.items())) + body.decode("latin1")).lower()
            assert not [trace for trace in hidden if trace in told], path
            if answer.status_code == 200:
                read.append(path)
    # The material itself was among what was read.
    assert any(path.endswith("/motion.bin") for path in read)
    assert any(path.endswith("/video") for path in read)
    assert any("/review/leases/" in path for path in read)


def test_every_byte_that_goes_to_the_engine(episodes):
    hidden = traces()
    parameters = current_parameters()
    for episode in episodes:
        spec, _ = build_spec(episode, setting=Setting.P_INIT, engine_id="embedded-1", parameters=parameters)
        told = spec.canonical_bytes().decode()
        given = [storage.read_bytes(motion.motion_sha256) for motion in spec.motions]
        given.append(storage.read_bytes(spec.scene.scene_sha256))
        for text in (told, *(data.decode("latin1").lower() for data in given)):
            assert not [trace for trace in hidden if trace in text]
        assert "happy" not in told


def _odd(kind: str | None) -> str:
    return {"uuid": str(uuid.UUID(int=5)), "int": "0"}.get(kind or "", "x")
