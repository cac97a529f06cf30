from __future__ import annotations

import codecs
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.intake.manifest import ManifestError, read_manifest

NAMES = ["m.csv", "m.tsv", "m.json", "m"]


def values(data: bytes, name: str = "m.csv", **options):
    return [dict(row.values) for row in read_manifest(data, name=name, **options).rows]


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_names_the_encoding_and_is_no_part_of_the_first_column(mark, encoding):
    data = mark + "file,label\nä.bvh,traurig 🙂\n".encode(encoding)
    assert values(data) == [{"file": "ä.bvh", "label": "traurig 🙂"}]


def test_text_that_is_not_utf8_is_refused_with_its_line_unless_the_mapping_names_the_encoding():
    data = "file,label\na.bvh,sad\nb.bvh,gerührt\n".encode("cp1252")
    with pytest.raises(ManifestError, match=r"line 3 is not utf-8 \(byte 0xFC\).*UTF-8") as caught:
        read_manifest(data, name="m.csv")
    assert caught.value.line == 3
    assert values(data, encoding="cp1252")[1]["label"] == "gerührt"


@pytest.mark.parametrize("encoding", ["no-such", "base64", "zlib", "rot13", "\x00"])
def test_an_encoding_that_is_none_is_refused(encoding):
    with pytest.raises(ManifestError, match="is no text encoding"):
        read_manifest(b"file\na.bvh\n", name="m.csv", encoding=encoding)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("m.csv", b"file,emotion\na.bvh,sad\n"),
        ("m.csv", b"file;emotion\r\na.bvh;sad\r\n"),
        ("m.csv", b"file|emotion\na.bvh|sad"),
        ("m.tsv", b"file\temotion\na.bvh\tsad\n"),
        ("m.txt", b"file\temotion\na.bvh\tsad\n"),
        ("m.csv", b"\n\nfile , emotion ,,\n\na.bvh , sad ,,\n\n"),
        ("m.json", b'[{"file": "a.bvh", "emotion": "sad"}]'),
        ("m", b'{"version": 1, "motions": [{"file": "a.bvh", "emotion": "sad"}], "note": {"x": []}}'),
    ],
)
def test_the_same_rows_come_out_of_every_format(name, data):
    assert values(data, name) == [{"file": "a.bvh", "emotion": "sad"}]


def test_rows_remember_their_lines_over_quoted_line_ends():
    data = b'file,note\na.bvh,"one\ntwo"\nb.bvh,x\n'
    assert [row.line for row in read_manifest(data, name="m.csv").rows] == [2, 4]


def test_a_line_with_too_many_or_too_few_fields_is_refused_alone():
    rows = read_manifest(b"file,label\na.bvh,sad,oops\nb.bvh\nc.bvh,sad\n", name="m.csv").rows
    assert rows[0].problem.startswith("has 3 fields where the header line has 2")
    assert (rows[1].problem, rows[1].problem_field) == (
        "has 1 fields where the header line has 2; the first missing one is label",
        "label",
    )
    assert rows[2].problem == ""


@pytest.mark.parametrize(
    ("data", "message", "line"),
    [
        (b"", "is empty", 1),
        (b" \n \n", "is empty", 1),
        (b"file,file\na,b\n", 'names column "file" twice', 1),
        (b"file,,label\na,b,c\n", "column 2 has no name", 1),
        (b'file,label\na.bvh,"sad\n', "line 2 cannot be read as a table", 2),
        (b'file,label\n"a"b,sad\n', "line 2 cannot be read as a table", 2),
    ],
)
def test_a_table_without_a_reading_is_refused_with_its_line(data, message, line):
    with pytest.raises(ManifestError, match=message) as caught:
        read_manifest(data, name="m.csv")
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[{"file": "a"},]', "line 1, column 16"),
        ('[{"file": "a"}', "the list is not closed"),
        ('{"motions": [{}]', "the object is not closed"),
        ('[{"file": "a"}] x', "something follows the end"),
        ('"text"', "a list of objects"),
        ('{"label": "sad"}', "no list of motions"),
        ('{"motions": 5}', "no list of motions"),
        ('[{"fps": NaN}]', "holds NaN"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_json_without_a_reading_is_refused_with_its_place(text, message):
    with pytest.raises(ManifestError, match=message):
        read_manifest(text.encode(), name="m.json")


def test_two_values_for_a_key_have_no_right_one():
    """MO22 and case 39: refused with the key, wherever it stands."""
    with pytest.raises(ManifestError, match='line 2 has the key "label" twice') as caught:
        read_manifest(b'[{"label": "sad"},\n {"label": "sad", "label": "happy"}]', name="m.json")
    assert (caught.value.line, caught.value.field) == (2, "label")
    with pytest.raises(ManifestError, match='the key "label" stands twice'):
        read_manifest(b'{"label":"sad","label":"happy"}', name="m.json")


def test_every_fault_of_a_json_manifest_names_the_file():
    for text in (b'[{"a": 1, "a": 2}]', b'[{"a": NaN}]', b'[{"a": 1},]'):
        with pytest.raises(ManifestError, match=r"^m\.json: ") as caught:
            read_manifest(text, name="m.json")
        assert caught.value.line == 1


def test_half_a_surrogate_pair_and_nul_are_refused_with_the_field_and_the_rest_goes_on():
    """MO22 and case 39."""
    data = rb"""[{"file":"a.bvh","note":"a\ud83db"},
 {"file":"b.bvh","note":"a\u0000b"},
 {"file":"c.bvh","note":"\ud83d\ude42 x\u2028y e\u0301"}]"""
    first, second, third = read_manifest(data, name="m.json").rows
    assert (first.line, first.problem_field) == (1, "note")
    assert "U+D83D" in first.problem
    assert (second.line, second.problem_field) == (2, "note")
    assert "U+0000" in second.problem
    # Nothing is normalised: the combining accent stays two code points.
    assert (third.problem, third.values["note"]) == ("", "🙂 x\u2028y e\u0301")
    table = read_manifest(b"file,note\na.bvh,x\x00y\nb.bvh,z\n", name="m.csv").rows
    assert [row.problem_field for row in table] == ["note", ""]


def test_numbers_and_null_become_text_and_nested_values_are_refused_alone():
    rows = read_manifest(json.dumps([{"a": 1.5, "b": None, "c": True}, {"a": [1]}, 7]).encode(), name="m.json").rows
    assert rows[0].values == {"a": "1.5", "b": "", "c": "true"}
    assert rows[1].problem_field == "a"
    assert rows[2].problem == "is not an object of field and value"


def test_a_number_of_thousands_of_digits_is_text_like_any_other():
    assert len(values(b'[{"a": ' + b"9" * 5000 + b"}]", "m.json")[0]["a"]) == 5000


def test_the_cases_of_the_public_report_come_out_right(shared_data):
    """Case 39 with its own files, wrapped into a list where they are a single object."""
    folder = shared_data / "cases" / "39-json-unicode"
    expected = json.loads((folder / "expected.json").read_text())
    row = read_manifest(b"[" + (folder / "input.json").read_bytes() + b"]", name="input.json").rows[0]
    assert (row.problem_field, "U+D83D" in row.problem) == ("lone", True)
    marked = (folder / "input_bom.json").read_bytes()
    with_bom = codecs.BOM_UTF8 + b"[" + marked.removeprefix(codecs.BOM_UTF8) + b"]"
    assert expected["input_bom.json"] == "accepted"
    assert values(with_bom, "input_bom.json") == [{"ok": "x"}]
    with pytest.raises(ManifestError) as caught:
        read_manifest((folder / "input_duplicate_keys.json").read_bytes(), name="input_duplicate_keys.json")
    assert (expected["input_duplicate_keys.json"], caught.value.field) == ("refused: duplicate key label", "label")


_PIECES = st.sampled_from(
    [
        *(b"[", b"]", b"{", b"}", b'"file"', b":", b",", b"\n", b"\r", b"\t", b";", b'"', b"'", b" ", b"NaN"),
        *(b"1e999", b"null", b"\\ud800", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"a.bvh", b"motions"),
    ]
)


@given(
    data=st.one_of(st.binary(max_size=200), st.lists(_PIECES, max_size=30).map(b"".join)), name=st.sampled_from(NAMES)
)
def test_no_bytes_lead_to_anything_but_rows_or_a_sentence(data, name):
    try:
        manifest = read_manifest(data, name=name)
    except ManifestError:
        return
    for row in manifest.rows:
        assert row.line >= 1
        for key, value in row.values.items():
            (key + value).encode()
            assert "\x00" not in key + value
