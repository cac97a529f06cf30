"""Writing anchors: those that the rules find, and those that people place, change and remove."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from uuid import UUID

import numpy as np
from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.jobs import enqueue

from .. import audit, policies
from ..anchors import Anchor, AnchorKind, AnchorSource, TakenOutAs
from ..anchors.checking import completed, faults, narrowed
from ..anchors.finding import Difference, difference, find_anchors
from ..anchors.surroundings import SceneObject, Surroundings
from ..gltf import read_gltf
from ..models import Scene, SceneAnchor
from ..parts import Part, parts_of
from ..selectors import anchor_rows_of, scene_visible_to
from ..stage import load_stage

MOST_ANCHORS = 500
FOUND_AT_ONCE = 500_000
"""A scene of more triangles has its anchors found by a worker after its import."""

Named = tuple[int, str, str, tuple[float, float, float], tuple[float, float, float]]


def surroundings_of(scene: Scene) -> Surroundings:
    stage = load_stage(scene.glb_sha256, scene.nav_sha256)
    return Surroundings(stage.grid, stage.occupancy)


def rule_anchors(scene: Scene) -> tuple[Anchor, ...]:
    """What the rules find in a scene as it is stored."""
    named = tuple(
        (i["id"], i["name"], i["category"], tuple(i["bounds"][0]), tuple(i["bounds"][1])) for i in scene.instances
    )
    return _found(scene.glb_sha256, scene.nav_sha256, named, tuple(tuple(w) for w in scene.walls))


@lru_cache(maxsize=64)
def _found(
    glb_sha256: str, nav_sha256: str, named: tuple[Named, ...], walls: tuple[tuple[float, ...], ...]
) -> tuple[Anchor, ...]:
    """Kept per process: it follows from what it is asked with."""
    parts: dict[int, list[Part]] = defaultdict(list)
    for part in parts_of(read_gltf(storage.read_bytes(glb_sha256), name="stage.glb", with_shading=False)):
        parts[part.node.extras.get("instance_id", 0)].append(part)

    def thing(row: Named) -> SceneObject:
        number, name, category, low, high = row
        own = parts[number]
        return SceneObject(
            name, category, low, high, lambda: np.concatenate([block for part in own for block in part.blocks()])
        )

    stage = load_stage(glb_sha256, nav_sha256)
    things = [thing(row) for row in named if parts[row[0]]]
    return tuple(find_anchors(things, walls, Surroundings(stage.grid, stage.occupancy)))


def find_at_import(scene: Scene) -> None:
    """SC45: a scene comes with its anchors. Assumes the transaction that stores the scene; of a large one they are
    found by a worker after it."""
    if scene.triangles > FOUND_AT_ONCE:
        enqueue("scenes.find_anchors", scene_id=scene.pk)
    else:
        _store(scene, rule_anchors(scene), actor=None)


@transaction.atomic
def find_missing(*, scene_id: UUID) -> None:
    """SC45: the anchors of a scene that has none yet, and never had any; delivered twice it does nothing more."""
    scene = Scene.objects.select_for_update().get(pk=scene_id)
    if not SceneAnchor.objects.filter(scene=scene).exists():
        _store(scene, rule_anchors(scene), actor=None)


@dataclass(frozen=True, slots=True)
class Preview:
    """What finding anew would change."""

    added: tuple[Anchor, ...]
    gone: tuple[SceneAnchor, ...]
    kept: int
    held_back: int


def preview_finding(*, actor: User, project: Project, scene_id: UUID) -> Preview:
    """SC46: without changing anything."""
    scene = _scene_to_change(actor, project, scene_id)
    rows, found, change = _compared(scene)
    gone = tuple(rows[k] for k in change.gone)
    return Preview(change.added, gone, len(change.kept), len(found) - len(change.added) - len(change.kept))


@transaction.atomic(durable=True)
def find_again(*, actor: User, project: Project, scene_id: UUID) -> Preview:
    """SC46: adds what the rules find at places without an anchor and takes out what they find no longer. What people
    placed stays, and what they removed does not come back."""
    scene = _scene_to_change(actor, project, scene_id)
    Scene.objects.select_for_update().get(pk=scene.pk)
    rows, found, change = _compared(scene)
    gone = tuple(rows[k] for k in change.gone)
    SceneAnchor.objects.filter(pk__in=[row.pk for row in gone]).update(
        taken_out_at=timezone.now(), taken_out_by=actor, taken_out_as=TakenOutAs.NOT_FOUND
    )
    _store(scene, change.added, actor=actor)
    audit.anchors_found(actor=actor, scene=scene, added=len(change.added), gone=len(gone))
    return Preview(change.added, gone, len(change.kept), len(found) - len(change.added) - len(change.kept))


def _compared(scene: Scene) -> tuple[list[SceneAnchor], tuple[Anchor, ...], Difference]:
    rows = list(anchor_rows_of(scene).filter(source=AnchorSource.RULE).order_by("created_at", "id"))
    placed = anchor_rows_of(scene).filter(source=AnchorSource.HAND)
    removed = SceneAnchor.objects.filter(scene=scene, taken_out_as=TakenOutAs.REMOVED, replaced_by=None)
    # A changed anchor holds its first place too, or the rules would bring it back beside the changed one.
    changed = SceneAnchor.objects.filter(scene=scene, taken_out_as=TakenOutAs.CHANGED, source=AnchorSource.RULE)
    found = rule_anchors(scene)
    in_the_way = [row.anchor for row in [*placed, *removed, *changed]]
    return rows, found, difference(found, [row.anchor for row in rows], in_the_way=in_the_way)


@transaction.atomic(durable=True)
def place_anchor(
    *, actor: User, project: Project, scene_id: UUID, anchor: Anchor, replaces_id: UUID | None = None
) -> SceneAnchor:
    """SC40, SC47, SC48: a new anchor, a changed one, or one that is put back. What it replaces is taken out with it;
    if somebody was there before, nothing happens and the sentence says so."""
    scene = _scene_to_change(actor, project, scene_id)
    Scene.objects.select_for_update().get(pk=scene.pk)
    around = surroundings_of(scene)
    anchor = completed(replace(anchor, source=AnchorSource.HAND, quality=1.0), around)
    before = None if replaces_id is None else _before(scene, replaces_id)
    if before is not None and before.width_m == anchor.width_m:
        anchor = narrowed(anchor, around)
    found = faults(anchor, around)
    if found:
        raise InvalidError(next(iter(found.values()))[0], code="anchor.unusable", fields=found)
    rows = list(anchor_rows_of(scene))
    if any(row.pk != replaces_id and _same(replace(row.anchor, name=anchor.name), anchor) for row in rows):
        sentence = "There is such an anchor at this very place already; move this one, or leave it out."
        raise InvalidError(sentence, code="anchor.unusable", fields={"position": [sentence]})
    if before is None and len(rows) >= MOST_ANCHORS:
        raise InvalidError(f"A scene has at most {MOST_ANCHORS} anchors; remove some first.", code="anchor.too_many")
    back = before is not None and before.taken_out_at is not None and _same(before.anchor, anchor)
    if before is not None and before.taken_out_at is None:
        _take_out(before, actor, TakenOutAs.CHANGED)
    if back and before is not None:
        anchor = replace(anchor, source=AnchorSource(before.source), quality=before.quality)
    row = _row(scene, anchor, actor=actor)
    row.replaces = before
    row.save(force_insert=True)
    audit.anchor_placed(actor=actor, anchor=row)
    return row


@transaction.atomic(durable=True)
def remove_anchor(*, actor: User, project: Project, scene_id: UUID, anchor_id: UUID) -> SceneAnchor:
    """SC40, SC48."""
    scene = _scene_to_change(actor, project, scene_id)
    Scene.objects.select_for_update().get(pk=scene.pk)
    row = SceneAnchor.objects.filter(scene=scene, pk=anchor_id).first()
    if row is None:
        raise NotFoundError("This scene has no such anchor.", code="anchor.not_found")
    if row.taken_out_at is not None:
        raise ConflictError(_gone_sentence(row), code="anchor.changed")
    _take_out(row, actor, TakenOutAs.REMOVED)
    audit.anchor_removed(actor=actor, anchor=row)
    return row


def _before(scene: Scene, anchor_id: UUID) -> SceneAnchor:
    """SC48: what may be replaced: an anchor in use, or one taken out that nothing replaced."""
    row = SceneAnchor.objects.filter(scene=scene, pk=anchor_id).select_related("replaced_by").first()
    if row is None:
        raise InvalidError(
            "This scene has no anchor of that id.",
            code="anchor.not_found",
            fields={"replaces": ["This scene has no anchor of that id."]},
        )
    if SceneAnchor.objects.filter(replaces=row).exists():
        raise ConflictError(_gone_sentence(row), code="anchor.changed")
    return row


def _gone_sentence(row: SceneAnchor) -> str:
    """By whom: of one that was removed and put back, by whoever put it back."""
    if row.taken_out_as == TakenOutAs.NOT_FOUND:
        return "This anchor was taken out when anchors were found anew; the list shows what is there now."
    who = row.taken_out_by.display_name if row.taken_out_by is not None else "Somebody"
    done = "removed" if row.taken_out_as == TakenOutAs.REMOVED else "changed"
    return f"{who} has {done} this anchor meanwhile; the list shows what is there now."


def _same(one: Anchor, other: Anchor) -> bool:
    return replace(one, source=other.source, quality=other.quality) == other


def _take_out(row: SceneAnchor, actor: User, reason: TakenOutAs) -> None:
    row.taken_out_at, row.taken_out_by, row.taken_out_as = timezone.now(), actor, reason
    row.save(update_fields=["taken_out_at", "taken_out_by", "taken_out_as"])


def _scene_to_change(actor: User, project: Project, scene_id: UUID) -> Scene:
    scene = scene_visible_to(actor, project, scene_id)
    if not policies.can_change_scenes(actor, project):
        raise NotAllowedError("Only a maintainer changes the anchors of a scene.", code="anchor.not_allowed")
    return scene


def _store(scene: Scene, anchors: Sequence[Anchor], *, actor: User | None) -> None:
    SceneAnchor.objects.bulk_create(_row(scene, anchor, actor=actor) for anchor in anchors[:MOST_ANCHORS])


def _row(scene: Scene, anchor: Anchor, *, actor: User | None) -> SceneAnchor:
    x, y, z = anchor.position
    return SceneAnchor(
        scene=scene,
        kind=anchor.kind,
        x_m=x,
        y_m=y if anchor.kind is AnchorKind.SEAT else 0.0,
        z_m=z,
        yaw=anchor.yaw,
        width_m=anchor.width_m,
        length_m=anchor.length_m,
        path=[list(point) for point in anchor.path],
        source=anchor.source,
        name=anchor.name,
        quality=anchor.quality,
        created_by=actor,
    )
