"""The reduced public bug reports on queues, pages and slots, with their own inputs where they are present.

Cases 01, 02, 04 and 07 are read in tests/unit/motion/test_shared_motions.py, 29 and 31 in
tests/unit/agreement/test_cases.py, 36 in tests/unit/splits, 39 here and in tests/unit/motion_import/test_manifest.py.
Each rule has tests on the suite's own material beside them.
"""

import json
from datetime import UTC, datetime
from uuid import UUID

import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from affectory.accounts import services as accounts
from affectory.api.pagination import KeysetPagination
from affectory.core import jobs
from affectory.core.canonical import canonical_json
from affectory.core.errors import InvalidError
from affectory.core.models import Job
from affectory.core.strict_json import read_json
from annotation.reviews import services
from annotation.reviews.domain import DecisionState
from annotation.reviews.models import Decision
from tests.conftest import make_user
from tests.factories.reviews import decide, open_specimens, specimens


def case(shared_data, name):
    folder = next((shared_data / "cases").glob(f"{name}-*"))
    return {path.name: path.read_bytes() for path in folder.glob("*.json")}


def test_case_39_json_of_other_people(shared_data):
    """CO2"""
    files = case(shared_data, "39")
    expected = json.loads(files["expected.json"])
    given = json.loads(files["input.json"])
    with pytest.raises(InvalidError) as refused:
        read_json(files["input.json"])
    assert {field.split(".")[0] for field in refused.value.fields} <= {"lone", "nul"}
    sound = {key: value for key, value in given.items() if key not in ("lone", "nul")}
    assert [ord(character) for character in sound["ok"]] == expected["input.json"]["ok_code_points"]
    written = canonical_json(sound)
    assert (read_json(written), written[:3] != b"\xef\xbb\xbf") == (sound, True)
    assert read_json(files["input_bom.json"])
    with pytest.raises(InvalidError, match="'label' stands twice"):
        read_json(files["input_duplicate_keys.json"])


@pytest.mark.django_db
def test_case_44_a_job_that_is_delivered_twice_is_done_once(shared_data):
    """CO6"""
    files = case(shared_data, "44")
    effects = json.loads(files["expected.json"])["effects"]
    for wanted in json.loads(files["input.json"])["jobs"]:
        job = Job.objects.create(task="core.sweep", title=wanted["id"])
        made = 0
        with jobs.running(job.pk) as first:
            made += first is not None
            with jobs.running(job.pk) as during:
                made += during is not None
        with jobs.running(job.pk) as after:
            made += after is not None
        assert made == effects[wanted["id"]]
        assert Job.objects.get(title=wanted["id"]).attempts == 1


@pytest.mark.django_db
def test_case_47_pages_of_equal_keys_with_rows_that_come_and_go(shared_data):
    """CO7"""
    files = case(shared_data, "47")
    given, expected = json.loads(files["input.json"]), json.loads(files["expected.json"])

    def put(row):
        job = Job.objects.create(id=UUID(int=row["id"]), task="core.sweep", title=str(row["id"]))
        Job.objects.filter(pk=job.pk).update(created_at=datetime.fromisoformat(row["created"]).replace(tzinfo=UTC))

    def pages(after_page=lambda number: None):
        found, cursor = [], None
        while True:
            query = {"limit": given["page_size"]} | ({"cursor": cursor} if cursor else {})
            request = Request(APIRequestFactory().get("/", query))
            rows, links = KeysetPagination().paginate(Job.objects.all(), request)
            found.append([int(row.title) for row in rows])
            after_page(len(found))
            cursor = links["next"]
            if cursor is None:
                return found

    def happen(number):
        for event in given["events"]:
            if event["after_page"] == number and "insert" in event:
                put(event["insert"])
            elif event["after_page"] == number:
                Job.objects.filter(pk=UUID(int=event["delete"])).delete()

    for row in given["rows"]:
        put(row)
    assert pages() == expected["without_events"]["pages"]
    seen = [number for page in pages(happen) for number in page]
    assert len(seen) == len(set(seen))
    assert set(expected["with_events_cursor"]["must_contain"]) <= set(seen)


@pytest.mark.django_db(transaction=True)
def test_case_48_reviewers_take_turns_until_nothing_is_left(shared_data, project):
    """RV1, RV2. The same with all of them at once is in tests/concurrency/reviews/test_slots.py."""
    files = case(shared_data, "48")
    given, expected = json.loads(files["input.json"]), json.loads(files["expected.json"])
    waiting = [make_user(f"reviewer-{number}") for number in range(given["reviewers"])]
    for person in waiting:
        accounts.grant_role(actor=None, project=project, user=person, role="reviewer")
    with specimens():
        open_specimens(project, given["clips"])
        _take_turns(project, waiting)
    final = list(Decision.objects.filter(state=DecisionState.FINAL).values_list("round_id", "reviewer_id"))
    assert len(final) == expected["assignments"]
    assert len(set(final)) == len(final)
    per_clip = {round_id: sum(r == round_id for r, _ in final) for round_id, _ in final}
    assert set(per_clip.values()) == {expected["per_clip_max"]}


def _take_turns(project, waiting):
    while waiting:
        person = waiting.pop(0)
        lease = services.lease_next(actor=person, project=project)
        again = services.lease_next(actor=person, project=project)
        assert (again and again.pk) == (lease and lease.pk)
        if lease is not None:
            decide(person, project, lease)
            services.leave(actor=person, project=project)
            waiting.append(person)
