"""CO1: compare-and-set."""

import pytest
from django.db import DataError

from affectory.core.errors import ConflictError
from affectory.core.models import Job
from affectory.core.transitions import move, move_many

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
    assert "“queued” by now, and from there it cannot go to “done”" in refused.value.message


def test_the_second_of_two_readers_is_told_that_the_first_was_faster():
    job = make_job()
    stale = Job.objects.get(pk=job.pk)
    move(job, to="running", transitions=MOVES)
    with pytest.raises(ConflictError) as refused:
        move(stale, to="running", transitions=MOVES, done=9)
    job.refresh_from_db()
    assert (job.done, refused.value.code) == (0, "state.changed_meanwhile")


def test_many_move_in_one_statement_with_their_own_columns(django_assert_num_queries):
    jobs = [make_job() for _ in range(3)]
    moves = [(job, {"message": f"number {n}", "total": n or None}) for n, job in enumerate(jobs)]
    with django_assert_num_queries(1):
        move_many(moves, to="running", transitions=MOVES)
    assert [(job.state, job.message, job.total) for job in jobs] == [
        ("running", "number 0", None),
        ("running", "number 1", 1),
        ("running", "number 2", 2),
    ]
    assert set(Job.objects.values_list("state", "message", "total")) == {
        (job.state, job.message, job.total) for job in jobs
    }


def test_many_of_which_one_was_moved_meanwhile_are_refused():
    jobs = [make_job() for _ in range(2)]
    Job.objects.filter(pk=jobs[1].pk).update(state="failed")
    with pytest.raises(ConflictError) as refused:
        move_many([(job, {}) for job in jobs], to="running", transitions=MOVES)
    assert refused.value.code == "state.changed_meanwhile"
    assert [job.state for job in jobs] == ["queued", "queued"]


def test_a_text_that_is_too_long_for_its_column_is_refused_and_not_cut():
    job = make_job()
    longest = Job._meta.get_field("task").max_length
    with pytest.raises(DataError):
        move_many([(job, {"task": "x" * (longest + 1)})], to="running", transitions=MOVES)
