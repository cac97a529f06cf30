"""The audit log: who reads what of it, how it is searched, and its files."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from affectory.accounts import log
from affectory.accounts import services as accounts
from affectory.accounts.models import Project
from affectory.core.audit import record
from affectory.core.models import AuditEvent
from annotation.reviews import services as reviews
from annotation.reviews.models import Lease
from tests.factories.reviewed_items import REJECT, judge
from tests.services.comments.conftest import cast, finish, item
from tests.services.comments.test_threads import begin

__all__ = ["cast", "item"]
pytestmark = pytest.mark.django_db
LAB = "/api/v1/projects/lab"


def events_of(answer) -> list[str]:
    return [row["event"] for row in answer.json()["results"]]


def body(answer) -> str:
    return b"".join(answer.streaming_content).decode()


@pytest.fixture
def logged(item, cast):
    """What reviewing writes: a decision of an open round, and a lease that somebody skipped."""
    lease = Lease.objects.get(reviewer=cast.looking)
    reviews.skip_lease(actor=cast.looking, project=item.project, lease_id=lease.pk, reason="cannot_judge")


def test_a_maintainer_who_reviews_learns_nothing_of_open_rounds(logged, item, cast, client_for):
    """AU1, RV11: neither who decided nor when, in page, choice or file, until the round has closed."""
    plain, both = client_for(cast.maintainer), client_for(cast.both)
    names = ["review_lease_skipped", "review_decision_final"]
    assert [name for name in events_of(plain.get(f"{LAB}/audit?event=review_")) if name in names] == names
    assert not set(events_of(both.get(f"{LAB}/audit?event=review_"))) & set(names)
    assert "review_decision_final" not in both.get(f"{LAB}/audit/events").json()["events"]
    for name in ("audit.csv", "audit.jsonl"):
        assert "review_decision_final" in body(plain.get(f"{LAB}/{name}"))
        assert "review_decision_final" not in body(both.get(f"{LAB}/{name}"))
    judge(cast.other_reviewer, item.project, REJECT)
    assert events_of(both.get(f"{LAB}/audit?event=review_decision")) == ["review_decision_final"] * 2


def test_who_asks_as_a_reviewer_is_hidden_until_the_item_is_finished(item, cast, client_for):
    """AU1, CM1"""
    begin(cast.looking, item, "reviewer")
    assert len(events_of(client_for(cast.maintainer).get(f"{LAB}/audit?event=comment."))) == 2
    assert events_of(client_for(cast.both).get(f"{LAB}/audit?event=comment.")) == []
    finish(item, cast)
    assert len(events_of(client_for(cast.both).get(f"{LAB}/audit?event=comment."))) == 2


def test_an_administrator_reads_all_projects_through_the_same_veils(logged, cast, admin_user, project, client_for):
    """AU1"""
    other = accounts.create_project(actor=None, slug="other", name="Other", kind=Project.Kind.AFFECTSIM)
    record(actor=None, event="thing.done", project_id=other.pk)
    client = client_for(admin_user)
    found = events_of(client.get("/api/v1/audit?limit=500"))
    assert {"thing.done", "user_created", "review_decision_final"} <= set(found)
    accounts.grant_role(actor=None, project=project, user=admin_user, role="reviewer")
    found = events_of(client.get("/api/v1/audit?limit=500"))
    assert {"thing.done", "user_created"} <= set(found)
    assert "review_decision_final" not in found
    assert "review_decision_final" not in body(client.get("/api/v1/audit.jsonl"))
    assert client_for(cast.maintainer).get("/api/v1/audit").status_code == 403
    assert log.audit_visible_to(cast.maintainer, None).count() == 0
    assert log.audit_visible_to(cast.author, project).count() == 0


def test_the_log_is_searched_and_each_event_has_an_address(project, maintainer, client_for):
    client = client_for(maintainer)
    first = record(actor=maintainer, event="thing.made", project_id=project.pk, subject=project, text="a")
    record(actor=None, event="thing.kept", project_id=project.pk)

    def found(query: str) -> list[str]:
        return events_of(client.get(f"{LAB}/audit?{query}"))

    assert found("event=thing.") == ["thing.kept", "thing.made"]
    assert found("event=thing.&actor=MARA") == ["thing.made"]
    assert found(f"subject={project.pk}&event=thing") == ["thing.made"]
    assert found("subject=accounts.project&event=thing") == ["thing.made"]
    assert found(f"id={first.pk}") == ["thing.made"]
    assert found("id=x") == []
    tomorrow = (timezone.now() + timedelta(days=1)).date().isoformat()
    assert found(f"event=thing.&until={tomorrow}") == ["thing.kept", "thing.made"]
    assert found(f"since={tomorrow}") == []
    refused = client.get(f"{LAB}/audit?since=yesterday")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["since"])
    page = client.get(f"{LAB}/audit?event=thing.&limit=1").json()
    assert events_of(client.get(f"{LAB}/audit?event=thing.&limit=1&cursor={page['next']}")) == ["thing.made"]


def test_a_file_holds_what_the_page_shows_oldest_first(project, maintainer, client_for):
    """AU2"""
    record(actor=maintainer, event="thing.made", project_id=project.pk, subject=project, text="=1+1, “ä”")
    record(actor=None, event="thing.kept", project_id=project.pk)
    client = client_for(maintainer)
    lines = [json.loads(line) for line in body(client.get(f"{LAB}/audit.jsonl?event=thing.")).splitlines()]
    assert [(line["event"], line["actor"], line["project"]) for line in lines] == [
        ("thing.made", "mara", "lab"),
        ("thing.kept", None, "lab"),
    ]
    assert lines[0]["data"] == {"text": "=1+1, “ä”"}
    answer = client.get(f"{LAB}/audit.csv?event=thing.")
    assert answer["Content-Disposition"] == 'attachment; filename="audit-lab.csv"'
    rows = list(csv.DictReader(io.StringIO(body(answer))))
    assert [row["id"] for row in rows] == [str(line["id"]) for line in lines]
    assert json.loads(rows[0]["data"]) == lines[0]["data"]
    assert rows[1]["actor"] == ""


def test_a_long_log_is_read_in_portions(project, maintainer, django_assert_max_num_queries):
    """AU2: the statements do not grow with the rows."""
    AuditEvent.objects.bulk_create(
        [AuditEvent(event="thing.made", project_id=project.pk, actor=maintainer) for _ in range(4001)]
    )
    with django_assert_max_num_queries(12):
        rows = log.rows_of(log.search_events(log.audit_visible_to(maintainer, project), event="thing."))
        assert sum(1 for _ in log.as_csv(rows)) == 4002


def test_an_event_is_neither_changed_nor_deleted(project):
    """CO4"""
    for write in (lambda: AuditEvent.objects.update(event="x"), lambda: AuditEvent.objects.all().delete()):
        with pytest.raises(DatabaseError, match="only ever added"), transaction.atomic():
            write()
