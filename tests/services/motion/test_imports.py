from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from affectory.core import storage
from affectory.core.errors import InvalidError, NotAllowedError
from affectory.core.models import AuditEvent, Job
from datasets.motion import selectors, services
from datasets.motion.domain.mapping import ManifestMapping
from datasets.motion.models import Collection, Import, ImportRow, MotionAsset, Performer
from tests.factories.motion import bvh_bytes, manifest_csv, run_motion_import, zip_bytes


def line(file: str, **more: str) -> dict[str, str]:
    return {"file": file, "collection": "studio", "licence": "CC BY 4.0", "source_label": "happy"} | more


def told(motion_import: Import) -> dict[str, tuple[str, str]]:
    return {row.file: (row.outcome, row.change) for row in motion_import.rows.all()}


def test_motions_come_in_with_all_that_the_manifest_says(project, maintainer):
    """MO21"""
    data = bvh_bytes(1, frames=60, fps=30)
    motion_import = run_motion_import(
        maintainer,
        project,
        {"a.bvh": data},
        [
            line(
                "a.bvh",
                performer="P7",
                performance="take 3",
                scenario="greeting",
                may_redistribute="derived",
                may_send_to_external_model="yes",
                content_warnings="falls",
            )
        ],
    )
    assert (motion_import.state, told(motion_import)) == ("done", {"a.bvh": ("accepted", "new")})
    motion = MotionAsset.objects.get()
    assert storage.read_bytes(motion.source_sha256) == data
    assert (motion.state, motion.label, motion.source_label) == ("ready", "happy", "happy")
    assert (motion.collection.name, motion.performer.name, motion.performance.external_id) == (
        "studio",
        "P7",
        "take 3",
    )
    assert (motion.frames, motion.fps, round(motion.duration_s, 3)) == (60, 30.0, 2.0)
    assert (motion.licence, motion.may_redistribute, motion.may_send_to_external_model) == (
        "CC BY 4.0",
        "derived",
        True,
    )
    assert motion.content_warnings == ["falls"]
    # Joint positions in metres: the hips stand about 0.95 m high.
    assert storage.size(motion.positions_sha256) == 60 * len(motion.skeleton["joints"]) * 3 * 4
    assert storage.read_bytes(motion.retargeted_sha256).startswith(b'{"')


def test_bringing_in_the_same_bytes_twice_changes_nothing(project, maintainer):
    """MO37"""
    files = {"a.bvh": bvh_bytes(1), "b.bvh": bvh_bytes(2)}
    rows = [line("a.bvh"), line("b.bvh", source_label="shrug")]
    run_motion_import(maintainer, project, files, rows)
    before = list(MotionAsset.objects.order_by("id").values())
    events = AuditEvent.objects.filter(event="motion.imported").count()
    again = run_motion_import(maintainer, project, files, rows)
    assert told(again) == {"a.bvh": ("accepted", "unchanged"), "b.bvh": ("excluded", "unchanged")}
    assert list(MotionAsset.objects.order_by("id").values()) == before
    assert AuditEvent.objects.filter(event="motion.imported").count() == events == 2


def test_new_facts_about_a_known_file_are_taken_over_and_new_bytes_are_inspected_again(project, maintainer):
    run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [line("a.bvh")])
    first = MotionAsset.objects.get()
    changed = run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [line("a.bvh", performer="P1")])
    assert told(changed) == {"a.bvh": ("accepted", "changed")}
    replaced = run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(2, frames=90)}, [line("a.bvh")])
    assert told(replaced) == {"a.bvh": ("accepted", "changed")}
    now = MotionAsset.objects.get()
    assert (now.pk, now.state, now.frames, now.performer) == (first.pk, "ready", 90, None)
    assert now.retargeted_sha256 != first.retargeted_sha256
    event = AuditEvent.objects.filter(event="motion.imported").latest("id")
    assert event.data["previous_sha256"] == first.source_sha256


def test_what_is_broken_is_refused_and_the_rest_goes_on(project, maintainer):
    """MO21: a report row for every file, whatever is in it."""
    good = bvh_bytes(1)
    text = good.decode()
    nan = text.replace("95.0000", "nan", 1).encode()
    files = {
        "good.bvh": good,
        "empty.bvh": b"",
        "truncated.bvh": good[: len(good) // 2].rsplit(b"\n", 1)[0] + b"\n1 2 3\n",
        "nan.bvh": nan,
        "picture.bvh": b"\x89PNG\r\n\x1a\n" + bytes(50),
        "../escape.bvh": bvh_bytes(2),
        "stray.bvh": bvh_bytes(3),
    }
    rows = [line(name) for name in ("good.bvh", "empty.bvh", "truncated.bvh", "nan.bvh", "picture.bvh", "absent.bvh")]
    motion_import = run_motion_import(maintainer, project, files, rows)
    report = {row.file: row for row in motion_import.rows.all()}
    assert {name: row.outcome for name, row in report.items()} == {
        "good.bvh": "accepted",
        "empty.bvh": "refused",
        "truncated.bvh": "refused",
        "nan.bvh": "refused",
        "picture.bvh": "refused",
        "absent.bvh": "refused",
        "../escape.bvh": "refused",
        "stray.bvh": "excluded",
    }
    assert all(row.reason for name, row in report.items() if name != "good.bvh")
    assert "truncated.bvh, line " in report["truncated.bvh"].reason
    assert "nan.bvh, line " in report["nan.bvh"].reason
    assert (report["absent.bvh"].line, report["absent.bvh"].field) == (7, "file")
    assert selectors.composable_motions(project).count() == 1
    counts = selectors.import_counts(motion_import)
    assert (counts["accepted"], counts["refused"], counts["excluded"], counts["total"]) == (1, 6, 1, 8)


def test_a_motion_whose_check_fails_is_rejected_with_what_the_check_says(project, maintainer):
    """MO38: ten frames at 30 fps last a third of a second, less than half a second."""
    motion_import = run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1, frames=10)}, [line("a.bvh")])
    motion = MotionAsset.objects.get()
    assert (motion.state, motion.checks_outcome) == ("rejected", "fail")
    assert motion.rejection_reasons == ["a.bvh: lasts 0.33 s; the limit is 0.5 s"]
    row = motion_import.rows.get()
    assert (row.outcome, row.reason, row.motion_id) == ("refused", motion.rejection_reasons[0], motion.pk)
    assert selectors.composable_motions(project).count() == 0


def test_thresholds_can_be_set(project, maintainer, settings):
    """MO38: with a shorter limit the same third of a second will do, and is warned of."""
    settings.MOTION_CHECK_LIMITS = {"length_s": (0.5, 0.2)}
    motion_import = run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1, frames=10)}, [line("a.bvh")])
    assert (MotionAsset.objects.get().state, motion_import.rows.get().outcome) == ("ready", "warning")


def test_a_broken_file_stays_refused_when_it_comes_again(project, maintainer):
    rows = [line("a.bvh")]
    run_motion_import(maintainer, project, {"a.bvh": b"nonsense"}, rows)
    again = run_motion_import(maintainer, project, {"a.bvh": b"nonsense"}, rows)
    row = again.rows.get()
    assert (row.outcome, row.change) == ("refused", "unchanged")
    assert "a.bvh" in row.reason
    mended = run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, rows)
    assert told(mended) == {"a.bvh": ("accepted", "changed")}
    assert MotionAsset.objects.get().state == "ready"


def test_the_same_recording_under_another_name_is_refused(project, maintainer):
    """MO29, over imports."""
    run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [line("a.bvh")])
    later = run_motion_import(
        maintainer, project, {"copy.bvh": bvh_bytes(1)}, [line("copy.bvh", collection="elsewhere")]
    )
    row = later.rows.get()
    assert (row.outcome, row.field) == ("refused", "file")
    assert 'byte for byte the same as "a.bvh" in the collection "studio"' in row.reason
    assert MotionAsset.objects.count() == 1
    assert not Collection.objects.filter(name="elsewhere").exists()


def test_a_performance_that_is_taken_is_refused_unless_it_is_another_part(project, maintainer):
    """MO29, over imports."""
    run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [line("a.bvh", performance="p", part="A")])
    files = {"b.bvh": bvh_bytes(2), "c.bvh": bvh_bytes(3)}
    rows = [line("b.bvh", performance="p", part="A"), line("c.bvh", performance="p", part="B")]
    later = run_motion_import(maintainer, project, files, rows)
    assert told(later) == {"b.bvh": ("refused", ""), "c.bvh": ("accepted", "new")}
    assert MotionAsset.objects.count() == 2
    assert MotionAsset.objects.values("performance").distinct().count() == 1


def test_an_unknown_performer_is_null_and_makes_no_group(project, maintainer):
    """MO26"""
    files = {"a.bvh": bvh_bytes(1), "b.bvh": bvh_bytes(2), "c.bvh": bvh_bytes(3)}
    rows = [line("a.bvh", performer="unknown"), line("b.bvh", performer=""), line("c.bvh", performer="P1")]
    run_motion_import(maintainer, project, files, rows)
    assert list(Performer.objects.values_list("name", flat=True)) == ["P1"]
    performers = MotionAsset.objects.order_by("name").values_list("performer", flat=True)
    assert [performer is None for performer in performers] == [True, True, False]
    assert MotionAsset.objects.values("performance").distinct().count() == 3


def test_an_empty_class_is_a_normal_state(project, maintainer):
    """MO32"""
    run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [line("a.bvh")])
    assert selectors.label_counts(project) == {"angry": 0, "fearful": 0, "happy": 1, "neutral": 0, "sad": 0}


def test_only_ready_labelled_motions_that_nobody_left_out_may_be_composed(project, maintainer):
    """MO31"""
    files = {name: bvh_bytes(seed) for seed, name in enumerate(["a.bvh", "b.bvh", "c.bvh", "d.bvh"], start=1)}
    files["d.bvh"] = b"broken"
    rows = [line("a.bvh"), line("b.bvh"), line("c.bvh", source_label="shrug"), line("d.bvh")]
    run_motion_import(maintainer, project, files, rows)
    services.exclude_motion(
        actor=maintainer, motion_id=MotionAsset.objects.get(name="b.bvh").pk, reason="a prop is missing"
    )
    assert [motion.name for motion in selectors.composable_motions(project)] == ["a.bvh"]


def test_a_dry_run_tells_the_same_and_changes_nothing(project, maintainer):
    files = {"a.bvh": bvh_bytes(1), "b.bvh": b"nonsense", "c.bvh": bvh_bytes(3)}
    rows = [line("a.bvh"), line("b.bvh"), line("c.bvh", source_label="shrug"), line("d.bvh")]
    dry = run_motion_import(maintainer, project, files, rows, dry_run=True)
    assert (MotionAsset.objects.count(), Collection.objects.count(), Performer.objects.count()) == (0, 0, 0)
    wet = run_motion_import(maintainer, project, files, rows)
    columns = ("file", "outcome", "change", "reason", "line")
    assert list(dry.rows.values_list(*columns)) == list(wet.rows.values_list(*columns))
    assert dry.rows.filter(motion__isnull=False).count() == 0
    # Once they are there, a dry run says so.
    again = run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [line("a.bvh")], dry_run=True)
    assert told(again) == {"a.bvh": ("accepted", "unchanged")}


def test_a_zip_goes_the_same_road_and_its_faults_are_report_rows(project, maintainer):
    """MO28"""
    archive = zip_bytes({"day1/a.bvh": bvh_bytes(1), "../evil.bvh": bvh_bytes(2), "notes.txt": b"x"})
    motion_import = services.import_files(
        actor=maintainer,
        project=project,
        archives=[services.IncomingFile("day1.zip", archive), services.IncomingFile("no.zip", b"nonsense")],
        manifest=services.IncomingFile("m.csv", manifest_csv([line("day1/a.bvh")])),
        queue=False,
    )
    services.run_import(import_id=motion_import.pk, inspect_here=True)
    assert {file: outcome for file, (outcome, _) in told(motion_import).items()} == {
        "day1/a.bvh": "accepted",
        "../evil.bvh": "refused",
        "notes.txt": "excluded",
        "no.zip": "refused",
    }
    assert "not a zip archive" in ImportRow.objects.get(file="no.zip").reason


def test_without_a_manifest_file_names_and_a_collection_are_enough(project, maintainer):
    mapping = ManifestMapping(file_pattern="{scenario}_{source_label}_{part}.bvh", label_preset="bandai-namco")
    files = {"bow_normal_1.bvh": bvh_bytes(1), "bow_tired_1.bvh": bvh_bytes(2), "oops.bvh": bvh_bytes(3)}
    motion_import = run_motion_import(maintainer, project, files, mapping=mapping, collection="styles")
    assert {file: outcome for file, (outcome, _) in told(motion_import).items()} == {
        "bow_normal_1.bvh": "warning",
        "bow_tired_1.bvh": "excluded",
        "oops.bvh": "refused",
    }
    assert "no licence is given" in ImportRow.objects.get(file="bow_normal_1.bvh").reason
    assert MotionAsset.objects.get(name="bow_normal_1.bvh").label == "neutral"
    with pytest.raises(InvalidError) as caught:
        run_motion_import(maintainer, project, files)
    assert caught.value.code == "motion.no_collection"


@pytest.mark.parametrize(
    ("manifest", "code"),
    [(b"", "motion.manifest"), (b"\xff\xfe\x00", "motion.manifest"), (b"emotion\nsad\n", "motion.mapping")],
)
def test_a_manifest_without_a_reading_is_refused_before_anything_is_written(project, maintainer, manifest, code):
    with pytest.raises(InvalidError) as caught:
        services.import_files(
            actor=maintainer,
            project=project,
            files=[services.IncomingFile("a.bvh", bvh_bytes(1))],
            manifest=services.IncomingFile("m.csv", manifest),
        )
    assert (caught.value.code, "manifest" in caught.value.fields) == (code, True)
    assert (Import.objects.count(), Job.objects.count()) == (0, 0)


def test_only_a_maintainer_imports(project, reviewer_a, annotator, researcher):
    """MO30"""
    for person in (reviewer_a, annotator, researcher):
        with pytest.raises(NotAllowedError):
            run_motion_import(person, project, {"a.bvh": bvh_bytes(1)}, [line("a.bvh")])
    assert (Import.objects.count(), MotionAsset.objects.count()) == (0, 0)


def test_an_archive_without_files_has_a_line_in_the_report(project, maintainer):
    """MO21: an import that brought nothing in says why."""
    started = services.import_files(
        actor=maintainer,
        project=project,
        archives=[services.IncomingFile("none.zip", zip_bytes({}))],
        collection="studio",
        queue=False,
    )
    services.run_import(import_id=started.pk)
    row = started.rows.get()
    assert (row.file, row.outcome) == ("none.zip", "refused")
    assert row.reason == "none.zip is an archive without files; pack the motions into it"


def test_a_file_above_the_limit_is_refused_without_being_read(project, maintainer, settings):
    settings.MOTION_IMPORT_MAX_FILE_BYTES = 100
    motion_import = run_motion_import(
        maintainer, project, {"a.bvh": bvh_bytes(1)}, [line("a.bvh")], collection="studio"
    )
    row = motion_import.rows.get()
    assert row.outcome == "refused"
    assert "100 are allowed" in row.reason


def test_a_collection_takes_the_most_open_rights_of_its_motions_so_that_each_keeps_its_own(project, maintainer):
    files = {"a.bvh": bvh_bytes(1), "b.bvh": bvh_bytes(2)}
    rows = [line("a.bvh", may_redistribute="media"), line("b.bvh", may_redistribute="annotations", licence="NC")]
    run_motion_import(maintainer, project, files, rows)
    kept = {
        motion.name: motion.rights.may_redistribute for motion in MotionAsset.objects.select_related("collection")
    }
    assert kept == {"a.bvh": "media", "b.bvh": "annotations"}
    collection = Collection.objects.get()
    services.set_collection_rights(
        actor=maintainer,
        collection_id=collection.pk,
        licence="CC BY 4.0",
        may_redistribute="derived",
        may_send_to_external_model=False,
    )
    kept = {
        motion.name: motion.rights.may_redistribute for motion in MotionAsset.objects.select_related("collection")
    }
    assert kept == {"a.bvh": "derived", "b.bvh": "annotations"}


def test_a_real_index_is_read_as_it_is(project, maintainer, shared_data):
    folder = shared_data / "bvh"
    files = [services.IncomingFile(path.name, path) for path in sorted(folder.glob("*.bvh"))]
    manifest = services.IncomingFile("INDEX.tsv", folder / "INDEX.tsv")
    motion_import = services.import_files(
        actor=maintainer, project=project, files=files, manifest=manifest, queue=False
    )
    services.run_import(import_id=motion_import.pk, inspect_here=True)
    outcomes = {row.file: row.outcome for row in motion_import.rows.all()}
    assert len(outcomes) == 48
    assert not {"pending"} & set(outcomes.values())
    labelled = {row.file for row in motion_import.rows.all() if row.outcome in ("accepted", "warning")}
    # By the index: 16 Bandai-Namco files have one of the five labels; none is fearful.
    assert len(labelled) == 16
    assert Counter(outcomes.values()) == {"accepted": 14, "warning": 2, "excluded": 20, "refused": 12}
    assert selectors.label_counts(project) == {"angry": 4, "fearful": 0, "happy": 4, "neutral": 5, "sad": 3}
    bow = MotionAsset.objects.select_related("collection").get(name="bn1_bow_angry_001.bvh")
    assert (bow.label, bow.performer, bow.performance.external_id) == ("angry", None, "bn1_bow_angry_001.bvh")
    assert (bow.rights.may_redistribute, bow.rights.licence) == ("annotations", "CC BY-NC 4.0")
    # Its hips are 4.5 m from the capture's origin; the player gets the middle of its hip joints over its own.
    tired = MotionAsset.objects.get(name="bn1_bow_tired_001.bvh")
    world = np.frombuffer(storage.read_bytes(tired.positions_sha256), "<f4").reshape(tired.frames, -1, 3)
    names = [joint["name"] for joint in tired.skeleton["joints"]]
    hips = world[0, [names.index("UpperLeg_L"), names.index("UpperLeg_R")]].mean(axis=0)
    assert np.abs(hips[[0, 2]]).max() < 1e-5
    assert 0.7 < hips[1] < 1.1
    walk = MotionAsset.objects.select_related("collection").get(name="cmu_12_01_walk.bvh")
    assert (walk.rights.may_redistribute, walk.performer.name, walk.label) == ("media", "CMU subject 12", "")
