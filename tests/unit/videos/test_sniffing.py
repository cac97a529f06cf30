from __future__ import annotations

import pytest

from datasets.videos.registering.sniffing import HEAD_BYTES, FileKind, sniff

TS = (b"\x47" + b"\x00" * 187) * 3 + b"\x47"
M2TS = (b"\x00\x00\x00\x01\x47" + b"\xff" * 187) * 3 + b"\x00" * 8


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00", "a.mp4"),
        (b"\x00\x00\x00\x14ftypqt  ", "a.bin"),
        (b"\x00\x00\x00\x08wide\x00\x00\x10\x00mdat", "old.mov"),
        (b"\x1aE\xdf\xa3\x01\x00", "a.mkv"),
        (b"RIFF\x00\x00\x00\x00AVI LIST", "a.avi"),
        (TS, "a.ts"),
        (M2TS, "a.m2ts"),
        (b"\x00\x00\x01\xba\x44", "a.mpg"),
        (b"OggS\x00", "a.ogv"),
        (b"FLV\x01\x05", "a.flv"),
    ],
)
def test_a_video_is_known_by_its_first_bytes(head, name):
    """VI46"""
    assert sniff(head, name).kind is FileKind.VIDEO


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"#EXTM3U\n#EXT-X-TARGETDURATION:10\nhttp://10.0.0.1/a.ts\n", "a.m3u8"),
        (b"\xef\xbb\xbf#EXTM3U\n", "a.mp4"),
        (b"\n\n#EXTM3U\n", "film.mp4"),
        (b'<?xml version="1.0"?>\n<!-- x -->\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">', "a.mp4"),
        (b"ffconcat version 1.0\nfile /etc/passwd\n", "a.txt"),
        (b"# mine\nfile 'part one.mp4'\nfile 'part2.mp4'\n", "list.txt"),
        (b"file https://example.org/a.mp4\n", "list.mp4"),
        (b"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nm=video 5004 RTP/AVP 96\r\n", "stream.mp4"),
        (b"[playlist]\nFile1=http://example.org/a.mp4\n", "a.mp4"),
        (b"<smil><body>", "a.mp4"),
        (b"anything", "a.sdp"),
        (b"", "empty.mpd"),
    ],
)
def test_what_points_elsewhere_is_a_playlist_whatever_it_is_called(head, name):
    """VI46"""
    found = sniff(head, name)
    assert found.kind is FileKind.PLAYLIST
    assert "nothing it names is fetched" in found.words


@pytest.mark.parametrize(
    ("head", "name", "words"),
    [
        (b"", "a.mp4", "is empty"),
        (b"\x00" * HEAD_BYTES, "zeros.mp4", "nothing but zeros"),
        (b"PK\x03\x04", "a.zip", "unpack it first"),
        (b"\x89PNG\r\n", "a.png", "is a picture"),
        (b"\x00\x00\x00\x18ftypheic", "a.mp4", "is a picture"),
        (b"\x00\x00\x00\x18ftypM4A ", "a.m4a", "is a sound file"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt ", "a.avi", "is a sound file"),
        (b"RIFF\x00\x00\x00\x00WEBP", "a.avi", "is no video"),
        (b"Hello, I am a text about files.", "readme.mp4", "its first bytes are 48 65 6c 6c 6f 2c 20 49"),
    ],
)
def test_anything_else_says_what_it_is(head, name, words):
    found = sniff(head, name)
    assert found.kind is FileKind.OTHER
    assert words in found.words


def test_subtitles_are_known_by_their_name():
    assert sniff(b"WEBVTT\n", "a.en.vtt").kind is FileKind.SUBTITLES
    assert sniff(b"1\n00:00:01,000 --> 00:00:02,000\nfile 'x.mp4'\n", "a.srt").kind is FileKind.SUBTITLES


def test_real_videos_are_videos(shared_data):
    for path in sorted((shared_data / "video").iterdir()):
        found = sniff(path.read_bytes()[:HEAD_BYTES], path.name).kind
        assert found is (FileKind.OTHER if path.suffix in (".tsv", ".py", ".json") else FileKind.VIDEO), path.name
