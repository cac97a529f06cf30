"""Rows by hand-written SQL are the same rows that Django's own queries give."""

import uuid

import pytest
from django.utils import timezone

from affectory.accounts.models import Membership, Project, Role, User
from affectory.core.models import AuditEvent, Job
from affectory.core.rows import compare_and_set, fetch, fetch_joined, insert

pytestmark = pytest.mark.django_db


def columns_of(instance):
    return {field.attname: getattr(instance, field.attname) for field in instance._meta.concrete_fields}


def test_fetching_converts_as_django_does(project, maintainer):
    job = Job.objects.create(task="x", title="t", arguments={"a": [1, None, "é"]}, started_at=timezone.now())
    [row] = fetch(Job, "WHERE id = %s", [job.pk])
    assert columns_of(row) == columns_of(Job.objects.get(pk=job.pk))
    assert not row._state.adding
    assert fetch(Job, "WHERE id = %s", [uuid.uuid4()]) == []


def test_joined_rows_and_outer_joins_that_find_nothing(project, maintainer):
    tail = (
        "JOIN accounts_project ON accounts_project.id = accounts_membership.project_id "
        "LEFT JOIN core_job ON core_job.project_id = accounts_project.id WHERE accounts_membership.user_id = %s"
    )
    [(membership, found, job)] = fetch_joined((Membership, Project, Job), tail, [maintainer.pk])
    assert (membership.role, found, job) == (Role.MAINTAINER, project, None)


def test_inserting_fills_defaults_and_a_generated_key(project, maintainer):
    job = Job(task="x", title="t", arguments={"a": 1}, actor=maintainer, project_id=project.pk)
    insert(job)
    assert columns_of(Job.objects.get(pk=job.pk)) == columns_of(job)
    assert job.created_at is not None
    event = AuditEvent(event="e", data={"x": "ü"})
    insert(event)
    assert AuditEvent.objects.get(pk=event.pk).data == {"x": "ü"}


def test_compare_and_set(project, maintainer):
    job = Job.objects.create(task="x", title="t")
    changes = {"state": Job.State.RUNNING, "actor": maintainer, "owner": uuid.uuid4(), "arguments": {"b": 2}}
    assert compare_and_set(job, "state", Job.State.FAILED, changes) == 0
    assert compare_and_set(job, "state", Job.State.QUEUED, changes) == 1
    job.refresh_from_db()
    assert (job.state, job.actor_id, job.owner, job.arguments) == (
        Job.State.RUNNING,
        maintainer.pk,
        changes["owner"],
        {"b": 2},
    )
    assert User.objects.filter(pk=maintainer.pk).exists()
