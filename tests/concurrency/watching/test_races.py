"""Two tabs tell at once what they played; nothing of either may be lost."""

from __future__ import annotations

import contextlib
import threading
from fractions import Fraction

import pytest

from annotation.watching import selectors, services
from annotation.watching.domain import Beat, Stretch
from annotation.watching.models import Viewer, Watching
from tests.factories.items import a_film
from tests.factories.threads import at_once
from tests.factories.watching import a_session, watched

pytestmark = pytest.mark.django_db(transaction=True)


def both_tabs(person, film) -> list:
    sessions = [a_session(person, film) for _ in range(2)]

    def tell(session, first: int):
        beat = Beat(1, (Stretch(first, first + 20, Fraction(1)),))
        return services.record_watched(actor=person, video_id=film.pk, session=session, beats=[beat])

    return at_once([lambda: tell(sessions[0], 0), lambda: tell(sessions[1], 50)])


def meet_while_reading(monkeypatch, *, timeout_s: float) -> None:
    """Both read what was watched before either writes; with the lock only one gets there."""
    barrier = threading.Barrier(2)
    read = services.read_watching

    def waits(*args):
        found = read(*args)
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait(timeout_s)
        return found

    monkeypatch.setattr(services, "read_watching", waits)


@pytest.fixture
def film(project, maintainer):
    film = a_film(maintainer, project, seconds=100)
    return film


def test_wa4_two_tabs_at_once_lose_nothing(annotator, film, monkeypatch):
    watched(annotator, film, 90, 100)
    meet_while_reading(monkeypatch, timeout_s=0.5)
    results = both_tabs(annotator, film)
    assert not [result for result in results if isinstance(result, Exception)]
    assert selectors.coverage_of(annotator, film).intervals == ((0, 20), (50, 70), (90, 100))


def test_without_the_lock_one_of_the_two_is_lost(annotator, film, monkeypatch):
    """The twin of the test above."""
    watched(annotator, film, 90, 100)
    monkeypatch.setattr(services, "lock_viewer", lambda person: Viewer.objects.get(person=person))
    meet_while_reading(monkeypatch, timeout_s=20)
    both_tabs(annotator, film)
    assert len(selectors.coverage_of(annotator, film).intervals) == 2


def test_the_first_messages_of_two_tabs_at_once_make_one_row(annotator, film, monkeypatch):
    meet_while_reading(monkeypatch, timeout_s=0.5)
    results = both_tabs(annotator, film)
    assert not [result for result in results if isinstance(result, Exception)]
    assert (Viewer.objects.count(), Watching.objects.count()) == (1, 1)
    assert selectors.coverage_of(annotator, film).seen == 40
