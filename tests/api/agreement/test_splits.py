"""AG10, AG11: splits over HTTP."""

import pytest

from annotation.agreement.models import SplitTag
from tests.factories import reviews as making
from tests.factories.agreement import add_closed_rounds

pytestmark = pytest.mark.django_db

BASE = "/api/v1/projects/lab/splits"


@pytest.fixture
def reader(client_for, maintainer):
    return client_for(maintainer)


@pytest.fixture
def rounds(project, reviewer_a, reviewer_b):
    with making.specimens():
        yield add_closed_rounds(project, [reviewer_a, reviewer_b], ["ar", "aa", "ra", "ar"], kind=making.KIND)


def test_the_list_goes_on_page_by_page(reader, rounds):
    first = reader.get(f"{BASE}?kind=specimen&limit=2").json()
    second = reader.get(f"{BASE}?kind=specimen&limit=2&cursor={first['next']}").json()
    ids = [row["id"] for row in first["results"] + second["results"]]
    assert sorted(ids) == sorted(str(r.pk) for r in (rounds[0], rounds[2], rounds[3]))
    assert second["next"] is None
    assert first["results"][0]["reasons"] == ["rendering_quality.person_not_shown"]


def test_one_split_with_a_cause(reader, rounds):
    path = f"{BASE}/{rounds[0].pk}"
    assert [side["verdict"] for side in reader.get(path).json()["sides"]] == ["accept", "reject"]
    made = reader.post(f"{path}/tags", {"cause": "other", "note": "the lamp"}, format="json")
    assert made.status_code == 201
    [tag] = made.json()["tags"]
    assert (tag["note"], tag["author"]) == ("the lamp", "Mara")
    assert reader.post(f"{path}/tags", {"cause": "other", "note": "again"}, format="json").status_code == 409
    counts = reader.get(f"{BASE}/counts?kind=specimen").json()
    assert {row["label"]: row["n"] for row in counts["causes"] if row["n"]} == {
        "Something else (say it in the note)": 1,
        "No cause named yet": 2,
    }
    assert reader.delete(f"{BASE}/tags/{tag['id']}").json()["tags"] == []
    assert reader.delete(f"{BASE}/tags/{tag['id']}").status_code == 409


@pytest.mark.parametrize("query", ["cause=cake", "kind=cake", "judgement=taste", "reason=%00", "granularity=x"])
def test_a_filter_that_names_nothing_is_refused(project, reader, query):
    assert reader.get(f"{BASE}?{query}").status_code == 400


def test_a_reason_that_nobody_gave_matches_nothing(reader, rounds):
    assert reader.get(f"{BASE}?kind=specimen&reason=taste.bad").json()["results"] == []


@pytest.mark.parametrize(
    "given", [{}, {"cause": "cake"}, {"cause": "other"}, {"cause": "overlooked", "note": "\x00"}]
)
def test_a_cause_that_makes_no_sense_is_refused(reader, rounds, given):
    answer = reader.post(f"{BASE}/{rounds[0].pk}/tags", given, format="json")
    assert answer.status_code == 400
    assert not SplitTag.objects.exists()


def test_reviewers_and_annotators_are_refused(client_for, reviewer_a, annotator, rounds):
    for person in (reviewer_a, annotator):
        client = client_for(person)
        for path in ("", "/counts", f"/{rounds[0].pk}"):
            assert client.get(BASE + path).status_code == 403
        assert client.post(f"{BASE}/{rounds[0].pk}/tags", {"cause": "overlooked"}, format="json").status_code == 403


def test_a_round_without_a_split_is_none(reader, rounds):
    assert reader.get(f"{BASE}/{rounds[1].pk}").status_code == 404
