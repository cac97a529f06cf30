"""Endpoints, calls and runs over HTTP."""

from __future__ import annotations

import uuid

import pytest

from affectory.core.models import Job
from affectory.endpoints.models import Call
from tests.factories.endpoints import asked, made_profile, opened_run
from tests.fakes.running import fake_endpoint
from worker.tasks.endpoints import try_endpoint

URL = "/api/v1/projects/lab/"
NEW = {"slug": "lab", "name": "Lab", "base_url": "https://api.example.org/v1/", "model": "m", "price_in": "2.5"}


@pytest.fixture(autouse=True)
def private(settings) -> None:
    settings.ENDPOINT_ALLOW_PRIVATE = True
    settings.ENDPOINT_SECRETS = {"LAB": "sk-not-to-be-seen"}
    settings.ENDPOINT_SECRET_HOSTS = {"LAB": ["api.example.org"]}


@pytest.mark.django_db
def test_an_endpoint_is_added_changed_and_retired(project, maintainer, admin_user, client_for):
    """EN3, EN13, EN14"""
    client = client_for(maintainer)
    made = client.post(URL + "endpoints", NEW | {"secret_name": "LAB", "takes": ["frames"]}, format="json")
    assert made.status_code == 201, made.content
    assert made.json()["base_url"] == "https://api.example.org/v1"
    body = {name: value for name, value in made.json().items() if name not in ("id", "slug")}
    changed = client.put(URL + f"endpoints/{made.json()['id']}", body | {"model": "m2"}, format="json")
    assert (changed.status_code, changed.json()["version"], changed.json()["model"]) == (200, 2, "m2")
    stale = client.put(URL + f"endpoints/{made.json()['id']}", body | {"model": "m3"}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "endpoint.replaced")
    retired = client.post(URL + f"endpoints/{changed.json()['id']}/retire")
    assert retired.json()["state"] == "retired"
    listed = client.get(URL + "endpoints")
    assert [(p["slug"], p["version"], p["state"]) for p in listed.json()["profiles"]] == [("lab", 2, "retired")]
    assert listed.json()["secrets"] == [{"name": "LAB", "hosts": ["api.example.org"], "anywhere": False}]
    assert b"sk-not-to-be-seen" not in listed.content
    for_all = client.post(URL + "endpoints", NEW | {"for_all": True}, format="json")
    assert for_all.status_code == 403
    assert client_for(admin_user).post(URL + "endpoints", NEW | {"for_all": True}, format="json").status_code == 201
    assert [p["can_change"] for p in client.get(URL + "endpoints").json()["profiles"]] == [True, False]


@pytest.mark.django_db
def test_bad_fields_are_named(project, maintainer, client_for):
    answer = client_for(maintainer).post(URL + "endpoints", NEW | {"base_url": "ftp://x"}, format="json")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["base_url"])
    answer = client_for(maintainer).post(URL + "endpoints", NEW | {"price_in": "NaN"}, format="json")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["price_in"])


@pytest.mark.django_db
def test_calls_are_filtered_paged_and_read(project, maintainer, client_for):
    """EN13"""
    profile, run, other = made_profile(project), opened_run(project), opened_run(project)
    calls = [asked(run, profile, f"call {n}") for n in range(5)]
    asked(other, profile, "call 0")
    client = client_for(maintainer)

    def ids(query: str) -> list[str]:
        return [row["id"] for row in client.get(URL + f"calls?{query}").json()["results"]]

    assert ids("") == [str(call.pk) for call in reversed(calls)]
    assert ids(f"run={other.pk}") == [str(calls[0].pk)]
    assert ids("state=answered") == ids("flag=unknown") == ids("run=nothing") == ids("flag=nothing") == []
    page = client.get(URL + "calls?limit=2").json()
    assert ids(f"limit=2&cursor={page['next']}") == [str(calls[2].pk), str(calls[1].pk)]
    whole = client.get(URL + f"calls/{calls[0].pk}").json()
    assert whole["request"]["messages"] == [{"role": "user", "content": "call 0"}]
    assert {one["id"] for one in whole["runs"]} == {str(run.pk), str(other.pk)}
    assert client.get(URL + f"calls/{uuid.uuid4()}").status_code == 404
    assert client.post(URL + f"calls/{calls[0].pk}/put-back").status_code == 409


@pytest.mark.django_db
def test_a_run_is_paused_resumed_and_given_more(project, maintainer, client_for):
    """EN10, EN15"""
    run, client = opened_run(project, micros=1_500_000), client_for(maintainer)
    url = URL + f"call-runs/{run.pk}"
    assert client.get(url).json()["limit"] == "1.5"
    assert client.post(url + "/pause").json()["reason"] == "person"
    assert client.post(url + "/resume").json()["state"] == "open"
    more = client.patch(url, {"limit": "2.25", "limit_tokens": None}, format="json").json()
    assert (more["limit"], more["limit_tokens"]) == ("2.25", None)
    assert client.patch(url, {"limit": None, "limit_tokens": None}, format="json").status_code == 400
    assert [one["id"] for one in client.get(URL + "call-runs").json()["results"]] == [str(run.pk)]


@pytest.mark.django_db(transaction=True)
def test_trying_an_endpoint_says_what_it_found(project, maintainer, client_for, tmp_path, monkeypatch):
    monkeypatch.setattr("affectory.core.jobs.enqueue", lambda *args, **options: None)
    client = client_for(maintainer)
    with fake_endpoint(tmp_path) as fake:
        profile = made_profile(project, base_url=fake.base_url, takes=("frames",), json_schema=True)

        def tried(**step):
            fake.reset()
            fake.script(step)
            made = client.post(URL + f"endpoints/{profile.pk}/try")
            assert made.status_code == 202
            job = Job.objects.latest("created_at")
            for _ in range(2):  # delivered twice, sent once
                try_endpoint(job_id=str(job.pk), **job.arguments)
            assert len(fake.requests) == 1
            return client.get(URL + f"calls/{made.json()['id']}").json()

        good = tried(json={"ready": True})
        assert [one["weight"] for one in good["findings"]] == ["good"] * 5
        assert good["findings"][2]["text"] == "It keeps to the schema."
        raw = client.get(URL + f"calls/{good['id']}/attempts/1").json()["raw"]
        assert '"finish_reason": "stop"' in raw
        assert client.get(URL + f"calls/{good['id']}/attempts/2").status_code == 404
        odd = tried(text="Ready!", model="lab/tiny", usage=None)
        assert [one["weight"] for one in odd["findings"]] == ["good", "bad", "bad", "good", "note"]
        bad = tried(kind="status", status=503, body="overloaded")
        assert bad["findings"] == [{"weight": "bad", "text": "The endpoint answered 503: overloaded"}]
        key = tried(kind="status", status=401, body="who are you")
        assert key["findings"] == [
            {"weight": "bad", "text": "The endpoint does not accept the key (401): who are you"}
        ]
    # test calls are no runs of the project's work
    assert client.get(URL + "call-runs").json()["results"] == []
    assert Call.objects.filter(purpose="try").count() == 4
