"""From channel values to local and world transforms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.motion.bvh.hierarchy import POSITION_CHANNELS, ROTATION_CHANNELS
from datasets.motion.bvh.reader import Bvh
from datasets.motion.rotations import about_axis, multiply, rotate

Floats = NDArray[np.float64]
_BLOCK_FRAMES = 4096


@dataclass(frozen=True, slots=True)
class WorldPose:
    """Joint positions (J, F, 3) in file units and rotations (J, F, 4) in the file's world."""

    positions: Floats
    rotations: Floats


def with_joints(bvh: Bvh, joints: Iterable[int]) -> tuple[Bvh, dict[int, int]]:
    """The file without what none of these joints hangs on (fingers, face), and the old indices' new places."""
    kept: set[int] = set()
    for joint in joints:
        while joint >= 0 and joint not in kept:
            kept.add(joint)
            joint = int(bvh.parents[joint])
    order = sorted(kept)
    place = {joint: index for index, joint in enumerate(order)}
    starts = np.cumsum([0, *(len(names) for names in bvh.channels)])
    columns = [column for joint in order for column in range(starts[joint], starts[joint + 1])]
    ends = [end for end, parent in enumerate(bvh.end_parents) if int(parent) in place]
    smaller = replace(
        bvh,
        joint_names=tuple(bvh.joint_names[joint] for joint in order),
        parents=np.array([place.get(int(bvh.parents[joint]), -1) for joint in order], dtype=np.int64),
        offsets=bvh.offsets[order],
        end_parents=np.array([place[int(bvh.end_parents[end])] for end in ends], dtype=np.int64),
        end_offsets=bvh.end_offsets[ends].reshape(-1, 3),
        channels=tuple(bvh.channels[joint] for joint in order),
        values=bvh.values[:, columns],
    )
    return smaller, place


def local_transforms(bvh: Bvh) -> tuple[Floats, Floats]:
    """Positions (J, F, 3) and rotations (J, F, 4) of every joint in its parent's frame.

    MO2: a position channel's value is the translation itself and takes OFFSET's place, on any joint; rotations are
    multiplied in the order in which the joint lists them, the first listed leftmost.
    """
    rotations = np.zeros((len(bvh.joint_names), bvh.frames, 4))
    rotations[..., 3] = 1.0
    by_order: dict[tuple[int, ...], tuple[list[int], list[list[int]]]] = {}
    column = 0
    for joint, channels in enumerate(bvh.channels):
        order: list[int] = []
        columns: list[int] = []
        for channel in channels:
            if channel in ROTATION_CHANNELS:
                order.append(ROTATION_CHANNELS.index(channel))
                columns.append(column)
            column += 1
        if order:
            joints, all_columns = by_order.setdefault(tuple(order), ([], []))
            joints.append(joint)
            all_columns.append(columns)
    for axes, (joints, all_columns) in by_order.items():
        radians = np.deg2rad(bvh.values[:, np.array(all_columns)]).transpose(2, 1, 0)
        turned = about_axis(axes[0], radians[0])
        for axis, angle in zip(axes[1:], radians[1:], strict=True):
            turned = multiply(turned, about_axis(axis, angle))
        rotations[joints] = turned
    return local_positions(bvh), rotations


def local_positions(bvh: Bvh) -> Floats:
    """Positions (J, F, 3) of every joint in its parent's frame."""
    positions = np.repeat(bvh.offsets[:, None, :], bvh.frames, axis=1)
    column = 0
    for joint, channels in enumerate(bvh.channels):
        for channel in channels:
            if channel in POSITION_CHANNELS:
                positions[joint, :, POSITION_CHANNELS.index(channel)] = bvh.values[:, column]
            column += 1
    return positions


def world_pose(bvh: Bvh) -> WorldPose:
    """Every joint's transform in the file's world."""
    return compose(bvh.parents, *local_transforms(bvh))


def compose(parents: NDArray[np.int64], positions: Floats, rotations: Floats) -> WorldPose:
    """Chain local transforms down the tree; a parent comes before its children."""
    world_positions, world_rotations = positions.copy(), rotations.copy()
    for joints in _generations(parents):
        above = parents[joints]
        world_positions[joints] = world_positions[above] + rotate(world_rotations[above], positions[joints])
        world_rotations[joints] = multiply(world_rotations[above], rotations[joints])
    return WorldPose(world_positions, world_rotations)


def _generations(parents: NDArray[np.int64]) -> list[list[int]]:
    """The joints that hang on a root, then those that hang on these, and so on: a short recording costs as many calls
    as its tree is deep, not as many as it has joints."""
    depths: list[int] = []
    found: list[list[int]] = []
    for joint, parent in enumerate(parents.tolist()):
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        if parent >= 0:
            if depths[joint] > len(found):
                found.append([])
            found[depths[joint] - 1].append(joint)
    return found


def forward_kinematics(bvh: Bvh) -> Floats:
    """World positions (J, F, 3) in file units, worked out a block of frames at a time."""
    out = np.empty((len(bvh.joint_names), bvh.frames, 3))
    for start in range(0, bvh.frames, _BLOCK_FRAMES):
        block = slice(start, start + _BLOCK_FRAMES)
        out[:, block] = world_pose(replace(bvh, values=bvh.values[block])).positions
    return out


def end_site_positions(bvh: Bvh, pose: WorldPose) -> Floats:
    """World positions (E, F, 3) of the End Sites."""
    if not len(bvh.end_parents):
        return np.empty((0, bvh.frames, 3))
    offsets = bvh.end_offsets[:, None, :]
    return np.asarray(pose.positions[bvh.end_parents] + rotate(pose.rotations[bvh.end_parents], offsets))
