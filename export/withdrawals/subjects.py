"""Finding what is to be withdrawn, and everything that belongs to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from affectory.accounts.models import Project
from affectory.core.errors import ConflictError, InvalidError, NotFoundError
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item
from datasets.motion.domain.states import AssetState
from datasets.motion.models import Avatar, Collection, MotionAsset, Performer
from datasets.videos.models import Video
from export.withdrawals.domain import SubjectKind
from export.withdrawals.models import Covered

MOST_FOUND = 20
_SHORT = 8


@dataclass(frozen=True, slots=True)
class Subject:
    """Something of a project with what belongs to it. ``names`` are what texts may call it by; ``name`` is what is
    typed to withdraw it."""

    kind: SubjectKind
    pk: UUID
    name: str
    motions: tuple[UUID, ...] = ()
    avatar: UUID | None = None
    video: UUID | None = None
    items: tuple[UUID, ...] = ()
    names: tuple[str, ...] = ()

    def covered(self) -> set[tuple[str, UUID]]:
        found: set[tuple[str, UUID]] = {(self.kind.value, self.pk)}
        found |= {(SubjectKind.MOTION.value, pk) for pk in self.motions}
        found |= {(SubjectKind.ITEM.value, pk) for pk in self.items}
        return found


def find_subject(project: Project, kind: str, subject_id: UUID) -> Subject:
    """Raises NotFoundError for what is not there and ConflictError for what is withdrawn already."""
    if kind not in set(SubjectKind):
        message = f"There is no kind {kind!r}; there are {', '.join(SubjectKind)}."
        raise InvalidError(message, code="withdrawal.kind", fields={"kind": [message]})
    row = _rows(project, SubjectKind(kind)).filter(pk=subject_id).first()
    if row is None:
        raise NotFoundError(f"There is no such {kind} in this project.", code="withdrawal.no_subject")
    if Covered.objects.filter(kind=kind, subject_id=subject_id).exists():
        raise ConflictError(f"This {kind} was withdrawn already.", code="withdrawal.withdrawn_already")
    return _subject(SubjectKind(kind), row)


def search_subjects(project: Project, kind: SubjectKind, search: str) -> list[dict[str, str]]:
    """Some that can be withdrawn, by name."""
    gone = Covered.objects.filter(kind=kind.value).values("subject_id")
    rows = _rows(project, kind).exclude(pk__in=gone)
    if search:
        condition = Q()
        for column in _SEARCHED[kind]:
            condition |= Q(**{f"{column}__icontains": search})
        rows = rows.filter(condition)
    return [
        {"id": str(row.pk), "name": name_of(kind, row), "detail": _detail(kind, row)}
        for row in rows.order_by(_SEARCHED[kind][0], "pk")[:MOST_FOUND]
    ]


_SEARCHED: dict[SubjectKind, tuple[str, ...]] = {
    SubjectKind.PERFORMER: ("name",),
    SubjectKind.COLLECTION: ("name",),
    SubjectKind.MOTION: ("name", "external_id"),
    SubjectKind.AVATAR: ("name",),
    SubjectKind.VIDEO: ("name", "external_id"),
    SubjectKind.ITEM: ("external_id", "question"),
}


def name_of(kind: SubjectKind, row: Any) -> str:
    """What is typed: the name, and of an item its id or the beginning of the id that it has here."""
    if kind is SubjectKind.ITEM:
        return str(row.external_id or row.pk.hex[:_SHORT])
    return str(row.name)


def _is_telling(name: str) -> bool:
    """A file's name may be a word that stands in every document ("angry"); with a digit or an ending it is one."""
    return any(letter.isdigit() or letter == "." for letter in name)


def _detail(kind: SubjectKind, row: Any) -> str:
    if kind in (SubjectKind.PERFORMER, SubjectKind.MOTION):
        return str(row.collection.name)
    if kind is SubjectKind.ITEM:
        return str(row.question[:120])
    return ""


def _rows(project: Project, kind: SubjectKind) -> QuerySet[Any]:
    if kind is SubjectKind.PERFORMER:
        return Performer.objects.filter(collection__project=project).select_related("collection")
    if kind is SubjectKind.COLLECTION:
        return Collection.objects.filter(project=project)
    if kind is SubjectKind.MOTION:
        return MotionAsset.objects.filter(project=project).select_related("collection")
    if kind is SubjectKind.AVATAR:
        return Avatar.objects.filter(project=project)
    if kind is SubjectKind.VIDEO:
        return Video.objects.filter(project=project)
    return Item.objects.filter(project=project)


def _subject(kind: SubjectKind, row: Any) -> Subject:
    name = name_of(kind, row)
    if kind is SubjectKind.ITEM:
        return Subject(kind, row.pk, name, items=(row.pk,))
    if kind is SubjectKind.AVATAR:
        called = tuple(name for name in (row.name, row.source_file) if _is_telling(name))
        return Subject(kind, row.pk, name, avatar=row.pk, names=called)
    if kind is SubjectKind.VIDEO:
        items = Item.objects.filter(video=row).exclude(state=ItemState.WITHDRAWN).order_by("pk")
        called = (row.name, row.external_id, row.source)
        return Subject(
            kind, row.pk, name, video=row.pk, items=tuple(items.values_list("pk", flat=True)), names=called
        )
    motions = MotionAsset.objects.exclude(state=AssetState.WITHDRAWN).order_by("pk")
    own = motions.filter(**{"pk" if kind is SubjectKind.MOTION else kind.value: row.pk})
    names: tuple[str, ...] = () if kind is SubjectKind.MOTION else (row.name,)
    for one in own.values_list("name", "external_id", "source_file"):
        names += tuple(name for name in one if _is_telling(name))
    if kind is SubjectKind.COLLECTION:
        names += tuple(row.performers.values_list("name", flat=True))
    return Subject(kind, row.pk, name, motions=tuple(own.values_list("pk", flat=True)), names=tuple(set(names)))
