"""What a model is told and shown of one window. Pure.

DR16: only what the endpoint takes of the window, pictures or a clip, and sound, and its subtitle lines leave the
house: no name, no file, no manifest. Lines stand as JSON between two marks that are made from them, so that nothing
within can end it, and all of it is called data, never instruction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from affectory.core.canonical import sha256_hex
from annotation.drafting.domain.answer_schema import CLIP_KINDS, SCHEMA_NAME, answer_schema
from annotation.drafting.domain.facts import Cue
from annotation.drafting.domain.options import Options
from annotation.drafting.domain.proposing import Asked
from datasets.videos.times import time_text


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame that is shown: the time that was planned and that of the frame which decoded."""

    planned: Decimal
    decoded: Decimal
    frame: int
    sha256: str
    size: int

    def as_json(self) -> dict[str, Any]:
        return {
            "planned_s": time_text(self.planned),
            "decoded_s": time_text(self.decoded),
            "frame": self.frame,
            "sha256": self.sha256,
            "bytes": self.size,
        }


@dataclass(frozen=True, slots=True)
class Recording:
    """The window as a file of its own: a clip without sound, or its sound."""

    sha256: str
    media_type: str
    size: int
    seconds: Decimal

    def as_json(self) -> dict[str, Any]:
        return {
            "sha256": self.sha256,
            "media_type": self.media_type,
            "bytes": self.size,
            "seconds": time_text(self.seconds),
        }


@dataclass(frozen=True, slots=True)
class Shown:
    """What a model is given of a window besides its lines; ``notes`` say what it is not given, and why."""

    pictures: tuple[Picture, ...] = ()
    clip: Recording | None = None
    sound: Recording | None = None
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        recordings = {name: one.as_json() for name, one in (("clip", self.clip), ("sound", self.sound)) if one}
        notes = {"notes": list(self.notes)} if self.notes else {}
        return {"pictures": [picture.as_json() for picture in self.pictures], **recordings, **notes}


@dataclass(frozen=True, slots=True)
class Question:
    """``messages`` have media as ``{"picture": …}``, ``{"clip": …}`` and ``{"sound": …}``; the sender names them in
    its own way."""

    messages: tuple[dict[str, Any], ...]
    schema_name: str
    schema: Mapping[str, Any]
    params: Mapping[str, Any]


def planned_frames(asked: Asked, count: int) -> tuple[int, ...]:
    """DR17: the frames on screen in the middle of even parts of the window, each once."""
    table, window = asked.video.table, asked.window.frames
    start, end = table.time(window.start), table.time(window.stop)
    times = [start + (end - start) * Fraction(2 * n + 1, 2 * count) for n in range(count)]
    return tuple(dict.fromkeys(min(max(table.shown_at(time), window.start), window.stop - 1) for time in times))


def cues_in(asked: Asked) -> tuple[Cue, ...]:
    """The lines that are heard in the window."""
    shown = asked.video.segment(asked.window.frames)
    return tuple(cue for cue in asked.video.cues if cue.start < shown["end"] and cue.end > shown["start"])


def question(
    asked: Asked,
    options: Options,
    sections: Mapping[str, str],
    shown: Shown,
    *,
    with_schema: bool,
) -> Question:
    labels = asked.vocabulary.ids
    wanted = asked.window.wanted
    tasks = "\n\n".join(f"Task {name}: {sections[f'Task: {name}']}" for name in CLIP_KINDS if name in wanted)
    listed = "\n".join(f"{label.id}: {label.definition}" for label in asked.vocabulary.labels)
    system = [sections["System"], tasks, sections["Labels"].replace("{labels}", listed)]
    if not with_schema:
        system.append(sections["Without schema"])
    stretch = asked.video.segment(asked.window.frames)
    begin = time_text(stretch["start"])
    filled = {
        "start": begin,
        "end": time_text(stretch["end"]),
        "duration": time_text(asked.video.duration),
        "shortest": time_text(asked.lengths.shortest),
        "longest": time_text(asked.lengths.longest),
        "target": time_text(asked.lengths.target),
        "wanted": ", ".join(f"{count} {name}" for name, count in wanted.items()),
    }
    request = sections["Request"]
    for name, value in filled.items():
        request = request.replace("{" + name + "}", value)
    parts: list[dict[str, Any]] = [_text(request), _text(fenced(_data(asked, shown)))]
    for number, picture in enumerate(shown.pictures, start=1):
        parts += [_text(f"Picture {number}, {time_text(picture.decoded)} s:"), {"picture": picture}]
    for name, recording in (("clip", shown.clip), ("sound", shown.sound)):
        if recording is not None:
            says = f"{name.title()} of the stretch; its second 0 is second {begin} of the video:"
            parts += [_text(says), {name: recording}]
    params = {"temperature": options.temperature, "seed": options.seed}
    return Question(
        messages=({"role": "system", "content": "\n\n".join(system)}, {"role": "user", "content": parts}),
        schema_name=SCHEMA_NAME,
        schema=answer_schema([name for name in CLIP_KINDS if name in wanted], labels),
        params={name: value for name, value in params.items() if value is not None},
    )


def fenced(data: Any) -> str:
    """As JSON on one line, in which no line of its own can end it, between marks that follow from it."""
    text = json.dumps(data, ensure_ascii=False)
    mark = sha256_hex(text.encode())[:16]
    return f"BEGIN DATA {mark}\n{text}\nEND DATA {mark}"


def _data(asked: Asked, shown: Shown) -> dict[str, Any]:
    lines = [
        {
            "id": cue.id,
            "start": float(cue.start),
            "end": float(cue.end),
            "speaker": cue.speaker or None,
            "text": cue.text,
        }
        for cue in cues_in(asked)
    ]
    recordings = {name: True for name, one in (("clip", shown.clip), ("sound", shown.sound)) if one}
    return {"subtitles": lines or None, "pictures": len(shown.pictures), **recordings}


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}
