"""From a manifest and files to rows: what is read, what goes with what, what is refused."""

from __future__ import annotations

import pytest

from datasets.intake.files import SourceFile
from datasets.intake.manifest import read_manifest
from datasets.intake.mapping import MappingError, Problem
from datasets.videos.registering.mapping import (
    VideoMapping,
    checked_warnings,
    mapping_for,
    mapping_from_json,
    read_row,
)
from datasets.videos.registering.planning import plan_registration, subtitles_name
from datasets.videos.registering.sniffing import FileKind, Sniffed, sniff
from tests.factories.videos import video_bytes


def kind_of(path: str) -> Sniffed:
    return sniff(video_bytes() if path.endswith((".mp4", ".mkv")) else b"text of a file", path)


def plan(*paths: str, manifest: str = "", same: tuple[str, ...] = (), **defaults):
    files = [SourceFile(path, "same" if path in same else f"sha of {path}", 10) for path in paths]
    read = read_manifest(manifest.encode(), name="m.csv") if manifest else None
    mapping = mapping_for(read.columns, None) if read else VideoMapping()
    return plan_registration(files, {path: kind_of(path) for path in paths}, read, mapping, defaults)


def told(rows) -> list[tuple[str, str, str, int | None]]:
    return [(row.kind.value, row.file, row.outcome.value, row.line) for row in rows]


def first(manifest: str, mapping: VideoMapping | None = None):
    read = read_manifest(manifest.encode(), name="m.csv")
    return read_row(read.rows[0], mapping_for(read.columns, mapping))


def test_columns_are_recognised_by_their_names():
    """VI43"""
    fields = first(
        "Video,Origin,License,Redistribute,External model,Genre,Warnings,Captions,ID\n"
        "a.mp4,S01E02,CC0,media,yes,drama,Violence; loud  crying ;violence,en=a.vtt; a.de.srt,V1\n"
    )
    assert (fields.file, fields.source, fields.licence, fields.domain) == ("a.mp4", "S01E02", "CC0", "drama")
    assert (fields.may_redistribute, fields.may_send_to_external_model) == ("media", True)
    assert fields.content_warnings == ("violence", "loud crying")
    assert fields.subtitles == ("en=a.vtt", "a.de.srt")
    assert fields.external_id == "V1"


def test_what_a_line_does_not_say_is_not_said():
    """VI43: so that defaults may stand there, and a video that is here already keeps what it has."""
    fields = first("file,licence,may_redistribute\na.mp4,,\n")
    assert (fields.licence, fields.may_redistribute, fields.content_warnings) == (None, None, None)
    filled = fields.with_defaults({"licence": "CC0", "may_redistribute": "derived"})
    assert (filled.licence, filled.may_redistribute) == ("CC0", "derived")
    assert first("file,licence\na.mp4,MIT\n").with_defaults({"licence": "CC0"}).licence == "MIT"


@pytest.mark.parametrize(
    ("value", "meant", "doubts"),
    [
        ("media", "media", 0),
        ("Derived", "derived", 0),
        ("no", "annotations", 0),
        ("", None, 0),
        ("probably", "annotations", 1),
        ("yes", "annotations", 1),
    ],
)
def test_what_is_not_clearly_a_permission_is_none(value, meant, doubts):
    """VI44"""
    fields = first(f"file,redistributable\na.mp4,{value}\n")
    assert (fields.may_redistribute, len(fields.doubts)) == (meant, doubts)


def test_a_mapping_of_ones_own_reads_other_names_and_values():
    """VI43"""
    mapping = mapping_from_json(
        {
            "columns": {"file": "clip", "may_redistribute": "public?"},
            "values": {"may_redistribute": {"yes": "media"}},
            "otherwise": {"may_redistribute": "annotations"},
        }
    )
    assert first("clip,public?\na.mp4,yes\n", mapping).may_redistribute == "media"
    assert first("clip,public?\na.mp4,ask\n", mapping).may_redistribute == "annotations"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (7, "mapping"),
        ("no-such", "mapping"),
        ({"colums": {}}, "colums"),
        ({"columns": {"flie": "x"}}, "columns"),
        ({"values": []}, "values"),
        ({"encoding": 3}, "encoding"),
    ],
)
def test_a_mapping_without_a_meaning_is_refused_with_its_key(given, field):
    with pytest.raises(MappingError) as raised:
        mapping_from_json(given)
    assert raised.value.field == field


def test_a_manifest_without_file_names_or_without_the_mappings_columns_is_refused():
    with pytest.raises(MappingError, match='call one "file"'):
        mapping_for(["licence"], None)
    with pytest.raises(MappingError, match="does not have"):
        mapping_for(["file"], mapping_from_json({"columns": {"file": "file", "source": "src"}}))


@pytest.mark.parametrize(
    ("manifest", "field"),
    [
        ("file,licence\n ,x\n", "file"),
        ("file,external_model\na.mp4,perhaps\n", "external_model"),
        ("file,source\na.mp4," + "x" * 1001 + "\n", "source"),
        ("file,warnings\na.mp4," + ";".join(map(str, range(21))) + "\n", "warnings"),
        ("file,licence\na.mp4,x,y\n", ""),
    ],
)
def test_a_line_that_cannot_be_used_names_its_column(manifest, field):
    found = first(manifest)
    assert isinstance(found, Problem)
    assert found.field == field


def test_warnings_are_codes_and_free_words_each_once():
    assert checked_warnings(["Grief", "grief", " strobe  light ", ""]) == (("grief", "strobe light"), "")
    assert checked_warnings(["x" * 101])[1].startswith("has a warning of 101")


def test_an_index_of_public_files_is_read_as_it_is(shared_data):
    """VI43: origin is the source; the names of codecs in its column "subtitles" are no files."""
    data = (shared_data / "video" / "INDEX.tsv").read_bytes()
    read = read_manifest(data, name="INDEX.tsv")
    mapping = mapping_for(read.columns, None)
    fields = {row.file: row for row in (read_row(line, mapping) for line in read.rows)}
    nasa = fields["nasa_13013.mp4"]
    assert nasa.source == "pytorch/torchcodec@c66da14 test/resources"
    assert (nasa.licence, nasa.may_redistribute, nasa.subtitles) == ("NASA: public domain", None, ())
    assert len(fields) == len(read.rows) == 40


def test_without_a_manifest_every_video_comes_in_and_the_rest_is_left_out():
    """VI42"""
    rows = plan("a.mp4", "b/notes.txt", "b/c.mkv", "x.m3u8", "broken.mov", licence="CC0")
    assert told(rows) == [
        ("video", "a.mp4", "pending", None),
        ("video", "b/c.mkv", "pending", None),
        ("other", "b/notes.txt", "excluded", None),
        ("video", "x.m3u8", "refused", None),
        ("video", "broken.mov", "refused", None),
    ]
    assert rows[0].video.licence == "CC0"


def test_every_line_and_every_file_has_one_row():
    """VI42, VI47"""
    rows = plan(
        "v/a.mp4",
        "v/b.mp4",
        "v/c.mp4",
        "v/list.m3u8",
        manifest="file,external_id\na.mp4,V1\nmissing.mp4,V2\nv/b.mp4,V1\na.mp4,V3\nlist.m3u8,\n",
    )
    assert told(rows) == [
        ("video", "v/a.mp4", "pending", 2),
        ("video", "missing.mp4", "refused", 3),
        ("video", "v/b.mp4", "refused", 4),
        ("video", "v/a.mp4", "refused", 5),
        ("video", "v/list.m3u8", "refused", 6),
        ("video", "v/c.mp4", "excluded", None),
    ]
    assert 'the id "V1" is already used on line 2' in rows[2].reason
    assert "is named on an earlier line" in rows[3].reason
    assert "nothing it names is fetched" in rows[4].reason


def test_the_same_bytes_come_in_once():
    """VI47"""
    rows = plan("a.mp4", "copy.mp4", same=("a.mp4", "copy.mp4"))
    assert told(rows)[1][2] == "refused"
    assert 'byte for byte the same as "a.mp4"' in rows[1].reason


def test_of_two_files_of_one_name_the_first_is_taken():
    """VI42"""
    files = [SourceFile("a.mp4", "one", 3), SourceFile("a.mp4", "two", 3)]
    rows = plan_registration(files, {"a.mp4": Sniffed(FileKind.VIDEO)}, None, VideoMapping(), {})
    assert told(rows) == [("video", "a.mp4", "pending", None), ("other", "a.mp4", "refused", None)]
    assert (rows[0].source.sha256, rows[1].reason) == ("one", "a.mp4 was sent twice; the first one was taken")


def test_subtitles_beside_a_video_are_its_own():
    """VI45"""
    rows = plan("d/film.mp4", "d/film.en.vtt", "d/film.srt", "d/film.pt-BR.sdh.ass", "e/film.en.vtt", "d/other.srt")
    assert [(r.file, r.outcome.value, r.of, r.language, r.label) for r in rows] == [
        ("d/film.mp4", "pending", "", "", ""),
        ("d/film.en.vtt", "pending", "d/film.mp4", "en", ""),
        ("d/film.srt", "pending", "d/film.mp4", "", ""),
        ("d/film.pt-BR.sdh.ass", "pending", "d/film.mp4", "pt-BR", "sdh"),
        ("e/film.en.vtt", "excluded", "", "", ""),
        ("d/other.srt", "excluded", "", "", ""),
    ]


def test_subtitles_that_come_after_their_video_find_it():
    """VI45: by the whole path, or by the name alone where only one video has it."""
    files = [SourceFile(path, path, 3) for path in ("s1/a.en.vtt", "b.de.srt", "twice.srt", "x.srt")]
    kinds = {source.path: kind_of(source.path) for source in files}
    known = ["s1/a.mp4", "s2/a.mp4", "films/b.mkv", "d1/twice.mp4", "d2/twice.mp4"]
    rows = plan_registration(files, kinds, None, VideoMapping(), {}, known)
    assert [(r.file, r.outcome.value, r.of, r.language) for r in rows] == [
        ("s1/a.en.vtt", "pending", "s1/a.mp4", "en"),
        ("b.de.srt", "pending", "films/b.mkv", "de"),
        ("twice.srt", "excluded", "", ""),
        ("x.srt", "excluded", "", ""),
    ]


def test_the_longest_name_decides_whose_the_subtitles_are():
    rows = plan("film.mp4", "film.en.mp4", "film.en.srt", "film.de.srt")
    assert {r.file: r.of for r in rows if r.of} == {"film.en.srt": "film.en.mp4", "film.de.srt": "film.mp4"}


def test_subtitles_named_in_the_manifest_go_below_their_video():
    """VI45"""
    rows = plan(
        "s/1.vtt",
        "v/a.mp4",
        "v/a.fr.srt",
        "v/b.mp4",
        "readme.txt",
        manifest="file,subtitles\nv/a.mp4,de=s/1.vtt; a.fr.srt; none.srt\nv/b.mp4,en=readme.txt; s/1.vtt\n",
    )
    assert [(r.file, r.outcome.value, r.of, r.language, r.line) for r in rows] == [
        ("v/a.mp4", "pending", "", "", 2),
        ("s/1.vtt", "pending", "v/a.mp4", "de", 2),
        ("v/a.fr.srt", "pending", "v/a.mp4", "fr", 2),
        ("v/b.mp4", "pending", "", "", 3),
        ("none.srt", "refused", "", "", 2),
        ("readme.txt", "refused", "", "", 3),
        ("s/1.vtt", "refused", "", "", 3),
    ]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("film.srt", ("", "")),
        ("film.en.srt", ("en", "")),
        ("film.eng.srt", ("eng", "")),
        ("film.en-GB.forced.srt", ("en-GB", "forced")),
        ("film.sdh.en.srt", ("en", "sdh")),
        ("film.sdh.srt", ("", "sdh")),
        ("film.director comments.srt", ("", "director comments")),
    ],
)
def test_language_and_label_stand_in_the_name(name, found):
    assert subtitles_name(name, "film") == found


def test_a_refused_file_stays_refused():
    files = [SourceFile("../a.mp4", refusal="leads elsewhere"), SourceFile("b.mp4", "x", 3)]
    rows = plan_registration(files, {"b.mp4": Sniffed(FileKind.VIDEO)}, None, VideoMapping(), {})
    assert told(rows) == [("video", "b.mp4", "pending", None), ("other", "../a.mp4", "refused", None)]


def test_what_is_no_video_is_left_out_in_a_sentence_or_refused_with_what_to_do():
    files = [SourceFile("a.gif", "1", 10), SourceFile("song.mp4", "2", 10), SourceFile("b.mp4", "3", 10)]
    heads = {"a.gif": b"GIF89a", "song.mp4": b"\x00\x00\x00\x18ftypM4A ", "b.mp4": b""}
    kinds = {path: sniff(head, path) for path, head in heads.items()}
    rows = plan_registration(files, kinds, None, VideoMapping(), {})
    assert {row.file: row.reason for row in rows} == {
        "a.gif": "a.gif was left out: it is an animated picture; save it as a video",
        "song.mp4": "song.mp4 is a sound file; send the video itself",
        "b.mp4": "b.mp4 is empty; send it again",
    }
