"""CO1: compare-and-set."""

import pytest

from affectory.core.errors import ConflictError
from affectory.core.models import Job
from affectory.core.transitions import move

MOVES = {"queued": {"running"}, "running": {"done"}}

pytestmark = pytest.mark.django_db


def make_job() -> Job:
    return Job.objects.create(task="core.sweep", title="Test", owner="0" * 32)


def test_a_move_writes_its_columns_with_the_state():
    job = make_job()
    move(job, to="running", transitions=MOVES, done=3)
    job.refresh_from_db()
    assert (job.state, job.done) == ("running", 3)


def test_a_move_that_is_not_allowed_changes_nothing():
    job = make_job()
    with pytest.raises(ConflictError) as refused:
        move(job, to="done", transitions=MOVES)
    job.refresh_from_db()
    assert (job.state, refused.value.code) == ("queued", "state.not_allowed")


def test_the_second_of_two_readers_is_told_that_the_first_was_faster():
    job = make_job()
    stale = Job.objects.get(pk=job.pk)
    move(job, to="running", transitions=MOVES)
    with pytest.raises(ConflictError) as refused:
        move(stale, to="running", transitions=MOVES, done=9)
    job.refresh_from_db()
    assert (job.done, refused.value.code) == (0, "state.changed_meanwhile")
