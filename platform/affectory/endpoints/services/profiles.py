"""Profiles: made, changed by making the next version, retired."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.strict_json import check_text
from affectory.core.transitions import move
from affectory.endpoints import audit, credentials, policies
from affectory.endpoints.domain.addresses import clean_base_url, host_of
from affectory.endpoints.domain.states import PROFILE_TRANSITIONS, Medium, ProfileState
from affectory.endpoints.models import OUTPUT_LIMIT_NAMES, Profile

_CURRENCY = re.compile(r"[A-Z]{3}")
_RANGES = {
    "max_output_tokens": (1, 1_000_000),
    "frame_tokens": (0, 1_000_000),
    "second_tokens": (0, 1_000_000),
    "max_file_bytes": (1, 500_000_000),
    "requests_per_minute": (1, 1_000_000),
    "tokens_per_minute": (1, 1_000_000_000),
    "concurrency": (1, 256),
    "timeout_s": (1, 1800),
    "max_attempts": (1, 20),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileFields:
    """What a person says of an endpoint. None: no limit."""

    name: str
    base_url: str
    model: str
    secret_name: str = ""
    takes: tuple[str, ...] = field(default=())
    json_schema: bool = False
    output_limit_name: str = "max_tokens"
    max_output_tokens: int = 4096
    frame_tokens: int = 2000
    second_tokens: int = 600
    max_file_bytes: int = 20_000_000
    currency: str = "USD"
    price_in: Decimal = Decimal(0)
    price_out: Decimal = Decimal(0)
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    concurrency: int = 8
    timeout_s: int = 120
    max_attempts: int = 5

    def as_columns(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__} | {"takes": sorted(set(self.takes))}


@transaction.atomic
def create_profile(*, actor: User | None, project: Project | None, slug: str, fields: ProfileFields) -> Profile:
    """EN3, EN13: the first version. Without a project it is for all of them. Actor None: the system, at set-up."""
    _check_actor(actor, project)
    columns = _checked(actor, fields)
    if Profile.objects.filter(project=project, slug=slug).exists():
        raise _slug_taken(slug)
    try:
        with transaction.atomic():
            profile = Profile.objects.create(project=project, slug=slug, version=1, created_by=actor, **columns)
    except IntegrityError as error:
        raise _slug_taken(slug) from error
    audit.profile_saved(actor=actor, profile=profile)
    return profile


@transaction.atomic
def change_profile(*, actor: User | None, profile_id: UUID, fields: ProfileFields) -> Profile:
    """EN3: the next version. What was asked of the one before keeps its meaning; what is still to be sent by it is
    sent by it, unless it is retired. A change that changes nothing gives back the same version."""
    profile = _locked(profile_id)
    _check_actor(actor, profile.project)
    columns = _checked(actor, fields)
    if profile.state == ProfileState.REPLACED:
        raise ConflictError(
            "Somebody saved a newer version of this endpoint; load it and change that one.",
            code="endpoint.replaced",
        )
    if profile.state == ProfileState.ACTIVE and all(getattr(profile, k) == v for k, v in columns.items()):
        return profile
    if profile.state == ProfileState.RETIRED:
        raise ConflictError("This endpoint is retired. Take it back into use first.", code="endpoint.retired")
    move(profile, to=ProfileState.REPLACED, transitions=PROFILE_TRANSITIONS, actor=actor)
    newer = Profile.objects.create(
        project_id=profile.project_id,
        slug=profile.slug,
        version=profile.version + 1,
        created_by=actor,
        **columns,
    )
    audit.profile_saved(actor=actor, profile=newer)
    return newer


@transaction.atomic
def retire(*, actor: User, profile_id: UUID) -> Profile:
    """Nothing more is sent by any version of it; runs that use it pause."""
    profile = _locked(profile_id)
    _check_actor(actor, profile.project)
    move(profile, to=ProfileState.RETIRED, transitions=PROFILE_TRANSITIONS, actor=actor)
    audit.profile_retired(actor=actor, profile=profile)
    return profile


@transaction.atomic
def revive(*, actor: User, profile_id: UUID) -> Profile:
    """Take a retired endpoint back into use."""
    profile = _locked(profile_id)
    _check_actor(actor, profile.project)
    _checked(actor, ProfileFields(**{name: getattr(profile, name) for name in ProfileFields.__slots__}))
    move(profile, to=ProfileState.ACTIVE, transitions=PROFILE_TRANSITIONS, actor=actor)
    audit.profile_revived(actor=actor, profile=profile)
    return profile


def _locked(profile_id: UUID) -> Profile:
    """Needs the caller's transaction."""
    found = Profile.objects.select_for_update(of=("self",), no_key=True).select_related("project")
    profile = found.filter(pk=profile_id).first()
    if profile is None:
        raise NotFoundError("There is no such endpoint.", code="endpoint.not_found")
    return profile


def _check_actor(actor: User | None, project: Project | None) -> None:
    if actor is None or policies.can_change_profile(actor, project):
        return
    if project is None:
        raise NotAllowedError(
            "This endpoint is for all projects; only an administrator changes it.", code="endpoint.not_administrator"
        )
    raise NotAllowedError("Only a maintainer changes endpoints.", code="endpoint.not_maintainer")


def _checked(actor: User | None, fields: ProfileFields) -> dict[str, object]:
    """EN12, EN14: the columns, or InvalidError that names every field at fault."""
    columns = fields.as_columns()
    faults: dict[str, list[str]] = {}
    for name in ("name", "base_url", "model", "secret_name"):
        check_text(columns[name], name)
    for name in ("name", "model"):
        columns[name] = str(columns[name]).strip()
        if not columns[name]:
            faults[name] = ["Fill this in."]
    try:
        columns["base_url"] = clean_base_url(fields.base_url, allow_private=settings.ENDPOINT_ALLOW_PRIVATE)
    except InvalidError as error:
        faults |= {name: list(messages) for name, messages in error.fields.items()}
    else:
        faults |= _secret_faults(actor, fields.secret_name, str(columns["base_url"]))
    if unknown := sorted(set(fields.takes) - set(Medium)):
        faults["takes"] = [f"Not known: {', '.join(unknown)}. Known: {', '.join(Medium)}."]
    if fields.output_limit_name not in dict(OUTPUT_LIMIT_NAMES):
        faults["output_limit_name"] = [f"One of {', '.join(dict(OUTPUT_LIMIT_NAMES))}."]
    if not _CURRENCY.fullmatch(fields.currency):
        faults["currency"] = ["Three capital letters, like USD."]
    for name in ("price_in", "price_out"):
        if not 0 <= getattr(fields, name) <= 100_000:
            faults[name] = ["A price per million tokens, from 0 to 100000."]
    for name, (least, most) in _RANGES.items():
        value = getattr(fields, name)
        if value is not None and not least <= value <= most:
            faults[name] = [f"A whole number from {least} to {most}."]
    if faults:
        name, messages = next(iter(faults.items()))
        raise InvalidError(f"{name}: {messages[0]}", code="endpoint.invalid", fields=faults)
    return columns


def _secret_faults(actor: User | None, secret: str, base_url: str) -> dict[str, list[str]]:
    if not secret:
        return {}
    if not credentials.is_known(secret):
        known = ", ".join(credentials.names()) or "none"
        return {"secret_name": [f"The environment has no secret of this name. It has: {known}."]}
    if actor is not None and not policies.can_point_secret(actor, secret, host_of(base_url)):
        return {
            "secret_name": [
                f"This secret may not be sent to {host_of(base_url)}. An administrator can save this endpoint, or "
                f"allow the host with AFFECTORY_HOSTS_OF_{secret}."
            ]
        }
    return {}


def _slug_taken(slug: str) -> ConflictError:
    message = f"There is an endpoint {slug} already. Change that one, or choose another short name."
    return ConflictError(message, code="endpoint.slug_taken", fields={"slug": [message]})
