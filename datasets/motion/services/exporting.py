"""A motion as a file for other programs."""

from __future__ import annotations

from affectory.core import storage
from affectory.core.errors import NotFoundError
from affectory.core.rights import strictest
from datasets.motion.avatar.animation import animated_glb
from datasets.motion.avatar.fitted import read_avatar
from datasets.motion.models import MotionAsset
from datasets.motion.selectors import chosen_avatar, stored_motion


def animated_file(*, motion: MotionAsset) -> bytes:
    """MO56, MO59: the animated GLB of a motion on the project's avatar, with the strictest rights of both. Made when
    asked for and kept nowhere, so that a withdrawal has nothing to look for."""
    if not motion.retargeted_sha256:
        raise NotFoundError("This motion is not on the avatar (yet); see its state.", code="motion.not_there_yet")
    rights, fitted = motion.rights, None
    chosen = chosen_avatar(motion.project_id)
    if chosen is not None:
        rights = strictest(rights, chosen.own_rights)
        with storage.readable(chosen.glb_sha256, what="the project's avatar"):
            fitted = read_avatar(storage.read_bytes(chosen.glb_sha256))
    return animated_glb(
        stored_motion(motion.retargeted_sha256),
        licence=rights.licence,
        extras={"may_redistribute": str(rights.may_redistribute.value), "motion": str(motion.pk)},
        avatar=fitted,
    )
