"""Reads about releases."""

from __future__ import annotations

from django.db.models import QuerySet

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from affectory.core.errors import NotFoundError
from export.formats.domain import PROFILE_FIELDS
from export.releases.agreement import agreement_of
from export.releases.candidates import candidates_of, episode_states
from export.releases.domain import ReleaseState, RowKey, Version, parse_version
from export.releases.models import Release, ReleaseFile, ReleaseProfile, ReleaseRow
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


def release_file(project: Project, version: str, path: str) -> ReleaseFile:
    """One file of a frozen release in one query. The caller has checked that the user may read releases (RL13)."""
    numbers = parse_version(version)
    found = None
    if numbers is not None and "\x00" not in path:
        found = (
            ReleaseFile.objects.filter(
                release__project_id=project.pk,
                release__major=numbers.major,
                release__minor=numbers.minor,
                release__patch=numbers.patch,
                release__state=ReleaseState.FROZEN,
                path=path,
            )
            .only("sha256", "size", "media_type", "path")
            .first()
        )
    if found is None:
        raise NotFoundError(f"Release {version!r} has no file {path!r}.", code="release.file_not_found")
    return found


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
    freezing = Release.objects.filter(project=project, state=ReleaseState.FREEZING).first()
    return ProjectFacts(
        slug=project.slug,
        name=project.name,
        kind=project.kind,
        is_synthetic=project.is_synthetic,
        profile=profile_of(project),
        states=episode_states(project),
        agreement=agreement_of(project),
        base=None if base is None else base.version,
        base_rows={} if base is None else _row_keys(base),
        frozen_versions=tuple(Version(*triple) for triple in numbers),
        freezing=None if freezing is None else freezing.version,
    )


def _row_keys(release: Release) -> dict[str, RowKey]:
    rows = ReleaseRow.objects.filter(release=release).values_list("episode_id", "row_sha256", "label", "split")
    return {str(episode): RowKey(digest, label, split) for episode, digest, label, split in rows.iterator()}
