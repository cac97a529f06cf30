"""What happens in the demo's film, as data: shots, lines, and where on the timeline they stand. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FPS: Final = 24
ANA, BEN = "Ana", "Ben"
TOPS: Final = {ANA: "yellow", BEN: "green"}
"""The colours by which questions name the two: nobody in a question has a name."""
PERFORMERS: Final = {ANA: "P02", BEN: "P05"}


@dataclass(frozen=True, slots=True)
class Part:
    """Who does what, where: metres on the apartment's floor, heading in degrees (0 looks along +Z)."""

    who: str
    emotion: str
    action: str
    x: float
    z: float
    heading_deg: float


@dataclass(frozen=True, slots=True)
class Camera:
    """A fixed camera: where it stands and the point it looks at (metres, Y up)."""

    position: tuple[float, float, float]
    look_at: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """Said from ``at`` for ``seconds``, counted from the start of the shot."""

    who: str
    text: str
    at: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Shot:
    """``name`` is how questions refer to it; ``seconds`` times FPS is whole."""

    name: str
    seconds: float
    camera: Camera
    parts: tuple[Part, ...]
    lines: tuple[Line, ...] = ()

    @property
    def frames(self) -> int:
        return round(self.seconds * FPS)


_LEFT, _RIGHT = (-0.95, 0.55), (0.65, 0.55)
_WIDE = Camera((-0.15, 1.5, 3.1), (-0.15, 0.95, 0.5))
_ON_ANA = Camera((0.2, 1.45, 1.95), (-0.85, 1.25, 0.55))
_ON_BEN = Camera((-0.5, 1.45, 1.95), (0.55, 1.25, 0.55))
_FROM_KITCHEN = Camera((-2.9, 1.6, -0.6), (-0.2, 1.0, 0.6))


def _ana(emotion: str, action: str = "gesture", *, heading_deg: float = 90.0) -> Part:
    return Part(ANA, emotion, action, *_LEFT, heading_deg)


def _ben(emotion: str, action: str = "gesture", *, heading_deg: float = -90.0) -> Part:
    return Part(BEN, emotion, action, *_RIGHT, heading_deg)


SHOTS: Final[tuple[Shot, ...]] = (
    Shot(
        "waiting",
        6.5,
        _FROM_KITCHEN,
        (_ana("neutral", heading_deg=-105.0),),
        (Line(ANA, "He said noon. It is noon.", 1.5, 2.5),),
    ),
    Shot(
        "arrival",
        6.0,
        _WIDE,
        (_ana("happy", "wave"), _ben("happy", "approach")),
        (Line(BEN, "I am back!", 0.8, 1.2), Line(ANA, "At last. Come in, come in!", 2.6, 2.2)),
    ),
    Shot(
        "letters",
        6.0,
        _ON_ANA,
        (_ana("happy"), _ben("neutral")),
        (Line(ANA, "I kept your letters, every one of them.", 1.0, 2.8),),
    ),
    Shot(
        "unsent letter",
        6.5,
        _ON_BEN,
        (_ana("neutral"), _ben("sad")),
        (Line(BEN, "There was one I never sent.", 1.2, 2.4),),
    ),
    Shot(
        "asking",
        5.0,
        _ON_ANA,
        (_ana("fearful"), _ben("sad")),
        (Line(ANA, "What was in it?", 1.4, 1.4),),
    ),
    Shot(
        "the house",
        7.0,
        _WIDE,
        (_ana("fearful"), _ben("sad")),
        (Line(BEN, "The house.", 0.9, 1.0), Line(BEN, "I had to sell it.", 3.2, 1.6)),
    ),
    Shot(
        "outburst",
        6.5,
        _ON_ANA,
        (_ana("angry"), _ben("fearful")),
        (Line(ANA, "You sold it? Without a word to me?", 0.6, 2.6), Line(ANA, "Say something!", 4.2, 1.3)),
    ),
    Shot("stepping up", 5.5, _WIDE, (_ana("angry", "approach"), _ben("fearful"))),
    Shot(
        "confession",
        7.0,
        _ON_BEN,
        (_ana("angry"), _ben("sad")),
        (Line(BEN, "I was ashamed. I did not know how to write it.", 1.1, 3.4),),
    ),
    Shot("silence", 6.0, _FROM_KITCHEN, (_ana("sad", heading_deg=200.0), _ben("sad"))),
    Shot(
        "turning back",
        6.0,
        _ON_ANA,
        (_ana("neutral"), _ben("sad")),
        (Line(ANA, "You came back. That is something.", 1.6, 2.6),),
    ),
    Shot(
        "laughter",
        6.5,
        _WIDE,
        (_ana("happy"), _ben("happy", "wave")),
        (Line(BEN, "I brought the door key, as a keepsake.", 0.8, 2.7), Line(ANA, "Of course you did.", 4.1, 1.5)),
    ),
)


def starts(shots: tuple[Shot, ...] = SHOTS) -> dict[str, float]:
    """Where each shot begins, in seconds from the film's start."""
    at, found = 0, {}
    for shot in shots:
        found[shot.name] = at / FPS
        at += shot.frames
    return found


def span(first: str, last: str | None = None) -> dict[str, float]:
    """From the start of one shot to the end of another, as an interval of a clip."""
    shot = next(shot for shot in SHOTS if shot.name == (last or first))
    return {"start": starts()[first], "end": starts()[shot.name] + shot.seconds}


def subtitles() -> str:
    """The spoken lines as WebVTT with a voice each."""
    cues = [
        f"{_clock(start)} --> {_clock(start + line.seconds)}\n<v {line.who}>{line.text}\n" for start, line in spoken()
    ]
    return "\n".join(["WEBVTT\n", *cues])


def spoken() -> list[tuple[float, Line]]:
    """Every line with its start in seconds from the film's start."""
    at = starts()
    return [(at[shot.name] + line.at, line) for shot in SHOTS for line in shot.lines]


def _clock(seconds: float) -> str:
    whole = round(seconds * 1000)
    return f"{whole // 3_600_000:02d}:{whole // 60_000 % 60:02d}:{whole // 1000 % 60:02d}.{whole % 1000:03d}"
