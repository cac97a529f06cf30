"""The parts of a recorded skeleton that the avatar has too, as arrays over frames."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.motion.bvh import Bvh, WorldPose, compose, local_transforms, with_joints
from datasets.motion.retarget.families import SIDES, RetargetError
from datasets.motion.retarget.recognition import Recognition
from datasets.motion.rotations import normalised

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Source:
    """A file's body: world transforms of the joints that matter, in the file's unit and axes."""

    names: tuple[str, ...]
    parents: NDArray[np.int64]
    body: Recognition
    pose: WorldPose
    rest_offsets: Floats
    """Each joint's usual translation in its parent's frame (J, 3): the median where position channels give it."""
    hand_tips: dict[str, Floats]
    """Per side, where the fingers lie in the hand's frame; absent if the file has no fingers."""

    def position(self, joint: str) -> Floats:
        """World positions (F, 3) of a recognised joint."""
        return np.asarray(self.pose.positions[self.body.joints[joint]])

    def middle(self, joint: str) -> Floats:
        """Halfway between the left and the right joint, (F, 3)."""
        return 0.5 * (self.position(f"left_{joint}") + self.position(f"right_{joint}"))

    def leg_length(self) -> float:
        """Hip over knee to ankle, mean of both sides, median over frames."""
        total = np.zeros(self.pose.positions.shape[1])
        for side in SIDES:
            for upper, lower in (("hip", "knee"), ("knee", "ankle")):
                bone = self.position(f"{side}_{lower}") - self.position(f"{side}_{upper}")
                total += 0.5 * np.linalg.norm(bone, axis=1)
        return float(np.median(total))

    def trunk_length(self) -> float:
        return float(np.median(np.linalg.norm(self.middle("shoulder") - self.middle("hip"), axis=1)))


def read_source(bvh: Bvh, body: Recognition) -> Source:
    """Transforms of the recognised joints and all they hang on; a body without legs or trunk is refused."""
    tips = {side: tip for side in SIDES if (tip := _hand_tip(bvh, body.joints[f"{side}_wrist"])) is not None}
    wanted = {*body.joints.values(), *body.spine, *body.neck, body.pelvis, body.chest}
    if body.head is not None:
        wanted.add(body.head)
    small, place = with_joints(bvh, wanted)
    body = replace(
        body,
        joints={name: place[joint] for name, joint in body.joints.items()},
        pelvis=place[body.pelvis],
        chest=place[body.chest],
        spine=tuple(place[joint] for joint in body.spine),
        neck=tuple(place[joint] for joint in body.neck),
        head=None if body.head is None else place[body.head],
    )
    positions, rotations = local_transforms(small)
    source = Source(
        names=small.joint_names,
        parents=small.parents,
        body=body,
        pose=compose(small.parents, positions, rotations),
        rest_offsets=np.median(positions, axis=1),
        hand_tips=tips,
    )
    leg, trunk = source.leg_length(), source.trunk_length()
    if leg <= 0.0 or trunk <= 0.0 or not 0.2 < leg / trunk < 8.0:
        raise RetargetError(
            f"the legs measure {leg:.4g} and the trunk {trunk:.4g} file units, which is no body. "
            "Position channels may hold displacements instead of positions: export the file with rotations only."
        )
    return source


def _hand_tip(bvh: Bvh, wrist: int) -> Floats | None:
    """Where the fingers begin, in the hand's frame: the mean of what hangs on it, thumbs apart."""
    fingers = [
        bvh.offsets[joint]
        for joint, parent in enumerate(bvh.parents)
        if parent == wrist and "thumb" not in bvh.joint_names[joint].lower()
    ]
    if not fingers:
        fingers = [bvh.end_offsets[end] for end, parent in enumerate(bvh.end_parents) if parent == wrist]
    fingers = [offset for offset in fingers if float(np.linalg.norm(offset)) > 1e-6]
    return np.asarray(normalised(np.mean(fingers, axis=0))) if fingers else None
