"""Profiles, drafts and publishing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.accounts.selectors import members_of
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.inbox.domain import Kind
from affectory.inbox.services import notify_all
from export.formats.domain import PROFILE_FIELDS
from export.formats.kinds import form_of
from export.releases import audit, policies
from export.releases.domain import ReleaseState, Version, parse_version
from export.releases.models import Release, ReleaseProfile
from export.releases.services.mirroring import copy_when_published
from export.releases.signals import release_published
from export.splits.domain import SplitError, SplitPolicy, default_shares, parse_policy

MAX_SEED = 2**63 - 1


def read_version(text: object) -> Version:
    """RL2: the version that somebody typed, or InvalidError."""
    version = parse_version(text)
    if version is None:
        message = f"{text!r} is not MAJOR.MINOR.PATCH, such as 0.1.0."
        raise InvalidError(message, code="release.version_form", fields={"version": [message]})
    return version


def read_policy(value: Mapping[str, Any] | None, kind: str) -> SplitPolicy:
    """The split policy that somebody sent for a project of this kind (SP8), or InvalidError."""
    try:
        return parse_policy(value, default=default_shares(kind))
    except SplitError as error:
        raise InvalidError(str(error), code="release.split_policy", fields={"split_policy": [str(error)]}) from error


def read_seed(value: int) -> int:
    if not 0 <= value <= MAX_SEED:
        message = f"The seed has to be a whole number from 0 to {MAX_SEED}."
        raise InvalidError(message, code="release.seed", fields={"seed": [message]})
    return value


@transaction.atomic
def save_profile(
    *, actor: User, project: Project, values: Mapping[str, str], hides_test_answers: bool | None = None
) -> ReleaseProfile:
    """Fields that are not given stay as they are. Frozen releases keep what they were frozen with.

    RL20: only a kind of row that reserves fields has something to hide.
    """
    _check_maintainer(actor, project)
    unknown = sorted(set(values) - set(PROFILE_FIELDS))
    if unknown:
        message = f"The profile has no field {unknown[0]!r}; it has {', '.join(PROFILE_FIELDS)}."
        raise InvalidError(message, code="release.profile_field", fields={unknown[0]: [message]})
    profile, _ = ReleaseProfile.objects.select_for_update().get_or_create(project=project)
    changed = [key for key, value in values.items() if getattr(profile, key) != value]
    for key in changed:
        setattr(profile, key, values[key])
    if hides_test_answers is not None and hides_test_answers != profile.hides_test_answers:
        if not form_of(project.kind).reserved:
            message = "Only projects of items have answers to hide."
            raise InvalidError(message, code="release.nothing_to_hide", fields={"hides_test_answers": [message]})
        profile.hides_test_answers = hides_test_answers
        changed.append("hides_test_answers")
    profile.updated_by = actor
    profile.save()
    audit.profile_saved(actor=actor, profile=profile, fields=changed)
    return profile


def create_release(
    *,
    actor: User,
    project: Project,
    version: str,
    notes: str = "",
    split_policy: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> Release:
    """A draft. A version number is used once; a draft of it can be changed or discarded."""
    _check_maintainer(actor, project)
    numbers = read_version(version)
    policy = read_policy(split_policy, project.kind)
    try:
        with transaction.atomic():
            release = Release.objects.create(
                project=project,
                major=numbers.major,
                minor=numbers.minor,
                patch=numbers.patch,
                notes=notes,
                split_policy=policy.as_dict(),
                seed=read_seed(seed),
                created_by=actor,
            )
            audit.release_drafted(actor=actor, release=release)
    except IntegrityError as error:
        message = f"There is a release {numbers} already. Choose another version, or change that draft."
        raise ConflictError(message, code="release.version_taken", fields={"version": [message]}) from error
    return release


@transaction.atomic
def change_draft(
    *,
    actor: User,
    release_id: UUID,
    notes: str | None = None,
    split_policy: Mapping[str, Any] | None = None,
    seed: int | None = None,
) -> Release:
    """Only a draft can be changed; what is not given stays."""
    release = _locked(release_id)
    _check_maintainer(actor, release.project)
    _check_draft(release, "changed")
    if notes is not None:
        release.notes = notes
    if split_policy is not None:
        release.split_policy = read_policy(split_policy, release.project.kind).as_dict()
    if seed is not None:
        release.seed = read_seed(seed)
    release.save(update_fields=["notes", "split_policy", "seed"])
    audit.release_changed(actor=actor, release=release)
    return release


@transaction.atomic
def discard_draft(*, actor: User, release_id: UUID) -> None:
    """A draft leaves no trace but its audit events; its number is free again."""
    release = _locked(release_id)
    _check_maintainer(actor, release.project)
    _check_draft(release, "discarded")
    audit.release_discarded(actor=actor, release=release)
    release.delete()


@transaction.atomic
def publish_release(*, actor: User, release_id: UUID) -> Release:
    """Only a frozen release is published; a second request changes nothing."""
    release = _locked(release_id)
    _check_maintainer(actor, release.project)
    if release.state != ReleaseState.FROZEN:
        raise ConflictError(
            f"{release.version} is {release.state}; only a frozen release is published.", code="release.not_frozen"
        )
    if release.published_at is None:
        release.published_at = timezone.now()
        release.published_by = actor
        release.save(update_fields=["published_at", "published_by"])
        audit.release_published(actor=actor, release=release)
        release_published.send(sender=Release, release=release)
        copy_when_published(actor, release)
        notify_all(
            people=[person for person in members_of(release.project) if person != actor],
            kind=Kind.RELEASE_PUBLISHED,
            project=release.project,
            about=release,
            text_args={"version": release.version},
        )
    return release


def _locked(release_id: UUID) -> Release:
    """Needs the caller's transaction."""
    release = Release.objects.select_for_update(of=("self",)).select_related("project").filter(pk=release_id).first()
    if release is None:
        raise NotFoundError("There is no such release.", code="release.not_found")
    return release


def _check_maintainer(actor: User, project: Project) -> None:
    if not policies.can_manage_releases(actor, project):
        raise NotAllowedError("Only a maintainer makes releases.", code="release.not_maintainer")


def _check_draft(release: Release, verb: str) -> None:
    if release.state != ReleaseState.DRAFT:
        raise ConflictError(
            f"{release.version} is {release.state}; only a draft can be {verb}.", code="release.not_a_draft"
        )
