"""CO4 for jobs: who stopped one or sent it back is in the log; nobody else's job can be touched."""

from __future__ import annotations

from affectory.core.models import AuditEvent, Job


def a_job(project, state: str) -> Job:
    return Job.objects.create(project_id=project.pk, task="core.sweep", title="Compose 3 episodes", state=state)


def test_a_maintainer_cancels_and_retries_and_the_log_says_so(project, maintainer, client_for):
    job = a_job(project, "queued")
    client = client_for(maintainer)
    cancelled = client.post(f"/api/v1/jobs/{job.pk}/cancel")
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    retried = client.post(f"/api/v1/jobs/{job.pk}/retry")
    assert (retried.status_code, retried.json()["state"]) == (200, "queued")
    told = AuditEvent.objects.filter(subject_id=str(job.pk)).order_by("id")
    assert list(told.values_list("event", "actor")) == [
        ("job_cancelled", maintainer.pk),
        ("job_retried", maintainer.pk),
    ]


def test_a_job_that_cannot_be_cancelled_leaves_no_trace(project, maintainer, reviewer_a, client_for):
    job = a_job(project, "done")
    assert client_for(maintainer).post(f"/api/v1/jobs/{job.pk}/cancel").status_code == 409
    assert client_for(reviewer_a).post(f"/api/v1/jobs/{job.pk}/cancel").status_code == 404
    assert not AuditEvent.objects.filter(event="job_cancelled").exists()
