"""EP8, EP9, EP18: the engine's part of an episode's checks, through a protocol that the worker fulfils."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from django.conf import settings

from affectory.core import storage
from datasets.episodes.checks import (
    Check,
    challenge_checks,
    measured,
    reference_check,
    repeat_check,
    worst_of,
)
from datasets.episodes.models import Episode
from datasets.observation import specs
from datasets.observation.domain import FrameRecord, RenderSpec


class Observer(Protocol):
    """What checking needs of an engine."""

    def measure(self, spec: RenderSpec) -> Sequence[FrameRecord]: ...

    def frames_digest(self, spec: RenderSpec) -> str:
        """SHA-256 over colour, depth and ids of every frame of ``spec``."""
        ...


def engine_checks(episode: Episode, observer: Observer) -> list[Check]:
    """The challenge as the engine sees it, of `either` on both people, and two renderings of the same frames
    compared."""
    references = _references(episode)
    if not references.holds:
        return [references]
    parameters = specs.current_parameters()
    engine_id = settings.OBSERVATION_ENGINE
    seen = []
    for number in episode.specification.asked:
        probe = specs.probe_spec(episode, engine_id=engine_id, parameters=parameters, person=number)
        seen.append(challenge_checks(measured(observer.measure(probe)), _bounds(episode), stage="measured"))
    checks = [references, *worst_of(seen)]
    if all(check.holds for check in checks):
        repeated = specs.repeat_spec(episode, engine_id=engine_id, parameters=parameters)
        checks.append(repeat_check(observer.frames_digest(repeated), observer.frames_digest(repeated)))
    return checks


def _references(episode: Episode) -> Check:
    spec = episode.specification
    named = {"the scene": spec.scene_sha256} | {
        f"motion {number}": motion.motion_sha256 for number, motion in enumerate(spec.motions, start=1)
    }
    if spec.avatar_sha256:
        named["the avatar"] = spec.avatar_sha256
    missing = [name for name, sha256 in named.items() if not storage.exists(sha256)]
    return reference_check(len(named) - len(missing), missing)


def clip_checks(episode: Episode, frames: Sequence[FrameRecord]) -> list[Check]:
    """The challenge on the frames of the P-Init clip itself."""
    return challenge_checks(measured(frames), _bounds(episode), stage="measured")


def _bounds(episode: Episode) -> dict[str, tuple[float, float]]:
    return {key: (low, high) for key, (low, high) in episode.bounds.items()}
