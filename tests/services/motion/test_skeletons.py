"""MO50, MO51, MO54, MO55: people say which joint is which, and motions follow."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from affectory.core.errors import ConflictError, InvalidError, NotFoundError
from affectory.core.models import AuditEvent, Job
from datasets.motion import selectors, services
from datasets.motion.inspecting import Wishes
from datasets.motion.models import EarlierRetargeting, ImportRow, MotionAsset, SkeletonMapping
from datasets.motion.retarget import RetargetOptions
from datasets.motion.services import inspection
from tests.factories.motion import bvh_bytes, make_motion, run_motion_import
from worker.tasks import motion as tasks

WORDS = "Hips Spine1 Spine Neck Head UpLeg ToeBase Foot Leg Shoulder ForeArm Hand Arm"


def nameless(seed: int) -> bytes:
    """The factory's person under names that tell nothing."""
    data = bvh_bytes(seed)
    for number, word in enumerate(WORDS.split()):
        data = data.replace(word.encode(), b"q%d" % number)
    return data.replace(b"Left", b"one_").replace(b"Right", b"two_")


@pytest.fixture
def waiting(project, maintainer):
    """Three motions of a skeleton that nobody knows."""
    files = {f"{n}.bvh": nameless(n) for n in range(1, 4)}
    run_motion_import(
        maintainer, project, files, [{"file": f, "source_label": "sad", "collection": "c"} for f in files]
    )
    return list(MotionAsset.objects.order_by("name"))


def suggested(motion):
    return {one["avatar"]: one["joint"] for one in services.look_at_skeleton(motion=motion).suggestions}


def save(actor, motion, joints, version=0, **more):
    return services.save_skeleton_mapping(
        actor=actor, motion_id=motion.pk, joints=joints, expected_version=version, **more
    )


def work_off(job):
    tasks.reinspect_motions(job_id=str(job.pk), of_project=str(job.project_id))
    job.refresh_from_db()


def test_an_unknown_skeleton_waits_for_a_person_and_the_report_says_so(waiting):
    """MO50"""
    assert {motion.state for motion in waiting} == {"needs_mapping"}
    assert all("say which joint is which" in motion.rejection_reasons[0] for motion in waiting)
    assert set(ImportRow.objects.values_list("outcome", flat=True)) == {"warning"}
    assert waiting[0].retargeted_sha256 == ""
    assert list(selectors.composable_motions(waiting[0].project)) == []


def test_a_saved_mapping_holds_for_every_motion_of_the_skeleton(waiting, project, maintainer):
    """MO51"""
    other = make_motion(maintainer, project)
    first = waiting[0]
    assert services.effect_on(services.of_skeleton(first)) == services.Effect(3, 0, 0)

    mapping, job = save(maintainer, first, suggested(first))
    assert (job.total, job.title) == (3, "Inspect 3 motions again")
    work_off(job)

    states = dict(MotionAsset.objects.values_list("name", "state"))
    assert states == {"1.bvh": "ready", "2.bvh": "ready", "3.bvh": "ready", other.name: "ready"}
    assert (job.state, job.done, job.refused) == ("done", 3, 0)
    first.refresh_from_db()
    assert (first.retarget_report["family"], first.retarget_report["confidence"]) == ("mapped", 1.0)
    event = AuditEvent.objects.get(event="motion.skeleton_mapping_saved")
    assert (event.data["version"], event.data["motions"], event.actor_id) == (1, 3, maintainer.pk)
    # Files that come in later follow too.
    run_motion_import(maintainer, project, {"later.bvh": nameless(9)}, [{"file": "later.bvh", "collection": "c"}])
    assert MotionAsset.objects.get(name="later.bvh").state == "ready"
    assert mapping.version == 1


def test_an_earlier_version_can_be_taken_again(waiting, maintainer):
    """MO51: undo is a version of its own."""
    first = waiting[0]
    joints = suggested(first)
    swapped = {
        joint.replace("left", "x").replace("right", "left").replace("x", "right"): at for joint, at in joints.items()
    }
    save(maintainer, first, joints)
    save(maintainer, first, swapped, version=1)

    third, _ = save(maintainer, first, None, version=2, restores=1)
    fourth, job = save(maintainer, first, None, version=3, restores=0)
    work_off(job)

    assert (third.joints, third.restores) == (joints, 1)
    assert (fourth.joints, fourth.restores) == ({}, 0)
    first.refresh_from_db()
    assert first.state == "needs_mapping"
    with pytest.raises(NotFoundError):
        save(maintainer, first, None, version=4, restores=9)


def test_what_cannot_be_or_is_no_news_is_refused_and_nothing_changes(waiting, maintainer):
    first = waiting[0]
    joints = suggested(first)
    with pytest.raises(InvalidError) as caught:
        save(maintainer, first, joints | {"left_knee": joints["left_hip"]})
    assert "left_knee" in caught.value.fields
    with pytest.raises(ConflictError):
        save(maintainer, first, joints, version=3)
    with pytest.raises(InvalidError):
        save(maintainer, first, {})
    assert not SkeletonMapping.objects.exists()
    assert not MotionAsset.objects.filter(inspection_wanted=True).exists()


def test_versions_never_change(waiting, maintainer):
    """MO51: the database itself refuses."""
    mapping, _ = save(maintainer, waiting[0], suggested(waiting[0]))
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        SkeletonMapping.objects.filter(pk=mapping.pk).update(joints={})
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM motion_skeletonmapping")


def test_a_killed_reinspection_goes_on_and_a_second_delivery_finds_nothing(waiting, maintainer, monkeypatch):
    """MO55"""
    _, job = save(maintainer, waiting[0], suggested(waiting[0]))
    seen = []

    def dies(**given):
        seen.append(given)
        if len(seen) == 2:
            raise KeyboardInterrupt
        return inspection.inspect_motion(**given)

    monkeypatch.setattr(services.reinspection, "inspect_motion", dies)
    with pytest.raises(KeyboardInterrupt):
        work_off(job)
    monkeypatch.undo()
    assert sorted(MotionAsset.objects.values_list("state", flat=True)) == ["needs_mapping", "ready", "uploaded"]
    # The one in hand waits as any uploaded motion does, and is sent again after a while.
    Job.objects.filter(pk=job.pk).update(state="queued", owner=None)
    work_off(job)
    tasks.inspect_motion(motion_id=str(MotionAsset.objects.get(state="uploaded").pk))
    events = AuditEvent.objects.filter(event="motion.inspected").count()
    work_off(job)
    assert set(MotionAsset.objects.values_list("state", flat=True)) == {"ready"}
    assert AuditEvent.objects.filter(event="motion.inspected").count() == events == 6


def test_a_mapping_saved_while_a_file_is_read_is_not_missed(waiting, maintainer, monkeypatch):
    """MO20, MO51"""
    first = waiting[0]
    joints = suggested(first)
    MotionAsset.objects.filter(pk=first.pk).update(state="uploaded")
    first.refresh_from_db()
    sent = []
    monkeypatch.setattr(inspection, "enqueue", lambda name, **ids: sent.append(ids["motion_id"]))
    found = inspection.inspect_bytes(nameless(1), name="1.bvh", wishes=Wishes(joints_of=lambda digest: None))
    SkeletonMapping.objects.create(
        project=first.project, skeleton_sha256=first.skeleton_sha256, version=1, joints=joints, created_by=maintainer
    )

    kept = inspection.record_inspection(motion=first, inspection=found)

    assert (kept.state, sent) == ("uploaded", [first.pk])
    assert services.inspect_motion(motion_id=first.pk).state == "ready"


def test_other_options_give_a_new_file_and_the_earlier_one_is_kept(project, maintainer):
    """MO54"""
    motion = make_motion(maintainer, project, seed=5)
    before = motion.retargeted_sha256

    count, job = services.set_retarget_options(
        actor=maintainer,
        project_id=project.pk,
        motions=MotionAsset.objects.all(),
        options=RetargetOptions(reference="frame 20", lock_feet=True),
    )
    work_off(job)

    motion.refresh_from_db()
    assert (count, motion.state) == (1, "ready")
    assert motion.retarget_report["reference"] == "frame 20"
    assert motion.retarget_report["options"] == {"reference": "frame 20", "lock_feet": True}
    assert motion.retarget_report["foot_lock"]["stretches"] == 2
    assert motion.retargeted_sha256 != before
    again, none = services.set_retarget_options(
        actor=maintainer,
        project_id=project.pk,
        motions=MotionAsset.objects.all(),
        options=RetargetOptions(reference="frame 20", lock_feet=True),
    )
    assert (again, none) == (0, None)
    assert AuditEvent.objects.filter(event="motion.retarget_options_set").count() == 1
    assert list(EarlierRetargeting.objects.values_list("retargeted_sha256", flat=True)) == [before]


def test_scopes_hold_what_they_say(waiting, project, maintainer):
    other = make_motion(maintainer, project, collection="c", name="known.bvh")
    alone = make_motion(maintainer, project, collection="d")
    first = waiting[0]
    counts = {scope: selectors.in_scope(first, scope).count() for scope in selectors.RETARGET_SCOPES}
    assert counts == {"motion": 1, "skeleton": 3, "collection": 4, "import": 3}
    assert set(selectors.in_scope(other, "skeleton")) == {other, alone}
