"""BW6, BW7, BW8: one action on many motions: which rows, what became of each, and the way back."""

from __future__ import annotations

import pytest

from affectory.browsing import services
from affectory.browsing.models import BulkRow, BulkRun
from affectory.core.models import AuditEvent, Job
from datasets.motion.models import MotionAsset
from datasets.motion.services import exclude_motion
from tests.api.motion.test_motions import many
from tests.factories.motion import make_motion

URL = "/api/v1/projects/lab"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


@pytest.fixture
def three(project, maintainer):
    return [make_motion(maintainer, project, name=f"{n}.bvh") for n in "abc"]


def bulk(client, action: str, **body):
    return client.post(f"{URL}/motions/bulk", {"action": action, **body}, format="json")


def reasons() -> list[str]:
    return list(MotionAsset.objects.order_by("name").values_list("exclusion_reason", flat=True))


def test_bw6_rows_are_named_or_match_a_filter(client, three):
    done = bulk(client, "exclude", arguments={"reason": "shaky"}, ids=[str(three[0].pk)])
    assert (done.status_code, done.json()["done"], done.json()["state"]) == (200, 1, "done")
    assert reasons() == ["shaky", "", ""]
    done = bulk(
        client,
        "exclude",
        arguments={"reason": "test"},
        everything=True,
        where="exclusion=none",
        besides=[str(three[2].pk)],
        expected=1,
    )
    assert done.json()["done"] == 1
    assert reasons() == ["shaky", "test", ""]


def test_bw6_what_matches_by_now_is_not_what_was_shown(client, three):
    refused = bulk(client, "exclude", arguments={"reason": "x"}, everything=True, expected=2)
    assert (refused.status_code, refused.json()["code"]) == (409, "bulk.changed_meanwhile")
    assert reasons() == ["", "", ""]
    assert not BulkRun.objects.exists()


def test_bw7_what_refuses_one_row_is_said_and_leaves_the_others_alone(client, three, maintainer):
    exclude_motion(actor=maintainer, motion_id=three[0].pk, reason="mine")
    told = bulk(client, "include", everything=True).json()
    assert (told["done"], told["refused"]) == (1, 2)
    assert {row["name"] for row in told["refusals"]} == {"b.bvh", "c.bvh"}
    assert all(row["reason"] == "This motion was not left out by a person." for row in told["refusals"])


def test_bw8_an_undo_puts_back_what_was_there(client, three, maintainer):
    exclude_motion(actor=maintainer, motion_id=three[0].pk, reason="mine")
    run = bulk(client, "exclude", arguments={"reason": "all"}, everything=True).json()
    assert (reasons(), run["can_undo"]) == (["all"] * 3, True)
    undone = client.post(f"{URL}/bulk/{run['id']}/undo").json()
    assert (reasons(), undone["done"], undone["can_undo"]) == (["mine", "", ""], 3, False)
    again = client.post(f"{URL}/bulk/{run['id']}/undo")
    assert (again.status_code, again.json()["code"]) == (409, "bulk.undone")
    events = AuditEvent.objects.filter(event__startswith="browsing.").order_by("id")
    assert [event.event for event in events] == ["browsing.bulk_action_started", "browsing.bulk_action_undone"]


@pytest.mark.parametrize(
    ("action", "arguments", "column", "after", "before"),
    [
        ("scenario", {"scenario": " at the door "}, "scenario", "at the door", ""),
        ("warnings", {"warnings": ["grief", "grief", " "]}, "content_warnings", ["grief"], []),
    ],
)
def test_what_is_said_of_motions_can_be_taken_back(client, three, action, arguments, column, after, before):
    run = bulk(client, action, arguments=arguments, everything=True).json()
    assert {str(value) for value in MotionAsset.objects.values_list(column, flat=True)} == {str(after)}
    client.post(f"{URL}/bulk/{run['id']}/undo")
    assert {str(value) for value in MotionAsset.objects.values_list(column, flat=True)} == {str(before)}


def test_motions_are_inspected_again(client, three):
    run = bulk(client, "inspect", ids=[str(three[0].pk)]).json()
    assert (run["done"], run["can_undo"]) == (1, False)
    three[0].refresh_from_db()
    assert three[0].state == "uploaded"
    assert bulk(client, "inspect", ids=[str(three[0].pk)]).json()["refused"] == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"action": "exclude", "arguments": {"reason": " "}, "everything": True}, "bulk.arguments"),
        ({"action": "scenario", "arguments": {"scenario": "x" * 201}, "everything": True}, "bulk.arguments"),
        ({"action": "warnings", "arguments": {"warnings": "grief"}, "everything": True}, "bulk.arguments"),
        ({"action": "fold", "everything": True}, "registry.unknown"),
        ({"action": "include"}, "invalid"),
        ({"action": "include", "ids": []}, "bulk.nothing"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is(client, three, body, code):
    refused = client.post(f"{URL}/motions/bulk", body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert reasons() == ["", "", ""]


def test_bw7_many_rows_are_a_job_that_goes_on_after_a_kill(client, project, maintainer, monkeypatch):
    many(project, maintainer, 120)
    run = bulk(client, "scenario", arguments={"scenario": "hall"}, everything=True)
    assert (run.status_code, run.json()["waiting"], run.json()["state"]) == (202, 120, "queued")
    assert Job.objects.get(pk=run.json()["job"]).title == "Set the scenario (120 motions)"

    class Killed(Exception):
        pass

    class DiesAfterOne:
        cancelled = lost = False

        def progress(self, **told):
            raise Killed

    with pytest.raises(Killed):
        services.carry_out(run_id=run.json()["id"], watcher=DiesAfterOne())
    assert BulkRow.objects.filter(outcome="done").count() == 50
    services.carry_out(run_id=run.json()["id"])
    assert MotionAsset.objects.filter(scenario="hall").count() == 120
    assert AuditEvent.objects.filter(event="motion.described").count() == 120


def test_a_stopped_job_says_of_the_rest_that_it_was_not_done(client, project, maintainer):
    many(project, maintainer, 60)
    run = bulk(client, "scenario", arguments={"scenario": "hall"}, everything=True).json()

    class Stops:
        lost = False
        cancelled = False

        def progress(self, **told):
            self.cancelled = True

    services.carry_out(run_id=run["id"], watcher=Stops())
    told = client.get(f"{URL}/bulk/{run['id']}").json()
    assert (told["done"], told["refused"], told["waiting"]) == (50, 10, 0)
    assert told["refusals"][0]["reason"] == "Stopped before its turn."
