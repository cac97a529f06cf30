"""MO5, MO50: which joint of a file is which of the avatar's, how each was found, and how sure that is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from affectory.core.canonical import canonical_json
from datasets.motion.avatar.skeleton import AVATAR_JOINTS
from datasets.motion.retarget.families import (
    FAMILIES,
    GENERIC,
    REQUIRED_JOINTS,
    SIDES,
    RetargetError,
    family_score,
    match,
    name_index,
    normalised_name,
    optional_share,
)
from datasets.motion.retarget.topology import guess_limbs
from datasets.motion.retarget.tree import Parents, hangs_on, meeting, path_up

How = Literal["name", "pattern", "topology", "person"]
Places = Callable[[], NDArray[np.float64]]

SURE: Final = 1.0
BY_PATTERN: Final = 0.7
LEAST_CONFIDENCE: Final = 0.6
"""Below this a recognition is a suggestion for a person (MO50)."""
_NO_HEAD, _NO_SPINE = 0.9, 0.95
SPINE: Final = ("spine1", "spine2", "spine3")


@dataclass(frozen=True, slots=True)
class Found:
    """A joint of the file, and how it was found: by a family's own name, by a pattern of words, by where it is in
    the tree, or given by a person."""

    joint: int
    how: How
    confidence: float


@dataclass(frozen=True, slots=True)
class Recognition:
    """``joints``: index of every recognised limb joint, collar and foot, by the avatar's name.

    ``spine`` runs from above the pelvis to the chest, ``neck`` from above the chest to below the head. ``pelvis``
    is where the legs meet, ``chest`` where the arms meet. ``found`` says for each of the avatar's joints where it
    was found; ``scores`` how well each family fits.
    """

    family: str
    confidence: float
    joints: Mapping[str, int]
    pelvis: int
    chest: int
    spine: tuple[int, ...]
    neck: tuple[int, ...]
    head: int | None
    found: Mapping[str, Found]
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Survey:
    """What is known of the limbs before the tree is looked at; a required joint may be missing."""

    family: str
    found: Mapping[str, Found]
    scores: Mapping[str, float]

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(joint for joint in REQUIRED_JOINTS if joint not in self.found)


def skeleton_digest(names: Sequence[str], parents: Parents) -> str:
    """MO51: files whose joints have the same names in the same tree share one mapping."""
    tree = {"names": list(names), "parents": [int(parent) for parent in parents]}
    return hashlib.sha256(canonical_json(tree)).hexdigest()


def survey(
    names: Sequence[str], parents: Parents, *, given: Mapping[str, int] | None = None, places: Places | None = None
) -> Survey:
    """The family that fits best, then word patterns for what it lacks, then the shape; ``given`` beats them all.

    ``places`` gives the joints' positions (J, 3) in one pose, asked for only where names fail.
    """
    given = given or {}
    name, by_name, by_pattern, of_names = _by_names(tuple(names))
    scores = dict(of_names)
    # Who gave all that is needed decided about the rest too.
    by_name = {} if all(joint in given for joint in REQUIRED_JOINTS) else by_name
    found = {joint: Found(place, "name", SURE) for joint, place in by_name.items()}
    found |= {joint: Found(place, "person", SURE) for joint, place in given.items()}
    if any(joint not in found for joint in REQUIRED_JOINTS):
        name = "mapped" if given else "generic"
        _fill(found, by_pattern, "pattern", BY_PATTERN)
    scores["topology"] = 0.0
    if places is not None and any(joint not in found for joint in REQUIRED_JOINTS):
        by_shape, confidence = guess_limbs(parents, places())
        scores["topology"] = round(confidence * _share(by_shape), 3)
        if by_shape:
            name = "mapped" if given else "topology"
            _fill(found, by_shape, "topology", confidence)
    return Survey(name, found, dict(sorted(scores.items(), key=lambda item: -item[1])))


@lru_cache(maxsize=64)
def _by_names(
    names: tuple[str, ...],
) -> tuple[str, Mapping[str, int], Mapping[str, int], Mapping[str, float]]:
    """The family that fits best, what its names and what patterns find, and how well each fits. The files of a
    collection have the same names, thousands of times."""
    index = name_index(names)
    scores: dict[str, float] = {}
    best: tuple[float, str, dict[str, int]] = (-1.0, "", {})
    for family in FAMILIES:
        matched = match(family, index)
        score = round(family_score(family, matched, names, index), 3)
        scores[family.id] = max(score, scores.get(family.id, 0.0))
        if score > best[0]:
            best = (score, family.id, matched)
    by_pattern = match(GENERIC, index)
    scores["generic"] = round(0.93 * BY_PATTERN * _share(by_pattern), 3)
    return *best[1:], by_pattern, scores


def recognise(
    names: Sequence[str],
    parents: NDArray[np.int64],
    *,
    joint_map: Mapping[str, str | int] | None = None,
    places: Places | None = None,
) -> Recognition:
    """MO5: the family whose names fit best, or RetargetError naming the joints that were not found.

    ``joint_map`` (avatar joint → the file's joint, by name or number) wins over recognition, joint by joint.
    """
    given = _given(names, joint_map or {})
    seen = survey(names, parents, given=given, places=places)
    if seen.missing:
        raise RetargetError(
            f"the joint names do not tell which joint is {_listed(seen.missing)}. "
            "Give these joints in a mapping, or rename them, for instance as Mixamo does.",
            missing=seen.missing,
        )
    limbs = {joint: at.joint for joint, at in seen.found.items() if joint not in _TRUNK}
    _check_tree(limbs, parents, names)
    found = {joint: at for joint, at in seen.found.items() if joint in limbs or joint in given}
    pelvis = given.get("pelvis", meeting(limbs["left_hip"], limbs["right_hip"], parents))
    chest = given.get("spine3", meeting(limbs["left_shoulder"], limbs["right_shoulder"], parents))
    complete = all(joint in given for joint in REQUIRED_JOINTS)
    head = given.get("head", None if complete else _head(names, chest, parents))
    if head is None and "head" in seen.found and chest in path_up(seen.found["head"].joint, parents):
        head = seen.found["head"].joint
    spine = _spine(given, pelvis, chest, parents)
    neck: tuple[int, ...] = ()
    if "neck" in given:
        neck = (given["neck"],)
    elif head is not None:
        above_chest = [j for j in path_up(head, parents) if chest in path_up(j, parents)]
        neck = tuple(reversed([j for j in above_chest if j not in (chest, head)]))
    body = Recognition(seen.family, 0.0, limbs, pelvis, chest, spine, neck, head, found, seen.scores)
    return replace(_with_trunk(body, names), **_judged(body, given))


def _judged(body: Recognition, given: Mapping[str, int]) -> dict[str, Any]:
    """MO50: a recognition is as sure as its least sure required joint, less where collars, feet, head or spine are
    missing. What a person gave is certain."""
    if all(joint in given for joint in REQUIRED_JOINTS):
        return {"family": "mapped", "confidence": SURE}
    confidence = min(body.found[joint].confidence for joint in REQUIRED_JOINTS)
    confidence *= 0.9 + 0.1 * optional_share(body.joints)
    confidence *= 1.0 if body.head is not None else _NO_HEAD
    confidence *= 1.0 if body.spine else _NO_SPINE
    return {"confidence": round(confidence, 3)}


_TRUNK: Final = ("pelvis", *SPINE, "neck", "head")


def _share(found: Mapping[str, int]) -> float:
    return sum(joint in found for joint in REQUIRED_JOINTS) / len(REQUIRED_JOINTS)


def _fill(found: dict[str, Found], more: Mapping[str, int], how: How, confidence: float) -> None:
    taken = {at.joint for at in found.values()}
    for joint, place in more.items():
        if joint not in found and place not in taken:
            found[joint] = Found(place, how, confidence)
            taken.add(place)


def _head(names: Sequence[str], chest: int, parents: Parents) -> int | None:
    plain = [normalised_name(name) for name in names]
    head = plain.index("head") if "head" in plain else None
    if head is None:
        head = next((j for j, name in enumerate(plain) if name.endswith("head")), None)
    if head is None:
        head = next((j for j in reversed(range(len(plain))) if plain[j].startswith("neck")), None)
    return head if head is not None and chest in path_up(head, parents) else None


def _spine(given: Mapping[str, int], pelvis: int, chest: int, parents: Parents) -> tuple[int, ...]:
    named = [given[joint] for joint in SPINE if joint in given]
    if named:
        return (*named, *(() if chest in named else (chest,)))
    base = meeting(pelvis, chest, parents)
    return tuple(reversed([j for j in path_up(chest, parents) if base in path_up(j, parents) and j != base]))


def _with_trunk(body: Recognition, names: Sequence[str]) -> Recognition:
    """``found`` with the trunk: it follows from where legs and arms meet."""
    found = dict(body.found)
    plain = [normalised_name(name) for name in names]

    def put(joint: str, place: int) -> None:
        how: How = "name" if plain[place].startswith(joint.rstrip("123")) else "topology"
        found.setdefault(joint, Found(place, how, SURE))

    put("pelvis", body.pelvis)
    for joint, place in zip(_spine_slots(len(body.spine)), _spread(body.spine), strict=True):
        put(joint, place)
    if body.neck:
        put("neck", body.neck[len(body.neck) // 2])
    if body.head is not None:
        put("head", body.head)
    return replace(body, found={joint: found[joint] for joint in AVATAR_JOINTS if joint in found})


def _spine_slots(count: int) -> tuple[str, ...]:
    return {0: (), 1: ("spine3",), 2: ("spine1", "spine3")}.get(count, SPINE)


def _spread(spine: tuple[int, ...]) -> tuple[int, ...]:
    """At most three joints of a spine, the last always among them."""
    if len(spine) <= len(SPINE):
        return spine
    return tuple(spine[round(number * len(spine) / len(SPINE)) - 1] for number in (1, 2, 3))


def _given(names: Sequence[str], joint_map: Mapping[str, str | int]) -> dict[str, int]:
    given = {}
    for joint, wanted in joint_map.items():
        if joint not in AVATAR_JOINTS:
            raise RetargetError(f"the mapping names {joint}, which is none of {', '.join(sorted(AVATAR_JOINTS))}.")
        if isinstance(wanted, str) and wanted in names:
            given[joint] = list(names).index(wanted)
        elif isinstance(wanted, int) and 0 <= wanted < len(names):
            given[joint] = wanted
        else:
            raise RetargetError(f"the mapping gives {wanted} for {joint}, but the file has no such joint.")
    return given


def _check_tree(joints: dict[str, int], parents: Parents, names: Sequence[str]) -> None:
    """A limb must hang together; an optional joint that sits elsewhere is left out."""
    for side in SIDES:
        for chain in (("hip", "knee", "ankle"), ("shoulder", "elbow", "wrist")):
            for upper, lower in pairwise(chain):
                above, below = joints[f"{side}_{upper}"], joints[f"{side}_{lower}"]
                if not hangs_on(below, above, parents):
                    raise RetargetError(
                        f"{names[below]} was taken for the {side} {lower} but does not hang on {names[above]} "
                        f"({side} {upper}). Give these joints in a mapping.",
                        missing=(f"{side}_{upper}", f"{side}_{lower}"),
                    )
        for optional, anchor, below_anchor in (("foot", "ankle", True), ("collar", "shoulder", False)):
            place = joints.get(f"{side}_{optional}")
            if place is None:
                continue
            low, high = (place, joints[f"{side}_{anchor}"]) if below_anchor else (joints[f"{side}_{anchor}"], place)
            if not hangs_on(low, high, parents):
                del joints[f"{side}_{optional}"]


def _listed(joints: Sequence[str]) -> str:
    words = [joint.replace("_", " ") for joint in joints]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
