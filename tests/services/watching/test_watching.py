"""WA2, WA3, WA4: what pages tell, and when. WA6: marks."""

from __future__ import annotations

import uuid
from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from annotation.watching import selectors, services
from annotation.watching.domain import Beat, Stretch
from annotation.watching.models import Mark, PlaySession, Viewer, Watching
from tests.factories.items import a_film
from tests.factories.watching import a_session, watched

ONE = Fraction(1)


def told(person, video, session, *beats: tuple[int, int, int]):
    """Beats of (number, first, end) at speed 1; the film has one frame a second."""
    return services.record_watched(
        actor=person,
        video_id=video.pk,
        session=session,
        beats=[Beat(number, (Stretch(first, end, ONE),)) for number, first, end in beats],
    )


@pytest.fixture
def film(project, maintainer):
    return a_film(maintainer, project, seconds=100)


@pytest.fixture
def clock(monkeypatch):
    """The wall clock of the service, moved by hand."""

    class Clock:
        now = timezone.now()

        def on(self, seconds: float) -> None:
            self.now += timedelta(seconds=seconds)

    clock = Clock()
    monkeypatch.setattr(services.timezone, "now", lambda: clock.now)
    return clock


def test_what_was_played_is_kept_as_intervals_and_joined(annotator, film):
    watched(annotator, film, 0, 30)
    found = watched(annotator, film, 20, 60).coverage
    assert (found.intervals, found.gaps, found.share) == (((0, 60),), ((60, 100),), Fraction(60, 100))
    assert selectors.coverage_of(annotator, film) == found
    row = Watching.objects.get()
    assert (row.intervals, row.seen_ticks, row.whole_ticks) == ([[0, 60]], 60, 100)


def test_wa3_a_beat_counts_once_and_a_late_one_without_its_elders_is_no_loss(annotator, film, clock):
    session = uuid.uuid4()
    assert told(annotator, film, session).coverage.share == 0
    clock.on(10)
    told(annotator, film, session, (1, 0, 10))
    used = Viewer.objects.get().used_until
    again = told(annotator, film, session, (1, 0, 10))
    assert again.coverage.intervals == ((0, 10),)
    assert Viewer.objects.get().used_until == used
    # A closing page sends what was not answered yet together with what came after it.
    clock.on(10)
    assert told(annotator, film, session, (1, 0, 10), (2, 10, 20)).coverage.intervals == ((0, 20),)
    assert told(annotator, film, session, (2, 40, 50)).coverage.intervals == ((0, 20),)


def test_wa2_nobody_watches_faster_than_time_passes(annotator, film, clock):
    session = uuid.uuid4()
    told(annotator, film, session)
    clock.on(10)
    found = told(annotator, film, session, (1, 0, 100))
    # Ten seconds have passed and five are the margin.
    assert found.coverage.intervals == ((0, 15),)
    assert found.no_time_s == 85
    # The margin is given once: after another ten seconds there is time for ten more.
    clock.on(10)
    assert told(annotator, film, session, (2, 15, 100)).coverage.intervals == ((0, 25),)


def test_wa2_the_first_message_of_a_page_brings_no_past_with_it(annotator, film):
    assert told(annotator, film, uuid.uuid4(), (1, 0, 100)).coverage.intervals == ((0, 5),)


def test_what_was_played_without_a_connection_counts_when_it_is_told(annotator, film, clock):
    session = uuid.uuid4()
    told(annotator, film, session)
    clock.on(90)
    beats = [(number, (number - 1) * 10, number * 10) for number in range(1, 10)]
    assert told(annotator, film, session, *beats).coverage.intervals == ((0, 90),)


def test_wa4_two_tabs_at_once_do_not_count_double(annotator, film, clock):
    left, right = uuid.uuid4(), uuid.uuid4()
    told(annotator, film, left)
    told(annotator, film, right)
    for beat in range(1, 5):
        clock.on(5)
        told(annotator, film, left, (beat, (beat - 1) * 5, beat * 5))
        told(annotator, film, right, (beat, 50 + (beat - 1) * 5, 50 + beat * 5))
    # Twenty seconds passed: 20 s and the margin of 5 s count, not 40 s.
    assert selectors.coverage_of(annotator, film).seen == 25


def test_wa4_two_people_do_not_share_their_time(annotator, maintainer, film, clock):
    for person in (annotator, maintainer):
        session = uuid.uuid4()
        told(person, film, session)
        clock.on(20)
        assert told(person, film, session, (1, 0, 20)).coverage.seen == 20


def test_a_session_that_was_silent_for_a_week_is_forgotten(annotator, film):
    a_session(annotator, film, open_for_s=8 * 86_400)
    told(annotator, film, uuid.uuid4())
    assert PlaySession.objects.count() == 1


def test_only_those_who_write_items_are_counted(reviewer_a, film):
    with pytest.raises(NotAllowedError):
        told(reviewer_a, film, uuid.uuid4(), (1, 0, 10))
    assert not Watching.objects.exists()


def test_a_video_that_is_not_prepared_cannot_be_watched(annotator, project, maintainer):
    bare = a_film(maintainer, project, "bare.mp4", frames_sha256="")
    with pytest.raises(ConflictError) as refused:
        told(annotator, bare, uuid.uuid4())
    assert refused.value.code == "watching.unprepared"


def test_wa6_marks_are_kept_per_person_and_video_without_any_item(annotator, maintainer, film):
    key = uuid.uuid4()
    services.keep_mark(actor=annotator, video_id=film.pk, key=key, first=10, end=None)
    services.keep_mark(actor=annotator, video_id=film.pk, key=key, first=10, end=20, note="he frowns")
    mark = selectors.marks_of(annotator, film).get()
    assert (mark.first, mark.end, mark.note) == (10, 20, "he frowns")
    assert not selectors.marks_of(maintainer, film).exists()
    services.remove_mark(actor=maintainer, video_id=film.pk, key=key)
    assert Mark.objects.count() == 1
    services.remove_mark(actor=annotator, video_id=film.pk, key=key)
    services.remove_mark(actor=annotator, video_id=film.pk, key=key)
    assert Mark.objects.count() == 0


@pytest.mark.parametrize(("first", "end"), [(10, 10), (10, 5), (0, 101), (100, None), (100, 101)])
def test_a_mark_lies_within_the_video(annotator, film, first, end):
    with pytest.raises(InvalidError):
        services.keep_mark(actor=annotator, video_id=film.pk, key=uuid.uuid4(), first=first, end=end)
    assert not Mark.objects.exists()


def test_marks_have_an_end(annotator, film, monkeypatch):
    monkeypatch.setattr(services, "MAX_MARKS", 1)
    key = uuid.uuid4()
    services.keep_mark(actor=annotator, video_id=film.pk, key=key, first=0, end=5)
    services.keep_mark(actor=annotator, video_id=film.pk, key=key, first=0, end=6)
    with pytest.raises(ConflictError):
        services.keep_mark(actor=annotator, video_id=film.pk, key=uuid.uuid4(), first=0, end=5)
