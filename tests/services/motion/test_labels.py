from __future__ import annotations

from copy import copy
from uuid import uuid4

import pytest

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from datasets.motion import services
from datasets.motion.domain.labels import LabelRules, harmonise, label_rules
from datasets.motion.models import Collection, LabelMapping, MotionAsset, Performance
from datasets.motion.services import curating, labels
from tests.factories.motion import bvh_bytes, run_motion_import


@pytest.fixture
def collection(project, maintainer) -> Collection:
    files = {f"{name}.bvh": bvh_bytes(seed) for seed, name in enumerate("abcd", start=1)}
    labels = {"a.bvh": "joy", "b.bvh": "joy", "c.bvh": "shame", "d.bvh": "anger"}
    rows = [
        {"file": file, "collection": "emilya", "source_label": label, "licence": "x"}
        for file, label in labels.items()
    ]
    run_motion_import(maintainer, project, files, rows)
    return Collection.objects.get()


def labels_now() -> dict[str, tuple[str, str]]:
    return {m.name[0]: (m.label, m.exclusion_kind) for m in MotionAsset.objects.all()}


def test_a_preview_counts_what_would_change_and_changes_nothing(collection, maintainer):
    """MO33"""
    rules = label_rules(preset="emilya")
    diff = services.preview_label_mapping(actor=maintainer, collection_id=collection.pk, rules=rules)
    # joy ×2 → happy, anger → angry; shame stays out but with the preset's own reason.
    assert {(c.source_label, c.motions, c.before.label, c.after.label) for c in diff.changes} == {
        ("joy", 2, "", "happy"),
        ("anger", 1, "", "angry"),
        ("shame", 1, "", ""),
    }
    assert (diff.totals_before, diff.totals_after) == ({"excluded": 4}, {"happy": 2, "angry": 1, "excluded": 1})
    assert set(labels_now().values()) == {("", "label")}
    assert LabelMapping.objects.count() == 1


def test_applying_a_mapping_does_what_its_preview_said(collection, maintainer):
    """MO33"""
    rules = label_rules(preset="emilya")
    mapping, diff = services.apply_label_mapping(
        actor=maintainer, collection_id=collection.pk, rules=rules, expected_version=1
    )
    assert (mapping.version, diff.changed) == (2, 4)
    assert labels_now() == {"a": ("happy", ""), "b": ("happy", ""), "c": ("", "label"), "d": ("angry", "")}
    assert services.preview_label_mapping(actor=maintainer, collection_id=collection.pk, rules=rules).changed == 0
    same, _ = services.apply_label_mapping(actor=maintainer, collection_id=collection.pk, rules=rules)
    assert same.version == 2


def test_a_preview_of_yesterday_is_not_applied_today(collection, maintainer):
    services.apply_label_mapping(actor=maintainer, collection_id=collection.pk, rules=label_rules(preset="emilya"))
    with pytest.raises(ConflictError):
        services.apply_label_mapping(
            actor=maintainer, collection_id=collection.pk, rules=LabelRules(), expected_version=1
        )
    assert labels_now()["a"] == ("happy", "")


def test_what_a_person_left_out_stays_out(collection, maintainer, project):
    """MO34: neither a mapping nor an import undoes it."""
    motion = MotionAsset.objects.get(name="a.bvh")
    services.exclude_motion(actor=maintainer, motion_id=motion.pk, reason="the suit came loose")
    services.apply_label_mapping(actor=maintainer, collection_id=collection.pk, rules=label_rules(preset="emilya"))
    rows = [{"file": "a.bvh", "collection": "emilya", "source_label": "joy", "licence": "changed"}]
    run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, rows)
    motion.refresh_from_db()
    assert (motion.label, motion.exclusion_kind, motion.exclusion_reason, motion.licence) == (
        "happy",
        "person",
        "the suit came loose",
        "changed",
    )
    services.include_motion(actor=maintainer, motion_id=motion.pk)
    motion.refresh_from_db()
    assert (motion.label, motion.exclusion_kind, motion.exclusion_reason) == ("happy", "", "")
    with pytest.raises(ConflictError):
        services.include_motion(actor=maintainer, motion_id=motion.pk)


def test_leaving_out_needs_a_reason_and_a_maintainer(collection, maintainer, reviewer_a):
    motion = MotionAsset.objects.get(name="a.bvh")
    with pytest.raises(InvalidError):
        services.exclude_motion(actor=maintainer, motion_id=motion.pk, reason="  ")
    with pytest.raises(NotAllowedError):
        services.exclude_motion(actor=reviewer_a, motion_id=motion.pk, reason="no")
    assert MotionAsset.objects.get(pk=motion.pk).exclusion_kind == "label"


def test_a_manifest_extends_a_mapping_but_does_not_overrule_it(collection, maintainer, project):
    """MO36"""
    services.apply_label_mapping(actor=maintainer, collection_id=collection.pk, rules=label_rules(preset="emilya"))
    files = {"e.bvh": bvh_bytes(5), "f.bvh": bvh_bytes(6)}
    rows = [
        {"file": "e.bvh", "collection": "emilya", "source_label": "joy", "label": "sad", "licence": "x"},
        {"file": "f.bvh", "collection": "emilya", "source_label": "fury", "label": "angry", "licence": "x"},
    ]
    motion_import = run_motion_import(maintainer, project, files, rows)
    assert labels_now()["e"] == ("happy", "")
    assert labels_now()["f"] == ("angry", "")
    warned = motion_import.rows.get(file="e.bvh")
    assert (warned.outcome, warned.line) == ("warning", 2)
    assert 'the manifest says "sad", the collection\'s label mapping says "happy", which holds' in warned.reason
    newest = collection.label_mappings.order_by("-version").first()
    assert (newest.version, newest.labels["fury"], newest.labels["joy"]) == (3, "angry", "happy")


def test_what_a_manifest_adds_to_a_mapping_holds_for_motions_that_are_there_and_a_dry_run_tells(project, maintainer):
    """MO36, MO33: with the label left as it was, the mapping in force would say otherwise, and applying it again
    would change nothing."""
    row = {"collection": "c", "source_label": "fury", "licence": "x"}
    run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [{"file": "a.bvh", **row}])
    assert MotionAsset.objects.get().label == ""
    later = {"b.bvh": bvh_bytes(2)}, [{"file": "b.bvh", "label": "angry", **row}]
    trial = run_motion_import(maintainer, project, *later, dry_run=True)
    told = (
        'line 2: source label "fury" is new to the collection\'s label mapping; motions that are here already and go '
        "by it too: 1"
    )
    assert trial.rows.get().warnings == [told]
    assert MotionAsset.objects.get().label == ""
    assert run_motion_import(maintainer, project, *later).rows.get().warnings == [told]
    assert labels_now() == {"a": ("angry", ""), "b": ("angry", "")}


def test_a_dry_run_tells_what_a_refused_line_does_to_others_labels_too(project, maintainer):
    """MO36: what is wrong with its file does not keep its word from holding."""
    row = {"collection": "c", "source_label": "fury", "licence": "x"}
    run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [{"file": "a.bvh", **row}])
    rows = [{"file": "b.bvh", "label": "angry", **row}]
    trial = run_motion_import(maintainer, project, {"b.bvh": b"HIERARCHY\nnothing"}, rows, dry_run=True)
    assert trial.rows.get().outcome == "refused"
    assert trial.rows.get().reason.endswith("motions that are here already and go by it too: 1")


def test_mo33_what_a_mapping_changes_is_counted_by_label_and_not_motion_by_motion(collection, monkeypatch):
    """Each chunk of an import may ask it of a whole collection: here 52 motions of 3 source labels, each of which is
    looked up three times."""
    one = MotionAsset.objects.get(name="a.bvh")
    motions = [copy(one) for _ in range(48)]
    for n, motion in enumerate(motions):
        motion.pk, motion.source_sha256, motion.external_id = uuid4(), f"{n:064x}", f"copy {n}"
        motion.performance = Performance(collection=collection, external_id=f"copy {n}")
    Performance.objects.bulk_create(motion.performance for motion in motions)
    MotionAsset.objects.bulk_create(motions)
    asked = []
    monkeypatch.setattr(labels, "harmonise", lambda label, rules: asked.append(label) or harmonise(label, rules))
    diff = labels.mapping_diff(collection, label_rules(preset="emilya"))
    assert (diff.totals_after, diff.unchanged) == ({"happy": 50, "angry": 1, "excluded": 1}, 0)
    assert len(asked) == 9


def test_what_people_said_of_a_motion_stays_where_a_table_does_not_speak_of_it(project, maintainer):
    """MO73"""
    row = {"file": "a.bvh", "collection": "c", "source_label": "sad", "licence": "x"}
    run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [row])
    motion = MotionAsset.objects.get()
    curating.set_scenario(actor=maintainer, motion_id=motion.pk, scenario="a lost key")
    curating.set_content_warnings(actor=maintainer, motion_id=motion.pk, warnings=["fall"])

    again = run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [row | {"scenario": ""}])
    assert again.rows.get().change == "unchanged"
    told = run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, [row | {"scenario": "a found key"}])
    assert [change["field"] for change in told.rows.get().changes] == ["scenario"]
    motion.refresh_from_db()
    assert (motion.scenario, motion.content_warnings) == ("a found key", ["fall"])


def test_the_first_mapping_takes_the_manifests_word(project, maintainer):
    """MO36"""
    rows = [{"file": "a.bvh", "collection": "c", "source_label": "happy", "label": "unmapped", "licence": "x"}]
    motion_import = run_motion_import(maintainer, project, {"a.bvh": bvh_bytes(1)}, rows)
    assert motion_import.rows.get().outcome == "excluded"
    assert MotionAsset.objects.get().exclusion_reason == "the manifest says that it is none of the five classes"


def test_a_collection_is_made_once(project, maintainer, reviewer_a):
    services.create_collection(actor=maintainer, project=project, name="KDAE", rules=label_rules(preset="kdae"))
    with pytest.raises(ConflictError):
        services.create_collection(actor=maintainer, project=project, name=" KDAE ")
    with pytest.raises(NotAllowedError):
        services.create_collection(actor=reviewer_a, project=project, name="other")
    with pytest.raises(InvalidError):
        services.create_collection(actor=maintainer, project=project, name="x\x00")
    assert [c.name for c in Collection.objects.all()] == ["KDAE"]
