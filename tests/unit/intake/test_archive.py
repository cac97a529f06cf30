from __future__ import annotations

import io
import stat
import zipfile

import pytest

from datasets.intake.archive import ArchiveError, ArchiveLimits, EntryError, clean_path, read_archive


def packed(entries) -> io.BytesIO:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return io.BytesIO(out.getvalue())


def outcomes(opened, **limits) -> dict[str, str]:
    """Path → the refusal, or the bytes as text."""
    found = {}
    for entry in read_archive(opened, limits=ArchiveLimits(**limits) if limits else None):
        if entry.stream is None:
            found[entry.path] = entry.refusal
            continue
        try:
            found[entry.path] = entry.stream.read().decode()
        except EntryError as error:
            found[entry.path] = str(error)
    return found


@pytest.mark.parametrize(
    "path",
    ["../a.bvh", "x/../../a.bvh", "/a.bvh", "\\a.bvh", "C:\\a.bvh", "C:a.bvh", "..", "", ".", "a\x00.bvh", "\ud800"],
)
def test_a_path_that_leads_elsewhere_is_refused(path):
    """MO28"""
    with pytest.raises(EntryError):
        clean_path(path)


def test_a_name_that_no_report_can_show_is_refused():
    """MO28: a line break, or a mark that makes "exe.mp4" of "4pm.exe"."""
    for path, code in (("a\nb.bvh", "U+000A"), ("a\u202e4pm.bvh", "U+202E")):
        with pytest.raises(EntryError, match=f"holds {code.replace('+', '.')}, which reports cannot show"):
            clean_path(path)
    assert clean_path("été 日本 👩‍👧.bvh") == "été 日本 👩‍👧.bvh"


def test_harmless_paths_are_written_one_way():
    assert clean_path("./a//b\\c.bvh") == "a/b/c.bvh"
    assert clean_path("a..b/c.bvh") == "a..b/c.bvh"


@pytest.mark.parametrize(("written", "read"), [("hüfte".encode(), "hüfte"), (b"h\x81fte", "hüfte"), (b"\xe5x", "σx")])
def test_a_name_is_read_as_utf_8_where_it_is_that_whether_or_not_the_archive_says_so(written, read):
    """MO28. macOS packs UTF-8 without a word. In code page 437 0x81 is ü and 0xE5 is σ; neither is UTF-8 so."""
    data = packed([("?" * len(written), b"x")]).getvalue().replace(b"?" * len(written), written)

    assert outcomes(io.BytesIO(data)) == {read: "x"}


def test_the_rest_of_the_archive_goes_on():
    """MO28"""
    link = zipfile.ZipInfo("link.bvh")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    found = outcomes(
        packed([("ok.bvh", "one"), ("../out.bvh", "x"), ("/abs.bvh", "x"), (link, "/etc/passwd"), ("in.zip", "PK")])
    )
    assert found["ok.bvh"] == "one"
    assert "leads out of the archive" in found["../out.bvh"]
    assert "absolute path" in found["/abs.bvh"]
    assert "is a link" in found["link.bvh"]
    assert "archive within the archive" in found["in.zip"]


def test_a_bomb_is_refused_by_its_ratio_even_when_it_lies_about_its_size():
    """MO28"""
    data = packed([("bomb.bvh", b"0" * 3_000_000), ("ok.bvh", b"one")]).getvalue()
    assert "times its packed size" in outcomes(io.BytesIO(data), ratio_from_bytes=1000)["bomb.bvh"]
    # The central directory is made to say that the entry unpacks to 10 bytes.
    at = data.index(b"PK\x01\x02") + 24
    lying = data[:at] + (10).to_bytes(4, "little") + data[at + 4 :]
    found = outcomes(io.BytesIO(lying), ratio_from_bytes=1000)
    assert found["bomb.bvh"] != "0" * 3_000_000
    assert found["ok.bvh"] == "one"


def test_limits_on_entries_on_one_file_and_on_the_whole():
    """MO28"""
    many = packed([(f"{n}.bvh", "x" * 100) for n in range(5)])
    with pytest.raises(ArchiveError, match="5 entries; 4 are allowed"):
        outcomes(many, entries=4)
    assert "allowed" in outcomes(packed([("a.bvh", "x" * 100)]), entry_bytes=99)["a.bvh"]
    with pytest.raises(ArchiveError, match="unpacks to more than 250 bytes"):
        outcomes(packed([(f"{n}.bvh", "x" * 100) for n in range(5)]), total_bytes=250)


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip", b"PK\x05\x06" + b"\xff" * 18, b"PK\x03\x04" + b"\0" * 60])
def test_what_is_no_archive_says_so(data):
    with pytest.raises(ArchiveError, match="not a zip archive"):
        outcomes(io.BytesIO(data))


def test_every_single_damaged_byte_ends_in_a_report_and_never_in_a_crash():
    data = packed([("a.bvh", b"HIERARCHY" * 20), ("b.bvh", b"MOTION" * 20)]).getvalue()
    for position in range(len(data)):
        damaged = bytearray(data)
        damaged[position] ^= 0xFF
        try:
            list(outcomes(io.BytesIO(bytes(damaged))))
        except ArchiveError:
            continue
        except UnicodeDecodeError:
            continue  # the test's own reading of damaged bytes as text


def test_an_encrypted_entry_is_refused():
    data = bytearray(packed([("a.bvh", "x")]).getvalue())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in outcomes(io.BytesIO(bytes(data)))["a.bvh"]


def test_the_same_name_twice_is_taken_once():
    with pytest.warns(UserWarning, match="Duplicate name"):
        opened = packed([("a.bvh", "one"), ("a.bvh", "two")])
    entries = list(read_archive(opened))
    assert [entry.stream is None for entry in entries] == [False, True]
