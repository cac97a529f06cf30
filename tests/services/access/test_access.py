"""RL41 to RL44: opening a project, asking, deciding, and the log."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent
from export.access import metering, selectors, services
from export.access.domain import AccessMode, Reading
from export.access.metering import Buffer, Fetched
from export.access.models import AccessRequest, Download, Terms, Usage

pytestmark = pytest.mark.django_db
WORDS = {"affiliation": "Uni", "purpose": "To test a recogniser of emotion."}


@pytest.fixture
def gated(project, maintainer):
    services.change_access(actor=maintainer, project=project, mode="gated", terms_text="Cite us.")
    return project


def test_rl41_a_project_is_open_to_its_members_until_a_maintainer_says_otherwise(
    project, maintainer, researcher, outsider
) -> None:
    assert selectors.mode_of(project) == AccessMode.MEMBERS
    for actor in (researcher, outsider):
        with pytest.raises(NotAllowedError):
            services.set_mode(actor=actor, project=project, mode="public")
    with pytest.raises(InvalidError, match="Known: members, token, gated, public"):
        services.set_mode(actor=maintainer, project=project, mode="open")
    services.set_mode(actor=maintainer, project=project, mode="public")
    assert selectors.reading_of(outsider, project) is Reading.PUBLISHED
    event = AuditEvent.objects.get(event="access.mode_changed")
    assert (event.actor, event.data) == (maintainer, {"before": "members", "after": "public"})


def test_rl43_terms_are_versions_that_never_change(project, maintainer) -> None:
    services.set_mode(actor=maintainer, project=project, mode="gated")
    assert selectors.terms_of(project).number == 1
    services.write_terms(actor=maintainer, project=project, text="Cite us.")
    again = services.write_terms(actor=maintainer, project=project, text="Cite us.")
    assert (again.number, Terms.objects.count()) == (2, 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Terms.objects.filter(number=1).update(text="Anything goes.")


def test_rl42_asking_approving_and_revoking(gated, maintainer, outsider) -> None:
    request = services.request_access(actor=outsider, project=gated, terms=1, **WORDS)
    assert selectors.reading_of(outsider, gated) is Reading.GATED
    with pytest.raises(ConflictError, match="asked already"):
        services.request_access(actor=outsider, project=gated, terms=1, **WORDS)
    with pytest.raises(NotAllowedError):
        services.decide(actor=outsider, project=gated, request_id=request.pk, decision="approve")
    services.decide(actor=maintainer, project=gated, request_id=request.pk, decision="approve")
    assert selectors.reading_of(outsider, gated) is Reading.PUBLISHED
    services.decide(actor=maintainer, project=gated, request_id=request.pk, decision="revoke", note="Left.")
    assert selectors.reading_of(outsider, gated) is Reading.GATED
    with pytest.raises(ConflictError):
        services.decide(actor=maintainer, project=gated, request_id=request.pk, decision="approve")
    assert services.request_access(actor=outsider, project=gated, terms=1, **WORDS).pk != request.pk
    events = list(
        AuditEvent.objects.filter(event__startswith="access.").order_by("id").values_list("event", flat=True)
    )
    assert events == [
        "access.terms_written",
        "access.mode_changed",
        "access.requested",
        "access.approved",
        "access.revoked",
        "access.requested",
    ]


def test_rl42_the_terms_that_are_accepted_are_those_in_force(gated, maintainer, outsider) -> None:
    services.write_terms(actor=maintainer, project=gated, text="Cite us twice.")
    with pytest.raises(ConflictError, match="terms have changed"):
        services.request_access(actor=outsider, project=gated, terms=1, **WORDS)
    request = services.request_access(actor=outsider, project=gated, terms=2, **WORDS)
    services.decide(actor=maintainer, project=gated, request_id=request.pk, decision="approve")
    services.write_terms(actor=maintainer, project=gated, text="Cite us thrice.")
    assert selectors.reading_of(outsider, gated) is Reading.PUBLISHED


@pytest.mark.parametrize(
    ("words", "field"), [({"affiliation": " "}, "affiliation"), ({"purpose": "Research."}, "purpose")]
)
def test_rl42_a_request_says_who_and_what_for(gated, outsider, words, field) -> None:
    with pytest.raises(InvalidError) as raised:
        services.request_access(actor=outsider, project=gated, terms=1, **{**WORDS, **words})
    assert set(raised.value.fields) == {field}
    assert not AccessRequest.objects.exists()


def test_rl42_a_request_is_taken_back(gated, maintainer, outsider) -> None:
    with pytest.raises(NotFoundError):
        services.take_back(actor=outsider, project=gated)
    request = services.request_access(actor=outsider, project=gated, terms=1, **WORDS)
    services.take_back(actor=outsider, project=gated)
    with pytest.raises(ConflictError):
        services.decide(actor=maintainer, project=gated, request_id=request.pk, decision="approve")


def test_rl42_only_gated_projects_are_asked_for(project, outsider) -> None:
    with pytest.raises(ConflictError):
        services.request_access(actor=outsider, project=project, terms=1, **WORDS)


def fetched(project, **changes) -> Fetched:
    values = {
        "day": "2026-03-01",
        "project_id": project.pk,
        "version": "0.1.0",
        "path": "data/train.parquet",
        "who": "x" * 64,
        "user_id": None,
        "token_hint": "",
        "agent": "curl",
    }
    return Fetched(**{**values, **changes})


def test_rl44_a_storm_of_blocks_is_one_write(project, settings, django_assert_num_queries) -> None:
    settings.DOWNLOAD_LOG_EVERY_S = 3600.0
    buffer = Buffer()
    buffer.flush()
    with django_assert_num_queries(0):
        for _ in range(500):
            buffer.add(fetched(project), 1000)
        buffer.add(fetched(project, path="README.md"), 7)
    buffer._timer.cancel()
    buffer.flush()
    rows = Download.objects.order_by("path").values_list("path", "bytes", "requests")
    assert list(rows) == [("README.md", 7, 1), ("data/train.parquet", 500_000, 500)]
    assert Usage.objects.get().bytes == 500_007
    buffer.add(fetched(project), 1)
    buffer._timer.cancel()
    buffer.flush()
    assert Download.objects.get(path="data/train.parquet").bytes == 500_001


def test_rl44_what_the_database_refuses_is_written_later(project, settings, monkeypatch, caplog) -> None:
    settings.DOWNLOAD_LOG_EVERY_S = 0.0
    buffer = Buffer()

    def refuse(counts) -> None:
        raise DatabaseError("down")

    with monkeypatch.context() as broken:
        broken.setattr(metering, "_write", refuse)
        buffer.add(fetched(project), 5)
    assert not Download.objects.exists()
    buffer.add(fetched(project), 6)
    assert (Download.objects.get().bytes, Usage.objects.get().bytes) == (11, 11)
    assert "tried again" in caplog.text


def test_rl45_a_file_read_in_blocks_asks_once_for_the_bytes_of_the_day(
    project, settings, outsider, django_assert_num_queries
) -> None:
    settings.DOWNLOAD_LOG_EVERY_S = 3600.0
    buffer, person = Buffer(), selectors.asker(outsider, "")
    Usage.objects.create(day=datetime.now(UTC).date(), who=person.who, bytes=7)
    with django_assert_num_queries(1):
        assert [buffer.bytes_today(person) for _ in range(50)] == [7] * 50
    settings.DOWNLOAD_LOG_EVERY_S = 0.0
    Usage.objects.update(bytes=8)
    assert buffer.bytes_today(person) == 8


def test_rl44_the_address_of_an_unknown_caller_is_not_kept(project) -> None:
    one, other = selectors.asker(None, "192.0.2.1"), selectors.asker(None, "192.0.2.2")
    assert one.who != other.who
    assert one == selectors.asker(None, "192.0.2.1")
    assert "192" not in one.who or len(one.who) == 64


def test_rl44_counting_is_safe_between_threads(project, settings) -> None:
    settings.DOWNLOAD_LOG_EVERY_S = 3600.0
    buffer = Buffer()
    buffer.flush()
    threads = [
        threading.Thread(target=lambda: [buffer.add(fetched(project), 1) for _ in range(200)]) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    buffer._timer.cancel()
    buffer.flush()
    assert Download.objects.get().requests == 800
