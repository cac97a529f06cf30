"""WD3, WD5: taking motions out for good. Their rows stay, so that what points at them explains itself; what was
recorded, what it was called and who performed it do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import batched
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import F, Q, QuerySet, TextField, Value
from django.db.models.functions import Concat

from affectory.accounts.models import User
from affectory.core.transitions import move
from affectory.core.withdrawn import Name, What, mark_withdrawn
from datasets.motion import audit
from datasets.motion.domain.states import ASSET_TRANSITIONS, AssetState, ExclusionKind, RowOutcome
from datasets.motion.models import (
    Avatar,
    Collection,
    EarlierRetargeting,
    Import,
    ImportRow,
    MotionAsset,
    Performance,
    Performer,
    StagedFile,
)

GONE = "withdrawn"
_TELLING = 3
"""How many characters of a name it takes to tell somebody by: "F1" stands in half of all file names."""
_TEXT = TextField()
NO_CONSENT: dict[str, Any] = {"licence": "", "consent_reference": "", "consent_terms": "", "consented_on": None}
"""What a licence and a consent form may say about who was recorded."""
BLOBS = ("source_sha256", "check_series_sha256", "positions_sha256", "retargeted_sha256")


def lock_motions(ids: Iterable[UUID]) -> list[MotionAsset]:
    """In the order in which a freeze locks them, and those that are not withdrawn yet."""
    motions = MotionAsset.objects.filter(pk__in=list(ids)).exclude(state=AssetState.WITHDRAWN)
    motions = motions.select_related("collection", "performer").order_by("pk")
    return list(motions.select_for_update(of=("self", "collection"), no_key=True))


def withdraw_motions(*, actor: User, motions: Sequence[MotionAsset], sentence: str) -> set[str]:
    """Needs the caller's transaction and locks. Returns the digests of all bytes that held anything of them: those of
    the motions, and the files, archives and manifests of the imports that brought them."""
    if not motions:
        return set()
    ids = [motion.pk for motion in motions]
    digests = {getattr(motion, column) for motion in motions for column in BLOBS}
    earlier = EarlierRetargeting.objects.filter(motion__in=ids)
    digests |= {digest for row in earlier.values_list(*BLOBS) for digest in row}
    earlier.delete()
    digests |= _bytes_of_imports(ids, {motion.source_sha256 for motion in motions})
    names = [name for motion in motions for name in _names(motion)]
    mark_withdrawn(motions[0].project_id, names, sentence)
    _forget_reports(ids, [motion.source_sha256 for motion in motions], [motion.external_id for motion in motions])
    for motion in motions:
        move(
            motion,
            to=AssetState.WITHDRAWN,
            transitions=ASSET_TRANSITIONS,
            actor=actor,
            exclusion_kind=ExclusionKind.WITHDRAWN.value,
            exclusion_reason=sentence,
            external_id=f"{GONE} {motion.pk}",
            name=f"{GONE} {motion.pk.hex[:8]}",
            source_file="",
            scenario="",
            source_label="",
            label="",
            content_warnings=[],
            rejection_reasons=[],
            skeleton={},
            skeleton_sha256="",
            retarget_options={},
            inspection_wanted=False,
            checks=[],
            checks_outcome="",
            retarget_report={},
            check_series_sha256="",
            positions_sha256="",
            retargeted_sha256="",
        )
        audit.motion_withdrawn(actor=actor, motion=motion)
    _forget_performances(ids)
    return digests - {""}


def lock_avatars(ids: Iterable[UUID]) -> set[UUID]:
    """Those of these ids that are avatars and not withdrawn, kept so until the transaction ends."""
    avatars = Avatar.objects.filter(pk__in=list(ids)).exclude(glb_sha256="").order_by("pk")
    return set(avatars.select_for_update(no_key=True).values_list("pk", flat=True))


def withdraw_avatar(avatar: Avatar, sentence: str) -> set[str]:
    """MO69: needs the caller's transaction. The row stays, without name, bytes and licence, and its project has the
    mannequin again if this was in use. Returns the digests of its bytes."""
    digests = {avatar.source_sha256, avatar.glb_sha256}
    mark_withdrawn(avatar.project_id, [(What.BYTES, avatar.source_sha256)], sentence)
    emptied: dict[str, Any] = {
        "name": f"{GONE} {avatar.pk.hex[:8]}",
        **dict.fromkeys(("source_file", "source_sha256", "glb_sha256", "licence"), ""),
        "report": {},
        "is_chosen": False,
    }
    Avatar.objects.filter(pk=avatar.pk).update(**emptied)
    return digests


def withdraw_performer(performer: Performer, sentence: str) -> None:
    """Needs the caller's transaction. The row stays: it ties takes of one person together."""
    name: Name = (What.PERFORMER, performer.collection.name, performer.name)
    mark_withdrawn(performer.collection.project_id, [name], sentence)
    named = Q(fields__collection=performer.collection.name, fields__performer=performer.name)
    if len(performer.name) >= _TELLING:
        told = Q(file__contains=performer.name) | Q(reason__contains=performer.name)
        named |= told & Q(motion=None) & ~Q(outcome=RowOutcome.PENDING.value)
    _forget_rows(ImportRow.objects.filter(named, motion_import__project=performer.collection.project_id))
    performer.name = f"{GONE} {performer.pk.hex[:8]}"
    for column, value in NO_CONSENT.items():
        setattr(performer, column, value)
    performer.save(update_fields=["name", *NO_CONSENT])


def withdraw_collection(collection: Collection, sentence: str) -> None:
    """Needs the caller's transaction, after the collection's motions."""
    mark_withdrawn(collection.project_id, [(What.COLLECTION, collection.name)], sentence)
    rows = ImportRow.objects.filter(motion_import__project=collection.project_id)
    own = Q(fields__collection=collection.name) | Q(motion__collection=collection)
    # Lines that could not even be read, of imports that brought it, may be its lines too.
    unread = Q(fields={}, motion=None, motion_import__in=rows.filter(own).values("motion_import"))
    _forget_rows(rows.filter(own | unread))
    collection.name = f"{GONE} {collection.pk.hex[:8]}"
    for name, value in NO_CONSENT.items():
        setattr(collection, name, value)
    collection.save(update_fields=["name", *NO_CONSENT])
    Performer.objects.filter(collection=collection).update(
        name=Concat(Value(f"{GONE} "), F("id"), output_field=_TEXT), **NO_CONSENT
    )
    collection.label_mappings.update(labels={}, exclusions={})


def _names(motion: MotionAsset) -> list[Name]:
    return [
        (What.BYTES, motion.source_sha256),
        (What.MOTION, motion.collection.name, motion.external_id),
    ]


def _bytes_of_imports(ids: list[UUID], sources: set[str]) -> set[str]:
    StagedFile.objects.filter(sha256__in=sources).delete()
    rows = ImportRow.objects.filter(Q(motion__in=ids) | Q(source_sha256__in=sources))
    digests: set[str] = set()
    for one in Import.objects.filter(pk__in=rows.values("motion_import")):
        digests.add(one.manifest_sha256)
        digests |= {stored["sha256"] for stored in one.archives}
        kept = [stored for stored in one.files if stored["sha256"] not in sources]
        if len(kept) != len(one.files):
            one.files = kept
            one.save(update_fields=["files"])
    return digests


def _forget_reports(ids: list[UUID], sources: list[str], external_ids: list[str]) -> None:
    """The reports of imports say of these rows that they were withdrawn, and name them nowhere else."""
    _forget_rows(ImportRow.objects.filter(Q(motion__in=ids) | Q(source_sha256__in=sources)))
    with connection.cursor() as cursor:
        cursor.execute(_NAMED_ELSEWHERE, [GONE, external_ids])


def _forget_rows(rows: QuerySet[ImportRow]) -> None:
    ids = list(rows.values_list("pk", flat=True))
    for some in batched(ids, 5000):
        own = ImportRow.objects.filter(pk__in=some)
        # What has not had its turn yet has it herewith: nothing is left that an import could read.
        own.filter(outcome=RowOutcome.PENDING.value).update(outcome=RowOutcome.REFUSED.value)
        own.update(file=GONE, reason=GONE, field="", warnings=[], fields={}, changes=[])


_NAMED_ELSEWHERE = f"""
UPDATE {ImportRow._meta.db_table} r SET reason = %s, warnings = '[]'
WHERE r.reason <> '' AND EXISTS (SELECT FROM unnest(%s::text[]) AS n(name) WHERE position(n.name IN r.reason) > 0)
"""  # noqa: S608  names of ours


def _forget_performances(ids: list[UUID]) -> None:
    """Takes of which nothing is left."""
    left = MotionAsset.objects.exclude(state=AssetState.WITHDRAWN).values("performance")
    taken = Performance.objects.filter(motions__in=ids).exclude(pk__in=left)
    keys = list(taken.values_list("pk", flat=True))
    Performance.objects.filter(pk__in=keys).update(external_id=Concat(Value(f"{GONE} "), F("id"), output_field=_TEXT))
