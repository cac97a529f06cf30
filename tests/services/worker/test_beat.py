"""The beat that sends what is due."""

from __future__ import annotations

from celery.beat import Scheduler
from celery.utils.imports import instantiate

from affectory.celery import app
from worker.supervisor import installation


def test_the_beat_keeps_no_file_and_has_nothing_that_a_restart_would_put_off():
    scheduler = instantiate(app.conf.beat_scheduler, app=app)
    assert type(scheduler) is Scheduler  # its subclass writes a file, and ends when that is locked
    ours = {name: entry for name, entry in scheduler.schedule.items() if not name.startswith("celery.")}
    assert set(ours) == set(app.conf.beat_schedule)
    assert max(entry.schedule.run_every.total_seconds() for entry in ours.values()) <= 60
    with_beat = [service.name for service in installation(port=1, host="h") if "-B" in service.command]
    assert with_beat == ["worker"]
