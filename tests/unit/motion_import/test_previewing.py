"""MO40: what a pattern or a mapping would do, from names alone."""

from dataclasses import replace

from datasets.intake.files import SourceFile
from datasets.intake.manifest import read_manifest
from datasets.motion.domain.labels import LabelRules, extended_rules, label_rules
from datasets.motion.domain.presets import NAME_PRESETS, detect_mapping
from datasets.motion.domain.previewing import preview_mapping


def preview(paths, mapping, manifest=None, search="", **rules):
    def rules_of(name, said):
        return rules.get(name) or extended_rules(label_rules(preset=mapping.label_preset), said, in_force=False)

    return preview_mapping([SourceFile(path) for path in paths], manifest, mapping, rules_of, search=search)


def test_a_kdae_folder_before_it_is_sent():
    paths = [
        *(f"BVH/F01/F01{emotion}0V1.bvh" for emotion in ("A", "D", "F", "H", "N", "SA", "SU")),
        "BVH/M02/M02A1V1.bvh",
        "BVH/M02/M02-A-1.bvh",
        "BVH/M02/M02A1.bvh",
        "LICENSE.txt",
    ]

    found = preview(paths, NAME_PRESETS["kdae-names"].mapping)

    assert (found.files, found.read, found.labelled, found.excluded, found.left_out) == (11, 8, 6, 2, 3)
    assert found.labels == {"angry": 2, "fearful": 1, "happy": 1, "neutral": 1, "sad": 1}
    assert (found.performers, found.without_performer, found.performances) == (2, 0, 8)
    assert (found.pairs, found.alone) == (0, ())
    by_label = {use.source_label: use for use in found.source_labels}
    assert (by_label["A"].files, by_label["A"].label) == (2, "angry")
    assert by_label["SU"].exclusion_reason == "KDAE: su has no counterpart among the five classes"
    misfits, others = found.reasons
    assert (misfits.outcome, misfits.count, misfits.field) == ("refused", 2, "file")
    assert misfits.examples == ("BVH/M02/M02-A-1.bvh", "BVH/M02/M02A1.bvh")
    assert misfits.reason.startswith("…: the name does not fit the pattern")
    assert (others.outcome, others.examples) == ("excluded", ("LICENSE.txt",))
    # One example for each source label comes before a second of any.
    assert [reading.fields.source_label for reading in found.examples] == ["A", "D", "F", "H", "N", "SA", "SU"]


def test_a_session_of_two_shows_who_is_alone():
    mapping = NAME_PRESETS["dyadic-names"].mapping.with_constants(collection="pilot")
    paths = ["s1_happy_A.bvh", "s1_sad_B.bvh", "s2_angry_A.bvh", "s3_sad_B.bvh", "s3_sad_A.bvh", "s3_sad_C.bvh"]

    found = preview(paths, mapping)

    assert (found.read, found.performances, found.pairs, found.alone) == (5, 3, 2, ("s2_angry_A.bvh",))
    assert all(len(pair) == 2 and pair[0][:2] == pair[1][:2] for pair in found.pair_examples)
    assert [(left.count, left.examples) for left in found.reasons] == [(1, ("s3_sad_C.bvh",))]


def test_a_table_and_its_columns():
    manifest = read_manifest(
        b"file,emotion,label,actor,mood,dataset\na.bvh,bow/x,sad,P1,7,lab\nb.bvh,bow/y,,?,8,lab\nc.bvh,sad,,P1,9,lab\n",
        name="m.csv",
    )
    mapping = detect_mapping(manifest.columns)

    found = preview(["a.bvh", "b.bvh", "d.bvh"], mapping, manifest)

    assert (found.files, found.lines, found.read, found.labelled, found.excluded) == (3, 3, 2, 1, 1)
    assert found.unused_columns == ("mood",)
    assert (found.performers, found.without_performer) == (1, 1)
    # What the table says of a source label holds for the collection.
    assert {use.source_label: use.label for use in found.source_labels} == {"bow/x": "sad", "bow/y": ""}
    assert {left.examples: left.outcome for left in found.reasons} == {("c.bvh",): "refused", ("d.bvh",): "excluded"}


def test_a_collection_that_is_there_keeps_its_mapping():
    mapping = replace(NAME_PRESETS["dyadic-names"].mapping, constants={"collection": "pilot"})

    found = preview(["s1_joy_A.bvh"], mapping, pilot=LabelRules("free", {"joy": "happy"}))

    assert found.labels["happy"] == 1


def test_the_answer_stays_short_and_files_are_looked_up_by_name():
    """MO71: 20,000 names, of which every fiftieth does not fit."""
    paths = [f"F{n % 20:02}/F{n % 20:02}H{n}V1.bvh" if n % 50 else f"F01/odd{n}.bvh" for n in range(20_000)]

    found = preview(paths, NAME_PRESETS["kdae-names"].mapping, search="ODD1")

    assert (found.files, found.read, found.left_out) == (20_000, 19_600, 400)
    assert (len(found.examples), len(found.reasons), len(found.reasons[0].examples)) == (1, 1, 8)
    # odd100, odd150, and odd1000 to odd1950, odd10000 to odd19950 by fifties
    assert (found.found_count, len(found.found)) == (2 + 20 + 200, 50)
    assert {(one.outcome, one.fields) for one in found.found} == {("refused", None)}
    (one,) = preview(paths[:90], NAME_PRESETS["kdae-names"].mapping, search="F07H87").found
    assert (one.outcome, one.label, one.fields.performer) == ("accepted", "happy", "F07")


def test_consent_by_person_and_of_nobody():
    """MO70."""
    manifest = read_manifest(
        b"file,emotion,actor,consent,consent_date,dataset\na.bvh,sad,P1,C-1,2026-03-31,lab\nb.bvh,sad,P1,,,lab\n"
        b"c.bvh,sad,?,C-9,,lab\nd.bvh,sad,P2,,31.3.2026,lab\ne.bvh,sad,P1,C-2,,lab\n",
        name="m.csv",
    )

    found = preview([f"{name}.bvh" for name in "abcde"], detect_mapping(manifest.columns), manifest)

    assert [(use.performer, use.files, use.consent) for use in found.performer_uses] == [("P1", 2, "C-1")]
    assert (found.read, found.consents_of_nobody) == (3, 1)
    assert sorted((left.field, left.reason) for left in found.reasons) == [
        (
            "consent",
            'consent of "P1" is "C-2" here and "C-1" on line 2; a person has one consent, so write the same on all '
            "their lines",
        ),
        ("consent_date", 'consent_date is "31.3.2026", which is no day; write it as 2026-03-31'),
    ]


def test_what_a_refused_line_says_of_a_consent_binds_no_other():
    """MO29: line 3 contradicts line 2 in its terms, so its reference stands for nothing."""
    manifest = read_manifest(
        b"file,actor,consent,consent_terms,dataset\na.bvh,P1,,research,lab\nb.bvh,P1,C-2,any use,lab\n"
        b"c.bvh,P1,C-1,research,lab\n",
        name="m.csv",
    )

    found = preview(["a.bvh", "b.bvh", "c.bvh"], detect_mapping(manifest.columns), manifest)

    assert [use.files for use in found.performer_uses] == [2]
    assert [left.field for left in found.reasons] == ["consent_terms"]
