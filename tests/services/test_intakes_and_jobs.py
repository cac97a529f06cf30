"""MO35, VI42, QU61: what was to be brought in ends with its job, also where no worker was there to say so."""

from __future__ import annotations

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from celery import current_app
from django.utils import timezone

from affectory.core import jobs
from affectory.core.models import AuditEvent, Job
from annotation.questions import services as questions
from datasets.motion import services as motion
from datasets.motion.services.incoming import IncomingFile
from tests.factories.motion import bvh_bytes
from tests.factories.videos import registered, video_bytes
from tests.unit.questions.examples import clip

pytestmark = pytest.mark.django_db


def an_import_of_motions(actor, project):
    return motion.import_files(
        actor=actor, project=project, files=[IncomingFile("a.bvh", bvh_bytes(1))], collection="studio"
    )


def an_import_of_items(actor, project):
    content = json.dumps([clip()]).encode()
    return questions.import_items(actor=actor, project=project, name="a.json", content=content)


def a_registration(actor, project):
    return registered(actor, project, {"a.mp4": video_bytes(1)}, defaults={"licence": "x"}, run=False)


@pytest.mark.parametrize("begun", [an_import_of_motions, an_import_of_items, a_registration])
def test_what_is_cancelled_before_it_began_or_given_up_has_ended_and_goes_on(begun, project, maintainer, settings):
    intake = begun(maintainer, project)
    job = Job.objects.get(pk=intake.job_id)
    jobs.cancel_job(job)
    intake.refresh_from_db()
    assert (intake.state, intake.failure) == ("cancelled", "")
    assert intake.finished_at is not None

    jobs.retry_job(Job.objects.get(pk=job.pk))
    # A worker took it up and died, as often as it may.
    died = timezone.now() - timedelta(seconds=settings.JOB_STALE_S + 1)
    Job.objects.filter(pk=job.pk).update(
        state="running", owner=uuid4(), attempts=settings.JOB_MAX_ATTEMPTS, heartbeat_at=died
    )
    type(intake).objects.update(state="running")
    with jobs.running(job.pk) as run:
        assert run is None
    intake.refresh_from_db()
    assert (intake.state, intake.failure[:14]) == ("failed", "Given up after")
    ended = AuditEvent.objects.filter(event__endswith="_finished").order_by("id")
    assert [event.data["state"] for event in ended] == ["cancelled", "failed"]

    jobs.retry_job(Job.objects.get(pk=job.pk))
    job.refresh_from_db()
    current_app.tasks[job.task](job_id=str(job.pk), **job.arguments)
    intake.refresh_from_db()
    assert (intake.state, intake.failure) == ("done", "")
