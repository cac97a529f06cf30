"""Filters under a name: a person's own, and shared with the project."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.browsing import audit, policies, selectors
from affectory.browsing.models import DefaultFilter, SavedFilter
from affectory.browsing.rows import read_where
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.strict_json import check_text

LONGEST_QUERY = 8_000


@transaction.atomic
def save_filter(
    *, actor: User, project: Project, library: str, name: str, query: str, is_shared: bool = False
) -> SavedFilter:
    found = selectors.library_named(actor, project, library)
    saved = SavedFilter(project=project, owner=actor, library=found.name, is_shared=is_shared)
    saved.name, saved.query = _name(name), _query(query)
    read_where(found, saved.query, sees_all=found.sees_all(actor, project, None))
    _store(saved)
    if is_shared:
        audit.filter_shared(actor=actor, saved=saved)
    return saved


@transaction.atomic
def change_filter(*, actor: User, project: Project, filter_id: UUID, **changes: Any) -> SavedFilter:
    """``name``, ``query`` and ``is_shared``, as far as they are given."""
    saved = _own(actor, project, filter_id)
    was_shared = saved.is_shared
    if "name" in changes:
        saved.name = _name(changes["name"])
    if "query" in changes:
        saved.query = _query(changes["query"])
    saved.is_shared = changes.get("is_shared", saved.is_shared)
    _store(saved)
    if saved.is_shared != was_shared:
        audit.filter_shared(actor=actor, saved=saved)
    if was_shared and not saved.is_shared:
        saved.defaults.exclude(person=actor).delete()
    return saved


@transaction.atomic
def delete_filter(*, actor: User, project: Project, filter_id: UUID) -> None:
    """BW11: taken away, and kept so that it can be put back; lists that opened with it open without."""
    saved = _own(actor, project, filter_id)
    saved.deleted_at = timezone.now()
    saved.save(update_fields=["deleted_at"])


@transaction.atomic
def restore_filter(*, actor: User, project: Project, filter_id: UUID) -> SavedFilter:
    """BW11: what was deleted is back as it was, also for those whose list opened with it."""
    saved = selectors.filter_of(actor, project, filter_id, deleted=True)
    _require_own(actor, saved)
    saved.deleted_at = None
    _store(saved)
    return saved


@transaction.atomic
def set_default(*, actor: User, project: Project, filter_id: UUID, is_default: bool) -> SavedFilter:
    """BW10: the filter that this person's list opens with; at most one per list, their own or a shared one."""
    saved = selectors.filter_of(actor, project, filter_id)
    selectors.library_named(actor, project, saved.library)
    mine = DefaultFilter.objects.filter(person=actor, project=project, library=saved.library)
    if is_default:
        DefaultFilter.objects.update_or_create(
            person=actor, project=project, library=saved.library, defaults={"saved_filter": saved}
        )
    else:
        mine.filter(saved_filter=saved).delete()
    return saved


def _own(actor: User, project: Project, filter_id: UUID) -> SavedFilter:
    saved = selectors.filter_of(actor, project, filter_id)
    _require_own(actor, saved)
    return SavedFilter.objects.select_for_update(of=("self",)).select_related("owner").get(pk=saved.pk)


def _require_own(actor: User, saved: SavedFilter) -> None:
    if not policies.can_change_filter(actor, saved):
        raise NotAllowedError(
            f"This filter is {saved.owner}'s. Save one of your own to change it.", code="filter.not_yours"
        )


def _name(text: str) -> str:
    check_text({"name": text})
    name = " ".join(text.split())
    if not name or len(name) > 80:
        sentence = "A filter has a name of 1 to 80 characters."
        raise InvalidError(sentence, code="filter.name", fields={"name": [sentence]})
    return name


def _query(text: str) -> str:
    check_text({"query": text})
    query = text.lstrip("?")
    if len(query) > LONGEST_QUERY:
        sentence = f"A filter holds at most {LONGEST_QUERY} characters; this one has {len(query)}."
        raise InvalidError(sentence, code="filter.query", fields={"query": [sentence]})
    return query


def _store(saved: SavedFilter) -> None:
    try:
        with transaction.atomic():
            saved.save()
    except IntegrityError as error:
        sentence = f"You have a filter named {saved.name!r} for this list already. Give this one another name."
        raise ConflictError(sentence, code="filter.name_taken", fields={"name": [sentence]}) from error
