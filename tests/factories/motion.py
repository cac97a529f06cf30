"""Motions made through the import road: small, valid, different for every seed."""

from __future__ import annotations

import csv
import io
import math
import zipfile
from collections.abc import Mapping, Sequence
from itertools import count

from affectory.accounts.models import Project, User
from datasets.motion import services
from datasets.motion.models import Import, MotionAsset

_seeds = count(1)

# name, parent, offset in centimetres; a person of 1.75 m
_JOINTS = (
    ("Hips", None, (0, 0, 0)),
    ("Spine", "Hips", (0, 10, 0)),
    ("Spine1", "Spine", (0, 13, 0)),
    ("Neck", "Spine1", (0, 22, 0)),
    ("Head", "Neck", (0, 10, 0)),
    ("LeftShoulder", "Spine1", (4, 18, 0)),
    ("LeftArm", "LeftShoulder", (12, 0, 0)),
    ("LeftForeArm", "LeftArm", (28, 0, 0)),
    ("LeftHand", "LeftForeArm", (25, 0, 0)),
    ("RightShoulder", "Spine1", (-4, 18, 0)),
    ("RightArm", "RightShoulder", (-12, 0, 0)),
    ("RightForeArm", "RightArm", (-28, 0, 0)),
    ("RightHand", "RightForeArm", (-25, 0, 0)),
    ("LeftUpLeg", "Hips", (9, -4, 0)),
    ("LeftLeg", "LeftUpLeg", (0, -42, 0)),
    ("LeftFoot", "LeftLeg", (0, -41, 0)),
    ("LeftToeBase", "LeftFoot", (0, -7, 13)),
    ("RightUpLeg", "Hips", (-9, -4, 0)),
    ("RightLeg", "RightUpLeg", (0, -42, 0)),
    ("RightFoot", "RightLeg", (0, -41, 0)),
    ("RightToeBase", "RightFoot", (0, -7, 13)),
)
HIP_HEIGHT_CM = 95.0


def bvh_bytes(seed: int | None = None, *, frames: int = 60, fps: int = 30) -> bytes:
    """A person who stands and waves; the seed decides how widely, so that no two files are the same."""
    seed = next(_seeds) if seed is None else seed
    lines = ["HIERARCHY", *_hierarchy("Hips", 0), "MOTION", f"Frames: {frames}", f"Frame Time: {1 / fps:.7f}"]
    width = 6 + 3 * (len(_JOINTS) - 1)
    swing = 20 + seed % 977 / 100
    for frame in range(frames):
        phase = math.sin(2 * math.pi * frame / 30)
        values = [0.0] * width
        values[1] = HIP_HEIGHT_CM + 0.3 * phase
        values[6 + 3 * 5] = -60.0 + swing * phase
        values[6 + 3 * 9] = 70.0
        values[6 + 3 * 6 + 1] = swing * phase / 2
        lines.append(" ".join(f"{value:.4f}" for value in values))
    return ("\n".join(lines) + "\n").encode()


def _hierarchy(name: str, depth: int) -> list[str]:
    blank = "  " * depth
    offset = next(o for n, _, o in _JOINTS if n == name)
    channels = "6 Xposition Yposition Zposition" if depth == 0 else "3"
    lines = [
        f"{blank}{'ROOT' if depth == 0 else 'JOINT'} {name}",
        blank + "{",
        f"{blank}  OFFSET {offset[0]} {offset[1]} {offset[2]}",
        f"{blank}  CHANNELS {channels} Zrotation Xrotation Yrotation",
    ]
    children = [n for n, parent, _ in _JOINTS if parent == name]
    for child in children:
        lines += _hierarchy(child, depth + 1)
    if not children:
        lines += [f"{blank}  End Site", blank + "  {", f"{blank}    OFFSET 0 -2 5", blank + "  }"]
    return [*lines, blank + "}"]


def manifest_csv(rows: Sequence[Mapping[str, str]], *, delimiter: str = ",") -> bytes:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, delimiter=delimiter, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def zip_bytes(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def run_motion_import(
    actor: User,
    project: Project,
    files: Mapping[str, bytes],
    rows: Sequence[Mapping[str, str]] | None = None,
    **options: object,
) -> Import:
    """Import and inspect in this process."""
    manifest = services.IncomingFile("manifest.csv", manifest_csv(rows)) if rows is not None else None
    motion_import = services.import_files(
        actor=actor,
        project=project,
        files=[services.IncomingFile(path, data) for path, data in files.items()],
        manifest=manifest,
        queue=False,
        **options,  # type: ignore[arg-type]
    )
    return services.run_import(import_id=motion_import.pk, inspect_here=True)


def make_motion(
    actor: User,
    project: Project,
    *,
    name: str | None = None,
    collection: str = "studio",
    source_label: str = "happy",
    performer: str = "",
    performance: str = "",
    part: str = "",
    frames: int = 60,
    seed: int | None = None,
    licence: str = "CC BY 4.0",
    may_redistribute: str = "media",
    is_synthetic: bool = False,
) -> MotionAsset:
    """One inspected motion (READY), labelled by its source label where that is one of the five."""
    seed = next(_seeds) if seed is None else seed
    name = name or f"motion_{seed}.bvh"
    row = {
        "file": name,
        "collection": collection,
        "source_label": source_label,
        "performer": performer,
        "performance": performance,
        "part": part,
        "licence": licence,
        "may_redistribute": may_redistribute,
    }
    files = {name: bvh_bytes(seed, frames=frames)}
    run_motion_import(actor, project, files, [row], is_synthetic=is_synthetic)
    return MotionAsset.objects.get(project=project, collection__name=collection, external_id=name)


def make_motions(actor: User, project: Project, labels: Sequence[str], **options: object) -> list[MotionAsset]:
    return [make_motion(actor, project, source_label=label, **options) for label in labels]  # type: ignore[arg-type]
