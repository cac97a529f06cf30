"""What a model is told and shown of one window. Pure.

DR16: only the pictures that the endpoint takes and the subtitle lines of the window leave the house: no name, no
file, no manifest. What comes from the video stands as JSON between two lines with a mark that is made from it, so
that nothing within can end it, and is called data, never instruction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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
class Question:
    """``messages`` have pictures as ``{"picture": …}``; the sender names them in its own way."""

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
    pictures: Sequence[Picture],
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
    shown = asked.video.segment(asked.window.frames)
    filled = {
        "start": time_text(shown["start"]),
        "end": time_text(shown["end"]),
        "duration": time_text(asked.video.duration),
        "shortest": time_text(asked.lengths.shortest),
        "longest": time_text(asked.lengths.longest),
        "target": time_text(asked.lengths.target),
        "wanted": ", ".join(f"{count} {name}" for name, count in wanted.items()),
    }
    request = sections["Request"]
    for name, value in filled.items():
        request = request.replace("{" + name + "}", value)
    parts: list[dict[str, Any]] = [_text(request), _text(fenced(_data(asked, pictures)))]
    for number, picture in enumerate(pictures, start=1):
        parts += [_text(f"Picture {number}, {time_text(picture.decoded)} s:"), {"picture": picture}]
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


def _data(asked: Asked, pictures: Sequence[Picture]) -> dict[str, Any]:
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
    return {"subtitles": lines or None, "pictures": len(pictures)}


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}
