"""Which joint of a file is which part of the body, told from the names and checked against the tree (MO5)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

LIMB_JOINTS: Final = ("hip", "knee", "ankle", "shoulder", "elbow", "wrist")
REQUIRED_JOINTS: Final = tuple(f"{side}_{joint}" for side in ("left", "right") for joint in LIMB_JOINTS)
_OPTIONAL: Final = ("foot", "collar")
_PREFIXES: Final = re.compile(r"^(mixamorig\d*|bip0*1|valvebiped|ccbase|joint|def|org)(?=.)")


class RetargetError(ValueError):
    """The skeleton cannot be put onto the avatar. The text names what is missing and what to do."""

    def __init__(self, message: str, *, missing: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.missing = tuple(missing)


@dataclass(frozen=True, slots=True)
class Family:
    """One way of naming joints. {side} is left or right, {s} is l or r; names are lower case without separators."""

    id: str
    joints: Mapping[str, tuple[str, ...]]
    signature: tuple[str, ...] = ()
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Recognition:
    """``joints``: index of every recognised limb joint, collar and foot, by the avatar's name.

    ``spine`` runs from above the pelvis to the chest, ``neck`` from above the chest to below the head. ``pelvis``
    is where the legs meet, ``chest`` where the arms meet.
    """

    family: str
    confidence: float
    joints: Mapping[str, int]
    pelvis: int
    chest: int
    spine: tuple[int, ...]
    neck: tuple[int, ...]
    head: int | None


def _family(
    family_id: str,
    limbs: str,
    *,
    collar: str,
    foot: str,
    signature: tuple[str, ...] = (),
    prefix: str = "",
) -> Family:
    names = dict(zip(LIMB_JOINTS, limbs.split(), strict=True)) | {"collar": collar, "foot": foot}
    return Family(family_id, {joint: tuple(text.split("|")) for joint, text in names.items()}, signature, prefix)


_HIK: Final = "{side}upleg {side}leg {side}foot {side}arm {side}forearm {side}hand"
_HIK_FOOT: Final = "{side}toebase|{side}forefoot|{side}toe|{side}toes"
FAMILIES: Final = (
    _family("mixamo", _HIK, collar="{side}shoulder", foot=_HIK_FOOT, prefix="mixamorig"),
    _family("cmu", _HIK, collar="{side}shoulder", foot=_HIK_FOOT, signature=("lhipjoint", "lowerback")),
    _family("rokoko", _HIK, collar="{side}shoulder", foot=_HIK_FOOT, signature=("leftinhandindex",)),
    _family("hik", _HIK, collar="{side}shoulder", foot=_HIK_FOOT),
    _family(
        "rokoko",
        "{side}thigh {side}shin {side}foot {side}arm {side}forearm {side}hand",
        collar="{side}shoulder",
        foot="{side}toe",
    ),
    _family(
        "xsens",
        "{side}upperleg {side}lowerleg {side}foot {side}upperarm {side}forearm|{side}lowerarm {side}hand",
        collar="{side}shoulder",
        foot="{side}toe|{side}toes|{side}toebase",
    ),
    _family(
        "smpl",
        "{side}hip|{s}hip {side}knee|{s}knee {side}ankle|{s}ankle {side}shoulder|{s}shoulder {side}elbow|{s}elbow "
        "{side}wrist|{s}wrist",
        collar="{side}collar|{s}collar",
        foot="{side}foot|{s}foot",
        signature=("pelvis",),
    ),
    _family(
        "cmu",
        "{side}hip {side}knee {side}ankle {side}shoulder {side}elbow {side}wrist",
        collar="{side}collar",
        foot="{side}toe",
        signature=("lhipjoint", "lowerback"),
    ),
    _family(
        "biovision",
        "{side}hip {side}knee {side}ankle {side}shoulder {side}elbow {side}wrist",
        collar="{side}collar",
        foot="{side}toe|{side}toes|{side}foot",
    ),
    _family(
        "biovision",
        "{side}upleg {side}lowleg {side}foot {side}uparm {side}lowarm {side}hand",
        collar="{side}collar",
        foot="{side}toe|{side}toes",
    ),
    _family(
        "bandai-namco",
        "upperleg{s} lowerleg{s} foot{s} upperarm{s} lowerarm{s} hand{s}",
        collar="shoulder{s}",
        foot="toes{s}|toe{s}",
    ),
    _family(
        "makehuman",
        "upperleg01{s}|upperleg02{s} lowerleg01{s} foot{s} upperarm01{s} lowerarm01{s} wrist{s}",
        collar="clavicle{s}",
        foot="toe11{s}|toe21{s}|toe31{s}",
        signature=("spine05", "neck01"),
    ),
    _family(
        "makehuman",
        "upleg{s} loleg{s} foot{s} uparm{s} loarm{s} hand{s}",
        collar="clavicle{s}",
        foot="toe{s}",
        signature=("spine1", "jaw"),
    ),
    _family(
        "poser",
        "{s}thigh {s}shin {s}foot {s}shldr {s}forearm {s}hand",
        collar="{s}collar",
        foot="{s}toe",
    ),
    _family(
        "biped",
        "{s}thigh {s}calf {s}foot {s}upperarm {s}forearm {s}hand",
        collar="{s}clavicle",
        foot="{s}toe0|{s}toe",
    ),
    _family(
        "unreal",
        "thigh{s} calf{s} foot{s} upperarm{s} lowerarm{s} hand{s}",
        collar="clavicle{s}",
        foot="ball{s}",
    ),
)

_GENERIC_WORDS: Final = {
    "hip": ("upperleg", "upleg", "thigh", "hip"),
    "knee": ("lowerleg", "lowleg", "loleg", "shin", "calf", "knee", "leg"),
    "ankle": ("ankle", "foot"),
    "shoulder": ("upperarm", "uparm", "shldr", "arm", "shoulder"),
    "elbow": ("lowerarm", "lowarm", "loarm", "forearm", "elbow"),
    "wrist": ("wrist", "hand"),
    "foot": ("toebase", "toes", "toe", "ball"),
    "collar": ("collar", "clavicle", "shoulder"),
}


def _generic() -> Family:
    joints = {
        joint: tuple(
            pattern.replace("#", word)
            for word in words
            for pattern in ("{side}#", "#{side}", "{s}#", "#{s}", "{side}#1", "{side}#01", "#01{s}", "#1{s}")
        )
        for joint, words in _GENERIC_WORDS.items()
    }
    return Family("generic", joints)


_GENERIC: Final = _generic()


def normalised_name(name: str) -> str:
    """Lower case, without namespace, separators and the usual rig prefixes; "" for helper joints ("__UpLeg_L")."""
    if name.startswith("__"):
        return ""
    plain = re.sub(r"[\s_\-.]+", "", re.split(r"[:|]", name)[-1].lower())
    return _PREFIXES.sub("", plain)


def recognise(
    names: Sequence[str], parents: NDArray[np.int64], *, joint_map: Mapping[str, str] | None = None
) -> Recognition:
    """MO5: the family whose names fit best, or RetargetError naming the joints that were not found.

    ``joint_map`` (avatar joint → name in the file) wins over recognition, joint by joint.
    """
    index: dict[str, int] = {}
    for joint, name in enumerate(names):
        key = normalised_name(name)
        if key and key not in index:
            index[key] = joint
    given = _given(names, joint_map or {})
    family, found, confidence = _best_family(names, index)
    joints = found | given
    if any(joint not in joints for joint in REQUIRED_JOINTS):
        family, confidence = "mapped" if given else "generic", 0.7
        joints = _match(_GENERIC, index) | joints
    missing = [joint for joint in REQUIRED_JOINTS if joint not in joints]
    if missing:
        raise RetargetError(
            f"the joint names do not tell which joint is {_listed(missing)}. "
            "Give these joints in a mapping, or rename them, for instance as Mixamo does.",
            missing=missing,
        )
    _check_tree(joints, parents, names)
    pelvis = _meeting(joints["left_hip"], joints["right_hip"], parents)
    chest = _meeting(joints["left_shoulder"], joints["right_shoulder"], parents)
    head = given.get("head", index.get("head"))
    if head is None:
        head = next((j for j, name in enumerate(names) if normalised_name(name).endswith("head")), None)
    if head is None:
        necks = [j for j, name in enumerate(names) if normalised_name(name).startswith("neck")]
        head = necks[-1] if necks else None
    if head is not None and chest not in _path_up(head, parents):
        head = None
    base = _meeting(pelvis, chest, parents)
    spine = tuple(reversed([j for j in _path_up(chest, parents) if base in _path_up(j, parents) and j != base]))
    neck: tuple[int, ...] = ()
    if head is not None:
        above_chest = [j for j in _path_up(head, parents) if chest in _path_up(j, parents)]
        neck = tuple(reversed([j for j in above_chest if j not in (chest, head)]))
    if all(joint in given for joint in REQUIRED_JOINTS):
        family, confidence = "mapped", 1.0
    if head is None:
        confidence *= 0.9
    if not spine:
        confidence *= 0.95
    return Recognition(family, round(confidence, 3), joints, pelvis, chest, spine, neck, head)


def _given(names: Sequence[str], joint_map: Mapping[str, str]) -> dict[str, int]:
    given = {}
    known = {*REQUIRED_JOINTS, "head", *(f"{side}_{joint}" for side in ("left", "right") for joint in _OPTIONAL)}
    for joint, name in joint_map.items():
        if joint not in known:
            raise RetargetError(f"the mapping names {joint}, which is none of {', '.join(sorted(known))}.")
        if name not in names:
            raise RetargetError(f"the mapping gives {name} for {joint}, but the file has no such joint.")
        given[joint] = list(names).index(name)
    return given


def _best_family(names: Sequence[str], index: Mapping[str, int]) -> tuple[str, dict[str, int], float]:
    """The best fitting family, what it finds, and the share of the required joints that it finds."""
    best: tuple[tuple[float, float, float], Family, dict[str, int]] | None = None
    for family in FAMILIES:
        found = _match(family, index)
        share = sum(joint in found for joint in REQUIRED_JOINTS) / len(REQUIRED_JOINTS)
        signs = [sign in index for sign in family.signature]
        if family.prefix:
            signs.append(any(family.prefix in name.lower() for name in names))
        signed = sum(signs) / len(signs) if signs else 0.5
        optional = sum(f"{side}_{joint}" in found for side in ("left", "right") for joint in _OPTIONAL) / 4
        rank = (share, signed, optional)
        if best is None or rank > best[0]:
            best = (rank, family, found)
    assert best is not None
    (share, _, optional), family, found = best
    return family.id, found, share * (0.9 + 0.1 * optional)


def _match(family: Family, index: Mapping[str, int]) -> dict[str, int]:
    found = {}
    taken: set[int] = set()
    for joint in (*LIMB_JOINTS, *_OPTIONAL):
        for side in ("left", "right"):
            for pattern in family.joints[joint]:
                place = index.get(pattern.format(side=side, s=side[0]))
                if place is not None and place not in taken:
                    found[f"{side}_{joint}"] = place
                    taken.add(place)
                    break
    return found


def _check_tree(joints: dict[str, int], parents: NDArray[np.int64], names: Sequence[str]) -> None:
    """A limb must hang together; an optional joint that sits elsewhere is left out."""
    for side in ("left", "right"):
        for chain in (("hip", "knee", "ankle"), ("shoulder", "elbow", "wrist")):
            for upper, lower in pairwise(chain):
                above, below = joints[f"{side}_{upper}"], joints[f"{side}_{lower}"]
                if above == below or above not in _path_up(below, parents):
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
            if low == high or high not in _path_up(low, parents):
                del joints[f"{side}_{optional}"]


def _path_up(joint: int, parents: NDArray[np.int64]) -> list[int]:
    path = [joint]
    while parents[path[-1]] >= 0:
        path.append(int(parents[path[-1]]))
    return path


def _meeting(a: int, b: int, parents: NDArray[np.int64]) -> int:
    """The lowest joint that both hang on."""
    above = set(_path_up(a, parents))
    return next(j for j in _path_up(b, parents) if j in above)


def _listed(joints: Sequence[str]) -> str:
    words = [joint.replace("_", " ") for joint in joints]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
