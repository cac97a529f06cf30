"""AG6, AG9: the report over HTTP: filters, downloads, 304, threshold; and who reads what."""

import csv
import io
import json

import pytest

from annotation.agreement.models import AgreementThreshold
from tests.factories.agreement import add_closed_rounds

pytestmark = pytest.mark.django_db

BASE = "/api/v1/projects/lab/agreement"
PAPER = ["aa"] * 374 + ["ar"] * 80 + ["ra"] * 85 + ["rr"] * 35


@pytest.fixture
def reader(client_for, maintainer):
    return client_for(maintainer)


@pytest.fixture
def people(reviewer_a, reviewer_b):
    return [reviewer_a, reviewer_b]


def test_the_published_case_and_its_files(project, reader, people):
    add_closed_rounds(project, people, PAPER, subject_type="emotion trajectory", granularity="episode")
    answer = reader.get(BASE)
    assert answer.status_code == 200
    report = answer.json()
    assert (report["n_items"], round(report["alpha"]["value"], 4)) == (574, 0.1179)
    assert report["choices"]["types"] == [
        {"kind": "episode", "granularity": "episode", "type": "emotion trajectory", "n": 574}
    ]
    saved = reader.get(f"{BASE}.json?type=emotion+trajectory")
    assert saved["Content-Disposition"] == 'attachment; filename="agreement-lab-episode-emotion_trajectory.json"'
    kept = json.loads(saved.content)
    assert (kept["code_version"], kept["alpha"]) == ("agreement-2", report["alpha"])
    table = reader.get(f"{BASE}.csv")
    assert table["Content-Type"] == "text/csv; charset=utf-8"
    [whole] = [row for row in csv.DictReader(io.StringIO(table.content.decode())) if row["part"] == "all"]
    assert (whole["n"], whole["observed"], whole["alpha"]) == ("574", "0.712544", "0.117918")
    assert float(whole["low"]) < 0.1179 < float(whole["high"])
    assert whole["code_version"] == "agreement-2"


def test_filters_narrow_the_report(project, reader, people):
    add_closed_rounds(project, people, ["aa"] * 6, granularity="clip", subject_type="emotion cause")
    [other, *_] = add_closed_rounds(project, people, ["ar"] * 4, granularity="episode", name="second")
    assert reader.get(f"{BASE}?granularity=clip").json()["n_items"] == 6
    assert reader.get(f"{BASE}?type=far_visible").json()["n_items"] == 4
    assert reader.get(f"{BASE}?batch={other.batch_id}").json()["n_items"] == 4
    fine = reader.get(f"{BASE}?judgement=physical_plausibility").json()
    assert (fine["observed"], fine["contingency"]["both_accept"]) == (1.0, 10)
    assert reader.get(f"{BASE}?type=nothing").json()["n_items"] == 0


@pytest.mark.parametrize(
    "query", ["kind=cake", "granularity=scene", "batch=7", "judgement=taste", "type=%00", "judgement=%00"]
)
def test_a_filter_that_names_nothing_is_refused_with_its_sentence(project, reader, query):
    answer = reader.get(f"{BASE}?{query}")
    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_the_same_report_is_not_sent_twice(project, reader, people):
    add_closed_rounds(project, people, ["aa", "ar"])
    first = reader.get(BASE)
    again = reader.get(BASE, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert reader.get(f"{BASE}?granularity=clip")["ETag"] != first["ETag"]
    add_closed_rounds(project, people, ["rr"])
    assert reader.get(BASE, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_threshold_is_off_and_only_warns(project, reader, people):
    """AG9"""
    add_closed_rounds(project, people, ["aa", "ar", "rr"] * 10)
    assert reader.get(BASE).json()["threshold"] is None
    tag = reader.get(BASE)["ETag"]
    set_to = reader.put(f"{BASE}/threshold", {"kind": "episode", "alpha": 0.9}, format="json")
    assert set_to.status_code == 200
    report = reader.get(BASE, headers={"If-None-Match": tag}).json()
    assert report["threshold"] == {"alpha": 0.9, "below": True}
    reader.put(f"{BASE}/threshold", {"kind": "episode", "alpha": None}, format="json")
    assert reader.get(BASE).json()["threshold"] is None
    assert not AgreementThreshold.objects.exists()


def test_an_undefined_alpha_is_not_below_a_threshold(project, reader, people):
    add_closed_rounds(project, people, ["aa"] * 3)
    reader.put(f"{BASE}/threshold", {"kind": "episode", "alpha": 0.4}, format="json")
    assert reader.get(BASE).json()["threshold"] == {"alpha": 0.4, "below": False}


@pytest.mark.parametrize("given", [{"alpha": 2}, {"alpha": "much"}, {"kind": "cake", "alpha": 0.1}, {}])
def test_a_threshold_that_is_no_alpha_is_refused(project, reader, given):
    assert reader.put(f"{BASE}/threshold", given, format="json").status_code == 400
    assert not AgreementThreshold.objects.exists()


def test_reviewers_read_their_own_and_nothing_else(project, client_for, people):
    add_closed_rounds(project, people, ["aa"])
    reviewer = client_for(people[0])
    for path in ("", ".csv", ".json", "/reviewers"):
        assert reviewer.get(BASE + path).status_code == 403
    assert reviewer.get(f"{BASE}/own").json() == {"batches": []}


def test_pace_without_names_and_with_them(project, reader, people):
    add_closed_rounds(project, people, ["aa"] * 20, seconds=12)
    rows = reader.get(f"{BASE}/reviewers").json()["reviewers"]
    assert {(row["name"], row["median_s"], row["same"]["share"]) for row in rows} == {(None, 12.0, 1.0)}
    named = reader.get(f"{BASE}/reviewers?names=true").json()["reviewers"]
    assert {row["name"] for row in named} == {"Rosa", "Ravi"}
