"""Thousands of different BVH files out of a few: names as Bandai-Namco's, with faults among them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from datasets.motion.synthetic import synthetic_motions

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "bvh"
STYLES = ("angry", "happy", "sad", "normal", "tired")
BROKEN_EVERY, MISNAMED_EVERY, TWICE_EVERY = 50, 101, 211
"""How often a value is no number, a name does not fit, and a file is a copy of another."""


def sources() -> list[bytes]:
    """Real recordings where they are there, else generated ones."""
    real = [path.read_bytes() for path in sorted(SHARED.glob("bn[12]_*.bvh"))]
    return real or [motion.bvh for motion in synthetic_motions(seed=0)]


def write_files(folder: Path, count: int, *, seed: int = 0) -> int:
    """Returns the bytes written. The same seed writes the same files."""
    folder.mkdir(parents=True, exist_ok=True)
    total = 0
    for name, data in _files(count, random.Random(seed)):
        (folder / name).write_bytes(data)
        total += len(data)
    return total


def lengthened(data: bytes, frames: int) -> bytes:
    """The same movement again and again."""
    head, frame_time, rows = _split(data)
    rows = (rows * (-(-frames // len(rows))))[:frames]
    return "\n".join([head, f"Frames: {frames}", frame_time, *rows, ""]).encode()


def _files(count: int, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    material = [_split(data) for data in sources()]
    last = b""
    for number in range(count):
        head, frame_time, rows = material[number % len(material)]
        style = STYLES[number % len(STYLES)]
        name = f"set_act{number // 40}_{style}_{number:05}.bvh"
        if number % MISNAMED_EVERY == MISNAMED_EVERY - 1:
            name = f"{number}.bvh"
        if number % TWICE_EVERY == TWICE_EVERY - 1:
            yield name, last
            continue
        moved = _moved(rows, rng)
        if number % BROKEN_EVERY == BROKEN_EVERY - 1:
            moved[len(moved) // 2] = moved[len(moved) // 2].replace(moved[len(moved) // 2].split()[0], "nan", 1)
        last = "\n".join([head, f"Frames: {len(moved)}", frame_time, *moved, ""]).encode()
        yield name, last


def _split(data: bytes) -> tuple[str, str, list[str]]:
    """Everything up to MOTION, the line of the frame time, and a line for each frame."""
    head, _, motion = data.decode("utf-8", "replace").replace("\r", "").partition("MOTION")
    lines = [line for line in motion.split("\n") if line.strip()]
    return head + "MOTION", lines[1], lines[2:]


def _moved(rows: list[str], rng: random.Random) -> list[str]:
    """The same movement a few frames shorter, somewhere else in the room."""
    aside = rng.uniform(-50.0, 50.0)
    cut = rng.randrange(0, max(1, len(rows) // 10))
    moved = []
    for row in rows[: len(rows) - cut]:
        first, _, rest = row.strip().partition(" ")
        moved.append(f"{float(first) + aside:.6f} {rest}")
    return moved
