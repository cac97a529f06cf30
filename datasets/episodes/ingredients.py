"""What the composer works with: scenes with their anchors, motions, and the casts that a group may use. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from datasets.episodes.action_fit import names_of
from datasets.episodes.domain import Action, Family, Target
from datasets.episodes.plan import Wanted
from datasets.motion.domain.pairing import Timing, why_not_one_clock
from datasets.scenes.anchors import Anchor
from datasets.scenes.detail import Detail
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy

Pair = tuple["MotionMaterial", "MotionMaterial"]

COMPOSER = 3
"""EP43: goes up whenever the same plan and seed give other episodes than before. 2: lines of sight go by surfaces and
not by voxels of 5 cm; walks also go round on free floor; nobody sits or knocks at nothing. 3: no foot stands where no
floor is; collisions are looked for in every frame, and nothing is over the highest thing; a dyad lasts as long as the
shorter of its motions."""


class SceneSketch(Protocol):
    """Enough to say which scene a slot tries first."""

    @property
    def sha256(self) -> str: ...
    @property
    def anchors(self) -> Sequence[Anchor]: ...


class SceneSource(SceneSketch, Protocol):
    """A scene whose ground and solids may be read on demand; the composer holds on to neither."""

    @property
    def grid(self) -> NavGrid: ...
    @property
    def occupancy(self) -> Occupancy: ...
    @property
    def detail(self) -> Detail: ...


@dataclass(frozen=True, eq=False)
class SceneMaterial:
    """A scene in memory."""

    sha256: str
    grid: NavGrid
    detail: Detail
    anchors: tuple[Anchor, ...] = ()

    @property
    def occupancy(self) -> Occupancy:
        return self.detail.occupancy


@dataclass(frozen=True, slots=True)
class MotionMaterial:
    """``performance`` and ``part`` pair the two motions of a dyad. ``actions`` are those that the motion was found to
    do; None leaves that to the composer. ``origin`` is where the motion's own ground origin lies in the space it was
    captured in: x, z in metres and yaw; None where the two of a dyad share no space. ``fps_ratio`` and ``frames`` are
    told of those that may be one of a dyad."""

    sha256: str
    label: str
    performance: str = ""
    part: str = ""
    actions: tuple[str, ...] | None = None
    origin: tuple[float, float, float] | None = None
    scenario: str = ""
    fps_ratio: str = "1"
    frames: int = 0

    @property
    def needs_a_thing(self) -> bool:
        """EP47: its scenario says that it sits or knocks; on free floor it would do so at nothing."""
        return not {Action.SIT, Action.KNOCK}.isdisjoint(names_of(self.scenario))


def origin_in(report: Mapping[str, Any]) -> tuple[float, float, float] | None:
    """EP38: where a motion began in the space it was captured in, from its retargeting report; None for reports of
    earlier days, which do not say."""
    if "origin_m" not in report:
        return None
    x, z = report["origin_m"]
    return (float(x), float(z), -float(report["turned_rad"]))


@dataclass(frozen=True, slots=True)
class Cast:
    """One motion, or the two of a dyad (person A first); ``label`` is the one asked for."""

    motions: tuple[MotionMaterial, ...]
    label: str

    @property
    def key(self) -> str:
        return self.motions[0].sha256


def casts_for(
    wanted: Wanted, motions: Sequence[MotionMaterial], does: Callable[[MotionMaterial, str], bool]
) -> list[Cast]:
    """EP31, EP37, EP47: the motions that need nothing, those that do the action, or the pairs whose target has one
    answer."""
    if wanted.family == Family.DYADIC:
        pairs = pairs_of(motions)
        if wanted.target == Target.EITHER:
            pairs = [(a, b) for a, b in pairs if a.label == b.label]
        return [Cast((a, b), b.label if wanted.target == Target.B else a.label) for a, b in pairs]
    if wanted.family == Family.ACTION_GROUNDED:
        motions = [motion for motion in motions if does(motion, wanted.action)]
    else:
        motions = [motion for motion in motions if not motion.needs_a_thing]
    return [Cast((motion,), motion.label) for motion in motions]


def pairs_of(motions: Sequence[MotionMaterial]) -> list[Pair]:
    """EP37: the two people of every performance of two who were recorded on one clock."""
    return [pair for pair in performances_of_two(motions) if not why_no_dyad(pair)]


def performances_of_two(motions: Sequence[MotionMaterial]) -> list[Pair]:
    """The two motions of every performance that has two, in the order of their parts."""
    size = Counter(m.performance for m in motions if m.performance)
    found: dict[str, list[MotionMaterial]] = {}
    for motion in sorted(motions, key=lambda m: (m.part, m.sha256)):
        if motion.performance and size[motion.performance] == 2:
            found.setdefault(motion.performance, []).append(motion)
    return [(a, b) for a, b in found.values()]


def why_no_dyad(pair: Pair) -> str:
    """A take and its mirrored twin are one performance too, and one person; MO41: two parts of other lengths are not
    shown together."""
    first, second = pair
    if not first.part or first.part == second.part:
        return "its two motions are not told apart as parts, one of each person"
    return why_not_one_clock(*(Timing(f"part {m.part}", m.fps_ratio, m.frames) for m in pair))
