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
    # In a worker it would die unseen; as a service of its own the supervisor starts it again.
    of_services = {service.name: service.command for service in installation(port=1, host="h")}
    assert [name for name, command in of_services.items() if {"beat", "-B"} & set(command)] == ["beat"]
