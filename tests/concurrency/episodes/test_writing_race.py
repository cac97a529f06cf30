"""Workers who write episodes of one composition, with and without taking turns."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import OperationalError, connection, transaction

from affectory.accounts.services import lock_project
from datasets.motion.services.withdrawing import lock_motions
from tests.factories.kept_episodes import make_collection, make_motion
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def two_workers(project, *, first_lock: Callable[[], object]) -> list[object]:
    """The first has locked a motion, and with it the collection, when the second starts with another motion of that
    collection; as soon as the second waits, the first wants that motion too."""
    collection = make_collection(project)
    motions = sorted(make_motion(collection, n, performer=None, label="sad").pk for n in (1, 2))
    locked, known = threading.Event(), threading.Event()
    second_pid: list[int] = []

    def first() -> str:
        with transaction.atomic():
            first_lock()
            lock_motions(motions[:1])
            locked.set()
            known.wait(20)
            with connection.cursor() as cursor:
                waits = False
                while not waits:
                    cursor.execute("SELECT bool_or(pg_blocking_pids(pid) <> '{}') FROM unnest(%s) pid", [second_pid])
                    waits = bool(cursor.fetchone()[0])
            lock_motions(motions)
        return "written"

    def second() -> str:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                second_pid.append(cursor.fetchone()[0])
            known.set()
            locked.wait(20)
            first_lock()
            lock_motions(motions[1:])
        return "written"

    return at_once([first, second])


def test_workers_who_take_turns_both_write(project):
    """EP29: the order in which motions are locked is the same for all, that of their collections is not."""
    assert two_workers(project, first_lock=lambda: lock_project(project.pk)) == ["written", "written"]


def test_without_turns_one_is_broken_off(project):
    """The guard is needed: each has what the other waits for."""
    ended = two_workers(project, first_lock=lambda: None)
    assert sorted(type(one) for one in ended if one != "written") == [OperationalError]
