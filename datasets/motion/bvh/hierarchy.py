"""The HIERARCHY part of a BVH file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from datasets.motion.bvh.errors import BvhError, shown
from datasets.motion.bvh.rows import LARGEST_VALUE, as_number

POSITION_CHANNELS: Final = ("Xposition", "Yposition", "Zposition")
ROTATION_CHANNELS: Final = ("Xrotation", "Yrotation", "Zrotation")
_CHANNELS: Final = {channel.lower(): channel for channel in POSITION_CHANNELS + ROTATION_CHANNELS}
LONGEST_LINE: Final = 4096


@dataclass(slots=True)
class Hierarchy:
    """Joints in file order, so that a parent comes before its children."""

    names: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    offsets: list[tuple[float, float, float] | None] = field(default_factory=list)
    channels: list[tuple[str, ...] | None] = field(default_factory=list)
    end_parents: list[int] = field(default_factory=list)
    end_offsets: list[tuple[float, float, float] | None] = field(default_factory=list)

    def warnings(self) -> list[str]:
        found = []
        fixed = [self.names[j] for j, names in enumerate(self.channels) if names is None]
        if fixed:
            found.append(f"no CHANNELS line, taken as fixed: {', '.join(fixed[:5])}")
        twice = sorted({joint for joint in self.names if self.names.count(joint) > 1})
        if twice:
            found.append(f"joint name used more than once: {', '.join(twice[:5])}")
        return found


class Lines:
    """The header's non-blank lines, read one by one so that a huge body is never split."""

    def __init__(self, data: bytes, name: str) -> None:
        self._data = data
        self._name = name
        self.offset = 3 if data.startswith(b"\xef\xbb\xbf") else 0
        self.number = 0
        self._again: tuple[int, str] | None = None

    def __iter__(self) -> Iterator[tuple[int, str]]:
        return self

    def __next__(self) -> tuple[int, str]:
        if self._again is not None:
            line, self._again = self._again, None
            return line
        while self.offset < len(self._data):
            end = self._data.find(b"\n", self.offset)
            if end < 0:
                end = len(self._data)
            self.number += 1
            if end - self.offset > LONGEST_LINE:
                raise BvhError(
                    "the line is too long for a BVH header. Check that this is a BVH file with line breaks.",
                    name=self._name,
                    line=self.number,
                )
            raw = self._data[self.offset : end]
            self.offset = end + 1
            try:
                text = raw.decode("utf-8").strip()
            except UnicodeDecodeError:
                text = raw.decode("cp1252", errors="replace").strip()
            if "\0" in text:
                raise BvhError(
                    "the line holds the character U+0000, which no text has. Export the motion again.",
                    name=self._name,
                    line=self.number,
                )
            if text:
                return self.number, text
        raise StopIteration

    def put_back(self, line: tuple[int, str]) -> None:
        self._again = line


def read_hierarchy(lines: Lines, name: str, *, max_joints: int, max_depth: int) -> Hierarchy:
    """Everything up to and including the MOTION line."""
    return _Reader(lines, name, max_joints=max_joints, max_depth=max_depth).read()


class _Reader:
    """One pass over the header. ``_open`` holds the open blocks: a joint's index, or -1 for an End Site."""

    def __init__(self, lines: Lines, name: str, *, max_joints: int, max_depth: int) -> None:
        self._lines = lines
        self._name = name
        self._max_joints = max_joints
        self._max_depth = max_depth
        self._open: list[int] = []
        self._tree = Hierarchy()

    def read(self) -> Hierarchy:
        _, text = next(self._lines, (1, ""))
        keyword, rest = _split(text)
        if keyword != "HIERARCHY":
            raise self._error(
                f"a BVH file begins with HIERARCHY, this one with {shown(text)}. Export the motion as BVH."
            )
        self._push(rest)
        for _, text in self._lines:
            keyword, rest = _split(text)
            if text.startswith("}"):
                self._close()
                self._push(text[1:])
            elif keyword == "MOTION":
                self._end(rest)
                return self._tree
            elif keyword in ("ROOT", "JOINT"):
                self._joint(keyword, rest)
            elif keyword == "END":
                self._end_site(text, rest)
            elif keyword == "OFFSET":
                self._offset(rest)
            elif keyword == "CHANNELS":
                self._channels(rest)
            else:
                raise self._error(
                    f"{shown(text)} is not known here; expected ROOT, JOINT, End Site, OFFSET, CHANNELS, "
                    "a brace or MOTION. The file may be damaged: export it again."
                )
        raise self._error("the file ends before its MOTION part; it may have been cut off. Copy or export it again.")

    def _error(self, message: str) -> BvhError:
        return BvhError(message, name=self._name, line=self._lines.number)

    def _push(self, rest: str) -> None:
        if rest.strip():
            self._lines.put_back((self._lines.number, rest.strip()))

    def _words(self, rest: str) -> list[str]:
        """What a line lists. A } behind it closes the block as on a line of its own."""
        listed, brace, after = rest.partition("}")
        self._push(brace + after)
        return listed.split()

    def _brace(self, rest: str) -> None:
        """The { that opens a block, on the same line or the next one."""
        if rest.endswith("{"):
            return
        _, text = next(self._lines, (0, "the end of the file"))
        if not text.startswith("{"):
            raise self._error(f"a {{ is missing before {shown(text)}. Add it.")
        self._push(text[1:])

    def _joint(self, keyword: str, rest: str) -> None:
        tree = self._tree
        joint_name = rest.removesuffix("{").strip()
        if not joint_name:
            raise self._error(f"{keyword} has no name. Give the joint a name.")
        if keyword == "ROOT" and tree.names:
            raise self._error(
                f"a second root, {shown(joint_name)}, after {shown(tree.names[0])}. "
                "Save each person or object to a file of its own."
            )
        parent = -1 if keyword == "ROOT" else self._inside(f"JOINT {joint_name}")
        if len(tree.names) >= self._max_joints or len(self._open) >= self._max_depth:
            raise self._error(
                f"more than {self._max_joints} joints, or nested deeper than {self._max_depth}. "
                "Export the body without helper joints."
            )
        tree.names.append(joint_name)
        tree.parents.append(parent)
        tree.offsets.append(None)
        tree.channels.append(None)
        self._brace(rest)
        self._open.append(len(tree.names) - 1)

    def _end_site(self, text: str, rest: str) -> None:
        self._tree.end_parents.append(self._inside(text))
        self._tree.end_offsets.append(None)
        self._brace(rest)
        self._open.append(-1)

    def _inside(self, what: str) -> int:
        """The joint whose block this line stands in."""
        if not self._open or self._open[-1] < 0:
            where = "inside an End Site" if self._open else "outside any joint"
            raise self._error(f"{shown(what)} stands {where}. Check the braces above.")
        return self._open[-1]

    def _close(self) -> None:
        if not self._open:
            raise self._error("there is one } too many. Remove it.")
        block = self._open.pop()
        if block >= 0 and self._tree.offsets[block] is None:
            raise self._error(
                f"joint {shown(self._tree.names[block])} has no OFFSET. Add one; 0 0 0 if it sits on its parent."
            )
        if block < 0 and self._tree.end_offsets[-1] is None:
            raise self._error("this End Site has no OFFSET. Add one; 0 0 0 will do.")

    def _end(self, rest: str) -> None:
        if self._open:
            raise self._error(
                f"MOTION comes while {len(self._open)} block(s) are still open: a }} is missing above. Add it."
            )
        if not self._tree.names:
            raise self._error("there is no ROOT joint. Export the file again.")
        self._push(rest)

    def _offset(self, rest: str) -> None:
        if not self._open:
            raise self._error("OFFSET stands outside any joint. Check the braces above.")
        words = self._words(rest)
        if len(words) != 3:
            raise self._error(f"OFFSET needs three numbers and has {len(words)}. Correct the line.")
        lengths = []
        for word in words:
            length = as_number(word.encode())
            if length is None or not abs(length) <= LARGEST_VALUE:
                raise self._error(f"OFFSET holds {shown(word)}, which is no length of a bone. Correct the line.")
            lengths.append(length)
        offset = (lengths[0], lengths[1], lengths[2])
        block = self._open[-1]
        if block < 0:
            self._tree.end_offsets[-1] = offset
        else:
            self._tree.offsets[block] = offset

    def _channels(self, rest: str) -> None:
        joint = self._inside("CHANNELS")
        words = self._words(rest)
        if not words or not words[0].isdecimal() or len(words[0]) > 4:
            raise self._error("CHANNELS needs a count and that many names. Correct the line.")
        if int(words[0]) != len(words) - 1:
            raise self._error(f"CHANNELS says {words[0]} and lists {len(words) - 1}. Correct the line.")
        if self._tree.channels[joint] is not None:
            raise self._error(f"joint {shown(self._tree.names[joint])} has a second CHANNELS line. Keep one.")
        names: list[str] = []
        for word in words[1:]:
            channel = _CHANNELS.get(word.lower())
            if channel is None:
                raise self._error(f"channel {shown(word)} is not known; there are {', '.join(_CHANNELS.values())}.")
            if channel in names:
                raise self._error(f"channel {channel} is listed twice. Correct the line.")
            names.append(channel)
        self._tree.channels[joint] = tuple(names)


def _split(text: str) -> tuple[str, str]:
    """(first word in capitals, what follows it)."""
    words = text.split(None, 1)
    word = words[0] if words else ""
    return word.upper(), words[1].strip() if len(words) > 1 else ""
