import pytest

from annotation.questions.models import Item
from tests.factories.drafting import a_run, cut_film

pytestmark = pytest.mark.django_db

BODY = {"drafter": "cuts-1", "types": ["emotion cause"], "per_video": 2}


@pytest.fixture
def film(maintainer, project, tmp_path):
    return cut_film(maintainer, project, tmp_path)


def test_a_maintainer_tries_asks_and_reads(client_for, maintainer, film, project):
    client = client_for(maintainer)

    plan = client.post("/api/v1/projects/lab/drafting/plan", BODY, format="json").json()
    assert (plan["videos"], plan["drafts"], plan["windows"], plan["left_out"]) == (1, 2, 1, {})
    assert [row["name"] for row in plan["rows"]] == ["film.mp4"]
    started = client.post("/api/v1/projects/lab/drafting/runs", BODY, format="json")
    assert (started.status_code, started.json()["state"]) == (202, "queued")
    url = f"/api/v1/projects/lab/drafting/runs/{started.json()['id']}"
    assert client.post(f"{url}/pause").json()["state"] == "paused"
    assert client.post(f"{url}/resume").json()["state"] == "queued"
    assert client.get(f"{url}/windows").json()["results"][0]["state"] == "waiting"
    assert client.post(f"{url}/cancel").json()["state"] == "cancelled"
    assert client.get("/api/v1/projects/lab/drafting/runs").json()["results"][0]["counts"]["windows"] == 1


def test_proposals_say_what_became_of_them(client_for, maintainer, film, project):
    run = a_run(maintainer, project, types=["emotion cause"], per_video=3)

    found = client_for(maintainer).get(f"/api/v1/projects/lab/drafting/runs/{run.pk}/proposals").json()["results"]

    assert {row["fate"] for row in found} == {"waiting"}
    assert {row["outcome"] for row in found} == {"proposed"}
    assert {row["item"] for row in found} == {str(pk) for pk in Item.objects.values_list("pk", flat=True)}


def test_where_a_draft_came_from_is_told_to_writers_and_not_to_reviewers(
    client_for, maintainer, annotator, reviewer_a, film, project
):
    """DR14"""
    a_run(maintainer, project, types=["emotion cause"], per_video=1)
    item = Item.objects.get()
    url = f"/api/v1/projects/lab/items/{item.pk}/drafted-by"

    assert client_for(annotator).get(url).json()["source"]["drafter"] == "cuts-1"
    assert client_for(reviewer_a).get(url).status_code == 403


def test_what_cannot_be_asked_for_is_refused_with_its_field(client_for, maintainer, film):
    client = client_for(maintainer)

    for changes, field in (
        ({"types": ["love"]}, "types"),
        ({"per_video": 101}, "per_video"),
        ({"videos": ["00000000-0000-0000-0000-000000000001"]}, "videos"),
        ({"search": "nothing like it"}, "videos"),
        ({"options": {"seed": "x"}}, "options.seed"),
    ):
        answer = client.post("/api/v1/projects/lab/drafting/runs", BODY | changes, format="json")
        assert (answer.status_code, list(answer.json()["fields"])) == (400, [field]), answer.json()
    answer = client.post("/api/v1/projects/lab/drafting/runs", BODY | {"drafter": "magic-1"}, format="json")
    assert answer.status_code == 400
    assert "cuts-1" in answer.json()["detail"]
