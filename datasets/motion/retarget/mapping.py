"""MO52: what a mapping of the avatar's joints to a file's must fulfil before anybody can save it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from datasets.motion.avatar.skeleton import AVATAR_JOINTS, AVATAR_PARENTS
from datasets.motion.retarget.families import REQUIRED_JOINTS
from datasets.motion.retarget.tree import Parents, hangs_on, path_up

_PARENT: Final = {
    joint: AVATAR_JOINTS[parent] if parent >= 0 else ""
    for joint, parent in zip(AVATAR_JOINTS, AVATAR_PARENTS, strict=True)
}


@dataclass(frozen=True, slots=True)
class JointProblem:
    """What is wrong with one of the avatar's joints in a mapping."""

    joint: str
    message: str


def mapping_problems(names: Sequence[str], parents: Parents, joints: Mapping[str, int]) -> tuple[JointProblem, ...]:
    """Every joint at most once, everything below what it hangs on, arms and legs complete. Empty: it can be used."""
    found: list[JointProblem] = []
    taken: dict[int, str] = {}
    for joint in AVATAR_JOINTS:
        place = joints.get(joint)
        if place is None:
            if joint in REQUIRED_JOINTS:
                found.append(JointProblem(joint, f"The {_words(joint)} is needed: choose its joint."))
            continue
        if not 0 <= place < len(names):
            found.append(JointProblem(joint, f"The file has no joint {place}."))
            continue
        if place in taken:
            found.append(
                JointProblem(joint, f"{names[place]} is the {_words(taken[place])} already; a joint is used once.")
            )
            continue
        taken[place] = joint
        above = _above(joint, joints)
        if above is None or not 0 <= joints[above] < len(names):
            continue
        if not _is_below(joint, place, joints[above], parents):
            found.append(
                JointProblem(
                    joint,
                    f"{names[place]} does not hang on {names[joints[above]]}, which is the {_words(above)}.",
                )
            )
    known = set(AVATAR_JOINTS)
    found += [JointProblem(joint, f"The avatar has no joint {joint}.") for joint in joints if joint not in known]
    return tuple(found)


def _above(joint: str, joints: Mapping[str, int]) -> str | None:
    """The nearest joint above it, on the avatar, that the mapping names too."""
    above = _PARENT[joint]
    while above and above not in joints:
        above = _PARENT[above]
    return above or None


def _is_below(joint: str, place: int, above: int, parents: Parents) -> bool:
    if joint == "spine1":
        # Where the root is the chest, the trunk runs the other way: it is enough that the two share a path.
        return hangs_on(place, above, parents) or place in path_up(above, parents)
    return hangs_on(place, above, parents)


def _words(joint: str) -> str:
    return joint.replace("_", " ")
