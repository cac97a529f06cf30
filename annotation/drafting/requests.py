"""From what is asked of one window to a request that an endpoint is sent."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from affectory.core.canonical import canonical_json
from affectory.core.errors import InvalidError
from affectory.endpoints.domain.money import cost_micros
from affectory.endpoints.domain.requests import RequestSpec, media_part, upper_estimate
from affectory.endpoints.domain.states import Medium
from affectory.endpoints.models import Profile
from annotation.drafting.domain.asking import Picture, Recording, Shown, cues_in, planned_frames
from annotation.drafting.domain.options import Options
from annotation.drafting.domain.proposing import Asked
from annotation.drafting.drafters.protocol import ModelDrafter
from annotation.drafting.prompting import Prompt

PICTURE_TYPE, CLIP_TYPE, SOUND_TYPE = "image/jpeg", "video/mp4", "audio/wav"
SOUND_RATE = 16_000
WAV_HEAD = 44
PICTURE_BYTES, CLIP_BYTES = 0.15, 0.012
"""Of a pixel, in a picture and in a frame of a clip: what films of faces and rooms come to, for a forecast only."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be shown of a window. The pictures, frames of the source, are what is shown where the clip is larger
    than the endpoint takes."""

    clip: bool
    sound: bool
    pictures: tuple[int, ...]

    @property
    def is_anything(self) -> bool:
        return self.clip or self.sound or bool(self.pictures)


@dataclass(frozen=True, slots=True)
class Most:
    """The most that calls can take; what they really take is less."""

    tokens: int = 0
    micros: int = 0

    def __add__(self, other: Most) -> Most:
        return Most(self.tokens + other.tokens, self.micros + other.micros)

    def scaled(self, count: int, of: int) -> Most:
        return Most(self.tokens * count // of, self.micros * count // of)


@dataclass(frozen=True, slots=True)
class Sends:
    """What calls carry, and about how many bytes go over the wire: texts and sounds are counted, how well pictures
    and clips can be packed is a guess."""

    clips: int = 0
    sounds: int = 0
    pictures: int = 0
    bytes: int = 0

    def __add__(self, other: Sends) -> Sends:
        return Sends(
            self.clips + other.clips,
            self.sounds + other.sounds,
            self.pictures + other.pictures,
            self.bytes + other.bytes,
        )

    def scaled(self, count: int, of: int) -> Sends:
        parts = (self.clips, self.sounds, self.pictures, self.bytes)
        return Sends(*(part * count // of for part in parts))


def wanted_of(asked: Asked, options: Options, profile: Profile) -> Wanted:
    """DR25"""
    return Wanted(
        clip=Medium.VIDEO in profile.takes,
        sound=Medium.AUDIO in profile.takes and asked.video.has_audio,
        pictures=planned_frames(asked, options.frames) if Medium.FRAMES in profile.takes else (),
    )


def shows_anything(asked: Asked, options: Options, profile: Profile) -> bool:
    return wanted_of(asked, options, profile).is_anything or bool(cues_in(asked))


def request_for(
    drafter: ModelDrafter,
    asked: Asked,
    options: Options,
    prompt: Prompt,
    shown: Shown,
    profile: Profile,
) -> RequestSpec:
    question = drafter.question(asked, options, prompt, shown, with_schema=profile.json_schema)
    return RequestSpec(
        messages=[{**message, "content": _content(message["content"])} for message in question.messages],
        max_output_tokens=output_limit(options, profile),
        params=question.params,
        schema_name=question.schema_name,
        schema=question.schema,
        prompt_version=prompt.version,
    )


def output_limit(options: Options, profile: Profile) -> int:
    """Raises InvalidError where more is asked for than the endpoint allows."""
    wanted = options.max_output_tokens
    if wanted is not None and wanted > profile.max_output_tokens:
        message = f"is more than the {profile.max_output_tokens} that this endpoint allows"
        field = "options.max_output_tokens"
        raise InvalidError(f"{field} {message}.", code="drafting.options", fields={field: [message]})
    return wanted or profile.max_output_tokens


def forecast(
    drafter: ModelDrafter,
    asked: Asked,
    options: Options,
    prompt: Prompt,
    profile: Profile,
    *,
    size: tuple[int, int],
) -> tuple[Most, Sends]:
    """What a call about a window takes at most, and what it carries, before anything is cut. Whether it is shown as a
    clip or in pictures, no more tokens are taken. ``size``: of the video's picture."""
    wanted = wanted_of(asked, options, profile)
    frames = asked.window.frames
    stretch = asked.video.segment(frames)
    seconds = stretch["end"] - stretch["start"]
    pixels = _pixels(size, options.frame_height)
    clip = Recording(_NO_SHA, CLIP_TYPE, 0, seconds) if wanted.clip else None
    sound_bytes = WAV_HEAD + ceil(seconds * SOUND_RATE) * 2
    sound = (
        Recording(_NO_SHA, SOUND_TYPE, sound_bytes, seconds)
        if wanted.sound and sound_bytes <= profile.max_file_bytes
        else None
    )
    times = [asked.video.time_of(frame) for frame in wanted.pictures]
    pictures = tuple(
        Picture(time, time, frame, _NO_SHA, 0) for time, frame in zip(times, wanted.pictures, strict=True)
    )
    ways = [Shown((), clip, sound)] if clip is not None else []
    if pictures or clip is None:
        ways.append(Shown(pictures, None, sound))
    specs = [request_for(drafter, asked, options, prompt, way, profile) for way in ways]
    estimates = [upper_estimate(spec, profile.target()) for spec in specs]
    most = max(estimates, key=lambda one: one.tokens)
    micros = cost_micros(
        tokens_in=most.tokens_in,
        tokens_out=most.tokens_out,
        price_in=profile.price_in,
        price_out=profile.price_out,
    )
    media = [sound_bytes] if sound is not None else []
    if clip is not None:
        media.append(min(profile.max_file_bytes, ceil(pixels * len(frames) * CLIP_BYTES)))
    else:
        media += [ceil(pixels * PICTURE_BYTES)] * len(pictures)
    text = len(canonical_json([specs[0].as_json()["messages"], specs[0].as_json()["schema"]]))
    sends = Sends(
        clips=int(clip is not None),
        sounds=int(sound is not None),
        pictures=0 if clip is not None else len(pictures),
        bytes=text + sum(4 * ceil(part / 3) for part in media),
    )
    return Most(most.tokens, micros), sends


_NO_SHA = "0" * 64


def _pixels(size: tuple[int, int], height: int) -> int:
    scale = min(1.0, height / size[1]) if size[1] else 1.0
    return round(size[0] * scale) * round(size[1] * scale)


def _content(content: Any) -> Any:
    return content if isinstance(content, str) else [_part(part) for part in content]


def _part(part: dict[str, Any]) -> dict[str, Any]:
    if "picture" in part:
        shown = part["picture"]
        return media_part(medium=Medium.FRAMES, sha256=shown.sha256, media_type=PICTURE_TYPE, size=shown.size)
    for name, medium in (("clip", Medium.VIDEO), ("sound", Medium.AUDIO)):
        if name in part:
            one = part[name]
            return media_part(
                medium=medium,
                sha256=one.sha256,
                media_type=one.media_type,
                size=one.size,
                seconds=float(one.seconds),
            )
    return part
