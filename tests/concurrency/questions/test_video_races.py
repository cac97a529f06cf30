"""Whole videos, asked for by many at one moment: with the turn and without it."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter

import pytest
from django.db import IntegrityError

from affectory.core.errors import ConflictError
from annotation.questions import services
from annotation.questions.models import Item, QueuePolicy, VideoReservation
from annotation.questions.services import video_reservations
from tests.factories.items import a_member, a_new_item
from tests.factories.queues import a_playable_film, let_write
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = 6
COMPARISON = ("episode", "emotional intensity comparison")


@pytest.fixture
def people(project) -> list:
    return [a_member(project, f"person{number}", "annotator") for number in range(PEOPLE)]


def ask(person, project):
    return services.reserve_next_video(actor=person, project=project)


def test_qu100_people_who_ask_at_once_get_one_video_each(project, maintainer, people):
    """QU100: and who comes too late for the last gets none."""
    films = [a_playable_film(maintainer, project, f"{number}.mp4") for number in range(PEOPLE - 2)]
    offers = at_once([lambda person=person: ask(person, project) for person in people])
    given = [offer.video_id for offer in offers if offer is not None]
    assert sorted(given) == sorted(film.pk for film in films)


def test_qu100_with_two_places_two_of_them_get_the_same(project, maintainer, people):
    """QU100."""
    let_write(maintainer, project, 2)
    a_playable_film(maintainer, project)
    offers = at_once([lambda person=person: ask(person, project) for person in people])
    assert sum(offer is not None for offer in offers) == 2
    assert sorted(VideoReservation.objects.values_list("place", flat=True)) == [1, 2]


def test_without_the_turn_two_would_get_the_same_and_the_database_says_no(project, maintainer, people, monkeypatch):
    """The twin: both see the one video free and reserve it; one of them is stopped by the constraint alone."""
    let_write(maintainer, project, 1)
    a_playable_film(maintainer, project)
    barrier, real = threading.Barrier(2), video_reservations._reserve

    def waits(*args, **options):
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait(20)
        return real(*args, **options)

    monkeypatch.setattr(video_reservations, "_reserve", waits)
    monkeypatch.setattr(video_reservations, "_take_turn", lambda project: QueuePolicy.objects.get(project=project))
    offers = at_once([lambda person=person: ask(person, project) for person in people[:2]])
    assert Counter(type(offer) for offer in offers) == {IntegrityError: 1, video_reservations.VideoOffer: 1}
    assert VideoReservation.objects.count() == 1


def test_qu100_of_two_who_begin_an_item_at_once_one_is_told(project, maintainer, people):
    """QU100."""
    film = a_playable_film(maintainer, project)
    results = at_once(
        [lambda person=person: a_new_item(person, project, *COMPARISON, video=film) for person in people[:2]]
    )
    (refused,) = [result for result in results if isinstance(result, Exception)]
    assert (type(refused), refused.code, Item.objects.count()) == (ConflictError, "video.reserved", 1)
