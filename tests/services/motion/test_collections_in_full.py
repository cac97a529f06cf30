"""MO41, MO42, MO43, MO45, MO46, MO70: pairs, units, terms and what a re-import changes, through the import road."""

from __future__ import annotations

import hashlib
from datetime import date

from affectory.core.models import AuditEvent
from affectory.core.rights import MayRedistribute
from datasets.motion import selectors
from datasets.motion.models import Import, MotionAsset, Performer
from tests.factories.motion import bvh_bytes, make_motion, run_motion_import


def line(file: str, **more: str) -> dict[str, str]:
    return {"file": file, "collection": "studio", "licence": "CC BY 4.0", "source_label": "happy"} | more


def told(motion_import: Import) -> dict[str, tuple[str, str]]:
    return {row.file: (row.outcome, row.reason) for row in motion_import.rows.all()}


def pair(maintainer, project, *, frames: tuple[int, int] = (60, 60), fps: tuple[int, int] = (30, 30)) -> Import:
    parts = zip("AB", frames, fps, strict=True)
    files = {f"s1_happy_{part}.bvh": bvh_bytes(frames=n, fps=rate) for part, n, rate in parts}
    rows = [line(f"s1_happy_{part}.bvh", performance="s1", part=part) for part in "AB"]
    return run_motion_import(maintainer, project, files, rows)


def test_mo41_two_people_on_one_clock_are_partners(project, maintainer):
    motion_import = pair(maintainer, project, frames=(60, 61))
    assert {outcome for outcome, _ in told(motion_import).values()} == {"accepted"}
    assert selectors.pairs_of_import(motion_import) == {"pairs": 1, "alone": 0}
    first = MotionAsset.objects.get(part="A")
    assert [(p.motion.part, p.why_not) for p in selectors.partners_of(first)] == [("B", "")]


def test_mo41_parts_of_different_length_are_warned_of_with_both_numbers(project, maintainer):
    rows = told(pair(maintainer, project, frames=(60, 90)))
    assert {outcome for outcome, _ in rows.values()} == {"warning"}
    for _, reason in rows.values():
        assert "60 frames at 30 per second" in reason
        assert "90 frames at 30 per second" in reason


def test_mo46_a_part_whose_partner_is_missing_is_told_so_until_it_comes(project, maintainer):
    files = {"s1_A.bvh": bvh_bytes()}
    alone = run_motion_import(maintainer, project, files, [line("s1_A.bvh", performance="s1", part="A")])
    assert told(alone)["s1_A.bvh"] == (
        "warning",
        'line 2: part "A" of performance "s1" is alone; import the other part too, or leave the part empty if one '
        "person was recorded",
    )
    assert selectors.pairs_of_import(alone) == {"pairs": 0, "alone": 1}
    other = run_motion_import(
        maintainer, project, {"s1_B.bvh": bvh_bytes()}, [line("s1_B.bvh", performance="s1", part="B")]
    )
    assert told(other)["s1_B.bvh"] == ("accepted", "")


def test_mo43_a_unit_that_is_said_replaces_the_guess_and_another_one_reads_the_file_anew(project, maintainer):
    data = bvh_bytes(3)
    run_motion_import(maintainer, project, {"a.bvh": data}, [line("a.bvh")])
    motion = MotionAsset.objects.get()
    assert (motion.unit, motion.retarget_report["unit"]) == ("", "centimetre")
    inspected = motion.inspected_at

    again = run_motion_import(maintainer, project, {"a.bvh": data}, [line("a.bvh", unit="dm", up_axis="Y")])
    motion.refresh_from_db()
    row = again.rows.get()
    assert (row.change, row.changes) == (
        "changed",
        [{"field": "unit", "before": "", "after": "decimetre"}, {"field": "up_axis", "before": "", "after": "+Y"}],
    )
    # Legs of 83 units are 8.3 m, which is warned of.
    assert (motion.unit, motion.retarget_report["unit"], row.outcome) == ("decimetre", "decimetre", "warning")
    assert motion.inspected_at > inspected

    silent = run_motion_import(maintainer, project, {"a.bvh": data}, [line("a.bvh")])
    assert silent.rows.get().change == "unchanged"
    back = run_motion_import(maintainer, project, {"a.bvh": data}, [line("a.bvh", unit="auto", up_axis="auto")])
    motion.refresh_from_db()
    assert (back.rows.get().change, motion.unit, motion.retarget_report["unit"]) == ("changed", "", "centimetre")


def test_mo45_a_dry_run_shows_what_a_re_import_changes_and_changes_nothing(project, maintainer):
    files = {"a.bvh": bvh_bytes(1), "b.bvh": bvh_bytes(2)}
    run_motion_import(maintainer, project, files, [line("a.bvh", performer="P1"), line("b.bvh")])
    rows = [line("a.bvh", performer="P2", source_label="sad"), line("b.bvh", may_redistribute="media")]
    trial = run_motion_import(maintainer, project, files, rows, dry_run=True)
    assert selectors.changes_of_import(trial) == {
        "changes": {"new": 0, "changed": 2, "unchanged": 0},
        "differences": [
            {"field": "label", "before": "happy", "after": "sad", "motions": 1},
            {"field": "may_redistribute", "before": "annotations", "after": "media", "motions": 1},
            {"field": "performer", "before": "P1", "after": "P2", "motions": 1},
            {"field": "source_label", "before": "happy", "after": "sad", "motions": 1},
        ],
    }
    assert set(MotionAsset.objects.values_list("label", flat=True)) == {"happy"}


def test_mo70_a_table_says_on_which_consent_a_person_was_recorded(project, maintainer):
    files = {f"{name}.bvh": bvh_bytes(seed) for seed, name in enumerate("abc", start=1)}
    first = {"performer": "P1", "consent": "C-1", "consented_on": "2026-03-31"}
    rows = [line("a.bvh", **first), line("b.bvh", performer="P1"), line("c.bvh", performer="?", consent="C-9")]
    brought_in = run_motion_import(maintainer, project, files, rows)
    person = Performer.objects.get()
    assert (person.consent_reference, person.consented_on) == ("C-1", date(2026, 3, 31))
    assert selectors.changes_of_import(brought_in)["differences"] == []
    assert [told(brought_in)[f"{name}.bvh"][0] for name in "abc"] == ["accepted", "accepted", "warning"]
    assert "a consent is given, but of nobody known, and is not kept" in told(brought_in)["c.bvh"][1]

    again = [line(f"{name}.bvh", performer="P1", consent="C-2", consent_terms="research only") for name in "ab"]
    changed = [("consent_reference", "C-1", "C-2", 1), ("consent_terms", "", "research only", 1)]
    for dry_run, kept in ((True, "C-1"), (False, "C-2")):
        done = selectors.changes_of_import(run_motion_import(maintainer, project, files, again, dry_run=dry_run))
        assert [tuple(difference.values()) for difference in done["differences"]] == changed
        person.refresh_from_db()
        assert (person.consent_reference, person.consented_on) == (kept, date(2026, 3, 31))
    assert AuditEvent.objects.filter(event="motion.performer_terms_changed").count() == 2


def test_a_digest_in_the_manifest_is_held_against_the_file(project, maintainer):
    good, other = bvh_bytes(1), bvh_bytes(2)
    rows = [
        line("a.bvh", sha256=hashlib.sha256(good).hexdigest().upper()),
        line("b.bvh", sha256="0" * 64),
        line("gone.bvh", sha256=hashlib.sha256(other).hexdigest()),
    ]
    reported = told(run_motion_import(maintainer, project, {"a.bvh": good, "b.bvh": other}, rows))
    assert reported["a.bvh"][0] == "accepted"
    assert reported["b.bvh"][0] == "refused"
    assert "the manifest says 000000000000…" in reported["b.bvh"][1]
    assert 'there is no file "gone.bvh"' in reported["gone.bvh"][1]
    assert '"b.bvh" has the bytes that this line names' in reported["gone.bvh"][1]
    assert MotionAsset.objects.count() == 1


def test_mo42_the_strictest_of_motion_collection_and_performer_holds(project, maintainer):
    motion = make_motion(maintainer, project, performer="P1", may_redistribute="media", licence="CC BY 4.0")
    assert motion.rights.may_redistribute is MayRedistribute.MEDIA
    performer = motion.performer
    performer.may_redistribute = "derived"
    performer.licence = "Consent form 3"
    assert (motion.rights.may_redistribute, motion.rights.licence) == (
        MayRedistribute.DERIVED,
        "CC BY 4.0; Consent form 3",
    )
    motion.collection.may_redistribute = MayRedistribute.ANNOTATIONS
    assert motion.rights.may_redistribute is MayRedistribute.ANNOTATIONS
    # A performer's own terms never open what the others close.
    performer.may_redistribute, performer.may_send_to_external_model = "media", True
    assert motion.rights.may_redistribute is MayRedistribute.ANNOTATIONS
    assert motion.rights.may_send_to_external_model is False
