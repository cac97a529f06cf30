"""What collections and performers allow: what a change would do to their motions, and doing it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import User
from affectory.core.errors import InvalidError, NotFoundError
from affectory.core.rights import Rights
from affectory.core.strict_json import check_text
from datasets.motion import audit
from datasets.motion.domain.states import AssetState
from datasets.motion.models import TERMS, Collection, MotionAsset, Performer, terms_as_written
from datasets.motion.services.access import require_maintainer


@dataclass(frozen=True, slots=True)
class RightsChange:
    """What a motion inherits now, and what it would inherit."""

    motion_id: UUID
    before: Rights
    after: Rights


def collection_rights_changes(
    *, actor: User, collection_id: UUID, terms: Mapping[str, Any]
) -> tuple[RightsChange, ...]:
    """MO47: what other terms of a collection would change, before they are set. Reads only."""
    collection = _collection(actor, collection_id, lock=False)
    return _changes(MotionAsset.objects.filter(collection=collection), "collection", collection, terms)


def performer_rights_changes(
    *, actor: User, performer_id: UUID, terms: Mapping[str, Any]
) -> tuple[RightsChange, ...]:
    """The same for one person."""
    performer = _performer(actor, performer_id, lock=False)
    return _changes(MotionAsset.objects.filter(performer=performer), "performer", performer, terms)


@transaction.atomic
def set_collection_rights(*, actor: User, collection_id: UUID, **terms: Any) -> Collection:
    """Change what a collection allows and on which consent; its motions inherit the stricter of this and their own
    at once. What is not named stays."""
    collection = _collection(actor, collection_id, lock=True)
    before = terms_as_written(collection)
    if _set(collection, terms):
        audit.collection_rights_changed(actor=actor, collection=collection, before=before)
    return collection


@transaction.atomic
def set_performer_terms(*, actor: User, performer_id: UUID, **terms: Any) -> Performer:
    """Terms of one person, which narrow what collection and motion allow. What is not named stays."""
    performer = _performer(actor, performer_id, lock=True)
    write_performer_terms(actor=actor, performer=performer, terms=terms)
    return performer


def write_performer_terms(*, actor: User, performer: Performer, terms: Mapping[str, Any]) -> None:
    """What an import or a maintainer says of one person. Assumes the row's lock, and that the actor may."""
    before = terms_as_written(performer)
    if _set(performer, terms):
        audit.performer_terms_changed(actor=actor, performer=performer, before=before)


def _set(row: Collection | Performer, terms: Mapping[str, Any]) -> bool:
    unknown = set(terms) - set(TERMS)
    if unknown:
        raise InvalidError(f"There are no terms called {', '.join(sorted(unknown))}.", code="motion.terms")
    check_text({name: value for name, value in terms.items() if isinstance(value, str)})
    changed = [name for name, value in terms.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, terms[name])
    if changed:
        row.save(update_fields=changed)
    return bool(changed)


def _changes(
    motions: Any, relation: str, row: Collection | Performer, terms: Mapping[str, Any]
) -> tuple[RightsChange, ...]:
    proposed = copy(row)
    for name, value in terms.items():
        setattr(proposed, name, value)
    there = motions.exclude(state=AssetState.WITHDRAWN.value).select_related("collection", "performer")
    found = []
    for motion in there.defer("checks", "skeleton", "retarget_report").order_by("pk").iterator(chunk_size=500):
        before = motion.rights
        setattr(motion, relation, proposed)
        found.append(RightsChange(motion.pk, before, motion.rights))
    return tuple(found)


def _collection(actor: User, collection_id: UUID, *, lock: bool) -> Collection:
    rows = Collection.objects.select_for_update() if lock else Collection.objects
    collection = rows.filter(pk=collection_id).first()
    if collection is None:
        raise NotFoundError("There is no such collection.", code="motion.no_collection")
    require_maintainer(actor, collection.project)
    return collection


def _performer(actor: User, performer_id: UUID, *, lock: bool) -> Performer:
    rows = Performer.objects.select_related("collection__project")
    performer = (rows.select_for_update(of=("self",)) if lock else rows).filter(pk=performer_id).first()
    if performer is None:
        raise NotFoundError("There is no such performer.", code="motion.no_performer")
    require_maintainer(actor, performer.collection.project)
    return performer
