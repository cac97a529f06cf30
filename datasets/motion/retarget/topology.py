"""Which joints are legs and arms, guessed from the shape alone: for skeletons whose names say nothing.

Two pairs of like chains hang on a trunk; the longer pair are the legs. Left and right follow from where the toes
point. It is a guess for a person to confirm (MO50), never certain enough to be used alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from datasets.motion.retarget.tree import Parents, hangs_on, path_up
from datasets.motion.rotations import normalised

Floats = NDArray[np.float64]
_Bones = tuple[int, int, int]

WITH_TOES = 0.5
"""How sure the guess is where the toes tell left from right."""
WITHOUT_TOES = 0.35
_ALIKE = 0.2
_SHORTEST_CHAIN = 3


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two like chains, each from what hangs on the trunk down, the joints of each one's two longest bones in a row,
    and the length of these."""

    at: int
    chains: tuple[tuple[int, ...], tuple[int, ...]]
    bones: tuple[_Bones, _Bones]
    length: float


def guess_limbs(parents: Parents, places: Floats) -> tuple[dict[str, int], float]:
    """(avatar joint → joint, confidence) from one pose's joint positions (J, 3); empty if no body is to be seen."""
    children = _children(parents)
    pairs = _pairs(children, places)
    best = max(
        (
            (legs, arms)
            for legs in pairs
            for arms in pairs
            if legs.at != arms.at and legs.length > arms.length and not _overlap(legs, arms, parents)
        ),
        key=lambda both: both[0].length + both[1].length,
        default=None,
    )
    if best is None:
        return {}, 0.0
    legs, arms = best
    found: dict[str, int] = {}
    up = normalised(_middle(arms, places) - _middle(legs, places))
    ahead = np.zeros(3)
    for chain, (_, _, ankle) in zip(legs.chains, legs.bones, strict=True):
        toe = _next_to(chain, ankle, 1)
        if toe is not None:
            ahead = ahead + places[toe] - places[ankle]
    ahead = ahead - up * (ahead @ up)
    certain = float(np.linalg.norm(ahead)) > 0.02 * legs.length
    left = np.cross(up, ahead) if certain else np.array([1.0, 0.0, 0.0])
    for pair, names, end, step in (
        (legs, ("hip", "knee", "ankle"), "foot", 1),
        (arms, ("shoulder", "elbow", "wrist"), "collar", -1),
    ):
        first, second = (places[list(bones)].mean(axis=0) for bones in pair.bones)
        sides = ("left", "right") if (first - second) @ left > 0.0 else ("right", "left")
        for side, chain, bones in zip(sides, pair.chains, pair.bones, strict=True):
            found |= {f"{side}_{name}": joint for name, joint in zip(names, bones, strict=True)}
            beyond = _next_to(chain, bones[0] if step < 0 else bones[2], step)
            if beyond is not None:
                found[f"{side}_{end}"] = beyond
    above = _above(arms, parents, places, up)
    if above:
        found["head"] = above
    return found, WITH_TOES if certain else WITHOUT_TOES


def _above(arms: _Pair, parents: Parents, places: Floats, up: Floats) -> int | None:
    """The end of what rises between the arms, past the neck."""
    children = _children(parents)
    depths = _depths(children)
    limbs = {chain[0] for chain in arms.chains}
    rising = [_chain(child, children, depths) for child in children[arms.at] if child not in limbs]
    rising = [chain for chain in rising if (places[chain[-1]] - places[arms.at]) @ up > 0.0]
    return max(rising, key=len)[-1] if rising else None


def _children(parents: Parents) -> list[list[int]]:
    children: list[list[int]] = [[] for _ in parents]
    for joint, parent in enumerate(parents):
        if parent >= 0:
            children[int(parent)].append(joint)
    return children


def _depths(children: Sequence[Sequence[int]]) -> list[int]:
    """How many joints the longest way down from each joint has; a parent comes before its children."""
    depths = [1] * len(children)
    for joint in reversed(range(len(children))):
        depths[joint] += max((depths[child] for child in children[joint]), default=0)
    return depths


def _chain(start: int, children: Sequence[Sequence[int]], depths: Sequence[int]) -> tuple[int, ...]:
    """From a joint down, always into the deepest branch (past thumbs and helper joints)."""
    chain = [start]
    while children[chain[-1]]:
        chain.append(max(children[chain[-1]], key=depths.__getitem__))
    return tuple(chain)


def _pairs(children: Sequence[Sequence[int]], places: Floats) -> list[_Pair]:
    found = []
    depths = _depths(children)
    for at, below in enumerate(children):
        chains = {child: _chain(child, children, depths) for child in below}
        long = [child for child in below if len(chains[child]) >= _SHORTEST_CHAIN]
        for a, b in combinations(long, 2):
            first, second = chains[a], chains[b]
            if abs(len(first) - len(second)) > 1:
                continue
            # Collars of both sides may begin in one place: a hip or a shoulder is where the two have parted.
            most = min(len(first), len(second)) - _SHORTEST_CHAIN
            met = next((n for n in range(most) if not np.allclose(places[first[n]], places[second[n]])), most)
            bones = _two_bones(first[met:], places), _two_bones(second[met:], places)
            lengths = [_two_bone_length(joints, places) for joints in bones]
            if min(lengths) > 0.0 and max(lengths) / min(lengths) < 1.0 + _ALIKE:
                found.append(_Pair(at, (first, second), bones, sum(lengths) / 2))
    return found


def _two_bones(chain: Sequence[int], places: Floats) -> _Bones:
    """The three joints with the two longest bones in a row between them."""
    bones = np.linalg.norm(np.diff(places[list(chain)], axis=0), axis=1)
    start = int(np.argmax(bones[:-1] + bones[1:]))
    return chain[start], chain[start + 1], chain[start + 2]


def _two_bone_length(bones: _Bones, places: Floats) -> float:
    upper, middle, lower = (places[joint] for joint in bones)
    return float(np.linalg.norm(middle - upper) + np.linalg.norm(lower - middle))


def _middle(pair: _Pair, places: Floats) -> Floats:
    return np.asarray(np.mean([places[first] for first, _, _ in pair.bones], axis=0))


def _next_to(chain: Sequence[int], joint: int, step: int) -> int | None:
    place = list(chain).index(joint) + step
    return chain[place] if 0 <= place < len(chain) else None


def _overlap(legs: _Pair, arms: _Pair, parents: Parents) -> bool:
    """Whether one pair sits inside a limb of the other (fingers, toes) instead of on the trunk."""
    return any(
        joint == pair.at or hangs_on(pair.at, joint, parents)
        for pair, other in ((legs, arms), (arms, legs))
        for chain in other.chains
        for joint in chain
    ) or not (legs.at in path_up(arms.at, parents) or arms.at in path_up(legs.at, parents))
