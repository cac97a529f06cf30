"""What a maintainer chooses for a run, read and checked. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from annotation.drafting.domain.answer_schema import CLIP_KINDS
from annotation.drafting.domain.facts import Lengths

MAX_PER_VIDEO = 100
LONGEST_S = 600
DEFAULTS: Mapping[str, Any] = {
    "shortest_s": 4,
    "target_s": 12,
    "longest_s": 45,
    "window_s": 120,
    "frames": 16,
    "frame_height": 360,
    "max_output_tokens": None,
    "temperature": 0,
    "seed": None,
}
_BOUNDS: Mapping[str, tuple[float, float]] = {
    "shortest_s": (0.5, LONGEST_S),
    "target_s": (0.5, LONGEST_S),
    "longest_s": (0.5, LONGEST_S),
    "window_s": (10, 3600),
    "frames": (1, 250),
    "frame_height": (64, 1080),
    "max_output_tokens": (64, 200_000),
    "temperature": (0, 2),
    "seed": (0, 2**31 - 1),
}
_MAY_BE_LEFT_OUT = ("temperature", "seed", "max_output_tokens")
_WHOLE = ("frames", "frame_height", "max_output_tokens", "seed")


class OptionError(ValueError):
    """``field`` says which."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Options:
    """``frames``: at most so many pictures a call, ``frame_height`` pixels high at most. ``max_output_tokens`` None:
    what the endpoint allows."""

    types: tuple[str, ...]
    per_video: int
    lengths: Lengths = field(default_factory=Lengths)
    window_s: Decimal = Decimal(120)
    frames: int = 16
    frame_height: int = 360
    max_output_tokens: int | None = None
    temperature: float | None = 0
    seed: int | None = None


def read_options(types: Sequence[str], per_video: int, more: Mapping[str, Any]) -> Options:
    """Raises OptionError."""
    unknown = [name for name in types if name not in CLIP_KINDS]
    if unknown or not types:
        known = ", ".join(CLIP_KINDS)
        raise OptionError(
            f"{unknown[0]} is no task of a clip; there are {known}" if unknown else f"choose at least one of {known}",
            field="types",
        )
    if not 1 <= per_video <= MAX_PER_VIDEO:
        raise OptionError(f"write a whole number from 1 to {MAX_PER_VIDEO}", field="per_video")
    values = {name: _number(name, given) for name, given in {**DEFAULTS, **more}.items()}
    lengths = Lengths(*(Decimal(str(values[name])) for name in ("shortest_s", "target_s", "longest_s")))
    if not lengths.shortest <= lengths.target <= lengths.longest:
        raise OptionError("shortest, target and longest have to rise in this order", field="options.target_s")
    if Decimal(str(values["window_s"])) < lengths.longest:
        raise OptionError("has to be at least as long as the longest clip", field="options.window_s")
    return Options(
        types=tuple(dict.fromkeys(types)),
        per_video=per_video,
        lengths=lengths,
        window_s=Decimal(str(values["window_s"])),
        frames=values["frames"],
        frame_height=values["frame_height"],
        max_output_tokens=values["max_output_tokens"],
        temperature=values["temperature"],
        seed=values["seed"],
    )


def dealt(types: Sequence[str], count: int) -> dict[str, int]:
    """So many drafts, the tasks in turn."""
    found: dict[str, int] = {}
    for number in range(count):
        name = types[number % len(types)]
        found[name] = found.get(name, 0) + 1
    return found


def in_turn(wanted: Mapping[str, int]) -> list[str]:
    """The tasks one by one, as they were dealt."""
    left = dict(wanted)
    found = []
    while any(left.values()):
        for name in left:
            if left[name]:
                found.append(name)
                left[name] -= 1
    return found


def _number(name: str, given: Any) -> Any:
    where = f"options.{name}"
    if name not in DEFAULTS:
        raise OptionError(f"there is no such option; there are {', '.join(DEFAULTS)}", field=where)
    if given is None and name in _MAY_BE_LEFT_OUT:
        return None
    low, high = _BOUNDS[name]
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if not is_number or not low <= given <= high or (name in _WHOLE and given != int(given)):
        whole = "a whole number" if name in _WHOLE else "a number"
        raise OptionError(f"write {whole} from {low:g} to {high:g}", field=where)
    return int(given) if name in _WHOLE else given
