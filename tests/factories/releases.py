"""Fixtures of releases; the conftest of each folder that wants them imports them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from affectory.core.jobs import Job
from export.formats.domain import WrittenFile
from export.releases import services
from export.releases.models import Release
from export.releases.writing import write_files
from tests.factories.kept_episodes import fill_profile, make_kept
from worker.tasks.releases import freeze

SHARES = {"shares": {"train": 2, "validation": 1, "test": 1}}


def written_by_a_worker(release: Release) -> list[WrittenFile]:
    """What a worker has stored of a pinned release before it names the files."""
    services.compose_lines(release_id=release.pk)
    release.refresh_from_db()
    return write_files(release)


@pytest.fixture
def kept(project, maintainer):
    """24 kept episodes of 6 known performers and a filled-in profile."""
    fill_profile(project, maintainer)
    return make_kept(project)


@pytest.fixture
def draft(project, maintainer) -> Callable[..., Release]:
    def make(version: str = "0.1.0", **changes) -> Release:
        values = {"split_policy": SHARES, "seed": 3, "notes": "First try.", **changes}
        return services.create_release(actor=maintainer, project=project, version=version, **values)

    return make


@pytest.fixture
def frozen(draft, maintainer, run_freeze) -> Callable[..., Release]:
    def make(version: str = "0.1.0", **changes) -> Release:
        release = draft(version, **changes)
        services.request_freeze(actor=maintainer, release_id=release.pk, typed_version=version)
        run_freeze(release)
        release.refresh_from_db()
        return release

    return make


@pytest.fixture
def run_freeze() -> Callable[[Release], None]:
    """Deliver the task of a release's job, as the worker would."""

    def run(release: Release) -> None:
        job_id = Job.objects.filter(task="releases.freeze", arguments__release_id=str(release.pk)).latest(
            "created_at"
        )
        freeze(job_id=str(job_id.pk), release_id=str(release.pk))

    return run
