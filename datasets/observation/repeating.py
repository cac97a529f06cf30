"""EP55: the whole clip of a sampled episode drawn twice, the second time by an engine process of its own, which
shares neither memory nor compiled programs with the first. And what the engine saw of an episode, as a small
picture."""

from __future__ import annotations

from dataclasses import replace

from django.conf import settings

from datasets.episodes.checks import Check, whole_clip_check
from datasets.episodes.models import Episode
from datasets.observation import specs
from datasets.observation.checking import Observer
from datasets.observation.domain import RenderSpec, Setting

PICTURED_FRAMES = 4


def drawn_twice(episode: Episode, observer: Observer, other: Observer) -> Check:
    spec, _ = specs.build_spec(
        episode,
        setting=Setting.P_INIT,
        engine_id=settings.OBSERVATION_ENGINE,
        parameters=specs.current_parameters(),
    )
    return whole_clip_check(observer.frames_digest(spec), other.frames_digest(spec), frames=spec.frames)


def picture_spec(episode: Episode) -> RenderSpec:
    """A few frames over the motion at the size of measuring; the one that shows most of the person is the picture."""
    probe = specs.probe_spec(episode, engine_id=settings.OBSERVATION_ENGINE, parameters=specs.current_parameters())
    return replace(
        probe, fps=max(1, round(PICTURED_FRAMES / episode.duration_s)), frames=PICTURED_FRAMES, light="plain"
    )
