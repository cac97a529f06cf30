"""Reads about releases."""

from __future__ import annotations

from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from affectory.core.errors import NotFoundError
from affectory.core.models import Job
from export.formats.domain import PROFILE_FIELDS
from export.releases import policies
from export.releases.agreement import agreement_of
from export.releases.candidates import candidates_of, episode_states, removal_reasons
from export.releases.domain import ReleaseState, RowKey, Version, parse_version
from export.releases.models import Release, ReleaseProfile, ReleaseRow
from export.releases.plan import ProjectFacts, ReleasePlan, plan_release
from export.splits.domain import SplitPolicy


def releases_visible_to(user: User, project: Project) -> QuerySet[Release]:
    """RL13: maintainers see all, researchers what is frozen, others nothing. Highest version first."""
    roles = roles_of(user, project)
    found = Release.objects.filter(project=project).order_by("-major", "-minor", "-patch")
    if Role.MAINTAINER in roles:
        return found
    return found.filter(state=ReleaseState.FROZEN) if Role.RESEARCHER in roles else found.none()


def release_for(user: User, project: Project, version: str) -> Release:
    """One visible release by its version ("v0.1.0" and "0.1.0" are the same)."""
    numbers = parse_version(version)
    release = None
    if numbers is not None:
        visible = releases_visible_to(user, project)
        release = visible.filter(major=numbers.major, minor=numbers.minor, patch=numbers.patch).first()
    if release is None:
        raise NotFoundError(f"There is no release {version!r} here that you can read.", code="release.not_found")
    release.project = project
    return release


def split_rows(release: Release, split: str) -> tuple[QuerySet[ReleaseRow], int]:
    """The rows of one split and how many there are."""
    counts = release.counts_by_split()
    if release.state != ReleaseState.FROZEN or split not in counts:
        known = ", ".join(counts) if release.state == ReleaseState.FROZEN else "none before it is frozen"
        raise NotFoundError(
            f"Release {release.version} has no split {split!r}; it has {known}.", code="release.split_not_found"
        )
    return ReleaseRow.objects.filter(release=release, split=split).only("position", "line"), counts[split]


class ReadableFile(NamedTuple):
    """What is needed to send a file of a frozen release."""

    path: str
    sha256: str
    media_type: str


def readable_file(user: User, slug: str, version: str, path: str) -> ReadableFile | None:
    """RL13 in one statement: the file if it is there and the user may read releases of the project, else None.

    Files are asked for more often than everything else together, and building this statement anew would cost more
    than running it; so it is written out.
    """
    numbers = parse_version(version)
    if numbers is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_READABLE_FILE, [path, slug, *numbers, user.is_superuser, user.pk, list(policies.READERS)])
        row = cursor.fetchone()
    return None if row is None else ReadableFile(*row)


_READABLE_FILE = """
SELECT f.path, f.sha256, f.media_type
FROM releases_releasefile f
WHERE f.path = %s AND f.release_id = (
    SELECT r.id FROM releases_release r
    WHERE r.project_id = (SELECT p.id FROM accounts_project p WHERE p.slug = %s)
      AND r.major = %s AND r.minor = %s AND r.patch = %s AND r.state = 'frozen'
      AND (%s OR EXISTS (SELECT 1 FROM accounts_membership m
                         WHERE m.project_id = r.project_id AND m.user_id = %s AND m.role = ANY(%s))))
"""


def latest_frozen(project: Project) -> Release | None:
    """The highest frozen version."""
    frozen = Release.objects.filter(project=project, state=ReleaseState.FROZEN)
    return frozen.order_by("-major", "-minor", "-patch").first()


def profile_of(project: Project) -> dict[str, str]:
    """The profile's fields; all empty if nobody has written one."""
    profile = ReleaseProfile.objects.filter(project=project).first()
    return profile.as_dict() if profile is not None else dict.fromkeys(PROFILE_FIELDS, "")


def plan_for(project: Project, *, version: Version | None, notes: str, policy: SplitPolicy, seed: int) -> ReleasePlan:
    """What a release would hold right now: for the preview and, inside its transaction, for the freeze."""
    return plan_release(
        facts=_facts(project),
        candidates=candidates_of(project),
        version=version,
        notes=notes,
        policy=policy,
        seed=seed,
    )


def _facts(project: Project) -> ProjectFacts:
    base = latest_frozen(project)
    numbers = Release.objects.filter(project=project, state=ReleaseState.FROZEN).values_list(
        "major", "minor", "patch"
    )
    return ProjectFacts(
        slug=project.slug,
        name=project.name,
        kind=project.kind,
        is_synthetic=project.is_synthetic,
        profile=profile_of(project),
        states=episode_states(project),
        removal_reasons=removal_reasons(project),
        agreement=agreement_of(project),
        base=None if base is None else base.version,
        base_rows={} if base is None else _row_keys(base),
        frozen_versions=tuple(Version(*triple) for triple in numbers),
        freezing=_freezing(project),
    )


def _freezing(project: Project) -> str | None:
    """Which release is being frozen, for whom and until when at the latest."""
    release = Release.objects.filter(project=project, state=ReleaseState.FREEZING).first()
    if release is None or release.deadline_at is None or release.job_id is None:
        return None
    job = Job.objects.filter(pk=release.job_id).select_related("actor").first()
    person = job.actor if job is not None and job.actor is not None else release.created_by
    return f"{release.version} is being frozen for {person}, until {release.deadline_at:%H:%M} UTC at the latest"


def _row_keys(release: Release) -> dict[str, RowKey]:
    rows = ReleaseRow.objects.filter(release=release).values_list("episode_id", "row_sha256", "label", "split")
    return {str(episode): RowKey(digest, label, split) for episode, digest, label, split in rows.iterator()}
