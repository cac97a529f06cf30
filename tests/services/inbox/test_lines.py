"""Telling people things."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.core import jobs
from affectory.core.errors import JobInputError
from affectory.core.models import Job
from affectory.inbox import selectors, services
from affectory.inbox.domain import Kind
from affectory.inbox.models import InboxLine

pytestmark = pytest.mark.django_db


def tell(person, project, *, kind=Kind.ITEM_KEPT, item="X1", event=""):
    text_args = {"item": item} if kind is Kind.ITEM_KEPT else {}
    services.notify(person=person, kind=kind, project=project, about=project, text_args=text_args, event=event)


def kinds(person) -> list[str]:
    return list(selectors.lines_visible_to(person).order_by("created_at").values_list("kind", flat=True))


def test_one_event_is_told_once(project, annotator, maintainer):
    """IN1"""
    tell(annotator, project)
    tell(annotator, project)
    tell(maintainer, project)
    tell(annotator, project, event="2")
    assert [InboxLine.objects.filter(person=person).count() for person in (annotator, maintainer)] == [2, 1]


def test_what_is_rolled_back_is_told_to_nobody(project, annotator):
    with transaction.atomic():
        tell(annotator, project)
        transaction.set_rollback(True)
    assert kinds(annotator) == []


def test_lines_are_ones_own_and_of_projects_one_belongs_to(project, maintainer, annotator, outsider):
    """IN3"""
    tell(annotator, project)
    tell(outsider, project)
    tell(outsider, project, kind=Kind.ACCESS_APPROVED)
    assert (kinds(annotator), kinds(maintainer)) == (["item.kept"], [])
    assert kinds(outsider) == ["access.approved"]
    accounts.set_roles(actor=maintainer, project=project, user_id=annotator.pk, roles=[])
    assert (kinds(annotator), selectors.unread_count(annotator)) == ([], 0)


def a_job(actor, project) -> Job:
    """One that was started a minute ago."""
    job = jobs.start_job(actor=actor, project_id=project.pk, task="core.sweep", title="Import reel.json")
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=1))
    return job


def test_who_started_a_job_is_told_how_it_ended(project, maintainer):
    done, failed = a_job(maintainer, project), a_job(maintainer, project)
    for job in (done, failed, done, failed):
        with jobs.running(job.pk) as run:
            if run is not None and job == failed:
                raise JobInputError("No such column.")
    assert kinds(maintainer) == ["job.done", "job.failed"]
    [line, _] = selectors.lines_visible_to(maintainer).order_by("created_at").select_related("project")
    assert selectors.said(line) == {"text": "Import reel.json: done.", "link": "/p/lab/jobs"}


def test_what_was_done_while_one_looked_on_is_not_told(project, maintainer):
    job = jobs.start_job(actor=maintainer, project_id=project.pk, task="core.sweep", title="Cut a clip")
    with jobs.running(job.pk):
        pass
    assert kinds(maintainer) == []


def test_a_job_that_is_run_again_is_another_event(project, maintainer):
    """IN1"""
    job = a_job(maintainer, project)
    for _ in range(2):
        with jobs.running(job.pk):
            raise JobInputError("No such column.")
        job.refresh_from_db()
        jobs.retry_job(job)
    assert kinds(maintainer) == ["job.failed", "job.failed"]


def test_who_cancels_a_job_is_not_told(project, maintainer):
    job = a_job(maintainer, project)
    with jobs.running(job.pk) as run:
        assert run is not None
        accounts.cancel_job(actor=maintainer, job_id=job.pk)
        run.stop_if_cancelled()
    assert kinds(maintainer) == []
