from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from datasets.episodes.models import Composition, Episode
from datasets.episodes.services import trying
from tests.factories.episodes import PLAN, add_material, compose_episodes

pytestmark = pytest.mark.django_db
BASE = "/api/v1/projects/lab"


def test_a_dry_run_and_a_run_through_the_api_agree(project, maintainer, client_for, monkeypatch):
    """EP3."""
    monkeypatch.setattr(trying, "AT_MOST_S", 600.0)
    add_material(project, maintainer)
    client = client_for(maintainer)
    dry = client.post(f"{BASE}/compositions", {"plan": PLAN, "seed": 7, "dry_run": True}, format="json")
    assert dry.status_code == 200
    assert Composition.objects.count() == 0
    made = compose_episodes(project, maintainer, seed=7)
    assert sorted(dry.json()["episode_ids"]) == sorted(str(e.pk) for e in made)
    shown = client.get(f"{BASE}/compositions/{made[0].composition_id}").json()
    assert (shown["state"], shown["episodes"]["composed"]) == ("done", 4)
    assert {g["name"]: g["accepted"] for g in shown["report"]["groups"]}["rear_view"] == 2


def test_a_plan_as_text_starts_a_watched_job(project, maintainer, client_for):
    add_material(project, maintainer)
    text = "format: affectory-plan-1\nchallenges: {rear_view: {count: 1}}\n"
    client = client_for(maintainer)
    made = client.post(f"{BASE}/compositions", {"plan": text, "seed": 1}, format="json")
    assert (made.status_code, made.json()["state"], made.json()["plan_text"]) == (201, "queued", text)
    assert client.get(f"/api/v1/jobs/{made.json()['job']}").json()["title"] == "Compose 1 episode"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"plan": "a: [", "seed": 1}, "plan"),
        ({"plan": 7}, "plan"),
        ({"plan": PLAN, "seed": 2**60}, "seed"),
        ({"plan": PLAN, "seed": "x"}, "seed"),
        ({}, "plan"),
    ],
)
def test_a_bad_composition_is_refused_with_the_field(project, maintainer, client_for, body, field):
    """EP12."""
    add_material(project, maintainer)
    answer = client_for(maintainer).post(f"{BASE}/compositions", body, format="json")
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == [field]


def test_the_plan_schema_is_published(maintainer, client_for):
    answer = client_for(maintainer).get("/api/v1/composition-plan.schema.json")
    assert answer.json()["properties"]["format"] == {"const": "affectory-plan-1"}


def many_episodes(project, maintainer, count: int) -> None:
    pattern = compose_episodes(project, maintainer)[0]
    rows = []
    for _ in range(count):
        row = Episode.objects.get(pk=pattern.pk)
        row.pk = uuid.uuid4()
        rows.append(row)
    Episode.objects.bulk_create(rows)


def test_a_page_costs_the_same_number_of_queries_at_any_length(project, maintainer, client_for):
    """CO7."""
    many_episodes(project, maintainer, 120)
    client = client_for(maintainer)

    def queries(limit: int) -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            page = client.get(f"{BASE}/episodes?limit={limit}")
        assert len(page.json()["results"]) == limit
        return len(captured)

    assert queries(5) == queries(100)


def test_pages_show_every_row_once(project, maintainer, client_for):
    """CO7: 124 rows with equal times, in pages of 50."""
    many_episodes(project, maintainer, 120)
    Episode.objects.update(created_at=Episode.objects.first().created_at)
    client, seen, cursor = client_for(maintainer), [], ""
    while cursor is not None:
        page = client.get(f"{BASE}/episodes?limit=50&cursor={cursor}").json()
        seen += [row["id"] for row in page["results"]]
        cursor = page["next"]
    assert (len(seen), len(set(seen))) == (124, 124)


def test_filters_narrow_the_list(project, maintainer, client_for):
    episodes = compose_episodes(project, maintainer)
    client = client_for(maintainer)
    label = episodes[0].label

    def found(query: str) -> set[str]:
        return {row["id"] for row in client.get(f"{BASE}/episodes?{query}").json()["results"]}

    assert found("challenge=rear_view") == {str(e.pk) for e in episodes if e.challenge == "rear_view"}
    assert found(f"label={label}") == {str(e.pk) for e in episodes if e.label == label}
    assert found(f"composition={episodes[0].composition_id}") == {str(e.pk) for e in episodes}
    assert found("composition=x") == found("state=kept") == set()


def test_an_editor_is_told_every_fault_with_its_line_and_what_a_plan_may_name(project, maintainer, client_for):
    """EP12."""
    add_material(project, maintainer)
    client = client_for(maintainer)
    bad = "format: affectory-plan-1\nscenes: [Attic]\nchallenges:\n  rear_view:\n    count: 3\n"
    told = client.post(f"{BASE}/compositions/faults", {"plan": bad}, format="json").json()
    assert [fault["line"] for fault in told["faults"]] == [2]
    assert "Attic" in told["faults"][0]["message"]
    assert (told["asked"], told["groups"][0]["name"]) == (3, "rear_view")
    nothing = client.post(f"{BASE}/compositions/faults", {"plan": ""}, format="json").json()
    assert (len(nothing["faults"]), nothing["asked"]) == (1, 0)
    names = client.get(f"{BASE}/compositions/names").json()
    assert (len(names["scenes"]), names["collections"]) == (1, ["Synthetic"])


def test_the_list_of_compositions_and_discarding_through_the_api(project, maintainer, client_for):
    """EP56."""
    made = compose_episodes(project, maintainer, seed=7)
    client = client_for(maintainer)
    [row] = client.get(f"{BASE}/compositions").json()["results"]
    assert (row["asked"], row["composed"], row["state"], row["trial"]) == (4, 4, "done", False)
    address = f"{BASE}/compositions/{made[0].composition_id}/discard"
    assert client.get(address).json() == {"before_review": 4, "in_review": 0, "stay": 0}
    assert client.post(address, {"expected": 3}, format="json").status_code == 409
    started = client.post(address, {"expected": 4}, format="json")
    assert started.status_code == 202
    assert client.get(f"/api/v1/jobs/{started.json()['job']}").json()["title"] == "Discard 4 episodes"
    assert client.get(f"{BASE}/episodes/{made[0].pk}/picture.jpg").status_code == 404
