"""The tasks, called as a worker would, each delivered twice."""

from __future__ import annotations

import pytest

from affectory.core import jobs, storage
from affectory.core.models import AuditEvent, Job
from datasets.motion import services
from datasets.motion.models import Import, ImportRow, MotionAsset
from datasets.motion.services import running
from tests.factories.motion import bvh_bytes, manifest_csv
from worker.tasks import motion as tasks


def queued(actor, project, count: int = 3) -> Import:
    names = [f"{n}.bvh" for n in range(count)]
    rows = [{"file": name, "collection": "c", "source_label": "sad", "licence": "x"} for name in names]
    return services.import_files(
        actor=actor,
        project=project,
        files=[services.IncomingFile(name, bvh_bytes(n + 1)) for n, name in enumerate(names)],
        manifest=services.IncomingFile("m.csv", manifest_csv(rows)),
    )


def deliver(motion_import: Import) -> None:
    tasks.import_motions(job_id=str(motion_import.job_id), import_id=str(motion_import.pk))


def test_an_import_is_queued_when_it_is_committed_and_hands_over_each_motion(
    project, maintainer, django_capture_on_commit_callbacks, monkeypatch
):
    """CO5 holds here too: nothing is sent for what was rolled back."""
    sent = []
    monkeypatch.setattr(tasks.import_motions, "apply_async", lambda kwargs: sent.append(("import", kwargs)))
    monkeypatch.setattr(tasks.inspect_motion, "apply_async", lambda kwargs: sent.append(("inspect", kwargs)))
    with django_capture_on_commit_callbacks(execute=True):
        motion_import = queued(maintainer, project, 2)
    assert sent == [("import", {"job_id": str(motion_import.job_id), "import_id": str(motion_import.pk)})]
    with django_capture_on_commit_callbacks(execute=True):
        deliver(motion_import)
    ids = set(MotionAsset.objects.values_list("pk", flat=True))
    assert {kwargs["motion_id"] for kind, kwargs in sent[1:]} == {str(pk) for pk in ids}
    job = Job.objects.get(pk=motion_import.job_id)
    assert (job.state, job.done, job.total, job.refused) == ("done", 2, 2, 0)


def test_a_second_delivery_of_an_import_leaves_quietly(project, maintainer):
    """Case 44 and CO6."""
    motion_import = queued(maintainer, project)
    deliver(motion_import)
    before = list(ImportRow.objects.values()), AuditEvent.objects.count()
    deliver(motion_import)
    assert (list(ImportRow.objects.values()), AuditEvent.objects.count()) == before
    assert Import.objects.get().state == "done"


def test_a_second_delivery_of_an_inspection_leaves_quietly(project, maintainer):
    """MO20 and case 44."""
    motion_import = queued(maintainer, project, 1)
    deliver(motion_import)
    motion = MotionAsset.objects.get()
    assert motion.state == "uploaded"
    tasks.inspect_motion(motion_id=str(motion.pk))
    before = MotionAsset.objects.values().get(), AuditEvent.objects.count()
    tasks.inspect_motion(motion_id=str(motion.pk))
    assert (MotionAsset.objects.values().get(), AuditEvent.objects.count()) == before
    assert before[0]["state"] == "ready"


def test_a_killed_import_goes_on_where_it_was(project, maintainer, monkeypatch):
    """MO35: what has an outcome keeps it, what was not inspected is sent again."""
    motion_import = queued(maintainer, project, 5)
    monkeypatch.setattr(running, "CHUNK", 2)
    real = running._next_chunk
    calls = []

    def dies_in_the_second_chunk(*args, **options):
        calls.append(1)
        if len(calls) == 2:
            raise SystemExit
        return real(*args, **options)

    monkeypatch.setattr(running, "_next_chunk", dies_in_the_second_chunk)
    with pytest.raises(SystemExit):
        deliver(motion_import)
    monkeypatch.setattr(running, "_next_chunk", real)
    assert (Import.objects.get().state, MotionAsset.objects.count()) == ("failed", 2)
    first_two = list(ImportRow.objects.exclude(outcome="pending").values())
    sent = []
    monkeypatch.setattr(running, "enqueue", lambda name, motion_id: sent.append(motion_id))

    jobs.retry_job(Job.objects.get(pk=motion_import.job_id))
    deliver(motion_import)

    assert (Import.objects.get().state, MotionAsset.objects.count()) == ("done", 5)
    assert list(ImportRow.objects.filter(number__lte=2).values()) == first_two
    assert set(sent) == set(MotionAsset.objects.values_list("pk", flat=True))


def test_an_import_that_breaks_off_says_so_and_goes_on_at_a_retry(project, maintainer, monkeypatch):
    """MO35"""
    motion_import = queued(maintainer, project, 2)

    def breaks(*args, **options):
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(running, "_next_chunk", breaks)
        with pytest.raises(ZeroDivisionError):
            deliver(motion_import)
    motion_import.refresh_from_db()
    assert (motion_import.state, Job.objects.get().state) == ("failed", "failed")
    assert "ZeroDivisionError" in motion_import.failure
    jobs.retry_job(Job.objects.get())
    deliver(motion_import)
    motion_import.refresh_from_db()
    assert (motion_import.state, motion_import.failure, MotionAsset.objects.count()) == ("done", "", 2)


def test_a_cancelled_import_stops_and_can_be_taken_up_again(project, maintainer, monkeypatch):
    """MO35"""
    motion_import = queued(maintainer, project, 5)
    monkeypatch.setattr(running, "CHUNK", 2)
    real = running._next_chunk

    def somebody_cancels(*args, **options):
        taken = real(*args, **options)
        Job.objects.update(cancel_requested=True)
        return taken

    monkeypatch.setattr(running, "_next_chunk", somebody_cancels)
    monkeypatch.setattr(jobs.Run, "progress", lambda self, **told: self.flush())
    deliver(motion_import)
    monkeypatch.setattr(running, "_next_chunk", real)
    assert Job.objects.get().state == "cancelled"
    assert (Import.objects.get().state, MotionAsset.objects.count()) == ("cancelled", 2)

    jobs.retry_job(Job.objects.get())
    deliver(motion_import)
    assert (Import.objects.get().state, MotionAsset.objects.count()) == ("done", 5)


def test_a_defect_of_ours_rejects_one_motion_and_not_the_import(project, maintainer, monkeypatch):
    def breaks(*args, **options):
        raise ZeroDivisionError

    monkeypatch.setattr("datasets.motion.services.inspection.inspect_data", breaks)
    motion_import = queued(maintainer, project, 1)
    deliver(motion_import)
    motion = MotionAsset.objects.get()
    tasks.inspect_motion(motion_id=str(motion.pk))
    motion.refresh_from_db()
    assert motion.state == "rejected"
    assert "ZeroDivisionError" in motion.rejection_reasons[0]
    assert motion_import.rows.get().outcome == "refused"


def test_what_the_database_cannot_hold_ends_in_a_verdict_too(project, maintainer, monkeypatch):
    """MO20: waiting is not for ever."""
    from dataclasses import replace

    from datasets.motion.services import inspection

    real = inspection.inspect_data
    monkeypatch.setattr(
        inspection, "inspect_data", lambda *args, **options: replace(real(*args, **options), skeleton={"a": "\x00"})
    )
    motion_import = queued(maintainer, project, 1)
    deliver(motion_import)
    motion = services.inspect_motion(motion_id=MotionAsset.objects.get().pk)
    assert motion.state == "rejected"
    assert "DataError" in motion.rejection_reasons[0]


def test_a_motion_whose_stored_file_is_gone_ends_in_a_verdict_and_does_not_stop_the_others(project, maintainer):
    """MO20, MO55: neither is it sent again for ever, nor does the job that inspects many break off at it."""
    deliver(queued(maintainer, project, 2))
    lost, other = MotionAsset.objects.order_by("name")
    storage.local_path(lost.source_sha256).unlink()
    MotionAsset.objects.update(inspection_wanted=True)
    with jobs.running(start_reinspection_of(maintainer, project)) as run:
        services.reinspect_motions(project_id=project.pk, run=run)
    lost.refresh_from_db()
    other.refresh_from_db()
    assert (lost.state, other.state) == ("rejected", "ready")
    assert "0.bvh: the stored file is not there any more; whoever keeps" in lost.rejection_reasons[0]


def start_reinspection_of(actor, project) -> str:
    job = jobs.start_job(
        actor=actor, project_id=project.pk, task="motion.reinspect", title="x", of_project=project.pk
    )
    return str(job.pk)


def test_motions_whose_message_was_lost_are_sent_again(project, maintainer, monkeypatch):
    """MO20: waiting is not for ever."""
    motion_import = queued(maintainer, project, 2)
    deliver(motion_import)
    sent = []
    monkeypatch.setattr("datasets.motion.services.inspection.enqueue", lambda name, motion_id: sent.append(motion_id))
    assert services.resend_waiting_motions(older_than_s=600) == 0
    assert services.resend_waiting_motions(older_than_s=0) == 2
    assert set(sent) == set(MotionAsset.objects.values_list("pk", flat=True))
