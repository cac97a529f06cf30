"""Composition plans: YAML or JSON, checked against a published schema. Pure."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jsonschema import Draft202012Validator

from datasets.episodes.domain import Action, Challenge, Family, Target
from datasets.episodes.plan_schema import (
    ACTION_BOUNDS,
    DEFAULT_BOUNDS,
    DYAD_BOUNDS,
    FORMAT,
    MAX_COUNT,
    MEANT,
    PLAN_SCHEMA,
    Range,
)
from datasets.episodes.plan_text import Lines, PlanError, faults_in, line_of, parse, told, unknown_name

__all__ = [
    "ACTION_BOUNDS",
    "DEFAULT_BOUNDS",
    "DYAD_BOUNDS",
    "FORMAT",
    "MAX_COUNT",
    "PLAN_SCHEMA",
    "DyadPlan",
    "Plan",
    "PlanError",
    "Range",
    "Wanted",
    "kept_plan",
    "read_plan",
    "unknown_names",
    "wanted_of",
]


@dataclass(frozen=True, slots=True)
class Wanted:
    """One group of episodes that a plan asks for. ``challenge``, ``action`` and ``target`` are empty where its family
    has none."""

    name: str
    family: str
    count: int
    bounds: Mapping[str, Range]
    challenge: str = ""
    action: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class DyadPlan:
    count: int
    bounds: Mapping[str, Range]
    shares: Mapping[str, float]
    view: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Defaults filled in: two texts that mean the same plan compose the same episodes."""

    challenges: tuple[Wanted, ...] = ()
    actions: tuple[Wanted, ...] = ()
    dyads: DyadPlan | None = None
    scenes: tuple[str, ...] | None = None
    labels: tuple[str, ...] | None = None
    collections: tuple[str, ...] | None = None
    performers: tuple[str, ...] | None = None
    scenarios: tuple[str, ...] | None = None
    per_motion: int | None = None
    placements: int | None = None
    top: str = "grey"
    attempts: int = 24
    lines: Lines = field(default_factory=dict, compare=False, repr=False)

    @property
    def asked(self) -> int:
        return sum(wanted.count for wanted in wanted_of(self))

    def placement_json(self) -> dict[str, Any]:
        """What decides where observation-controlled candidates are tried. Counts are no part of it, so that asking
        for more keeps the episodes one had; nor are actions and dyads."""
        return self._material_json() | {
            "bounds": {w.challenge: {k: list(v) for k, v in w.bounds.items()} for w in self.challenges},
            "top": self.top,
        }

    def root_json(self, wanted: Wanted) -> list[Any]:
        """What decides where candidates of a group are tried, beside seed and slot."""
        if wanted.family == Family.OBSERVATION_CONTROLLED:
            return [self.placement_json()]
        tops = {} if wanted.family == Family.DYADIC else {"top": self.top}
        return [self._material_json() | tops, {k: list(v) for k, v in wanted.bounds.items()}]

    def shared_json(self) -> dict[str, Any]:
        """What decides where people are placed where all challenges share their places (EP36)."""
        return self._material_json() | {"top": self.top}

    def _material_json(self) -> dict[str, Any]:
        """What came into the language later stands here only where a plan uses it."""
        written: dict[str, Any] = {"format": FORMAT}
        for name in ("scenes", "labels", "collections"):
            written[name] = _sorted(getattr(self, name))
        for name in ("performers", "scenarios"):
            if getattr(self, name) is not None:
                written[name] = _sorted(getattr(self, name))
        if self.placements is not None:
            written["placements"] = self.placements
        return written

    def as_json(self) -> dict[str, Any]:
        """A plan that reads back as itself."""
        written: dict[str, Any] = {
            "format": FORMAT,
            "scenes": "all" if self.scenes is None else list(self.scenes),
            "top": self.top,
            "attempts": self.attempts,
        }
        named = ("labels", "collections", "performers", "scenarios", "per_motion", "placements")
        motions = {name: getattr(self, name) for name in named if getattr(self, name) is not None}
        if motions:
            written["motions"] = {k: list(v) if isinstance(v, tuple) else v for k, v in motions.items()}
        for key, groups in (("challenges", self.challenges), ("actions", self.actions)):
            if groups:
                written[key] = {w.name: {"count": w.count} | _listed(w.bounds) for w in groups}
        if self.dyads is not None:
            view = {"view": self.dyads.view} if self.dyads.view else {}
            shares = {"target": dict(self.dyads.shares)}
            written["dyads"] = {"count": self.dyads.count} | shares | view | _listed(self.dyads.bounds)
        return written


def wanted_of(plan: Plan) -> tuple[Wanted, ...]:
    """One group per challenge, per action and per target of the dyads, in that order."""
    return (*plan.challenges, *plan.actions, *_dyads_of(plan.dyads))


def read_plan(given: str | bytes | dict[str, Any]) -> Plan:
    """Raises PlanError with every fault found, each with its line where the plan came as text."""
    data, lines = (given, {}) if isinstance(given, dict) else parse(given)
    found = sorted(Draft202012Validator(PLAN_SCHEMA).iter_errors(data), key=lambda e: [str(part) for part in e.path])
    wrong = itertools.chain.from_iterable(map(faults_in, found)) if found else _crossed(data)
    faults = told((line_of(lines, path), text) for path, text in wrong)
    if faults:
        raise PlanError(faults)
    return _plan(data, lines)


def kept_plan(stored: dict[str, Any]) -> Plan:
    """A plan as a composition keeps it: what it was taken for once, it is taken for ever."""
    return _plan(stored, {})


def unknown_names(plan: Plan, known: Mapping[str, Collection[str]]) -> list[tuple[int | None, str]]:
    """EP28: names in a plan that mean nothing, each with its line and the nearest name that does. ``known`` holds
    what there is under ``scenes``, ``collections``, ``performers`` and ``scenarios``."""
    strange = (
        (kind, index, name)
        for kind, names in known.items()
        for index, name in enumerate(getattr(plan, kind) or ())
        if name not in names
    )
    paths = {kind: (kind,) if kind == "scenes" else ("motions", kind) for kind in known}
    return told(
        (line_of(plan.lines, (*paths[kind], index)), f"{'.'.join(paths[kind])}: {unknown_name(name, known[kind])}")
        for kind, index, name in strange
    )


def _plan(data: dict[str, Any], lines: Lines) -> Plan:
    motions = data.get("motions", {})
    scenes = data.get("scenes", "all")
    named = ("labels", "collections", "performers", "scenarios")
    return Plan(
        challenges=tuple(
            _wanted(c.value, Family.OBSERVATION_CONTROLLED, DEFAULT_BOUNDS[c], given, challenge=c.value)
            for c, given in ((c, data.get("challenges", {}).get(c.value)) for c in Challenge)
            if given is not None
        ),
        actions=tuple(
            _wanted(a.value, Family.ACTION_GROUNDED, ACTION_BOUNDS[a], given, action=a.value)
            for a, given in ((a, data.get("actions", {}).get(a.value)) for a in Action)
            if given is not None
        ),
        dyads=_dyad_plan(data["dyads"]) if "dyads" in data else None,
        scenes=None if scenes == "all" else tuple(scenes),
        **{name: tuple(motions[name]) if name in motions else None for name in named},
        per_motion=_whole(motions.get("per_motion")),
        placements=_whole(motions.get("placements")),
        top=data.get("top", "grey"),
        attempts=int(data.get("attempts", 24)),
        lines=lines,
    )


def _whole(given: float | None) -> int | None:
    """2.0 is a whole number to a JSON schema, and none to whoever counts with it."""
    return None if given is None else int(given)


def _wanted(name: str, family: str, default: Mapping[str, Range], given: dict[str, Any], **of: str) -> Wanted:
    return Wanted(name, family, int(given["count"]), _bounds(default, given), **of)


def _bounds(default: Mapping[str, Range], given: Mapping[str, Any]) -> dict[str, Range]:
    own = {k: (float(v[0]), float(v[1])) for k, v in given.items() if isinstance(v, (list, tuple))}
    return dict(sorted((dict(default) | own).items()))


def _dyad_plan(given: dict[str, Any]) -> DyadPlan:
    """The bounds of the view, where one is named, hold beside those of dyads; what the plan says holds over both."""
    view = given.get("view", "")
    shared = DEFAULT_BOUNDS[Challenge(view)] if view else {}
    default = {k: v for k, v in DYAD_BOUNDS.items() if not view or k != "visible_at_start"}
    shares = given.get("target", dict.fromkeys(Target, 1))
    shares = {t.value: float(shares[t]) for t in Target if shares.get(t, 0) > 0}
    return DyadPlan(int(given["count"]), _bounds(default | shared, given), shares, view)


def _dyads_of(dyads: DyadPlan | None) -> Iterable[Wanted]:
    if dyads is None:
        return
    for target, count in _shared(dyads.count, dyads.shares).items():
        yield Wanted(f"dyad_{target}", Family.DYADIC, count, dyads.bounds, target=target)


def _shared(count: int, shares: Mapping[str, float]) -> dict[str, int]:
    """Whole numbers that add up to ``count``, by largest remainder; ties go to who stands first."""
    total = sum(shares.values())
    exact = {name: count * share / total for name, share in shares.items()}
    whole = {name: int(value) for name, value in exact.items()}
    left = count - sum(whole.values())
    for name in sorted(exact, key=lambda n: (round(whole[n] - exact[n], 9), list(exact).index(n)))[:left]:
        whole[name] += 1
    return whole


def _crossed(data: dict[str, Any]) -> Iterable[tuple[tuple[Any, ...], str]]:
    """What a schema cannot say: a lower bound above the upper one, a challenge in name only (EP48), counts and shares
    that add up to nothing."""
    groups: list[tuple[str, ...]] = [("challenges", name) for name in data.get("challenges", {})]
    groups += [("actions", name) for name in data.get("actions", {})]
    groups += [("dyads",)] if "dyads" in data else []
    for path in groups:
        given = _at(data, path)
        meant = MEANT.get(given.get("view", path[-1]), {})
        for key, value in given.items():
            where, (least, most) = ".".join((*path, key)), meant.get(key, (-math.inf, math.inf))
            if isinstance(value, list) and value[0] > value[1]:
                yield (*path, key), f"{where}: {value[0]} is above {value[1]}; write the smaller number first"
            elif isinstance(value, list) and not least <= value[0] <= value[1] <= most:
                text = f"{value[0]} to {value[1]} is no {given.get('view', path[-1])}, which is {least:g} to {most:g}"
                yield (*path, key), f"{where}: {text}; stay within that"
    if all(not _at(data, path)["count"] for path in groups):
        yield (), "plan: every count is 0; ask for one episode or more"
    target = data.get("dyads", {}).get("target")
    if target is not None and not any(target.values()):
        yield ("dyads", "target"), "dyads.target: all shares are 0; give A, B or either a share above 0"


def _at(data: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    for part in path:
        data = data[part]
    return data


def _sorted(names: tuple[str, ...] | None) -> list[str] | None:
    return None if names is None else sorted(names)


def _listed(bounds: Mapping[str, Range]) -> dict[str, list[float]]:
    return {key: list(value) for key, value in bounds.items()}
