from __future__ import annotations

from collections import Counter

from datasets.intake.files import FileIndex, SourceFile
from datasets.intake.manifest import read_manifest
from datasets.motion.domain.mapping import ManifestMapping
from datasets.motion.domain.planning import plan_import
from datasets.motion.domain.presets import OWN_NAMES, detect_mapping
from datasets.motion.domain.states import RowOutcome


def plan(lines: list[str], files: list[str | SourceFile], header: str = "file,performance,part,source_label,label"):
    manifest = read_manifest("\n".join([header, *lines]).encode(), name="m.csv")
    sources = [f if isinstance(f, SourceFile) else SourceFile(f, sha256=f"sha of {f}") for f in files]
    mapping = detect_mapping(manifest.columns).with_constants(collection="lab")
    return {(row.line, row.file): row for row in plan_import(sources, manifest, mapping)}


def test_every_line_and_every_file_ends_up_in_exactly_one_row():
    """MO21"""
    rows = plan(
        ["a.bvh,,,sad,", "missing.bvh,,,sad,", "a.bvh,,,sad,", ",,,sad,", "x,y"],
        ["a.bvh", "extra.bvh", "readme.txt", "._a.bvh", SourceFile("b.bvh", refusal="is encrypted")],
    )
    told = {key: (row.outcome.value, row.field) for key, row in rows.items()}
    assert told == {
        (2, "a.bvh"): ("pending", ""),
        (3, "missing.bvh"): ("refused", "file"),
        (4, "a.bvh"): ("refused", "file"),
        (5, ""): ("refused", "file"),
        (6, "x"): ("refused", "part"),
        (None, "extra.bvh"): ("excluded", "file"),
        (None, "readme.txt"): ("excluded", ""),
        (None, "._a.bvh"): ("excluded", ""),
        (None, "b.bvh"): ("refused", "file"),
    }
    assert rows[3, "missing.bvh"].reason == (
        'line 3: there is no file "missing.bvh" among those sent; add it or remove the line'
    )
    assert rows[4, "a.bvh"].reason == 'line 4: "a.bvh" is already named on line 2; keep one line'
    assert rows[None, "extra.bvh"].reason.endswith("is not in the manifest; add a line for it to bring it in")


def test_one_performance_comes_in_once_unless_its_parts_differ():
    """MO29"""
    rows = plan(
        ["a.bvh,p1,,sad,", "b.bvh,p1,,sad,", "c.bvh,p2,A,sad,", "d.bvh,p2,B,sad,"],
        ["a.bvh", "b.bvh", "c.bvh", "d.bvh"],
    )
    refused = [row for row in rows.values() if row.outcome is RowOutcome.REFUSED]
    assert [(row.file, row.line, row.field) for row in refused] == [("b.bvh", 3, "performance")]
    assert 'performance "p1" is already used on line 2 ("a.bvh")' in refused[0].reason
    assert "different values of part" in refused[0].reason


def test_the_same_bytes_under_two_names_are_one_motion():
    """MO29"""
    same = [SourceFile("a.bvh", sha256="x"), SourceFile("b.bvh", sha256="x")]
    rows = plan(["a.bvh,,,sad,", "b.bvh,,,sad,"], same)
    assert rows[3, "b.bvh"].reason == 'line 3: "b.bvh" is byte for byte the same as "a.bvh"; keep one'


def test_without_a_performance_each_file_is_its_own():
    rows = plan(["a.bvh,,,sad,", "b.bvh,,,sad,"], ["a.bvh", "b.bvh"])
    assert [row.fields.performance for row in rows.values()] == ["a.bvh", "b.bvh"]


def test_a_file_is_found_by_its_only_name_and_case_is_remarked_on():
    rows = plan(
        ["b.bvh,,,sad,", "twice.bvh,,,sad,", "D.BVH,,,sad,", "./x\\e.bvh,,,sad,"],
        ["deep/b.bvh", "1/twice.bvh", "2/twice.bvh", "d.bvh", "x/e.bvh"],
    )
    assert rows[2, "deep/b.bvh"].outcome is RowOutcome.PENDING
    assert "could be any of 2 files" in rows[3, "twice.bvh"].reason
    assert rows[4, "d.bvh"].warnings == (
        'line 4: the manifest writes "D.BVH", the file is called "d.bvh"; write it so',
    )
    assert rows[5, "x/e.bvh"].outcome is RowOutcome.PENDING


def test_mo72_a_file_of_the_same_name_in_another_folder_is_another_file():
    """MO72: whoever sends half of a collection with its whole table does not get sad takes under happy lines."""
    rows = plan(
        ["happy/1.bvh,,,happy,", "sad/1.bvh,,,sad,", "F1/x/2.bvh,,,sad,", "x/3.bvh,,,sad,", "/data/c/4.bvh,,,sad,"],
        ["sad/1.bvh", "all/F1/x/2.bvh", "1/x/3.bvh", "y/3.bvh", "c/4.bvh"],
    )
    assert rows[2, "happy/1.bvh"].reason == (
        'line 2: there is no file "happy/1.bvh" among those sent, but "sad/1.bvh" in another folder; write the path '
        "as it was sent, or send the file that is meant"
    )
    assert rows[3, "sad/1.bvh"].fields.source_label == "sad"
    # As much of the path as both know decides.
    assert [
        rows[line, path].outcome.value for line, path in ((4, "all/F1/x/2.bvh"), (5, "1/x/3.bvh"), (6, "c/4.bvh"))
    ] == ["pending"] * 3


def test_mo72_a_line_is_not_compared_with_each_of_the_files_that_have_its_name():
    """Some collections have a folder for each take and one name for all files; 27,647 lines times as many files took
    minutes. Here the two that are found are read, and none of the other 498."""
    reads = Counter()

    class Sent(SourceFile):
        def __getattribute__(self, name):
            reads[name] += 1
            return super().__getattribute__(name)

    index = FileIndex([Sent(f"takes/{n}/motion.bvh") for n in range(500)])
    before = reads["path"]
    assert index.find("all/takes/77/motion.bvh")[0].path == "takes/77/motion.bvh"
    assert index.find("77/motion.bvh")[0].path == "takes/77/motion.bvh"
    assert "could be any of 500 files" in index.find("motion.bvh")[1]
    assert "in another folder" in index.find("7/7/motion.bvh")[1]
    assert index.find("akes/7/motion.bvh")[0] is None
    assert reads["path"] - before < 20


def test_an_accent_may_be_written_in_two_ways():
    """macOS packs names with the accent apart from its letter (NFD), a table is typed with both in one (NFC)."""
    rows = plan(["h\u00fcfte.bvh,,,sad,"], ["hu\u0308fte.bvh"])
    assert rows[2, "hu\u0308fte.bvh"].outcome is RowOutcome.PENDING
    assert "write it so" in rows[2, "hu\u0308fte.bvh"].warnings[0]


def test_a_source_label_means_one_thing_within_a_collection():
    rows = plan(["a.bvh,,,bow/x,sad", "b.bvh,,,Bow/X ,happy", "c.bvh,,,bow/y,unmapped"], ["a.bvh", "b.bvh", "c.bvh"])
    assert rows[3, "b.bvh"].field == "label"
    assert 'is "happy" here and "sad" on line 2' in rows[3, "b.bvh"].reason
    assert rows[4, "c.bvh"].outcome is RowOutcome.PENDING


def test_a_file_that_is_no_bvh_is_refused_when_the_manifest_names_it():
    rows = plan(["a.fbx,,,sad,"], ["a.fbx"])
    assert rows[2, "a.fbx"].reason == 'line 2: "a.fbx" is not a .bvh file; only BVH motions can be brought in'


def test_without_a_manifest_the_names_speak():
    mapping = ManifestMapping(file_pattern="{source_label}_{part}.bvh", constants={"collection": "lab"})
    files = [SourceFile("sad_1.bvh", "x"), SourceFile("oops.bvh", "y"), SourceFile("notes.txt", "z")]
    rows = plan_import(files, None, mapping)
    assert [row.outcome.value for row in rows] == ["pending", "refused", "excluded"]
    assert rows[0].fields.source_label == "sad"


def test_own_names_are_read_without_a_mapping():
    manifest = read_manifest(b"file,collection,content_warnings\na.bvh,lab,fall; shouting\n", name="m.csv")
    rows = plan_import([SourceFile("a.bvh", "x")], manifest, OWN_NAMES.limited_to(manifest.columns))
    assert rows[0].fields.content_warnings == ("fall", "shouting")
