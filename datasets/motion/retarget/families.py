"""The ways in which joints are named, and what each of them finds among a file's joints."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

SIDES: Final = ("left", "right")
LIMB_JOINTS: Final = ("hip", "knee", "ankle", "shoulder", "elbow", "wrist")
REQUIRED_JOINTS: Final = tuple(f"{side}_{joint}" for side in SIDES for joint in LIMB_JOINTS)
OPTIONAL_JOINTS: Final = ("foot", "collar")
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


GENERIC: Final = _generic()


@lru_cache(maxsize=4096)
def normalised_name(name: str) -> str:
    """Lower case, without namespace, separators and the usual rig prefixes; "" for helper joints ("__UpLeg_L")."""
    if name.startswith("__"):
        return ""
    plain = re.sub(r"[\s_\-.]+", "", re.split(r"[:|]", name)[-1].lower())
    return _PREFIXES.sub("", plain)


def name_index(names: Sequence[str]) -> dict[str, int]:
    """Normalised name → the first joint that has it."""
    index: dict[str, int] = {}
    for joint, name in enumerate(names):
        key = normalised_name(name)
        if key and key not in index:
            index[key] = joint
    return index


def match(family: Family, index: Mapping[str, int]) -> dict[str, int]:
    """Limb joints, collars and feet that a family's names find, by the avatar's names."""
    found = {}
    taken: set[int] = set()
    for joint in (*LIMB_JOINTS, *OPTIONAL_JOINTS):
        for side in SIDES:
            for pattern in family.joints[joint]:
                place = index.get(pattern.format(side=side, s=side[0]))
                if place is not None and place not in taken:
                    found[f"{side}_{joint}"] = place
                    taken.add(place)
                    break
    return found


def family_score(family: Family, found: Mapping[str, int], names: Sequence[str], index: Mapping[str, int]) -> float:
    """How well a family fits, 0 to 1: first how many of the required joints it finds, then its signs (names that
    only it uses), then collars and feet. One more joint outweighs all signs, one more sign all collars and feet."""
    share = sum(joint in found for joint in REQUIRED_JOINTS) / len(REQUIRED_JOINTS)
    signs = [sign in index for sign in family.signature]
    if family.prefix:
        signs.append(any(family.prefix in name.lower() for name in names))
    signed = sum(signs) / len(signs) if signs else 0.5
    return 0.93 * share + 0.05 * signed + 0.02 * optional_share(found)


def optional_share(found: Mapping[str, int]) -> float:
    wanted = [f"{side}_{joint}" for side in SIDES for joint in OPTIONAL_JOINTS]
    return sum(joint in found for joint in wanted) / len(wanted)
