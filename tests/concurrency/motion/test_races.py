"""Two at once, with the guard and without it."""

from __future__ import annotations

import contextlib
import threading

import pytest
from django.db import IntegrityError

from affectory.core.errors import ConflictError
from affectory.core.models import AuditEvent
from datasets.motion import services
from datasets.motion.models import Import, ImportRow, MotionAsset
from datasets.motion.services import inspection, running
from tests.factories.motion import bvh_bytes, manifest_csv
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_messages(monkeypatch) -> None:
    """Transactions commit here, so messages would go to a real broker."""
    monkeypatch.setattr(running, "enqueue", lambda *args, **options: None)


def an_import(actor, project, source_label: str = "sad") -> Import:
    manifest = manifest_csv([{"file": "a.bvh", "collection": "c", "source_label": source_label, "licence": "x"}])
    return services.import_files(
        actor=actor,
        project=project,
        files=[services.IncomingFile("a.bvh", bvh_bytes(1))],
        manifest=services.IncomingFile("m.csv", manifest),
        queue=False,
    )


def meet_before_writing(monkeypatch) -> None:
    """Both imports judge their row before either writes it."""
    barrier = threading.Barrier(2)
    real = running.carry_out

    def waits(*args, **options):
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait(2)
        return real(*args, **options)

    monkeypatch.setattr(running, "carry_out", waits)


def test_two_imports_of_one_file_at_once_make_one_motion(project, maintainer, monkeypatch):
    meet_before_writing(monkeypatch)
    first, second = an_import(maintainer, project), an_import(maintainer, project)
    results = at_once(
        [lambda: services.run_import(import_id=first.pk), lambda: services.run_import(import_id=second.pk)]
    )
    assert [getattr(result, "state", result) for result in results] == ["done", "done"]
    assert MotionAsset.objects.count() == 1
    assert sorted(ImportRow.objects.values_list("outcome", "change")) == [
        ("accepted", "new"),
        ("accepted", "unchanged"),
    ]


def test_without_the_lock_the_race_is_there_and_the_database_says_no(project, maintainer, monkeypatch):
    """The twin: both see no motion and both write one; the constraint lets one through."""
    meet_before_writing(monkeypatch)
    monkeypatch.setattr(running, "lock_project", lambda project_id: None)
    first, second = an_import(maintainer, project), an_import(maintainer, project)
    results = at_once(
        [lambda: services.run_import(import_id=first.pk), lambda: services.run_import(import_id=second.pk)]
    )
    assert sum(isinstance(result, IntegrityError) for result in results) == 1
    assert MotionAsset.objects.count() == 1


def waiting_motion(actor, project) -> MotionAsset:
    services.run_import(import_id=an_import(actor, project).pk)
    return MotionAsset.objects.get()


def meet_before_recording(monkeypatch) -> None:
    barrier = threading.Barrier(2)
    real = inspection.inspect_bytes

    def waits(*args, **options):
        found = real(*args, **options)
        barrier.wait(20)
        return found

    monkeypatch.setattr(inspection, "inspect_bytes", waits)


def test_an_inspection_delivered_twice_at_once_has_its_effect_once(project, maintainer, monkeypatch):
    """MO20 and case 44."""
    motion = waiting_motion(maintainer, project)
    meet_before_recording(monkeypatch)
    results = at_once([lambda: services.inspect_motion(motion_id=motion.pk)] * 2)
    assert [result.state for result in results] == ["ready", "ready"]
    assert AuditEvent.objects.filter(event="motion.inspected").count() == 1


def test_without_the_guards_an_inspection_would_have_its_effect_twice(project, maintainer, monkeypatch):
    """The twin: neither the look at the locked row nor the compare-and-set."""
    motion = waiting_motion(maintainer, project)
    meet_before_recording(monkeypatch)

    def set_without_comparing(row, *, to, transitions, **columns):
        MotionAsset.objects.filter(pk=row.pk).update(state=to, **columns)

    monkeypatch.setattr(inspection, "still_waits", lambda current, inspected: True)
    monkeypatch.setattr(inspection, "move", set_without_comparing)
    at_once([lambda: services.inspect_motion(motion_id=motion.pk)] * 2)
    assert AuditEvent.objects.filter(event="motion.inspected").count() == 2


def test_without_the_look_at_the_row_the_compare_and_set_still_lets_one_through(project, maintainer, monkeypatch):
    """CO1 under MO20: the second guard alone holds as well."""
    motion = waiting_motion(maintainer, project)
    meet_before_recording(monkeypatch)
    monkeypatch.setattr(inspection, "still_waits", lambda current, inspected: True)
    results = at_once([lambda: services.inspect_motion(motion_id=motion.pk)] * 2)
    assert sum(isinstance(result, ConflictError) for result in results) == 1
    assert AuditEvent.objects.filter(event="motion.inspected").count() == 1


def test_bytes_that_changed_during_an_inspection_are_not_judged_by_it(project, maintainer, monkeypatch):
    """MO20: the verdict belongs to exactly the bytes that were read."""
    motion = waiting_motion(maintainer, project)
    real = inspection.inspect_bytes

    def overtaken(*args, **options):
        found = real(*args, **options)
        MotionAsset.objects.filter(pk=motion.pk).update(source_sha256="f" * 64)
        return found

    monkeypatch.setattr(inspection, "inspect_bytes", overtaken)
    assert services.inspect_motion(motion_id=motion.pk).state == "uploaded"


def excluded_between_reading_and_writing(actor, project, monkeypatch) -> MotionAsset:
    """A person leaves a motion out while an import of new facts about it is between reading and writing."""
    services.run_import(import_id=an_import(actor, project).pk, inspect_here=True)
    motion = MotionAsset.objects.get()
    judged, asked = threading.Event(), threading.Event()
    real = running.carry_out

    def waits(*args, **options):
        judged.set()
        asked.wait(2)
        return real(*args, **options)

    monkeypatch.setattr(running, "carry_out", waits)
    later = an_import(actor, project, source_label="happy")

    def exclude() -> None:
        judged.wait(10)
        services.exclude_motion(actor=actor, motion_id=motion.pk, reason="a cable shows")
        asked.set()

    failed = [result for result in at_once([lambda: services.run_import(import_id=later.pk), exclude]) if result]
    assert all(isinstance(result, Import) for result in failed)
    motion.refresh_from_db()
    return motion


def test_what_a_person_leaves_out_during_an_import_stays_out(project, maintainer, monkeypatch):
    """MO34"""
    motion = excluded_between_reading_and_writing(maintainer, project, monkeypatch)
    assert (motion.source_label, motion.exclusion_reason) == ("happy", "a cable shows")


def test_without_the_lock_an_import_would_bring_it_back(project, maintainer, monkeypatch):
    """The twin."""
    monkeypatch.setattr("datasets.motion.services.access.lock_project", lambda project_id: None)
    motion = excluded_between_reading_and_writing(maintainer, project, monkeypatch)
    assert motion.exclusion_reason == ""
