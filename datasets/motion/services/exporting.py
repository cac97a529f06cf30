"""A motion as a file for other programs."""

from __future__ import annotations

from affectory.core import storage
from affectory.core.errors import NotFoundError
from datasets.motion.avatar.animation import animated_glb
from datasets.motion.models import MotionAsset
from datasets.motion.retarget import AvatarMotion


def animated_file(*, motion: MotionAsset) -> bytes:
    """MO56: the animated GLB of a motion, with its licence and what may be passed on. Made when asked for and kept
    nowhere, so that a withdrawal has nothing to look for."""
    if not motion.retargeted_sha256:
        raise NotFoundError("This motion is not on the avatar (yet); see its state.", code="motion.not_there_yet")
    rights = motion.rights
    return animated_glb(
        AvatarMotion.from_bytes(storage.read_bytes(motion.retargeted_sha256)),
        licence=rights.licence,
        extras={"may_redistribute": str(rights.may_redistribute.value), "motion": str(motion.pk)},
    )
