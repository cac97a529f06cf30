"""BVH text for tests: skeletons written joint by joint, frames as rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

ROOT_CHANNELS = "Xposition Yposition Zposition Zrotation Xrotation Yrotation"
TURNS = "Zrotation Xrotation Yrotation"

# A person in a T-pose, centimetres, facing +Z: (name, parent, offset). Legs 40 + 40, arms 25 + 25.
PERSON: Sequence[tuple[str, str | None, tuple[float, float, float]]] = (
    ("Hips", None, (0, 90, 0)),
    ("Spine", "Hips", (0, 10, 0)),
    ("Spine1", "Spine", (0, 15, 0)),
    ("Spine2", "Spine1", (0, 15, 0)),
    ("Neck", "Spine2", (0, 15, 0)),
    ("Head", "Neck", (0, 10, 0)),
    ("LeftShoulder", "Spine2", (5, 10, 0)),
    ("LeftArm", "LeftShoulder", (12, 0, 0)),
    ("LeftForeArm", "LeftArm", (25, 0, 0)),
    ("LeftHand", "LeftForeArm", (25, 0, 0)),
    ("RightShoulder", "Spine2", (-5, 10, 0)),
    ("RightArm", "RightShoulder", (-12, 0, 0)),
    ("RightForeArm", "RightArm", (-25, 0, 0)),
    ("RightHand", "RightForeArm", (-25, 0, 0)),
    ("LeftUpLeg", "Hips", (9, 0, 0)),
    ("LeftLeg", "LeftUpLeg", (0, -40, 0)),
    ("LeftFoot", "LeftLeg", (0, -40, 0)),
    ("LeftToeBase", "LeftFoot", (0, -6, 12)),
    ("RightUpLeg", "Hips", (-9, 0, 0)),
    ("RightLeg", "RightUpLeg", (0, -40, 0)),
    ("RightFoot", "RightLeg", (0, -40, 0)),
    ("RightToeBase", "RightFoot", (0, -6, 12)),
)


def person_names() -> list[str]:
    return [name for name, _, _ in PERSON]


def hierarchy(
    joints: Iterable[tuple[str, str | None, tuple[float, float, float]]] = PERSON,
    *,
    channels: Mapping[str, str] | None = None,
) -> str:
    """The HIERARCHY part; every leaf gets an End Site."""
    joints = list(joints)
    lines = ["HIERARCHY"]

    def write(name: str, parent: str | None, offset: tuple[float, float, float], depth: int) -> None:
        pad = "  " * depth
        listed = (channels or {}).get(name, ROOT_CHANNELS if parent is None else TURNS).split()
        lines.extend(
            [
                f"{pad}{'ROOT' if parent is None else 'JOINT'} {name}",
                pad + "{",
                f"{pad}  OFFSET {offset[0]} {offset[1]} {offset[2]}",
                f"{pad}  CHANNELS {len(listed)} {' '.join(listed)}".rstrip(),
            ]
        )
        children = [joint for joint in joints if joint[1] == name]
        for child in children:
            write(*child, depth + 1)
        if not children:
            lines.extend([f"{pad}  End Site", f"{pad}  {{", f"{pad}    OFFSET 0 5 0", f"{pad}  }}"])
        lines.append(pad + "}")

    root = next(joint for joint in joints if joint[1] is None)
    write(*root, 0)
    return "\n".join(lines) + "\n"


def bvh(
    head: str, rows: Sequence[Sequence[float] | str], *, frame_time: str = "0.0333333", frames: int | None = None
) -> bytes:
    """A whole file: a hierarchy and its rows."""
    text = [row if isinstance(row, str) else " ".join(f"{value:g}" for value in row) for row in rows]
    declared = len(rows) if frames is None else frames
    return f"{head}MOTION\nFrames: {declared}\nFrame Time: {frame_time}\n{chr(10).join(text)}\n".encode()


def person(
    frames: int = 2,
    *,
    turns: Mapping[str, tuple[float, float, float]] | None = None,
    root: tuple[float, float, float] = (0, 90, 0),
    joints: Sequence[tuple[str, str | None, tuple[float, float, float]]] = PERSON,
    frame_time: str = "0.0333333",
) -> bytes:
    """A person holding one pose: degrees about Z, X, Y for the joints that are turned."""
    row: list[float] = list(root)
    for name in _written_order(joints):
        row += (turns or {}).get(name, (0, 0, 0))
    return bvh(hierarchy(joints), [row] * frames, frame_time=frame_time)


def _written_order(joints: Sequence[tuple[str, str | None, tuple[float, float, float]]]) -> list[str]:
    def below(name: str) -> list[str]:
        return [name] + [found for child in joints if child[1] == name for found in below(child[0])]

    return below(next(joint[0] for joint in joints if joint[1] is None))


def renamed(
    names: Mapping[str, str], joints: Sequence[tuple[str, str | None, tuple[float, float, float]]] = PERSON
) -> list[tuple[str, str | None, tuple[float, float, float]]]:
    """The same skeleton under other names."""
    return [(names.get(name, name), names.get(parent, parent) if parent else None, at) for name, parent, at in joints]
