"""Reads about access. `facts_of` is where everybody asks what somebody may read (RL40)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from affectory.accounts.models import Project, User
from export.access.domain import AccessMode, Facts, Reading, RequestState, reading
from export.access.models import AccessPolicy, AccessRequest, Download, Terms, Usage

FACTS_COLUMNS = """
accounts_project.id, COALESCE(access_accesspolicy.mode, 'members'),
ARRAY(SELECT m.role FROM accounts_membership m WHERE m.project_id = accounts_project.id AND m.user_id = %(user)s)
"""
FACTS_FROM = """
accounts_project LEFT JOIN access_accesspolicy ON access_accesspolicy.project_id = accounts_project.id
"""
FACTS_WIDTH = 3


class Asker(NamedTuple):
    """Whoever asks: a person, or the address of an unknown caller."""

    user: User | None
    who: str
    token_hint: str = ""

    def parameters(self) -> dict[str, Any]:
        return {"user": None if self.user is None else self.user.pk}


class Standing(NamedTuple):
    """What an asker may read of one project."""

    project_id: UUID
    mode: str
    reading: Reading


def asker(user: Any, address: str, token_hint: str = "") -> Asker:
    """Unknown callers are told apart by a digest of their address (RL44)."""
    if user is not None and user.is_authenticated and user.is_active:
        return Asker(user, str(user.pk), token_hint)
    return Asker(None, salted_hmac("export.access.address", address, algorithm="sha256").hexdigest())


def standing_of(person: Asker, row: Sequence[Any]) -> Standing:
    """From the columns FACTS_COLUMNS of a statement that its caller wrote: releases and Hub add their own joins.

    Approvals are looked up for gated projects alone, so that planning that statement stays cheap.
    """
    project_id, mode, roles = row
    user = person.user
    facts = Facts(
        mode=mode,
        roles=roles if user is not None else (),
        is_administrator=user is not None and user.is_superuser,
        is_known=user is not None,
        is_approved=user is not None and mode == AccessMode.GATED and _is_approved(user, project_id),
    )
    return Standing(project_id, mode, reading(facts))


def _is_approved(user: User, project_id: UUID) -> bool:
    return AccessRequest.objects.filter(project_id=project_id, user=user, state=RequestState.APPROVED).exists()


def standing_in(person: Asker, slug: str) -> Standing | None:
    """What they may read of one project; None if there is no such project."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING, {**person.parameters(), "slug": slug})
        row = cursor.fetchone()
    return None if row is None else standing_of(person, row)


_STANDING = f"SELECT {FACTS_COLUMNS} FROM {FACTS_FROM} WHERE accounts_project.slug = %(slug)s"  # noqa: S608  ours


def reading_of(user: Any, project: Project) -> Reading:
    found = standing_in(asker(user, ""), project.slug)
    return Reading.NOTHING if found is None else found.reading


def shows(person: Asker, standing: Standing | None) -> bool:
    """RL54: whether the pages show the project. Who is not signed in sees the public ones and is asked to sign in for
    everything else; a gated project shows to people with an account, who alone can ask."""
    if standing is None or not standing.reading.knows:
        return False
    return person.user is not None or standing.mode == AccessMode.PUBLIC


def open_projects(person: Asker) -> list[tuple[Project, Standing]]:
    """RL54: what the pages list for the asker."""
    return [(project, standing) for project, standing in known_projects(person) if shows(person, standing)]


def known_projects(person: Asker) -> list[tuple[Project, Standing]]:
    """Projects of which the asker may know that they are there, by slug; the Hub protocol lists them all (HB5)."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {FACTS_COLUMNS} FROM {FACTS_FROM}", person.parameters())  # noqa: S608  names of ours
        found = {row[0]: standing_of(person, row) for row in cursor.fetchall()}
    known = [key for key, standing in found.items() if standing.reading.knows]
    return [(project, found[project.pk]) for project in Project.objects.filter(pk__in=known).order_by("slug")]


def bytes_today(person: Asker) -> int:
    """RL45: over all projects."""
    today = datetime.now(UTC).date()
    return Usage.objects.filter(who=person.who, day=today).values_list("bytes", flat=True).first() or 0


def limit_of(person: Asker) -> int:
    """RL45: bytes that somebody may fetch in a day."""
    if person.user is None:
        return int(settings.DOWNLOAD_BYTES_PER_DAY_UNKNOWN)
    return int(settings.DOWNLOAD_BYTES_PER_DAY)


def mode_of(project: Project) -> str:
    mode = AccessPolicy.objects.filter(project=project).values_list("mode", flat=True).first()
    return mode or AccessMode.MEMBERS.value


def terms_of(project: Project) -> Terms | None:
    """The version in force."""
    return Terms.objects.filter(project=project).order_by("-number").first()


def requests_visible_to(user: User, project: Project) -> QuerySet[AccessRequest]:
    """RL42: maintainers see all requests, others their own. Newest first."""
    found = AccessRequest.objects.filter(project=project).select_related("user", "terms", "decided_by")
    if reading_of(user, project) is not Reading.ALL:
        found = found.filter(user=user)
    return found.order_by("-created_at", "-pk")


def waiting_requests(project: Project) -> int:
    return AccessRequest.objects.filter(project=project, state=RequestState.REQUESTED).count()


def latest_request(user: User | None, project: Project) -> AccessRequest | None:
    if user is None:
        return None
    own = AccessRequest.objects.filter(project=project, user=user).select_related("user", "terms", "decided_by")
    return own.order_by("-created_at").first()


def downloads_of(project: Project) -> QuerySet[Download]:
    """RL44, newest first."""
    return Download.objects.filter(project=project).select_related("user").order_by("-id")
