"""RL10 and RL12 under real concurrency, and the races that are there without the guards."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from affectory.core.errors import ConflictError
from affectory.core.jobs import Job
from export.releases import services
from export.releases.models import Release, ReleaseFile, ReleaseRow
from export.releases.services import freezing
from export.releases.writing import write_files
from tests.factories.kept_episodes import fill_profile, make_kept
from tests.factories.releases import written_by_a_worker
from tests.factories.threads import at_once
from worker.tasks.releases import freeze

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 4


def ask(maintainer, release: Release) -> Callable[[], Any]:
    return lambda: (
        services.request_freeze(actor=maintainer, release_id=release.pk, typed_version=release.version).version
    )


def test_rl12_of_freezes_asked_for_at_once_one_begins(kept, draft, maintainer) -> None:
    drafts = [draft(f"0.{n}.0") for n in range(1, WORKERS + 1)]
    results = at_once([ask(maintainer, release) for release in drafts])
    begun = [r for r in results if isinstance(r, str)]
    assert len(begun) == 1
    assert sum(isinstance(r, ConflictError) for r in results) == WORKERS - 1
    assert Release.objects.get(state="freezing").version == begun[0]
    assert ReleaseRow.objects.count() == 24
    assert Job.objects.filter(task="releases.freeze").count() == 1


def test_rl12_the_same_draft_asked_for_twice_at_once_begins_once(kept, draft, maintainer) -> None:
    release = draft()
    results = at_once([ask(maintainer, release)] * 2)
    assert sorted(type(r).__name__ for r in results) == ["ConflictError", "str"]
    assert ReleaseRow.objects.count() == 24


def test_rl12_without_the_lock_the_constraint_still_says_no(kept, draft) -> None:
    """Two requests that both have read "nothing is freezing": the race is real, the database refuses the second."""
    first, second = draft("0.1.0"), draft("0.2.0")
    read = threading.Barrier(2, timeout=30)

    def careless(release: Release) -> Callable[[], Any]:
        def work() -> str:
            with transaction.atomic():
                assert not Release.objects.filter(state="freezing").exists()
                read.wait()
                Release.objects.filter(pk=release.pk).update(state="freezing", deadline_at=timezone.now())
            return "begun"

        return work

    results = at_once([careless(first), careless(second)])
    assert sorted(type(r).__name__ for r in results) == ["IntegrityError", "str"]


def test_rl10_one_job_delivered_to_many_workers_at_once_freezes_once(kept, draft, maintainer) -> None:
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    job = Job.objects.get(task="releases.freeze")
    results = at_once([lambda: freeze(job_id=str(job.pk), release_id=str(release.pk))] * WORKERS)
    assert results == [None] * WORKERS
    release.refresh_from_db()
    job.refresh_from_db()
    assert (release.state, job.state, job.attempts) == ("frozen", "done", 1)
    paths = list(release.files.values_list("path", flat=True))
    assert len(paths) == len(set(paths))


def test_rl10_two_workers_that_both_wrote_end_in_one_frozen_release(kept, draft, maintainer) -> None:
    """A worker that was taken for dead comes back: both have the same bytes, one of them freezes."""
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    files = written_by_a_worker(release)
    finish = [lambda: services.finish_freeze(release_id=release.pk, files=files).state] * WORKERS
    assert at_once(finish) == ["frozen"] * WORKERS
    assert ReleaseFile.objects.filter(release=release).count() == len(files)


def test_rl10_without_the_lock_both_would_write_the_files(kept, draft, maintainer) -> None:
    """The twin of the test above: reading the state without a lock lets both on, and the constraint stops one."""
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    read = threading.Barrier(2, timeout=30)

    def careless() -> str:
        with transaction.atomic():
            assert Release.objects.get(pk=release.pk).state == "freezing"
            read.wait()
            ReleaseFile.objects.create(release=release, path="x", sha256="0" * 64, size=1, media_type="x")
        return "written"

    results = at_once([careless, careless])
    assert sum(isinstance(r, IntegrityError) for r in results) == 1


def test_rl14_a_deadline_that_passes_while_a_worker_finishes_gives_one_outcome(kept, draft, maintainer) -> None:
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    files = written_by_a_worker(release)
    at_once(
        [
            lambda: services.finish_freeze(release_id=release.pk, files=files),
            lambda: services.fail_freeze(release_id=release.pk, reason="too late"),
        ]
    )
    release.refresh_from_db()
    counts = (release.rows.count(), release.files.count())
    assert (release.state, counts) in (("frozen", (24, len(files))), ("draft", (0, 0)))


def test_an_episode_that_changes_while_it_is_pinned_is_in_whole_or_not_at_all(project, maintainer, draft) -> None:
    """Rows come from one reading inside the request's transaction; what is pinned stays what was read."""
    fill_profile(project, maintainer)
    episodes = make_kept(project)
    release = draft()

    def remove() -> None:
        type(episodes[0]).objects.filter(pk=episodes[0].pk).update(state="removed")

    at_once([ask(maintainer, release), remove])
    release.refresh_from_db()
    assert release.state == "freezing"
    assert release.row_count == release.rows.count() == release.header["rows"]
    assert release.row_count in (23, 24)


def test_the_freeze_holds_no_lock_on_the_release_while_files_are_written(
    kept, draft, maintainer, monkeypatch
) -> None:
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    seen = []

    def look(found: Release, run: Any) -> list[Any]:
        def other() -> None:
            with transaction.atomic():
                Release.objects.select_for_update(nowait=True).get(pk=found.pk)
            seen.append("free")

        at_once([other])
        return write_files(found, run)

    monkeypatch.setattr(freezing, "write_files", look)
    services.write_release(release_id=release.pk)
    assert seen == ["free"]
