"""An episode is discarded or withdrawn while it is put out for review."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from annotation.reviews.discarding import discard_unjudged
from annotation.reviews.models import Round
from annotation.reviews.services import batches, open_rounds
from datasets.episodes.models import Episode
from export.withdrawals.services import withdraw
from tests.factories.kept_episodes import make_collection, make_episode, make_motion, make_scene
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def discard(episode, actor) -> None:
    discard_unjudged(actor=actor, project=episode.project, ids=[episode.pk])


def withdrawn(episode, actor) -> None:
    named = {"kind": "motion", "subject_id": episode.motion_id, "typed_name": "take 1"}
    withdraw(actor=actor, project=episode.project, reason="other", sentence="Somebody asked for it.", **named)


@pytest.mark.parametrize(("take_away", "state"), [(discard, "discarded"), (withdrawn, "withdrawn")])
def test_no_round_stays_open_on_what_is_taken_away(project, maintainer, monkeypatch, take_away, state):
    """EP56, WD3: the round is about to be written when somebody takes its episode away, who then waits for it."""
    motion = make_motion(make_collection(project), 1, performer=None, label="sad")
    episode = make_episode(motion, make_scene(project), 1, state="in_review")
    taken, known, ended = threading.Event(), threading.Event(), threading.Event()
    pid: list[int] = []
    make_rounds = batches._make_rounds

    def made_late(*args) -> None:
        taken.set()
        known.wait(20)
        with connection.cursor() as cursor:
            waits = False
            while not waits and not ended.is_set():
                cursor.execute("SELECT pg_blocking_pids(%s) <> '{}'", [pid[0]])
                waits = cursor.fetchone()[0]
        make_rounds(*args)

    def take() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pid.append(cursor.fetchone()[0])
        known.set()
        taken.wait(20)
        try:
            take_away(episode, maintainer)
        finally:
            ended.set()

    monkeypatch.setattr(batches, "_make_rounds", made_late)
    (_, opened), gone = at_once([lambda: open_rounds(actor=maintainer, project=project), take])
    assert (opened, gone) == (1, None)
    assert Episode.objects.get().state == state
    assert list(Round.objects.values_list("state", "outcome")) == [("CLOSED", "VOID")]
