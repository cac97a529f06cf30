"""Finds episodes that fit a plan: candidates are tried by seed, each is accepted or refused by a check. Pure.

EP2, EP29: a slot depends on nothing but plan, seed, scenes (with their anchors), motions and its number. The same
ones give the same episodes, on every machine, however many are asked for and however the slots are shared out; a
dry run is a prefix of the run.
"""

from __future__ import annotations

import hashlib
import random
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from affectory.core.canonical import canonical_json
from datasets.episodes.action_fit import Fit, fit_of, is_named
from datasets.episodes.body import Body
from datasets.episodes.checks import Eye
from datasets.episodes.domain import DYAD_TOPS, EpisodeSpec, Family, MotionUse
from datasets.episodes.figures import Figure
from datasets.episodes.ingredients import (
    Cast,
    MotionMaterial,
    SceneMaterial,
    SceneSketch,
    SceneSource,
    casts_for,
)
from datasets.episodes.placing import Placement, pick, place_freely
from datasets.episodes.placing_actions import ANCHORS_OF, place_action
from datasets.episodes.placing_dyads import place_dyad
from datasets.episodes.plan import Plan, Wanted, wanted_of
from datasets.episodes.reasons import Reason, reasons_for
from datasets.episodes.slots import Refusal, Slot, Tally
from datasets.episodes.starts import Found, find_start

__all__ = [
    "Composer",
    "MotionMaterial",
    "Refusal",
    "SceneMaterial",
    "Slot",
    "Tally",
    "compose",
    "compose_slots",
    "scene_of",
]

MOTIONS_PER_SLOT = 3
SCENES_PER_SLOT = 2
FURTHER_BY = 7
FIGURES_KEPT = 512
PLACEMENTS_KEPT = 256
PLACES_TRIED = 12

Order = Callable[[int, int], Cast | None]


def compose(
    plan: Plan,
    *,
    seed: int,
    scenes: Sequence[SceneSource],
    motions: Sequence[MotionMaterial],
    body_of: Callable[[str], Body],
    eye: Eye,
    limit: int | None = None,
) -> Iterator[Slot]:
    """One slot after the other, at most ``limit`` per group, the groups in turn."""
    composer = Composer(plan, seed=seed, scenes=scenes, motions=motions, body_of=body_of, eye=eye)
    groups = wanted_of(plan)
    counts = [min(w.count, limit) if limit is not None else w.count for w in groups]
    for number in range(max(counts, default=0)):
        for wanted, count in zip(groups, counts, strict=True):
            if number < count:
                yield composer.slot(wanted, number)


def compose_slots(
    plan: Plan,
    wanted: Wanted,
    numbers: Iterable[int],
    *,
    seed: int,
    scenes: Sequence[SceneSource],
    motions: Sequence[MotionMaterial],
    body_of: Callable[[str], Body],
    eye: Eye,
) -> Iterator[Slot]:
    """EP29: the slots of one group with these numbers, whichever they are."""
    composer = Composer(plan, seed=seed, scenes=scenes, motions=motions, body_of=body_of, eye=eye)
    return (composer.slot(wanted, number) for number in numbers)


def scene_of(plan: Plan, wanted: Wanted, number: int, *, seed: int, scenes: Sequence[SceneSketch]) -> str | None:
    """The digest of the scene that a slot tries first, and stays in for the first half of its attempts; needs no
    ground and no bodies. None where no scene has what the group needs."""
    usable = usable_scenes(wanted, scenes)
    if not usable:
        return None
    root = _Roots(plan, wanted, seed)
    return usable[pick(_generator(root.scenes, number), len(usable))].sha256


def usable_scenes[S: SceneSketch](wanted: Wanted, scenes: Sequence[S]) -> list[S]:
    """Those with an anchor of a kind that the action needs, in an order that depends on their content."""
    kinds = ANCHORS_OF.get(wanted.action)
    found = [s for s in scenes if kinds is None or any(anchor.kind in kinds for anchor in s.anchors)]
    return sorted(found, key=lambda s: s.sha256)


class _Roots:
    """What the generators of a group start from. EP36: where places are shared, all challenges go through motions and
    scenes alike."""

    def __init__(self, plan: Plan, wanted: Wanted, seed: int) -> None:
        root = plan.root_json(wanted)
        self.own = canonical_json([*root, seed, wanted.name])
        shared = plan.placements is not None and wanted.family == Family.OBSERVATION_CONTROLLED
        self.scenes = canonical_json([plan.shared_json(), seed, "places"]) if shared else self.own
        self.places = self.scenes if shared else canonical_json([*root, seed, wanted.name, "places"])
        self.is_shared = shared


class Composer:
    """Composes slots of one plan and keeps what they have in common: thinned bodies, places that were checked."""

    def __init__(
        self,
        plan: Plan,
        *,
        seed: int,
        scenes: Sequence[SceneSource],
        motions: Sequence[MotionMaterial],
        body_of: Callable[[str], Body],
        eye: Eye,
    ) -> None:
        self.plan = plan
        self.seed = seed
        self.scenes = scenes
        self.motions = motions
        self.eye = eye
        self.places_made = 0
        self._body_of = body_of
        self._groups: dict[str, _Group] = {}
        self._figures: OrderedDict[str, Figure] = OrderedDict()
        self._fits: dict[tuple[str, str], Fit] = {}
        self._placements: OrderedDict[tuple[str, ...], Placement] = OrderedDict()

    def slot(self, wanted: Wanted, number: int) -> Slot:
        group = self._group(wanted)
        rng = _generator(group.roots.own, number)
        # Where nothing is shared, all chance of a slot comes from one generator.
        drawn = _generator(group.roots.scenes, number) if group.roots.is_shared else rng
        refusals: list[Refusal] = []
        attempts = self.plan.attempts
        scene: SceneSource | None = None
        for attempt in range(attempts if group.scenes else 0):
            cast = group.order(number, attempt * MOTIONS_PER_SLOT // attempts)
            if cast is None:
                break
            picked = group.scenes[pick(drawn, len(group.scenes))]
            if scene is None or attempt % -(-attempts // SCENES_PER_SLOT) == 0:
                scene = picked
            placement = self._placement(group, scene, cast, drawn)
            failure, start = placement.failure, None
            if failure is None:
                found = find_start(scene, placement, wanted, self.eye, rng)
                if isinstance(found, Found):
                    spec = self._spec(wanted, scene, cast, placement, found)
                    return Slot(wanted.name, number, spec, (*placement.checks, *found.checks), tuple(refusals))
                failure, start = found.check, found.start
            uses = self._uses(wanted, cast, placement)
            motions = tuple(m.sha256 for m in cast.motions)
            refusals.append(
                Refusal(wanted.name, number, attempt, scene.sha256, motions, failure, uses, start, placement.anchor)
            )
        return Slot(wanted.name, number, None, (), tuple(refusals))

    def possible(self, wanted: Wanted, first: int) -> int:
        """EP45: how many of the first slots have a motion at all; under ``per_motion`` labels run out one by one."""
        order = self._group(wanted).order
        return sum(order(number, 0) is not None for number in range(first))

    def casts(self, wanted: Wanted) -> list[Cast]:
        return self._group(wanted).casts

    def reasons(self, wanted: Wanted, tally: Tally) -> list[Reason]:
        """EP35: what stands in the way of a group, after what was tried of it."""
        return reasons_for(
            self.plan,
            wanted,
            tally,
            scenes=self.scenes,
            motions=self.motions,
            casts=self.casts(wanted),
            fit=self.fit,
        )

    def fit(self, motion: MotionMaterial, action: str) -> Fit:
        """EP31: whether and how a motion does an action."""
        key = (motion.sha256, action)
        if key not in self._fits:
            self._fits[key] = fit_of(self._body_of(motion.sha256), action, motion.scenario)
        return self._fits[key]

    def _group(self, wanted: Wanted) -> _Group:
        found = self._groups.get(wanted.name)
        if found is None:
            roots = _Roots(self.plan, wanted, self.seed)
            casts = casts_for(wanted, self.motions, self._does)
            order = _cast_order(casts, roots.scenes, self.plan.per_motion)
            scenes = usable_scenes(wanted, self.scenes)
            found = self._groups[wanted.name] = _Group(wanted, roots, casts, order, scenes)
        return found

    def _does(self, motion: MotionMaterial, action: str) -> bool:
        """What a scenario's words rule out needs no look at the body."""
        if motion.actions is not None:
            return action in motion.actions
        return is_named(action, motion.scenario) and self.fit(motion, action).holds

    def _figure(self, sha256: str) -> Figure:
        return _kept(self._figures, sha256, FIGURES_KEPT, lambda: Figure(self._body_of(sha256)))

    def _placement(self, group: _Group, scene: SceneSource, cast: Cast, rng: random.Random) -> Placement:
        if self.plan.placements is None:
            return self._place(group.wanted, scene, cast, rng)
        which = pick(rng, self.plan.placements)
        key = (group.roots.places.hex(), scene.sha256, *(m.sha256 for m in cast.motions), str(which))

        def make() -> Placement:
            """EP36: the first that holds, so that a place is not refused again and again."""
            root = canonical_json([*key])
            for number in range(PLACES_TRIED):
                placement = self._place(group.wanted, scene, cast, _generator(root, number))
                if placement.failure is None:
                    break
            return placement

        return _kept(self._placements, key, PLACEMENTS_KEPT, make)

    def _place(self, wanted: Wanted, scene: SceneSource, cast: Cast, rng: random.Random) -> Placement:
        self.places_made += 1
        figures = [self._figure(motion.sha256) for motion in cast.motions]
        if wanted.family == Family.DYADIC:
            return place_dyad(scene, (figures[0], figures[1]), cast, wanted, rng)
        if wanted.family == Family.ACTION_GROUNDED:
            return place_action(scene, figures[0], self.fit(cast.motions[0], wanted.action), wanted, rng)
        return place_freely(scene, figures[0], rng)

    def _spec(
        self, wanted: Wanted, scene: SceneSource, cast: Cast, placement: Placement, found: Found
    ) -> EpisodeSpec:
        return EpisodeSpec(
            family=wanted.family,
            challenge=wanted.challenge,
            scene_sha256=scene.sha256,
            motions=self._uses(wanted, cast, placement),
            robot_start=found.start,
            seed=self.seed,
            duration_s=min(person.figure.body.duration_s for person in placement.people),
            action=wanted.action,
            target=wanted.target,
            anchor=placement.anchor,
        )

    def _uses(self, wanted: Wanted, cast: Cast, placement: Placement) -> tuple[MotionUse, ...]:
        tops = DYAD_TOPS if wanted.family == Family.DYADIC else (self.plan.top,)
        return tuple(
            person.used(motion.sha256, top)
            for person, motion, top in zip(placement.people, cast.motions, tops, strict=False)
        )


@dataclass(frozen=True, eq=False)
class _Group:
    wanted: Wanted
    roots: _Roots
    casts: list[Cast]
    order: Order
    scenes: list[SceneSource]


def _cast_order(casts: Sequence[Cast], root: bytes, per_motion: int | None) -> Order:
    """The labels in turn, within a label a shuffled round through its motions: classes stay balanced. A motion that
    fits nowhere (walking in a circle shows nobody's back for long) gives way to another of its label; not where the
    plan says how often a motion may be used (EP30), since no slot knows what the others use."""
    by_label: dict[str, list[Cast]] = {}
    for cast in sorted(casts, key=lambda c: c.key):
        by_label.setdefault(cast.label, []).append(cast)
    rng = _generator(root, -1)
    labels = sorted(by_label)
    for label in labels:
        by_label[label].sort(key=lambda c: (rng.random(), c.key))
    rounds = [by_label[label] for label in labels]

    def cast_for(slot: int, further: int) -> Cast | None:
        if not rounds:
            return None
        group = rounds[slot % len(rounds)]
        turn = slot // len(rounds)
        if per_motion is not None:
            return group[turn % len(group)] if turn < per_motion * len(group) else None
        return group[(turn + further * FURTHER_BY) % len(group)]

    return cast_for


def _generator(root: bytes, number: int) -> random.Random:
    """``random.Random.random`` keeps its sequence over Python versions; no other method of it is used."""
    digest = hashlib.sha256(root + b"/" + str(number).encode()).digest()
    return random.Random(int.from_bytes(digest[:16], "big"))  # noqa: S311  reproducible, not secret


def _kept[K, V](cache: OrderedDict[K, V], key: K, most: int, make: Callable[[], V]) -> V:
    if key in cache:
        cache.move_to_end(key)
        return cache[key]
    made = cache[key] = make()
    if len(cache) > most:
        cache.popitem(last=False)
    return made
