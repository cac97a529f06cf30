"""One function per event that is kept about motions."""

from __future__ import annotations

from uuid import UUID

from affectory.accounts.models import User
from affectory.core import audit
from datasets.motion.models import (
    Avatar,
    Collection,
    Import,
    LabelMapping,
    MotionAsset,
    Performer,
    SkeletonMapping,
    terms_as_written,
)


def collection_created(*, actor: User, collection: Collection) -> None:
    audit.record(
        actor=actor,
        event="motion.collection_created",
        project_id=collection.project_id,
        subject=collection,
        name=collection.name,
    )


def collection_rights_changed(*, actor: User, collection: Collection, before: dict[str, object]) -> None:
    audit.record(
        actor=actor,
        event="motion.collection_rights_changed",
        project_id=collection.project_id,
        subject=collection,
        before=before,
        after=terms_as_written(collection),
    )


def performer_terms_changed(*, actor: User, performer: Performer, before: dict[str, object]) -> None:
    audit.record(
        actor=actor,
        event="motion.performer_terms_changed",
        project_id=performer.collection.project_id,
        subject=performer,
        before=before,
        after=terms_as_written(performer),
    )


def label_mapping_applied(
    *, actor: User, project_id: UUID, mapping: LabelMapping, changed: int, because_of: str = ""
) -> None:
    audit.record(
        actor=actor,
        event="motion.label_mapping_applied",
        project_id=project_id,
        subject=mapping,
        version=mapping.version,
        preset=mapping.preset,
        changed=changed,
        because_of=because_of,
    )


def import_requested(*, actor: User, motion_import: Import) -> None:
    audit.record(
        actor=actor,
        event="motion.import_requested",
        project_id=motion_import.project_id,
        subject=motion_import,
        files=len(motion_import.files),
        archives=len(motion_import.archives),
        dry_run=motion_import.dry_run,
        manifest_sha256=motion_import.manifest_sha256,
    )


def motion_imported(*, actor: User, motion: MotionAsset, change: str, previous_sha256: str = "") -> None:
    audit.record(
        actor=actor,
        event="motion.imported",
        project_id=motion.project_id,
        subject=motion,
        change=change,
        source_sha256=motion.source_sha256,
        previous_sha256=previous_sha256,
    )


def motion_inspected(*, motion: MotionAsset) -> None:
    audit.record(
        actor=None,
        event="motion.inspected",
        project_id=motion.project_id,
        subject=motion,
        state=motion.state,
        source_sha256=motion.source_sha256,
        retargeted_sha256=motion.retargeted_sha256,
        reasons=motion.rejection_reasons,
    )


def motion_excluded(*, actor: User, motion: MotionAsset, reason: str) -> None:
    audit.record(
        actor=actor,
        event="motion.excluded",
        project_id=motion.project_id,
        subject=motion,
        reason=reason,
    )


def motion_included(*, actor: User, motion: MotionAsset) -> None:
    audit.record(actor=actor, event="motion.included", project_id=motion.project_id, subject=motion)


def motion_withdrawn(*, actor: User, motion: MotionAsset) -> None:
    audit.record(actor=actor, event="motion.withdrawn", project_id=motion.project_id, subject=motion)


def motion_described(*, actor: User, motion: MotionAsset, field: str, before: object, after: object) -> None:
    audit.record(
        actor=actor,
        event="motion.described",
        project_id=motion.project_id,
        subject=motion,
        field=field,
        before=before,
        after=after,
    )


def skeleton_mapping_saved(*, actor: User, mapping: SkeletonMapping, motions: int) -> None:
    audit.record(
        actor=actor,
        event="motion.skeleton_mapping_saved",
        project_id=mapping.project_id,
        subject=mapping,
        skeleton_sha256=mapping.skeleton_sha256,
        version=mapping.version,
        restores=mapping.restores,
        joints=mapping.joints,
        motions=motions,
    )


def retarget_options_set(*, actor: User, project_id: UUID, options: dict[str, object], motions: int) -> None:
    audit.record(
        actor=actor,
        event="motion.retarget_options_set",
        project_id=project_id,
        options=options,
        motions=motions,
    )


def avatar_added(*, actor: User, avatar: Avatar) -> None:
    audit.record(
        actor=actor,
        event="motion.avatar_added",
        project_id=avatar.project_id,
        subject=avatar,
        name=avatar.name,
        source_sha256=avatar.source_sha256,
        glb_sha256=avatar.glb_sha256,
        rights={
            "licence": avatar.licence,
            "may_redistribute": avatar.may_redistribute,
            "may_send_to_external_model": avatar.may_send_to_external_model,
        },
    )


def avatar_taken_out(*, actor: User, avatar: Avatar) -> None:
    event = "motion.avatar_brought_back" if avatar.taken_out_at is None else "motion.avatar_taken_out"
    audit.record(actor=actor, event=event, project_id=avatar.project_id, subject=avatar, name=avatar.name)


def avatar_chosen(*, actor: User, project_id: UUID, avatar: Avatar | None) -> None:
    audit.record(
        actor=actor,
        event="motion.avatar_chosen",
        project_id=project_id,
        subject=avatar,
        name=avatar.name if avatar else "mannequin",
    )
