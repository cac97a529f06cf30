"""RV11, EP20: of a dyad a reviewer learns who is asked about and nothing that tells a label, a motion or a file."""

from __future__ import annotations

import pytest
from django.utils import timezone

from affectory.core import storage
from annotation.reviews import services
from annotation.reviews.content import content_of
from annotation.reviews.models import Batch, Round
from datasets.motion.models import MotionAsset
from datasets.observation.models import Render
from datasets.observation.specs import clip_fingerprint, clip_frames, current_parameters
from tests.api.observation.test_clips import body_of
from tests.api.reviews.test_blindness import everything, ids_for
from tests.factories.dyads import add_dyad, add_pair

pytestmark = pytest.mark.django_db
FINDING = {"id": "foot_slide", "value": 0.02, "unit": "m", "threshold_warn": 0.05, "threshold_fail": 0.1}


@pytest.fixture
def pair(project):
    pair = add_pair(project, labels=("angry", "fearful"), performer="canary-performer")
    for motion, warning in zip(pair, ("shouting", "weapon"), strict=True):
        MotionAsset.objects.filter(pk=motion.pk).update(
            checks=[FINDING | {"outcome": "pass", "spans": [], "message": "canary-file"}], content_warnings=[warning]
        )
        motion.refresh_from_db()
    return pair


@pytest.fixture
def episode(project, maintainer, pair):
    episode = add_dyad(project, maintainer, target="B", pair=pair, state="in_review", opened_at=timezone.now())
    parameters = current_parameters()
    for setting in ("P-Init", "P-Ref"):
        digest = storage.put_bytes(f"{episode.pk} {setting}".encode())
        Render.objects.create(
            episode=episode,
            setting=setting,
            engine_id="embedded-1",
            parameters=parameters.as_json(),
            parameters_sha256=parameters.digest(),
            fingerprint=clip_fingerprint(episode, parameters, "embedded-1"),
            state="done",
            spec_sha256=digest,
            queued_at=timezone.now(),
            frames=clip_frames(episode.duration_s, parameters.fps),
            video_sha256=digest,
            poster_sha256=digest,
            frames_sha256=storage.put_bytes(b'{"frames":[]}'),
            frames_digest=digest,
        )
    services.open_rounds(actor=maintainer, project=project)
    return episode


def test_a_reviewer_gets_both_people_and_whom_it_is_about(project, reviewer_a, episode, pair, client_for):
    """EP60, EP62: tops and target are named; each person's motion is played from an address that tells nothing."""
    lease = services.lease_next(actor=reviewer_a, project=project)
    client = client_for(reviewer_a)
    shown = client.get(f"/api/v1/projects/lab/review/leases/{lease.pk}").json()["episode"]

    assert (shown["family"], shown["challenge"], shown["action"], shown["target"]) == ("dyadic", "", "", "B")
    assert [(p["part"], p["top"], p["is_asked"]) for p in shown["people"]] == [
        ("A", "yellow", False),
        ("B", "green", True),
    ]
    for person, motion in zip(shown["people"], pair, strict=True):
        answer = client.get(person["motion_url"])
        assert answer.status_code == 200
        assert body_of(answer) == storage.read_bytes(motion.retargeted_sha256)
    assert [(c["part"], c["id"]) for c in shown["checks"]] == [("A", "foot_slide"), ("B", "foot_slide")]
    base = f"/api/v1/projects/lab/episodes/{episode.pk}/motion.bin"
    assert client.get(f"{base}?part=C").status_code == 404


def test_nothing_tells_a_label_a_motion_or_a_file(project, reviewer_a, episode, pair, client_for):
    lease = services.lease_next(actor=reviewer_a, project=project)
    client = client_for(reviewer_a)
    answers = everything(client, project, ids_for(project, lease, episode))
    own = f"projects/lab/episodes/{episode.pk}"
    assert answers[own][0] == answers[f"{own}/motion.bin"][0] == 200
    second = client.get(f"/api/v1/{own}/motion.bin?part=B")
    answers["B"] = (200, str(sorted(second.headers.items())).encode() + body_of(second))
    words = ["canary", "secret-name"]
    for motion in pair:
        words += [motion.label, motion.name, motion.external_id, motion.source_sha256, str(motion.pk)]
        words += [str(motion.performance_id), str(motion.performer_id), str(motion.collection_id)]
    for path, (_, body) in answers.items():
        for word in words:
            assert word.lower().encode() not in body.lower(), f"{word} at {path}"


def test_a_maintainer_gets_both_labels_and_motions(project, maintainer, episode, pair, client_for):
    body = client_for(maintainer).get(f"/api/v1/projects/lab/episodes/{episode.pk}").json()

    assert body["label"] == "fearful", "of B, who is asked about"
    assert [(p["label"], p["motion"]["id"]) for p in body["people"]] == [
        ("angry", str(pair[0].pk)),
        ("fearful", str(pair[1].pk)),
    ]


def test_one_clip_of_a_dyad_warns_of_what_either_motion_holds(project, maintainer, reviewer_a, episode):
    """RV71: union of both; whoever does not want to see one of them is not given it."""
    assert content_of(Batch.objects.get(project=project)) == ["shouting", "weapon"]
    reviewer_a.preferences = {"unwanted_content": ["weapon"]}
    reviewer_a.save()
    assert services.lease_next(actor=reviewer_a, project=project) is None


def test_reviews_group_episodes_by_what_they_are_about(project, episode):
    """EP67: a dyad has no challenge and no action."""
    round_ = Round.objects.get(subject_id=episode.pk)
    assert round_.subject_type == "dyadic"
    assert set(round_.slots.values_list("family", flat=True)) == {"dyadic"}
