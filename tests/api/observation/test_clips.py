from __future__ import annotations

import json

import pytest

from datasets.episodes.models import Episode
from datasets.episodes.services import record_review_outcome
from datasets.observation.models import Render
from tests.factories.episodes import check_all, compose_episodes, render_all, reviewable_episodes

pytestmark = pytest.mark.django_db
ONE = {"format": "affectory-plan-1", "challenges": {"rear_view": {"count": 1}}}
BASE = "/api/v1/projects/lab"


@pytest.fixture
def episode(project, maintainer, tmp_path):
    return reviewable_episodes(project, maintainer, tmp_path, plan=ONE)[0]


def body_of(response) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


def test_nothing_a_reviewer_gets_tells_label_motion_performer_or_file(episode, reviewer_a, client_for):
    """EP20, OB12: every address the payload names is fetched, and none says more than ids."""
    client = client_for(reviewer_a)
    page = client.get(f"{BASE}/episodes/{episode.pk}")
    assert page.status_code == 200
    payload = page.json()
    urls = [
        *(clip[key] for clip in payload["clips"] for key in ("video_url", "frames_url", "poster_url")),
        payload["scene"]["stage_url"],
        payload["scene"]["map_url"],
        payload["people"][0]["motion_url"],
    ]
    assert len(urls) == 12
    told = page.content
    for url in urls:
        answer = client.get(url)
        assert answer.status_code == 200
        told += body_of(answer) + json.dumps(dict(answer.headers)).encode()
    secrets = (episode.label, episode.motion.name, "take-", "file-", "Synthetic", "fingerprint", 'label":"happy')
    assert [s for s in secrets if s.encode() in told] == []
    rows = client.get(f"{BASE}/episodes?label=sad")
    assert [r["id"] for r in rows.json()["results"]] == [str(episode.pk)]
    assert episode.label.encode() not in rows.content


def test_a_maintainer_sees_all_of_an_episode(episode, maintainer, client_for):
    payload = client_for(maintainer).get(f"{BASE}/episodes/{episode.pk}").json()
    assert payload["label"] == episode.label
    assert payload["people"][0]["motion"]["name"] == episode.motion.name
    assert len({clip["fingerprint"] for clip in payload["clips"]}) == 1
    assert [e["event"] for e in payload["timeline"]] == [
        "composed",
        "checked",
        "clip_done",
        "clip_done",
        "clip_done",
        "opened_for_review",
    ]
    assert payload["measured"]["bearing"] == 150.0


def test_a_video_answers_ranges_conditions_and_heads(episode, reviewer_a, client_for):
    clip = Render.objects.filter(episode=episode).first()
    client = client_for(reviewer_a)
    url = f"{BASE}/clips/{clip.pk}/video"
    whole = client.get(url)
    content = body_of(whole)
    assert (whole["Content-Type"], whole["ETag"]) == ("video/mp4", f'"{clip.video_sha256}"')
    part = client.get(url, HTTP_RANGE="bytes=2-5")
    assert (part.status_code, body_of(part), part["Content-Range"]) == (
        206,
        content[2:6],
        f"bytes 2-5/{len(content)}",
    )
    assert client.get(url, HTTP_RANGE="bytes=900-").status_code == 416
    assert client.get(url, HTTP_IF_NONE_MATCH=whole["ETag"]).status_code == 304
    head = client.head(url)
    assert (head.status_code, head["Content-Length"], head.content) == (200, str(len(content)), b"")


def test_clips_of_episodes_out_of_review_are_not_there_for_reviewers(
    project, maintainer, reviewer_a, client_for, tmp_path
):
    """EP21, OB13: not before it opened, not after it was decided; nor for people of other roles or projects."""
    episodes = compose_episodes(project, maintainer, plan=ONE)
    check_all(episodes)
    client = client_for(reviewer_a)
    assert client.get(f"{BASE}/episodes/{episodes[0].pk}").status_code == 404
    clip = render_all(project, maintainer, tmp_path)[0]
    url = f"{BASE}/clips/{clip.pk}/video"
    assert client.get(url).status_code == 200
    record_review_outcome(actor=reviewer_a, episode_id=episodes[0].pk, kept=True)
    assert client.get(url).status_code == 404
    assert client_for(maintainer).get(url).status_code == 200


def test_clips_are_asked_for_listed_and_cancelled(project, maintainer, client_for):
    check_all(compose_episodes(project, maintainer))
    client = client_for(maintainer)
    checked = Episode.objects.filter(state="checked").count()
    assert client.post(f"{BASE}/renders", {}, format="json").json()["code"] == "invalid"
    asked = client.post(f"{BASE}/renders", {"all": True}, format="json")
    assert (asked.status_code, asked.json()) == (202, {"count": 3 * checked})
    listed = client.get(f"{BASE}/renders?state=queued").json()["results"]
    assert {r["setting"] for r in listed} == {"P-Init", "P-Mon", "P-Ref"}
    cancelled = client.post(f"{BASE}/renders/cancel", {"render_ids": [listed[0]["id"]]}, format="json")
    assert cancelled.json() == {"count": 1}
    assert client.get(f"{BASE}/renders?state=cancelled").json()["results"][0]["id"] == listed[0]["id"]
