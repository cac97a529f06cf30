from __future__ import annotations

from dataclasses import replace

import pytest

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent
from datasets.scenes import services
from datasets.scenes.anchors import Anchor, AnchorKind, AnchorSource
from datasets.scenes.models import Scene, SceneAnchor
from datasets.scenes.selectors import anchor_rows_of, anchors_of
from datasets.scenes.services import anchors as services_anchors
from worker.tasks.scenes import find_anchors

pytestmark = pytest.mark.django_db
WALK = Anchor(AnchorKind.WALKWAY, (0, 0, 0), path=((-2.0, -0.6), (0.9, -0.6)), name="Along the shelf")


@pytest.fixture
def scene(project, maintainer) -> Scene:
    return services.add_apartment(actor=maintainer, project=project)


@pytest.fixture
def at(project, maintainer, scene) -> dict[str, object]:
    return {"actor": maintainer, "project": project, "scene_id": scene.pk}


def test_the_apartment_comes_with_its_anchors(scene):
    """SC45: two places on the sofa (x = −3.5, facing the room), the bed's sides, the stool, the front door in the
    wall at z = −3.5, and ways through the living room."""
    found = anchors_of(scene)
    by_kind = {kind: [a for a in found if a.kind is kind] for kind in AnchorKind}
    sofa = [a for a in by_kind[AnchorKind.SEAT] if a.name.startswith("sofa")]
    assert [(round(a.position[1], 2), round(a.yaw, 2)) for a in sofa] == [(0.5, 1.57), (0.5, 1.57)]
    assert {a.name.partition(".")[0] for a in by_kind[AnchorKind.SEAT]} == {"sofa", "bed", "stool"}
    door = by_kind[AnchorKind.DOOR][0]
    assert (door.position, door.yaw, door.name) == (pytest.approx((0.65, 0, -3.45), abs=0.03), 0.0, "door.01")
    assert len(by_kind[AnchorKind.WALKWAY]) >= 3
    assert len(by_kind[AnchorKind.FREE_FLOOR]) >= 3
    assert {a.source for a in found} == {AnchorSource.RULE}


def test_a_large_scene_has_them_found_after_its_import(
    project, maintainer, monkeypatch, django_capture_on_commit_callbacks
):
    """SC45: by a worker, once however often the message comes."""
    monkeypatch.setattr(services_anchors, "FOUND_AT_ONCE", 10)
    sent = []
    monkeypatch.setattr(services_anchors, "enqueue", lambda name, **ids: sent.append((name, ids)))
    scene = services.add_apartment(actor=maintainer, project=project)
    assert anchors_of(scene) == []
    assert sent == [("scenes.find_anchors", {"scene_id": scene.pk})]
    find_anchors(str(scene.pk))
    first = anchors_of(scene)
    find_anchors(str(scene.pk))
    assert len(first) > 10
    assert anchors_of(scene) == first


def test_what_is_placed_is_completed_and_audited(at, scene):
    """SC47, SC41."""
    row = services_anchors.place_anchor(**at, anchor=WALK)
    assert (row.source, row.quality, row.length_m) == ("hand", 1.0, 2.9)
    assert row.width_m > 0.5
    assert row.anchor in anchors_of(scene)
    event = AuditEvent.objects.get(event="anchor_placed")
    assert (event.subject_id, event.data["anchor"], event.data["kind"]) == (str(scene.pk), str(row.pk), "walkway")


def test_what_cannot_be_used_changes_nothing(at, scene):
    """SC47."""
    before = anchors_of(scene)
    with pytest.raises(InvalidError) as caught:
        services_anchors.place_anchor(**at, anchor=replace(WALK, path=((-2.0, -0.6), (3.0, 3.0))))
    assert list(caught.value.fields) == ["path"]
    assert anchors_of(scene) == before


def test_the_same_anchor_is_not_placed_twice(at, scene):
    """SC47: it would be chosen twice as often; the name makes no difference, what is replaced does not count."""
    row = services_anchors.place_anchor(**at, anchor=WALK)
    with pytest.raises(InvalidError, match="at this very place already"):
        services_anchors.place_anchor(**at, anchor=replace(WALK, name="Again"))
    assert anchor_rows_of(scene).filter(kind="walkway", source="hand").count() == 1
    again = services_anchors.place_anchor(**at, anchor=replace(WALK, name="Again"), replaces_id=row.pk)
    assert again.name == "Again"


def test_a_change_replaces_and_an_undo_puts_back(at, scene):
    """SC40: changing one by rule makes one by hand; what was removed comes back as what it was."""
    seat = anchor_rows_of(scene).get(name="stool.01")
    changed = services_anchors.place_anchor(**at, anchor=replace(seat.anchor, yaw=-1.2), replaces_id=seat.pk)
    assert (changed.source, changed.replaces_id) == ("hand", seat.pk)
    seat.refresh_from_db()
    assert seat.taken_out_as == "changed"
    sofa = anchor_rows_of(scene).get(name="sofa.01, seat 1")
    services_anchors.remove_anchor(**at, anchor_id=sofa.pk)
    back = services_anchors.place_anchor(**at, anchor=sofa.anchor, replaces_id=sofa.pk)
    assert (back.source, back.anchor) == ("rule", sofa.anchor)


def test_what_moves_takes_its_width_along_as_far_as_it_is_free(at):
    """SC47: a width that is asked for anew is not made smaller in silence."""
    disc = services_anchors.place_anchor(**at, anchor=Anchor(AnchorKind.FREE_FLOOR, (-0.5, 0.0, 0.1)))
    to_wall = replace(disc.anchor, position=(0.6, 0.0, 0.1))
    moved = services_anchors.place_anchor(**at, anchor=to_wall, replaces_id=disc.pk)
    assert 1.0 < moved.width_m < disc.width_m
    with pytest.raises(InvalidError, match="m are free here"):
        services_anchors.place_anchor(**at, anchor=replace(to_wall, width_m=disc.width_m), replaces_id=moved.pk)


def test_the_second_of_two_people_is_told(at, scene, maintainer):
    """SC48."""
    seat = anchor_rows_of(scene).get(name="stool.01")
    services_anchors.place_anchor(**at, anchor=replace(seat.anchor, yaw=-1.2), replaces_id=seat.pk)
    count = SceneAnchor.objects.count()
    with pytest.raises(ConflictError, match="Mara has changed this anchor"):
        services_anchors.place_anchor(**at, anchor=seat.anchor, replaces_id=seat.pk)
    with pytest.raises(ConflictError, match="Mara has changed this anchor"):
        services_anchors.remove_anchor(**at, anchor_id=seat.pk)
    assert SceneAnchor.objects.count() == count


def test_finding_anew_shows_and_then_does_the_same(at, scene):
    """SC46: nothing to change at first; what was removed stays away; what the rules find no longer goes."""
    whole = anchor_rows_of(scene).count()
    first = services_anchors.preview_finding(**at)
    assert (first.added, first.gone, first.kept, first.held_back) == ((), (), whole, 0)
    services_anchors.remove_anchor(**at, anchor_id=anchor_rows_of(scene).get(name="stool.01").pk)
    moved = anchor_rows_of(scene).get(name="door.01")
    services_anchors.place_anchor(**at, anchor=replace(moved.anchor, width_m=0.92), replaces_id=moved.pk)
    services_anchors._store(scene, [Anchor(AnchorKind.FREE_FLOOR, (0.0, 0.0, 0.0), 0.0, 1.23)], actor=None)
    preview = services_anchors.preview_finding(**at)
    assert ([row.width_m for row in preview.gone], preview.kept, preview.held_back) == ([1.23], whole - 2, 2)
    assert services_anchors.find_again(**at) == preview
    after = services_anchors.preview_finding(**at)
    assert (after.added, after.gone, after.kept) == ((), (), whole - 2)
    assert AuditEvent.objects.get(event="anchors_found").data == {"added": 0, "taken_out": 1}


def test_only_a_maintainer_changes_anchors(project, scene, reviewer_a):
    row = anchor_rows_of(scene).first()
    asked = {"actor": reviewer_a, "project": project, "scene_id": scene.pk}
    for act in (
        lambda: services_anchors.place_anchor(**asked, anchor=WALK),
        lambda: services_anchors.remove_anchor(**asked, anchor_id=row.pk),
        lambda: services_anchors.find_again(**asked),
        lambda: services_anchors.preview_finding(**asked),
    ):
        with pytest.raises(NotAllowedError):
            act()
    assert anchor_rows_of(scene).filter(pk=row.pk).exists()


def test_an_anchor_of_another_scene_is_not_there(at, scene):
    with pytest.raises(NotFoundError):
        services_anchors.remove_anchor(**at, anchor_id=scene.pk)
    with pytest.raises(InvalidError, match="no anchor of that id"):
        services_anchors.place_anchor(**at, anchor=WALK, replaces_id=scene.pk)
