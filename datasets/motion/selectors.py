from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from affectory.accounts.models import Project, User
from affectory.core import storage
from datasets.intake.domain import RowChange
from datasets.intake.selectors import counts_by_outcome
from datasets.motion import policies
from datasets.motion.domain.differences import counted
from datasets.motion.domain.labels import FIVE_LABELS
from datasets.motion.domain.pairing import Timing, why_not_one_clock
from datasets.motion.domain.states import AssetState, RowOutcome
from datasets.motion.models import (
    Avatar,
    Collection,
    Import,
    ImportRow,
    LabelMapping,
    MotionAsset,
    Performer,
    SkeletonMapping,
)
from datasets.motion.retarget import AvatarMotion


def motions_visible_to(user: User, project: Project, roles: policies.Roles = None) -> QuerySet[MotionAsset]:
    motions = MotionAsset.objects.filter(project=project)
    return motions if policies.can_see_motions(user, project, roles) else motions.none()


def collections_visible_to(user: User, project: Project) -> QuerySet[Collection]:
    collections = Collection.objects.filter(project=project)
    return collections if policies.can_see_motions(user, project) else collections.none()


def performers_visible_to(user: User, project: Project) -> QuerySet[Performer]:
    """The known people of whom something is left, with how many motions each has."""
    if not policies.can_see_motions(user, project):
        return Performer.objects.none()
    left = Count("motions", filter=~Q(motions__state=AssetState.WITHDRAWN.value))
    return (
        Performer.objects.filter(collection__project=project).annotate(motion_count=left).filter(motion_count__gt=0)
    )


def avatars_of(project: Project) -> QuerySet[Avatar]:
    """Those that were taken out among them; what was withdrawn is nobody's any more."""
    return Avatar.objects.filter(project=project).exclude(glb_sha256="").order_by("created_at", "pk")


def avatars_visible_to(user: User, project: Project) -> QuerySet[Avatar]:
    avatars = avatars_of(project)
    return avatars if policies.can_see_motions(user, project) else avatars.none()


def stored_motion(sha256: str) -> AvatarMotion:
    """A retargeted motion."""
    with storage.readable(sha256, what="the motion"):
        return AvatarMotion.from_bytes(storage.read_bytes(sha256))


def chosen_avatar(project_id: UUID) -> Avatar | None:
    """The avatar that a project shows its motions with and composes episodes for; None is the mannequin."""
    return Avatar.objects.filter(project_id=project_id, is_chosen=True).first()


def imports_visible_to(user: User, project: Project) -> QuerySet[Import]:
    imports = Import.objects.filter(project=project)
    return imports if policies.can_see_motions(user, project) else imports.none()


def composable_motions(project: Project) -> QuerySet[MotionAsset]:
    """MO31: only an inspected, labelled motion that nobody left out and whose checks hold may enter an episode."""
    return (
        MotionAsset.objects.filter(project=project, state=AssetState.READY.value, exclusion_reason="")
        .exclude(label="")
        .exclude(checks_outcome="fail")
        .select_related("collection", "performer", "performance")
        .order_by("source_sha256", "id")
    )


@dataclass(frozen=True, slots=True)
class Partner:
    """Another part of a motion's performance. ``why_not`` says why the two cannot be shown on one clock (MO41)."""

    motion: MotionAsset
    why_not: str


def partners_of(motion: MotionAsset) -> list[Partner]:
    """The other parts of the same performance, in the order of their parts."""
    parts = MotionAsset.objects.filter(performance_id=motion.performance_id).exclude(pk=motion.pk)
    there = parts.exclude(state=AssetState.WITHDRAWN.value).order_by("part", "pk")
    columns = ("name", "part", "label", "state", "fps_ratio", "frames", "source_sha256")
    return [Partner(other, _why_not_together(motion, other)) for other in there.only(*columns)]


def _why_not_together(motion: MotionAsset, other: MotionAsset) -> str:
    for one in (motion, other):
        if one.state != AssetState.READY:
            return f"{one.name} is {one.state}; only inspected motions can be shown together"
    return why_not_one_clock(_timing(motion), _timing(other))


def _timing(motion: MotionAsset) -> Timing:
    return Timing(motion.name, motion.fps_ratio, motion.frames or 0)


def changes_of_import(motion_import: Import) -> dict[str, Any]:
    """How many motions are new, changed and unchanged, and what differs about the changed ones (MO45)."""
    rows = ImportRow.objects.filter(motion_import=motion_import)
    kinds = dict(rows.exclude(change="").order_by().values_list("change").annotate(n=Count("id")))
    changed = rows.filter(change=RowChange.CHANGED.value).order_by("number").values_list("changes", flat=True)
    return {
        "changes": {kind.value: kinds.get(kind.value, 0) for kind in RowChange if kind is not RowChange.NONE},
        "differences": [asdict(difference) for difference in counted(changed)],
    }


def pairs_of_import(motion_import: Import) -> dict[str, int]:
    """How many performances of an import have several parts, and how many parts are alone in it."""
    rows = ImportRow.objects.filter(motion_import=motion_import).exclude(fields={}).exclude(fields__part="")
    came = rows.exclude(outcome=RowOutcome.REFUSED.value).order_by()
    parts = [n for _, _, n in came.values_list("fields__collection", "fields__performance").annotate(n=Count("id"))]
    return {"pairs": sum(n > 1 for n in parts), "alone": sum(n == 1 for n in parts)}


def current_label_mapping(collection: Collection) -> LabelMapping | None:
    return collection.label_mappings.order_by("-version").first()


def skeleton_mappings(project_id: UUID, skeleton_sha256: str) -> QuerySet[SkeletonMapping]:
    """All versions, the one in force first."""
    versions = SkeletonMapping.objects.filter(project_id=project_id, skeleton_sha256=skeleton_sha256)
    return versions.select_related("created_by").order_by("-version")


def joints_in_force(project_id: UUID, skeleton_sha256: str) -> dict[str, int] | None:
    """MO51: what a person said about a skeleton's joints; None where nobody did, or took it back."""
    mapping = skeleton_mappings(project_id, skeleton_sha256).first()
    return dict(mapping.joints) or None if mapping is not None else None


THIS_MOTION, SAME_SKELETON, SAME_COLLECTION = "motion", "skeleton", "collection"
SAME_IMPORT = "import"
RETARGET_SCOPES = (THIS_MOTION, SAME_SKELETON, SAME_COLLECTION, SAME_IMPORT)


def in_scope(motion: MotionAsset, scope: str) -> QuerySet[MotionAsset]:
    """The motions that an option set from this motion's page may be meant for; withdrawn ones are never among them.
    The import is the last one that brought the motion."""
    motions = MotionAsset.objects.filter(project_id=motion.project_id).exclude(state=AssetState.WITHDRAWN.value)
    if scope == SAME_SKELETON and motion.skeleton_sha256:
        return motions.filter(skeleton_sha256=motion.skeleton_sha256)
    if scope == SAME_COLLECTION:
        return motions.filter(collection_id=motion.collection_id)
    if scope == SAME_IMPORT:
        last = ImportRow.objects.filter(motion=motion).order_by("-motion_import__created_at")
        rows = ImportRow.objects.filter(motion_import__in=last.values("motion_import")[:1])
        return motions.filter(pk__in=rows.values("motion"))
    return motions.filter(pk=motion.pk)


def motion_counts(project: Project) -> dict[str, int]:
    """State → number of motions; every state is there, an empty one as 0."""
    counted = dict(
        MotionAsset.objects.filter(project=project).values_list("state").annotate(n=Count("id")).order_by()
    )
    return {state.value: counted.get(state.value, 0) for state in AssetState}


def label_counts(project: Project) -> dict[str, int]:
    """Label → number of composable motions. An empty class is a normal state and stands there as 0 (MO32)."""
    counted = dict(composable_motions(project).order_by().values_list("label").annotate(n=Count("id")))
    return {label: counted.get(label, 0) for label in FIVE_LABELS}


def import_counts(motion_import: Import) -> dict[str, int]:
    """Outcome → rows, and how many of the motions still wait for their inspection."""
    return counts_of_imports([motion_import])[motion_import.id]


def counts_of_imports(imports: Iterable[Import]) -> dict[UUID, dict[str, int]]:
    """The counts of a page of imports."""
    imports = list(imports)
    rows = ImportRow.objects.all()
    counts = counts_by_outcome(imports, rows, of="motion_import", outcomes=RowOutcome)
    waiting = rows.filter(motion_import__in=imports, motion__state=AssetState.UPLOADED.value)
    grouped = dict(waiting.values_list("motion_import_id").annotate(n=Count("id")).order_by())
    return {pk: {**of_one, "waiting_for_inspection": grouped.get(pk, 0)} for pk, of_one in counts.items()}
