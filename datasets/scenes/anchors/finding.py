"""SC45: the anchors that the rules find in a scene; the same scene gives the same ones. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from datasets.scenes.anchors.domain import Anchor, AnchorKind
from datasets.scenes.anchors.doors import doors_of, doorways_of
from datasets.scenes.anchors.open_ground import free_floor, walkways
from datasets.scenes.anchors.seats import seats_of
from datasets.scenes.anchors.surroundings import SceneObject, Surroundings

SAME_PLACE_M = {AnchorKind.SEAT: 0.3, AnchorKind.DOOR: 0.4, AnchorKind.WALKWAY: 0.6, AnchorKind.FREE_FLOOR: 0.5}
SAME_WAY = math.radians(60)


def find_anchors(
    objects: Iterable[SceneObject], walls: Sequence[Sequence[float]], around: Surroundings
) -> list[Anchor]:
    """Seats and doors object by object, then what the ground gives. Without any leaf to knock at, doorways."""
    found: list[Anchor] = []
    for thing in objects:
        found.extend(seats_of(thing, around))
        found.extend(doors_of(thing, around))
    if not any(anchor.kind is AnchorKind.DOOR for anchor in found):
        found.extend(doorways_of(walls, around))
    found.extend(walkways(around))
    found.extend(free_floor(around))
    return found


@dataclass(frozen=True, slots=True)
class Difference:
    """What finding anew would change: which are found first, which no longer, by index into what is in use."""

    added: tuple[Anchor, ...]
    gone: tuple[int, ...]
    kept: tuple[int, ...]


def difference(found: Sequence[Anchor], by_rule: Sequence[Anchor], *, in_the_way: Sequence[Anchor]) -> Difference:
    """SC46: ``in_the_way`` are those that people placed, and those that they removed: what the rules find at the same
    place is not brought back. An anchor found where one by rule is already stays as it is."""
    open_to_match = list(range(len(by_rule)))
    added, kept = [], []
    for anchor in found:
        if any(same_place(anchor, other) for other in in_the_way):
            continue
        match = next((k for k in open_to_match if equal(anchor, by_rule[k])), None)
        if match is None:
            added.append(anchor)
        else:
            open_to_match.remove(match)
            kept.append(match)
    return Difference(tuple(added), tuple(open_to_match), tuple(sorted(kept)))


def same_place(one: Anchor, other: Anchor) -> bool:
    if one.kind is not other.kind:
        return False
    near = SAME_PLACE_M[one.kind]
    if one.kind is AnchorKind.WALKWAY:
        ends, others = (one.path[0], one.path[-1]), (other.path[0], other.path[-1])
        return any(
            math.dist(ends[0], pair[0]) <= near and math.dist(ends[1], pair[1]) <= near
            for pair in (others, others[::-1])
        )
    turned = abs(math.remainder(one.yaw - other.yaw, 2 * math.pi))
    return math.dist(one.position, other.position) <= near and (
        one.kind is AnchorKind.FREE_FLOOR or turned <= SAME_WAY
    )


def equal(one: Anchor, other: Anchor) -> bool:
    """Found again: the same to the millimetre, whatever it is called."""
    return (
        one.kind is other.kind
        and math.dist(one.position, other.position) < 1e-3
        and abs(math.remainder(one.yaw - other.yaw, 2 * math.pi)) < 1e-3
        and abs(one.width_m - other.width_m) < 1e-3
        and abs(one.length_m - other.length_m) < 1e-3
        and len(one.path) == len(other.path)
        and all(math.dist(a, b) < 1e-3 for a, b in zip(one.path, other.path, strict=True))
    )
