"""Label mappings: what a change would do, doing it, and leaving single motions out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Count

from affectory.accounts.models import User
from affectory.accounts.services import lock_project
from affectory.core.errors import ConflictError, InvalidError, NotFoundError
from affectory.core.strict_json import check_text
from datasets.motion import audit
from datasets.motion.domain.labels import Harmonised, LabelRules, harmonise
from datasets.motion.domain.states import BY_DECISION, ExclusionKind
from datasets.motion.models import Collection, LabelMapping, MotionAsset
from datasets.motion.selectors import current_label_mapping
from datasets.motion.services.access import locked_motion, require_maintainer


@dataclass(frozen=True, slots=True)
class MappingChange:
    """What happens to the motions of one source label."""

    source_label: str
    motions: int
    before: Harmonised
    after: Harmonised


@dataclass(frozen=True, slots=True)
class LabelChange:
    """The label with which a motion may be shown now and then; "" where it is left out."""

    motion_id: UUID
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class MappingDiff:
    """MO33: what a mapping would change, counted before it is applied."""

    changes: tuple[MappingChange, ...]
    unchanged: int
    kept_out_by_people: int
    totals_before: dict[str, int]
    totals_after: dict[str, int]

    @property
    def changed(self) -> int:
        return sum(change.motions for change in self.changes)


def preview_label_mapping(*, actor: User, collection_id: UUID, rules: LabelRules) -> MappingDiff:
    collection = _collection(actor, collection_id, lock=False)
    return mapping_diff(collection, rules)


def label_changes(*, actor: User, collection_id: UUID, rules: LabelRules) -> tuple[LabelChange, ...]:
    """The same, motion by motion, for those who count what was made of them."""
    collection = _collection(actor, collection_id, lock=False)
    motions = MotionAsset.objects.filter(collection=collection).exclude(exclusion_kind__in=BY_DECISION)
    columns = motions.order_by("pk").values_list("pk", "source_label", "label", "exclusion_reason")
    then = {source: harmonise(source, rules) for source in {row[1] for row in columns}}
    return tuple(
        LabelChange(pk, "" if reason else label, then[source].label) for pk, source, label, reason in columns
    )


@transaction.atomic
def apply_label_mapping(
    *, actor: User, collection_id: UUID, rules: LabelRules, expected_version: int | None = None
) -> tuple[LabelMapping, MappingDiff]:
    """Make ``rules`` the mapping in force and relabel the collection's motions.

    ``expected_version`` is the version that the preview was made against; another one in force is a conflict.
    """
    collection = _collection(actor, collection_id, lock=True)
    current = current_label_mapping(collection)
    if expected_version is not None and (current.version if current else 0) != expected_version:
        raise ConflictError(
            "Somebody changed this mapping in the meantime; look at the preview again.",
            code="motion.mapping_changed_meanwhile",
        )
    diff = mapping_diff(collection, rules)
    if current is not None and current.rules == rules:
        return current, diff
    mapping = store_mapping(actor=actor, collection=collection, rules=rules, changed=diff.changed)
    relabel(collection, rules)
    return mapping, diff


@transaction.atomic
def exclude_motion(*, actor: User, motion_id: UUID, reason: str) -> MotionAsset:
    """Leave one motion out by hand. MO34: no mapping and no import undoes that; ``include_motion`` does."""
    motion = locked_motion(actor, motion_id)
    check_text({"reason": reason})
    if not reason.strip():
        raise InvalidError(
            "Say why this motion is left out.", code="motion.reason_missing", fields={"reason": ["is empty"]}
        )
    if motion.exclusion_kind == ExclusionKind.WITHDRAWN:
        raise ConflictError("This motion was withdrawn; there is nothing left of it.", code="motion.withdrawn")
    motion.exclusion_kind = ExclusionKind.PERSON.value
    motion.exclusion_reason = reason.strip()
    motion.save(update_fields=["exclusion_kind", "exclusion_reason"])
    audit.motion_excluded(actor=actor, motion=motion, reason=motion.exclusion_reason)
    return motion


@transaction.atomic
def include_motion(*, actor: User, motion_id: UUID) -> MotionAsset:
    """Take back a person's exclusion; what the label mapping says then holds again."""
    motion = locked_motion(actor, motion_id)
    if motion.exclusion_kind == ExclusionKind.WITHDRAWN:
        raise ConflictError("This motion was withdrawn, and that cannot be undone.", code="motion.withdrawn")
    if motion.exclusion_kind != ExclusionKind.PERSON:
        raise ConflictError("This motion was not left out by a person.", code="motion.not_excluded_by_person")
    current = current_label_mapping(motion.collection)
    harmonised = harmonise(motion.source_label, current.rules if current else LabelRules())
    for column, value in label_columns(harmonised).items():
        setattr(motion, column, value)
    motion.save(update_fields=["label", "exclusion_kind", "exclusion_reason"])
    audit.motion_included(actor=actor, motion=motion)
    return motion


def store_mapping(
    *, actor: User, collection: Collection, rules: LabelRules, changed: int = 0, because_of: str = ""
) -> LabelMapping:
    """The next version of a mapping. Assumes the project's lock, or a collection that nobody else sees yet."""
    last = collection.label_mappings.order_by("-version").values_list("version", flat=True).first()
    mapping = LabelMapping.objects.create(
        collection=collection,
        version=(last or 0) + 1,
        preset=rules.preset,
        labels=dict(rules.labels),
        exclusions=dict(rules.exclusions),
        created_by=actor,
    )
    audit.label_mapping_applied(
        actor=actor, project_id=collection.project_id, mapping=mapping, changed=changed, because_of=because_of
    )
    return mapping


def extend_mapping(*, actor: User, collection: Collection, rules: LabelRules, because_of: str) -> None:
    """MO36: what a manifest adds holds for the motions that are there already, too. Assumes the project's lock."""
    changed = mapping_diff(collection, rules).changed
    store_mapping(actor=actor, collection=collection, rules=rules, changed=changed, because_of=because_of)
    relabel(collection, rules)


def relabel(collection: Collection, rules: LabelRules) -> None:
    """One UPDATE per source label. Assumes the caller's transaction."""
    own = MotionAsset.objects.filter(collection=collection)
    for source_label in own.order_by().values_list("source_label", flat=True).distinct():
        columns = label_columns(harmonise(source_label, rules))
        same_source = own.filter(source_label=source_label)
        same_source.filter(exclusion_kind=ExclusionKind.PERSON.value).update(label=columns["label"])
        same_source.exclude(exclusion_kind__in=BY_DECISION).update(**columns)


def label_columns(harmonised: Harmonised) -> dict[str, str]:
    return {
        "label": harmonised.label,
        "exclusion_kind": ExclusionKind.LABEL.value if harmonised.exclusion_reason else ExclusionKind.NONE.value,
        "exclusion_reason": harmonised.exclusion_reason,
    }


def mapping_diff(collection: Collection, rules: LabelRules) -> MappingDiff:
    """MO33: what these rules would change about the motions of a collection. Reads only."""
    columns = "source_label", "label", "exclusion_kind", "exclusion_reason"
    motions = MotionAsset.objects.filter(collection=collection).order_by(*columns).values_list(*columns)
    grouped: Counter[tuple[str, Harmonised]] = Counter()
    before: Counter[str] = Counter()
    after: Counter[str] = Counter()
    by_people = 0
    for source_label, label, kind, reason, n in motions.annotate(n=Count("pk")):
        outcome = harmonise(source_label, rules)
        if kind in BY_DECISION:
            by_people += n
            before["excluded"] += n
            after["excluded"] += n
            continue
        grouped[source_label, Harmonised(label, reason)] += n
        before[label or "excluded"] += n
        after[outcome.label or "excluded"] += n
    changes = tuple(
        MappingChange(source_label, n, was, harmonise(source_label, rules))
        for (source_label, was), n in sorted(grouped.items(), key=lambda item: item[0][0])
        if harmonise(source_label, rules) != was
    )
    unchanged = sum(grouped.values()) - sum(change.motions for change in changes)
    return MappingDiff(changes, unchanged, by_people, dict(before), dict(after))


def _collection(actor: User, collection_id: UUID, *, lock: bool) -> Collection:
    collection = Collection.objects.select_related("project").filter(pk=collection_id).first()
    if collection is None:
        raise NotFoundError("There is no such collection.", code="motion.no_collection")
    require_maintainer(actor, collection.project)
    if lock:
        lock_project(collection.project_id)
    return collection
