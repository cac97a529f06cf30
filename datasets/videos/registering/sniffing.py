"""What a file is, from its first bytes and its name, before anything opens it."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from enum import StrEnum

HEAD_BYTES = 4096

VIDEO_ENDINGS = frozenset(
    [
        "mp4",
        "m4v",
        "mov",
        "qt",
        "mkv",
        "webm",
        "avi",
        "ts",
        "mts",
        "m2ts",
        "mpg",
        "mpeg",
        "m2v",
        "vob",
        "wmv",
        "asf",
        "flv",
        "f4v",
        "ogv",
        "ogm",
        "3gp",
        "3g2",
        "mxf",
    ]
)
SUBTITLE_ENDINGS = frozenset(("srt", "vtt", "webvtt", "ass", "ssa"))
_PLAYLIST_ENDINGS = frozenset(
    ["m3u", "m3u8", "mpd", "sdp", "pls", "xspf", "smil", "asx", "ram", "wpl", "ffconcat", "concat", "strm"]
)

_BOXES = (b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"pnot", b"styp")
_PICTURE_BRANDS = (b"heic", b"heix", b"mif1", b"msf1", b"avif", b"avis")
_SOUND_BRANDS = (b"M4A ", b"M4B ")
_PLAYLISTS = re.compile(
    rb"\s*(?:#EXTM3U|ffconcat\s+version|\[playlist\]|v=0\r?\n(?=.*?^[osmc]=)|<\?xml[^>]*>.*?<(?:MPD|playlist|smil)\b"
    rb"|<(?:MPD|smil|asx|playlist)\b|\[reference\]|(?:#[^\n]*\n)*\s*file\s+['\"]?[^\n]+\.\w{2,5}['\"]?\s*$)",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_OTHER = (
    (b"PK\x03\x04", "is a zip archive; unpack it first"),
    (b"Rar!", "is an archive; unpack it first"),
    (b"\x1f\x8b", "is a packed file; unpack it first"),
    (b"7z\xbc\xaf", "is an archive; unpack it first"),
    (b"\x89PNG", "is a picture"),
    (b"\xff\xd8\xff", "is a picture"),
    (b"GIF8", "is an animated picture; save it as a video"),
    (b"%PDF", "is a PDF"),
    (b"ID3", "is a sound file"),
    (b"fLaC", "is a sound file"),
)


class FileKind(StrEnum):
    VIDEO = "video"
    SUBTITLES = "subtitles"
    PLAYLIST = "playlist"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Sniffed:
    """``words`` says about anything but a video what it is instead: a predicate to stand after the file's name."""

    kind: FileKind
    words: str = ""


def sniff(head: bytes, name: str) -> Sniffed:
    """VI46: the first bytes decide; the name only tells subtitles and playlists from other texts.

    Nothing that a file points to is ever looked at: a playlist is known as one and refused.
    """
    ending = name.rsplit(".", 1)[-1].casefold() if "." in name else ""
    if ending in _PLAYLIST_ENDINGS or _PLAYLISTS.match(head.removeprefix(codecs.BOM_UTF8)):
        return Sniffed(
            FileKind.PLAYLIST,
            "is a playlist: it points to other files instead of holding a video, and nothing it names is fetched; "
            "send the video itself",
        )
    if not head:
        return Sniffed(FileKind.OTHER, "is empty; send it again")
    if ending in SUBTITLE_ENDINGS:
        return Sniffed(FileKind.SUBTITLES)
    if head[4:8] in _BOXES:
        return _of_boxes(head)
    if _is_container(head):
        return Sniffed(FileKind.VIDEO)
    if not head.strip(b"\x00"):
        return Sniffed(FileKind.OTHER, "begins with nothing but zeros; it was not copied to the end, send it again")
    for mark, words in _OTHER:
        if head.startswith(mark):
            return Sniffed(FileKind.OTHER, words)
    if head.startswith(b"RIFF"):
        return Sniffed(FileKind.OTHER, "is a sound file" if head[8:12] == b"WAVE" else "is no video")
    return Sniffed(FileKind.OTHER, f"is no video: its first bytes are {head[:8].hex(' ')}")


def _of_boxes(head: bytes) -> Sniffed:
    brand = head[8:12] if head[4:8] == b"ftyp" else b""
    if brand in _PICTURE_BRANDS:
        return Sniffed(FileKind.OTHER, "is a picture")
    return Sniffed(FileKind.OTHER, "is a sound file") if brand in _SOUND_BRANDS else Sniffed(FileKind.VIDEO)


def _is_container(head: bytes) -> bool:
    if head.startswith((b"\x1aE\xdf\xa3", b"FLV\x01", b"OggS", b"\x06\x0e\x2b\x34")):
        return True
    if head.startswith((b"\x00\x00\x01\xba", b"\x00\x00\x01\xb3", b"\x30\x26\xb2\x75\x8e\x66\xcf\x11")):
        return True
    if head.startswith(b"RIFF") and head[8:12] == b"AVI ":
        return True
    # Transport streams: a sync byte every 188 bytes, or every 192 with a time stamp before each packet.
    return any(
        len(head) > start + 2 * size and all(head[start + n * size] == 0x47 for n in range(3))
        for start, size in ((0, 188), (4, 192))
    )
