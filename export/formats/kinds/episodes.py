"""Episodes as rows: their columns, and what is theirs alone in files. Pure."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.json as pj

from affectory.core.canonical import canonical_json
from export.formats.kinds import episode_texts as texts
from export.formats.kinds.base import FORMAT, Words, batches, field

if TYPE_CHECKING:
    from export.formats.domain import Header


class ClipRow(NamedTuple):
    """One rendered clip; the paths are set only where the rights allow the bytes to leave (RL7)."""

    setting: str
    engine_id: str
    fingerprint: str
    width: int
    height: int
    fps: int
    frames: int
    video_path: str | None
    video_sha256: str | None
    frames_path: str | None
    frames_sha256: str | None


class CheckRow(NamedTuple):
    """One measured check of the episode: what was observed, by which check, with which outcome."""

    id: str
    outcome: str
    value: float | None
    unit: str

    def as_dict(self) -> dict[str, Any]:
        value = None if self.value is None else _zero(self.value)
        return {"id": self.id, "outcome": self.outcome, "value": value, "unit": self.unit}


class PersonRow(NamedTuple):
    """Person B of a dyad, in the green top; person A, in the yellow one, stands in the row's own columns."""

    label: str
    source_label: str
    performer_id: str | None
    motion_id: str
    motion_sha256: str
    motion_path: str | None
    position: tuple[float, ...]
    yaw: float

    def as_dict(self) -> dict[str, Any]:
        return self._asdict() | {"position": [_zero(v) for v in self.position], "yaw": _zero(self.yaw)}


class EpisodeRow(NamedTuple):
    """One row of a release. Ids are pseudonyms: no file name and no person's name leaves the house.

    ``label`` is the reference answer: of the person who is asked about (EP62). Columns are added at the end only, and
    what an episode has not is null.
    """

    release: str
    episode_id: str
    split: str
    episode_family: str
    challenge: str | None
    label: str
    source_label: str
    collection: str
    performance_id: str
    performer_id: str | None
    scene: str
    scene_sha256: str
    motion_id: str
    motion_sha256: str
    motion_path: str | None
    human_position: tuple[float, ...]
    human_yaw: float
    robot_position: tuple[float, ...]
    robot_yaw: float
    seed: int
    duration_s: float
    checks: tuple[CheckRow, ...]
    clips: tuple[ClipRow, ...]
    content_warnings: tuple[str, ...]
    licence: str
    may_redistribute: str
    media_withheld: str | None
    is_synthetic: bool
    action: str | None = None
    anchor: str | None = None
    target: str | None = None
    labels: tuple[str, ...] | None = None
    second_person: PersonRow | None = None
    avatar: str | None = None
    avatar_sha256: str | None = None

    def line(self) -> bytes:
        """The row as canonical JSON without a line end; raises InvalidError for text that UTF-8 cannot hold."""
        values = self._asdict() | {
            "human_position": [_zero(v) for v in self.human_position],
            "human_yaw": _zero(self.human_yaw),
            "robot_position": [_zero(v) for v in self.robot_position],
            "robot_yaw": _zero(self.robot_yaw),
            "checks": [check.as_dict() for check in self.checks],
            "clips": [clip._asdict() for clip in self.clips],
            "second_person": self.second_person and self.second_person.as_dict(),
        }
        return canonical_json(values)


def _zero(value: float) -> float:
    """Minus zero and zero are equal but are written differently."""
    return value + 0.0


ROW_FIELDS: tuple[str, ...] = EpisodeRow._fields
LATER_FIELDS = ("action", "anchor", "avatar", "avatar_sha256", "labels", "second_person", "target")
"""Columns that rows of the first releases do not have; readers find null there."""
_TEXT, _REAL, _WHOLE = pa.string(), pa.float64(), pa.int64()
_CHECK = pa.struct(
    [
        field("id", _TEXT),
        field("outcome", _TEXT),
        field("value", _REAL, nullable=True),
        field("unit", _TEXT),
    ]
)
_CLIP = pa.struct(
    [
        *(field(name, _TEXT) for name in ("setting", "engine_id", "fingerprint")),
        *(field(name, _WHOLE) for name in ("width", "height", "fps", "frames")),
        *(
            field(name, _TEXT, nullable=True)
            for name in ("video_path", "video_sha256", "frames_path", "frames_sha256")
        ),
    ]
)
# Where there is nobody the fields of the struct are null with it, and the reader wants to be told that they may be.
_PERSON = pa.struct(
    [
        *(
            field(name, _TEXT, nullable=True)
            for name in ("label", "source_label", "performer_id", "motion_id", "motion_sha256", "motion_path")
        ),
        field("position", pa.list_(field("element", _REAL)), nullable=True),
        field("yaw", _REAL, nullable=True),
    ]
)
_KINDS: dict[str, pa.DataType] = {
    "human_position": pa.list_(field("element", _REAL)),
    "robot_position": pa.list_(field("element", _REAL)),
    "human_yaw": _REAL,
    "robot_yaw": _REAL,
    "duration_s": _REAL,
    "seed": _WHOLE,
    "checks": pa.list_(field("element", _CHECK)),
    "clips": pa.list_(field("element", _CLIP)),
    "content_warnings": pa.list_(field("element", _TEXT)),
    "is_synthetic": pa.bool_(),
    "labels": pa.list_(field("element", _TEXT)),
    "second_person": _PERSON,
}
_NULLABLE = {"challenge", "performer_id", "motion_path", "media_withheld", *LATER_FIELDS}
SCHEMA = pa.schema([field(name, _KINDS.get(name, _TEXT), nullable=name in _NULLABLE) for name in ROW_FIELDS])


class EpisodeForm:
    """A line is exported as it is pinned."""

    words = Words(
        one="episode",
        many="episodes",
        source="collection",
        media="clips and motions",
        synthetic="Synthetic demonstration data: the motions were generated by a program, not performed by people.",
        judged="How labels were mapped and episodes judged",
    )
    id_column = "episode_id"
    document_path = "episodes.json"
    reserved: tuple[str, ...] = ()
    filters: Mapping[str, str] = {
        "label": "label",
        "family": "episode_family",
        "challenge": "challenge",
        "action": "action",
        "target": "target",
        "collection": "collection",
    }
    schema = SCHEMA

    def exported(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        return iter(lines)

    def document(self, header: Header, lines: Iterable[bytes]) -> Iterator[bytes]:
        tail = canonical_json(
            {
                "fields": list(ROW_FIELDS),
                "format": FORMAT,
                "project": header.project,
                "release": header.version,
                "synthetic": header.synthetic,
            }
        )
        yield b'{"episodes":['
        for n, batch in enumerate(batches(lines)):
            yield (b"," if n else b"") + b",".join(batch)
        # The keys of a canonical document are sorted and "episodes" comes before the others.
        yield b"]," + tail[1:] + b"\n"

    def table(self, lines: list[bytes]) -> pa.Table:
        """The lines read by the library itself, which takes a third of the time of going through Python's objects."""
        text = b"\n".join(lines)
        read = pj.ReadOptions(use_threads=False, block_size=len(text) + 1)
        parse = pj.ParseOptions(explicit_schema=SCHEMA, unexpected_field_behavior="error")
        return pj.read_json(io.BytesIO(text), read_options=read, parse_options=parse).cast(SCHEMA)

    def media_of(self, row: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
        for person in (row, row.get("second_person") or {}):
            if person.get("motion_path"):
                yield person["motion_path"], person["motion_sha256"], "application/octet-stream"
        for clip in row["clips"]:
            if clip["video_path"]:
                yield clip["video_path"], clip["video_sha256"], "video/mp4"
            if clip["frames_path"]:
                yield clip["frames_path"], clip["frames_sha256"], "application/json"

    def observed(self, header: Header) -> Iterator[str]:
        return texts.observed(header)

    def measured(self, header: Header) -> Iterator[str]:
        return texts.measured(header)

    def inferred(self) -> str:
        return texts.INFERRED

    def protocol(self, header: Header) -> Iterator[str]:
        return texts.protocol(header)

    def quality(self, header: Header) -> Iterator[str]:
        return texts.quality(header)

    def responsible(self, header: Header) -> dict[str, Any]:
        return texts.responsible(header)


EPISODES = EpisodeForm()
