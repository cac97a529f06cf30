"""Drafts of nobody, asked for by many at one moment: with the lock and without it."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter

import pytest
from django.db import IntegrityError

from affectory.core.errors import ConflictError
from annotation.questions import services
from annotation.questions.models import Item, Reservation
from annotation.questions.services import reservations
from tests.factories.items import a_member
from tests.factories.queues import a_proposal, time_out
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = 8


@pytest.fixture(autouse=True)
def no_messages(monkeypatch) -> None:
    """Transactions commit here, so messages would go to a real broker."""
    monkeypatch.setattr("affectory.core.jobs.enqueue", lambda *args, **options: None)
    monkeypatch.setattr("annotation.questions.services.drafts.enqueue", lambda *args, **options: None)


@pytest.fixture
def people(project) -> list:
    return [a_member(project, f"person{number}", "annotator") for number in range(PEOPLE)]


def meet(monkeypatch, name: str, parties: int, *, timeout_s: float) -> None:
    """So many get as far as this function before any goes on; with a guard before it they cannot."""
    barrier = threading.Barrier(parties)
    real = getattr(reservations, name)

    def waits(*args, **options):
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait(timeout_s)
        return real(*args, **options)

    monkeypatch.setattr(reservations, name, waits)


def ask(person, project):
    return services.reserve_next(actor=person, project=project, granularity="clip")


def test_qu81_people_who_ask_at_once_get_one_draft_each(project, maintainer, people):
    """QU81: and who comes too late for the last gets none."""
    drafts = [a_proposal(maintainer, project) for _ in range(PEOPLE - 2)]
    offers = at_once([lambda person=person: ask(person, project) for person in people])
    given = [offer.item_id for offer in offers if offer is not None]
    assert sorted(given) == sorted(item.pk for item in drafts)
    assert Reservation.objects.filter(state="open").count() == PEOPLE - 2


def test_without_the_lock_two_would_get_the_same_and_the_database_says_no(project, maintainer, people, monkeypatch):
    """The twin: both see the one draft free and reserve it; one of them is stopped by the constraint alone."""

    def unlocked(actor, project, wanted, taken):
        return wanted.within(reservations.queues.waiting_for(actor, project)).exclude(pk__in=taken).first()

    a_proposal(maintainer, project)
    monkeypatch.setattr(reservations, "_lock_first", unlocked)
    meet(monkeypatch, "_reserve", 2, timeout_s=20)
    offers = at_once([lambda person=person: ask(person, project) for person in people[:2]])
    assert Counter(type(offer) for offer in offers) == {IntegrityError: 1, reservations.Offer: 1}
    assert Reservation.objects.count() == 1


def test_qu80_two_tabs_of_one_person_get_the_same_draft(project, maintainer, people):
    """QU80."""
    for _ in range(3):
        a_proposal(maintainer, project)
    offers = at_once([lambda: ask(people[0], project)] * 4)
    assert len({offer.item_id for offer in offers}) == 1
    assert Reservation.objects.count() == 1


def test_without_the_seat_two_tabs_would_take_two_and_the_database_says_no(project, maintainer, people, monkeypatch):
    """The twin of the test above."""
    for _ in range(3):
        a_proposal(maintainer, project)
    monkeypatch.setattr(reservations, "take_seat", lambda actor: None)
    meet(monkeypatch, "_reserve", 2, timeout_s=20)
    offers = at_once([lambda: ask(people[0], project)] * 2)
    assert Counter(type(offer) for offer in offers) == {IntegrityError: 1, reservations.Offer: 1}


def test_qu82_a_save_and_the_sweeper_at_once_lose_nothing(project, maintainer, people):
    """QU82: either the save comes first and the draft stays theirs, or it comes after and takes it again."""
    item = a_proposal(maintainer, project)
    ask(people[0], project)
    time_out(item)

    def save():
        return services.save_draft(
            actor=people[0], item_id=item.pk, content={"question": "Mine?"}, base_version=item.draft_version
        )

    saved, _ = at_once([save, services.expire_reservations])
    assert saved.draft.content["question"] == "Mine?"
    item.refresh_from_db()
    assert (item.author, Reservation.objects.filter(state="open", person=people[0]).count()) == (people[0], 1)


def test_qu84_confirming_twice_at_once_makes_one_revision(project, maintainer, people):
    """QU84: a double press."""
    item = a_proposal(maintainer, project)
    ask(people[0], project)

    def confirm():
        return services.confirm_draft(actor=people[0], item_id=item.pk, base_version=1, clip_played=True)

    results = at_once([confirm] * 2)
    (refused,) = [result for result in results if isinstance(result, Exception)]
    assert isinstance(refused, ConflictError)
    assert Item.objects.get(pk=item.pk).revision_count == 1
