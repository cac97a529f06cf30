from __future__ import annotations

from affectory.accounts.models import Project, User
from affectory.core.audit import record
from export.releases.models import AnyRuling, Release, ReleaseProfile


def profile_saved(*, actor: User, profile: ReleaseProfile, fields: list[str]) -> None:
    record(actor=actor, event="release_profile_saved", project_id=profile.project_id, subject=profile, fields=fields)


def release_drafted(*, actor: User, release: Release) -> None:
    _record("release_drafted", actor, release)


def release_changed(*, actor: User, release: Release) -> None:
    _record("release_changed", actor, release)


def release_discarded(*, actor: User, release: Release) -> None:
    _record("release_discarded", actor, release)


def freeze_requested(*, actor: User, release: Release) -> None:
    _record("release_freeze_requested", actor, release, rows=release.row_count)


def freeze_failed(*, release: Release, reason: str) -> None:
    _record("release_freeze_failed", None, release, reason=reason)


def release_frozen(*, release: Release) -> None:
    _record("release_frozen", None, release, rows=release.row_count, manifest_sha256=release.manifest_sha256)


def release_published(*, actor: User, release: Release) -> None:
    _record("release_published", actor, release)


def release_withdrawn(*, actor: User, release: Release, reason: str) -> None:
    _record("release_withdrawn", actor, release, reason=reason)


def duplicates_ruled(*, actor: User, ruling: AnyRuling) -> None:
    _record_ruling("duplicates_ruled", actor, ruling)


def ruling_taken_back(*, actor: User, ruling: AnyRuling) -> None:
    _record_ruling("duplicate_ruling_taken_back", actor, ruling)


def _record_ruling(event: str, actor: User, ruling: AnyRuling) -> None:
    record(
        actor=actor,
        event=event,
        project_id=ruling.project_id,
        subject=ruling,
        first=str(ruling.first_id),
        second=str(ruling.second_id),
        verdict=ruling.verdict,
        reason=ruling.reason,
    )


def _record(event: str, actor: User | None, release: Release, **data: object) -> None:
    project: Project = release.project
    record(actor=actor, event=event, project_id=project.pk, subject=release, version=release.version, **data)
