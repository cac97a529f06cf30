"""What a killed start left behind is ended and gone on with at the next start."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone

from affectory.core import jobs
from affectory.core.models import Job
from worker import leftovers
from worker.supervisor import Service, Supervisor


@pytest.fixture
def sleeper():
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
    # Until it has become the program, its command line is still ours.
    while b"sleep" not in Path(f"/proc/{process.pid}/cmdline").read_bytes():
        time.sleep(0.01)
    yield process
    process.kill()
    process.wait()


def test_processes_of_a_killed_start_are_ended(tmp_path, sleeper):
    record = tmp_path / "processes.json"
    leftovers.remember(record, {sleeper.pid: sys.executable})

    assert leftovers.end_processes(record) == 1

    assert sleeper.wait(timeout=5) == -9
    assert not record.exists()


def test_a_number_that_belongs_to_another_program_is_left_alone(tmp_path, sleeper):
    record = tmp_path / "processes.json"
    leftovers.remember(record, {sleeper.pid: "/usr/bin/another"})

    assert leftovers.end_processes(record) == 0
    assert sleeper.poll() is None


@pytest.mark.parametrize("text", [None, "", "{", "[]"])
def test_a_missing_or_damaged_record_is_no_matter(tmp_path, text):
    record = tmp_path / "processes.json"
    if text is not None:
        record.write_text(text)
    assert leftovers.end_processes(record) == 0


def test_the_supervisor_writes_its_processes_down_and_forgets_them_when_it_ends_in_order(tmp_path):
    record = tmp_path / "processes.json"
    service = Service("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"])

    with Supervisor(services=[service], log_folder=tmp_path / "logs", say=lambda text: None, record=record):
        assert f'"{service.process.pid}"' in record.read_text()
        assert os.getpgid(service.process.pid) == service.process.pid

    assert not record.exists()


def test_a_worker_that_yields_to_others_is_remembered_by_its_own_program_and_a_late_one_is_started_later(tmp_path):
    record, sleep = tmp_path / "processes.json", [sys.executable, "-c", "import time; time.sleep(60)"]
    early = Service("early", ["nice", "-n", "5", *sleep])
    late = Service("late", sleep, after_s=0.05)
    never = Service("never", sleep, after_s=3600)
    services = [early, late, never]

    with Supervisor(services=services, log_folder=tmp_path / "logs", say=lambda text: None, record=record) as running:
        assert (late.process, never.process) == (None, None)
        while late.process is None:
            running.keep_alive()
        assert json.loads(record.read_text()) == {
            str(early.process.pid): sys.executable,
            str(late.process.pid): sys.executable,
        }
        assert never.process is None


@pytest.mark.django_db
def test_unfinished_jobs_are_sent_at_once_and_ended_ones_are_not(django_capture_on_commit_callbacks, monkeypatch):
    """CO6: a running job whose heartbeat is a second old can be taken too, since nobody is there to have given it."""
    from worker.tasks.releases import freeze

    sent = []
    monkeypatch.setattr(freeze, "apply_async", lambda kwargs: sent.append(kwargs["job_id"]))
    now = timezone.now()
    held = {Job.State.RUNNING: {"owner": uuid4(), "heartbeat_at": now}}
    made = {
        state: Job.objects.create(
            task="releases.freeze",
            arguments={"release_id": "7"},
            title="Test",
            state=state,
            **held.get(state, {}),
        )
        for state in Job.State
    }
    running = made[Job.State.RUNNING]

    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.take_over_all() == 2

    assert set(sent) == {str(made[state].pk) for state in (Job.State.QUEUED, Job.State.RUNNING)}
    with jobs.running(running.pk) as run:
        assert run is not None
