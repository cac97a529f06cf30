"""RV11: byte by byte, over every address that a role reaches: nothing of what a reviewer must not know."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.core import storage
from annotation.reviews import services
from annotation.reviews.domain import DecisionState
from annotation.reviews.models import Decision, Round
from annotation.reviews.selectors import leases_visible_to, reviews_visible_to
from datasets.episodes.models import Episode
from datasets.motion.models import MotionAsset
from datasets.observation.domain import Setting
from datasets.observation.models import Render
from datasets.observation.specs import clip_fingerprint, clip_frames, current_parameters
from datasets.scenes.models import Scene
from tests.factories.episodes import add_material, add_motion, compose_episodes
from tests.factories.reviews import ACCEPT, REJECT, decide
from tests.permissions.matrix import MATRIX

pytestmark = pytest.mark.django_db
NOTE = "canary-note-of-the-other"
PERFORMER = "canary-performer"


@pytest.fixture
def episodes(project, maintainer):
    """Two episodes in review whose motion carries canaries in name, file, label and performer."""
    add_material(project, maintainer, motions=0)
    add_motion(project, number=9, label="angry", performer=PERFORMER)
    made = compose_episodes(
        project,
        maintainer,
        plan={"format": "affectory-plan-1", "challenges": {"far_visible": {"count": 2}}},
    )
    assert len(made) >= 2
    parameters = current_parameters()
    for episode in made:
        for setting in Setting:
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
    Episode.objects.filter(pk__in=[e.pk for e in made]).update(
        opened_at=timezone.now(),
        **{"state": "in_review"},
    )
    services.open_rounds(actor=maintainer, project=project)
    return made


def canaries(episode, *, other, decision=None):
    motion = MotionAsset.objects.get(pk=episode.motion_id)
    render = Render.objects.filter(episode=episode).first()
    words = [
        motion.label,
        motion.name,
        motion.source_file,
        motion.external_id,
        motion.source_sha256,
        str(motion.pk),
        str(motion.performance_id),
        str(motion.performer_id),
        PERFORMER,
        render.fingerprint,
        other.username,
        other.display_name,
        str(other.pk),
        NOTE,
        "secret-name",
    ]
    return words + ([str(decision.pk), str(decision.lease_id)] if decision is not None else [])


def everything(client, project, ids, letter="R"):
    """Address → (status, headers and body) of every GET that the matrix opens to the role."""
    found = {}
    for route, methods in MATRIX.items():
        if "GET" not in methods or not (letter in methods["GET"] or methods["GET"] in "*-"):
            continue
        if route in ("schema", "me", "avatar.glb", "composition-plan.schema.json"):
            continue
        path = re.sub(
            r"<(?:(\w+):)?(\w+)>",
            lambda m: ids.get(m[2], str(uuid.UUID(int=5)) if m[1] == "uuid" else "x"),
            route,
        )
        response = client.get(f"/api/v1/{path}")
        body = b"".join(response.streaming_content) if response.streaming else response.content
        found[path] = (response.status_code, str(sorted(response.headers.items())).encode() + body)
    return found


def ids_for(project, lease, episode):
    return {
        "project": project.slug,
        "lease_id": str(lease.pk),
        "episode_id": str(episode.pk),
        "clip_id": str(Render.objects.filter(episode=episode).first().pk),
        "scene_id": str(Scene.objects.first().pk),
    }


def shared_episode(project, first, second):
    """Leases of two people on one and the same episode."""
    a = services.lease_next(actor=first, project=project)
    b = services.lease_next(actor=second, project=project)
    while b.round_id != a.round_id:
        b = decide(second, project, b).next_lease
    services.leave(actor=second, project=project)
    return a, b, Episode.objects.get(pk=Round.objects.get(pk=a.round_id).subject_id)


def test_nothing_of_the_episode_or_the_other_reaches_a_reviewer(
    project, reviewer_a, reviewer_b, episodes, client_for
):
    other, own, episode = shared_episode(project, reviewer_a, reviewer_b)
    client = client_for(reviewer_b)
    ids = ids_for(project, own, episode)
    before = everything(client, project, ids)
    assert before[f"projects/lab/review/leases/{own.pk}"][0] == 200
    assert before[f"projects/lab/clips/{ids['clip_id']}/video"][0] == 200
    submitted = decide(reviewer_a, project, other, REJECT, note=NOTE)
    held = everything(client, project, ids)
    services.leave(actor=reviewer_a, project=project)
    counted = everything(client, project, ids)

    for answers in (before, held, counted):
        for path, (_, body) in answers.items():
            for word in canaries(episode, other=reviewer_a, decision=submitted.decision):
                assert word.lower().encode() not in body.lower(), f"{word} at {path}"
            assert b"reject" not in body, path
    # RV7: whether the other has decided shows nowhere but in how many slots others look at
    for answers in (held, counted):
        changed = {path for path in answers if answers[path] != before[path]}
        assert changed <= {"projects/lab/review/queue"}


def test_all_that_a_lease_holds_is_known(project, reviewer_a, episodes, client_for):
    """A field that is new in the payload has to be looked at here first."""
    lease = services.lease_next(actor=reviewer_a, project=project)
    body = client_for(reviewer_a).get(f"/api/v1/projects/lab/review/leases/{lease.pk}").json()
    assert set(body) == {
        "id", "state", "expires_at", "kind", "subject", "batch", "position", "total", "episode", "judgements",
        "skip_reasons", "decision", "policy",
    }  # fmt: skip
    episode = body["episode"]
    assert set(episode) == {
        "id", "family", "challenge", "action", "target", "anchor", "duration_s", "checks", "measured", "clips",
        "scene", "avatar_url", "people", "robot_start",
    }  # fmt: skip
    [person] = episode["people"]
    assert set(person) == {"part", "top", "is_asked", "motion_url", "position", "yaw", "frames", "fps"}
    assert [clip["setting"] for clip in episode["clips"]] == ["P-Init", "P-Ref", "P-Mon"]
    assert all("fingerprint" not in clip for clip in episode["clips"])
    for url in (person["motion_url"], episode["scene"]["stage_url"], episode["clips"][0]["video_url"]):
        assert client_for(reviewer_a).get(url).status_code == 200


def test_checks_are_absent_where_the_policy_hides_them(project, maintainer, reviewer_a, episodes, client_for):
    services.change_policy(actor=maintainer, project=project, hides_checks=True)
    lease = services.lease_next(actor=reviewer_a, project=project)
    body = client_for(reviewer_a).get(f"/api/v1/projects/lab/review/leases/{lease.pk}").json()
    assert (body["episode"]["checks"], body["episode"]["measured"]) == ([], {})
    assert body["policy"]["fold_checks"] is True


def test_roles_without_review_see_no_decision(
    project, reviewer_a, reviewer_b, researcher, annotator, episodes, client_for
):
    other, own, episode = shared_episode(project, reviewer_a, reviewer_b)
    decision = decide(reviewer_a, project, other, REJECT, note=NOTE).decision
    services.leave(actor=reviewer_a, project=project)
    for person, letter in ((researcher, "S"), (annotator, "N")):
        assert reviews_visible_to(person, project).count() == 0
        answers = everything(client_for(person), project, ids_for(project, own, episode), letter)
        for path, (_, body) in answers.items():
            for word in (NOTE, str(decision.pk), str(reviewer_a.pk), "reject"):
                assert word.encode() not in body, path


def test_a_maintainer_who_reviews_waits_for_the_round_to_close(project, maintainer, reviewer_a, reviewer_b, episodes):
    other, own, _ = shared_episode(project, reviewer_a, reviewer_b)
    decision = decide(reviewer_a, project, other, REJECT, note=NOTE).decision
    mine = {"pk": decision.pk}
    assert not reviews_visible_to(maintainer, project).filter(**mine).exists()  # held
    services.leave(actor=reviewer_a, project=project)
    assert reviews_visible_to(maintainer, project).filter(**mine).exists()
    accounts.grant_role(actor=None, project=project, user=maintainer, role="reviewer")
    assert not reviews_visible_to(maintainer, project).filter(**mine).exists()
    assert leases_visible_to(maintainer, project).count() == 0
    decide(reviewer_b, project, own, ACCEPT)
    services.leave(actor=reviewer_b, project=project)
    assert reviews_visible_to(maintainer, project).filter(**mine).exists()


def test_the_round_decides_the_episode(project, reviewer_a, reviewer_b, episodes, client_for, maintainer):
    """RV8: through to the episode itself, and on to what a maintainer reads."""
    other, own, episode = shared_episode(project, reviewer_a, reviewer_b)
    decide(reviewer_a, project, other, REJECT)
    decide(reviewer_b, project, own, ACCEPT)
    for person in (reviewer_a, reviewer_b):
        services.leave(actor=person, project=project)
    episode.refresh_from_db()
    assert (episode.state, episode.removal_reasons) == ("removed", ["rendering_quality.clip_broken"])
    client = client_for(maintainer)
    progress = client.get("/api/v1/projects/lab/progress").json()
    assert {row["state"]: row["count"] for row in progress["funnel"]}["removed"] == 1
    removed = next(row for row in progress["funnel"] if row["state"] == "removed")
    assert removed["oldest"] == str(episode.pk)
    assert removed["median_age_h"] < 1
    assert progress["per_day"][-1]["removed"] == 1
    assert progress["forecast"]["undefined_reason"].startswith("fewer than 5 whole days")
    report = client.get("/api/v1/projects/lab/agreement").json()
    assert (report["n_items"], report["contingency"]["split"]) == (1, 1)
    assert report["alpha"]["interval_undefined_reason"] == "fewer than 20 items judged twice"
    table = client.get("/api/v1/projects/lab/agreement.csv")
    assert table["Content-Type"].startswith("text/csv")
    assert table.content.decode().startswith("part,name,n,observed")
    json.dumps(report, allow_nan=False)


def test_what_blocks_is_counted(project, maintainer, reviewer_a, reviewer_b, episodes, client_for):
    lease = services.lease_next(actor=reviewer_a, project=project)
    Render.objects.filter(pk=Render.objects.first().pk).update(**{"state": "failed"})
    blocks = client_for(maintainer).get("/api/v1/projects/lab/progress").json()["blocks"]
    assert {row["kind"]: row["count"] for row in blocks} == {"leased_now": 1, "render_failed": 1}
    services.skip_lease(actor=reviewer_a, project=project, lease_id=lease.pk, reason="cannot_judge")
    other = services.lease_next(actor=reviewer_b, project=project)
    while other is not None:
        services.skip_lease(actor=reviewer_b, project=project, lease_id=other.pk, reason="cannot_judge")
        other = services.lease_next(actor=reviewer_b, project=project)
    blocks = client_for(maintainer).get("/api/v1/projects/lab/progress").json()["blocks"]
    assert {row["kind"]: row["count"] for row in blocks}["no_reviewer_left"] == 1


def test_opening_takes_each_episode_once(project, maintainer, episodes):
    """What is in review already is not opened again; the task may come twice."""
    from worker.tasks.reviews import open_ready

    before = Round.objects.count()
    open_ready(str(project.pk))
    open_ready()
    assert Round.objects.count() == before == len(episodes)
    assert not Decision.objects.filter(state=DecisionState.FINAL).exists()
