"""SP11: a fingerprint of what a clip looks like: the signs of brightness differences in a few frames.

Two encodings of one picture differ in few bits, two pictures in many. The comparison is pure (export.splits).
"""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from export.splits.duplicates import HASH_FRAMES, HASH_SIDE


class UnreadableClipError(Exception):
    """A file that holds no frames that can be decoded."""


def clip_hash(path: Path) -> bytes:
    """Frames at even distances, shrunk by area to 17 × 16 grey cells; a bit says whether a cell is brighter than
    its left neighbour. Frames of a clip that has fewer are taken more than once."""
    frames = _chosen_frames(path)
    bits = [grey[:, 1:] > grey[:, :-1] for grey in frames]
    return np.packbits(np.concatenate([frame.ravel() for frame in bits])).tobytes()


def _chosen_frames(path: Path) -> list[NDArray[np.int16]]:
    """The number of frames in the header says which to keep; where it is wrong the file is read once more."""
    try:
        with av.open(str(path), options={"protocol_whitelist": "file"}) as container:
            if not container.streams.video:
                raise UnreadableClipError(f"{path} holds no video")
            stated = container.streams.video[0].frames
            kept, counted = _decode(container, set(_places(stated)))
        if counted and counted != stated:
            with av.open(str(path), options={"protocol_whitelist": "file"}) as container:
                kept, _ = _decode(container, set(_places(counted)))
    except (av.FFmpegError, OSError, ValueError) as error:
        raise UnreadableClipError(f"{path} cannot be decoded: {error}") from error
    if not counted:
        raise UnreadableClipError(f"{path} holds no frame")
    return [kept[place] for place in _places(counted)]


def _places(frames: int) -> list[int]:
    return [(2 * n + 1) * frames // (2 * HASH_FRAMES) for n in range(HASH_FRAMES)]


def _decode(container: av.container.InputContainer, wanted: set[int]) -> tuple[dict[int, NDArray[np.int16]], int]:
    kept, counted = {}, 0
    for number, frame in enumerate(container.decode(video=0)):
        counted = number + 1
        if number in wanted:
            kept[number] = _small(frame)
    return kept, counted


def _small(frame: av.VideoFrame) -> NDArray[np.int16]:
    grey = Image.fromarray(frame.to_ndarray(format="gray"))
    return np.asarray(grey.resize((HASH_SIDE + 1, HASH_SIDE), Image.Resampling.BOX), dtype=np.int16)
