"""WD3 and CO9 under real concurrency: two withdrawals at once, one against a freeze, deletion against storing."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from affectory.core import storage
from affectory.core.errors import ConflictError, NotFoundError
from affectory.core.jobs import Job
from datasets.motion.models import Performer
from export.releases import services as releases
from export.releases.models import Release, RowTombstone
from export.withdrawals.models import Tombstone
from export.withdrawals.services import withdraw
from tests.factories.releases import written_by_a_worker
from tests.factories.threads import at_once
from tests.factories.withdrawn import SENTENCE, withdraw_performer

pytestmark = pytest.mark.django_db(transaction=True)


def test_wd3_the_same_withdrawn_twice_at_once_is_withdrawn_once(canary, frozen, project, maintainer) -> None:
    frozen()
    results = at_once([lambda: withdraw_performer(maintainer, project, canary)] * 3)
    assert sum(isinstance(result, Tombstone) for result in results) == 1
    assert sum(isinstance(result, ConflictError) for result in results) == 2
    assert (Tombstone.objects.count(), RowTombstone.objects.count()) == (1, 2)
    assert Job.objects.filter(task="withdrawals.purge").count() == 1


def test_wd3_two_performers_at_once_are_both_withdrawn(canary, frozen, project, maintainer) -> None:
    frozen()
    other = Performer.objects.get(name="performer 0")

    def take_other() -> Tombstone:
        return withdraw(
            actor=maintainer,
            project=project,
            kind="performer",
            subject_id=other.pk,
            typed_name="performer 0",
            reason="other",
            sentence="Another person asked for the same.",
        )

    results = at_once([lambda: withdraw_performer(maintainer, project, canary), take_other])
    assert [type(result) for result in results] == [Tombstone, Tombstone]
    assert RowTombstone.objects.count() == 2 + 4
    draft = Release.objects.get(state="draft")
    assert draft.version == "1.0.0"
    assert draft.notes.count("Withdrawn on") == 2


def test_wd3_a_freeze_that_is_being_written_ends_and_names_no_file(canary, draft, project, maintainer) -> None:
    release = draft()
    releases.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    files = written_by_a_worker(release)
    tombstone = withdraw_performer(maintainer, project, canary)
    assert tombstone.purge.counts["ended_freezes"] == ("0.1.0",)
    assert releases.finish_freeze(release_id=release.pk, files=files).state == "draft"
    release.refresh_from_db()
    assert SENTENCE in release.freeze_error
    assert Job.objects.get(task="releases.freeze").state == "cancelled"
    assert release.rows.count() == release.files.count() == 0


def test_wd3_a_withdrawal_and_the_end_of_a_freeze_at_once_leave_nothing_served(
    canary, draft, project, maintainer
) -> None:
    release = draft()
    releases.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    files = written_by_a_worker(release)
    results = at_once(
        [
            lambda: releases.finish_freeze(release_id=release.pk, files=files).state,
            lambda: withdraw_performer(maintainer, project, canary),
        ]
    )
    assert not [result for result in results if isinstance(result, Exception)]
    release.refresh_from_db()
    if release.state == "frozen":
        assert RowTombstone.objects.filter(row__release=release).count() == 2
    else:
        assert (release.state, release.rows.count()) == ("draft", 0)


def test_wd3_without_the_lock_the_end_of_a_freeze_would_be_lost_between(canary, draft, project, maintainer) -> None:
    """The twin of the test above: whoever looks for frozen releases without their lock misses one that ends now."""
    release = draft()
    releases.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    files = written_by_a_worker(release)
    seen = list(Release.objects.filter(state="frozen"))
    releases.finish_freeze(release_id=release.pk, files=files)
    assert (seen, Release.objects.filter(state="frozen").count()) == ([], 1)


def test_co9_bytes_stored_and_deleted_by_many_at_once_are_there_for_whoever_stored_them_last() -> None:
    data, rounds = b"wanted by many", 300
    digest = storage.put_bytes(data)
    over = threading.Event()

    def delete() -> None:
        while not over.is_set():
            storage.discard([digest], needed=lambda _: set(), settled_s=30)

    def store() -> list[int]:
        lost = []
        try:
            for number in range(rounds):
                with suppress(FileNotFoundError, NotFoundError):
                    os.utime(storage.local_path(digest), (1, 1))
                storage.put_bytes(data)
                if storage.read_bytes(digest) != data:
                    lost.append(number)
        finally:
            over.set()
        return lost

    with switched_often():
        results = at_once([store, delete, delete])
    assert results[0] == []


@contextmanager
def switched_often() -> Iterator[None]:
    """Threads change places after every few steps, so that a gap of one step is met within some hundred rounds."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def test_co9_whoever_deletes_waits_for_whoever_is_deleting() -> None:
    """Without the wait the second takes the bytes the first has set aside, and the first cannot bring them back."""
    digest = storage.put_bytes(b"wanted after all")
    needed: set[str] = set()
    found: list[dict[str, storage.Discarded]] = []
    second = threading.Thread(
        target=lambda: found.append(storage.discard([digest], needed=lambda _: set(needed), settled_s=0))
    )

    def named_while_they_are_aside(_: set[str]) -> set[str]:
        if not storage.exists(digest):
            second.start()
            second.join(0.5)
            needed.add(digest)
        return set(needed)

    assert storage.discard([digest], needed=named_while_they_are_aside, settled_s=0) == {
        digest: storage.Discarded.NEEDED
    }
    second.join(60)
    assert found == [{digest: storage.Discarded.NEEDED}]
    assert storage.read_bytes(digest) == b"wanted after all"
