"""Composition plans: YAML or JSON, checked against a published schema. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from datasets.episodes.domain import Challenge

FORMAT = "affectory-plan-1"
MAX_BYTES = 64 * 1024
MAX_COUNT = 100_000

Range = tuple[float, float]


def _range(low: float, high: float, description: str) -> dict[str, Any]:
    return {
        "description": description,
        "type": "array",
        "items": {"type": "number", "minimum": low, "maximum": high},
        "minItems": 2,
        "maxItems": 2,
    }


_NAMES = {"type": "array", "items": {"type": "string", "maxLength": 300}, "minItems": 1, "uniqueItems": True}
_CHALLENGE = {
    "type": "object",
    "required": ["count"],
    "additionalProperties": False,
    "properties": {
        "count": {
            "description": "Episodes asked for.",
            "type": "integer",
            "minimum": 0,
            "maximum": MAX_COUNT,
        },
        "distance_m": _range(0.5, 50, "Mean horizontal distance from the robot start to the person."),
        "visible_fraction": _range(0, 1, "Mean share of the person's pixels that nothing hides."),
        "bearing_deg": _range(0, 180, "Mean angle between the body's front and the camera; 180 is right behind."),
        "in_picture": _range(0, 1, "Mean share of the 22 joints inside the picture."),
    },
}
# EP10, EP11: what makes a challenge real, where the plan says nothing else.
DEFAULT_BOUNDS: dict[Challenge, dict[str, Range]] = {
    Challenge.FAR_VISIBLE: {"distance_m": (4.0, 10.0), "visible_fraction": (0.7, 1.0), "in_picture": (0.7, 1.0)},
    Challenge.REAR_VIEW: {
        "distance_m": (2.0, 6.0),
        "visible_fraction": (0.5, 1.0),
        "in_picture": (0.7, 1.0),
        "bearing_deg": (120.0, 180.0),
    },
}
PLAN_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Affectory composition plan",
    "type": "object",
    "required": ["format", "challenges"],
    "additionalProperties": False,
    "properties": {
        "format": {"const": FORMAT},
        "scenes": {
            "description": "Names of scenes, or all.",
            "oneOf": [{"const": "all"}, _NAMES],
            "default": "all",
        },
        "motions": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "labels": {**_NAMES, "items": {"enum": ["angry", "fearful", "happy", "neutral", "sad"]}},
                "collections": _NAMES,
                "per_motion": {
                    "description": "At most so many episodes of one motion and challenge.",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 1000,
                },
            },
        },
        "challenges": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": False,
            "properties": {c.value: _CHALLENGE for c in DEFAULT_BOUNDS},
        },
        "top": {"enum": ["grey", "yellow", "green"], "default": "grey"},
        "attempts": {
            "description": "Candidates tried for one episode before it is given up.",
            "type": "integer",
            "minimum": 1,
            "maximum": 200,
            "default": 24,
        },
    },
}


class PlanError(ValueError):
    """What is wrong with a plan: one entry per fault, with the line where it stands (None if unknown)."""

    def __init__(self, faults: list[tuple[int | None, str]]) -> None:
        self.faults = faults
        super().__init__("; ".join(f"line {line}: {text}" if line else text for line, text in faults))


@dataclass(frozen=True, slots=True)
class ChallengePlan:
    challenge: Challenge
    count: int
    bounds: dict[str, Range]


@dataclass(frozen=True, slots=True)
class Plan:
    """Defaults filled in: two texts that mean the same plan compose the same episodes."""

    challenges: tuple[ChallengePlan, ...]
    scenes: tuple[str, ...] | None = None
    labels: tuple[str, ...] | None = None
    collections: tuple[str, ...] | None = None
    per_motion: int | None = None
    top: str = "grey"
    attempts: int = 24
    asked: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "asked", sum(c.count for c in self.challenges))

    def placement_json(self) -> dict[str, Any]:
        """What decides where candidates are tried. Counts are no part of it, so that asking for more keeps the
        episodes one had."""
        return {
            "format": FORMAT,
            "scenes": None if self.scenes is None else sorted(self.scenes),
            "labels": None if self.labels is None else sorted(self.labels),
            "collections": None if self.collections is None else sorted(self.collections),
            "bounds": {c.challenge.value: {k: list(v) for k, v in c.bounds.items()} for c in self.challenges},
            "top": self.top,
        }


def read_plan(given: str | bytes | dict[str, Any]) -> Plan:
    """Raises PlanError with every fault found, each with its line where the plan came as text."""
    if isinstance(given, dict):
        data: Any = given
        lines: dict[tuple[Any, ...], int] = {}
    else:
        data, lines = _parse(given)
    faults = [
        (_line(lines, error.absolute_path), f"{_where(error.absolute_path)}: {_sentence(error)}")
        for error in sorted(Draft202012Validator(PLAN_SCHEMA).iter_errors(data), key=lambda e: list(map(str, e.path)))
    ]
    if not faults:
        faults = [(_line(lines, path), text) for path, text in _crossed_ranges(data)]
    if faults:
        raise PlanError(faults)
    return _plan(data)


def _plan(data: dict[str, Any]) -> Plan:
    motions = data.get("motions", {})
    scenes = data.get("scenes", "all")
    wanted = []
    for challenge in DEFAULT_BOUNDS:
        if challenge.value in data["challenges"]:
            given = dict(data["challenges"][challenge.value])
            count = given.pop("count")
            bounds = DEFAULT_BOUNDS[challenge] | {k: (float(v[0]), float(v[1])) for k, v in given.items()}
            wanted.append(ChallengePlan(challenge, count, dict(sorted(bounds.items()))))
    return Plan(
        challenges=tuple(wanted),
        scenes=None if scenes == "all" else tuple(scenes),
        labels=tuple(motions["labels"]) if "labels" in motions else None,
        collections=tuple(motions["collections"]) if "collections" in motions else None,
        per_motion=motions.get("per_motion"),
        top=data.get("top", "grey"),
        attempts=data.get("attempts", 24),
    )


def _parse(text: str | bytes) -> tuple[Any, dict[tuple[Any, ...], int]]:
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > MAX_BYTES:
        raise PlanError([(None, f"the plan is {len(raw)} bytes long, at most {MAX_BYTES} are read")])
    try:
        decoded = raw.decode("utf-8")
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(decoded, Loader=yaml.SafeLoader)):
            raise PlanError([(None, "aliases (*name) are not read in plans; write the value out")])
        node = yaml.compose(decoded, Loader=yaml.SafeLoader)
        data = yaml.safe_load(decoded)
        json.dumps(data, allow_nan=False)
    except UnicodeDecodeError as error:
        raise PlanError([(None, f"the plan is not UTF-8 (byte {error.start})")]) from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise PlanError([(line, f"this is no YAML: {error.problem}")]) from error
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        if isinstance(error, PlanError):
            raise
        raise PlanError([(None, f"the plan cannot be read ({type(error).__name__})")]) from error
    return data, dict(_node_lines(node, ()))


def _node_lines(node: Any, path: tuple[Any, ...]) -> Iterable[tuple[tuple[Any, ...], int]]:
    if node is None:
        return
    yield path, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield (*path, key.value), key.start_mark.line + 1
            yield from (entry for entry in _node_lines(value, (*path, key.value)) if entry[0] != (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _node_lines(value, (*path, index))


def _line(lines: dict[tuple[Any, ...], int], path: Iterable[Any]) -> int | None:
    where = tuple(path)
    while where not in lines and where:
        where = where[:-1]
    return lines.get(where)


def _where(path: Iterable[Any]) -> str:
    return ".".join(str(part) for part in path) or "plan"


def _sentence(error: Any) -> str:
    if error.validator == "additionalProperties":
        known = ", ".join(sorted(error.schema.get("properties", {})))
        return f"{error.message}; known here: {known}"
    return str(error.message)[:300]


def _crossed_ranges(data: dict[str, Any]) -> Iterable[tuple[tuple[Any, ...], str]]:
    for name, given in data["challenges"].items():
        for key, value in given.items():
            if key != "count" and value[0] > value[1]:
                yield ("challenges", name, key), f"challenges.{name}.{key}: {value[0]} is above {value[1]}"
