"""From what is asked of one window to a request that an endpoint is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from affectory.core.errors import InvalidError
from affectory.endpoints.domain.money import cost_micros
from affectory.endpoints.domain.requests import RequestSpec, media_part, upper_estimate
from affectory.endpoints.domain.states import Medium
from affectory.endpoints.models import Profile
from annotation.drafting.domain.asking import Picture, planned_frames
from annotation.drafting.domain.options import Options
from annotation.drafting.domain.proposing import Asked
from annotation.drafting.drafters.protocol import ModelDrafter
from annotation.drafting.prompting import Prompt

PICTURE_TYPE = "image/jpeg"


@dataclass(frozen=True, slots=True)
class Most:
    """The most that calls can take; what they really take is less."""

    tokens: int = 0
    micros: int = 0

    def __add__(self, other: Most) -> Most:
        return Most(self.tokens + other.tokens, self.micros + other.micros)

    def scaled(self, count: int, of: int) -> Most:
        return Most(self.tokens * count // of, self.micros * count // of)


def takes_pictures(profile: Profile) -> bool:
    return Medium.FRAMES in profile.takes


def pictures_wanted(asked: Asked, options: Options, profile: Profile) -> tuple[int, ...]:
    """Frames of the source."""
    return planned_frames(asked, options.frames) if takes_pictures(profile) else ()


def request_for(
    drafter: ModelDrafter,
    asked: Asked,
    options: Options,
    prompt: Prompt,
    pictures: Sequence[Picture],
    profile: Profile,
) -> RequestSpec:
    question = drafter.question(asked, options, prompt, pictures, with_schema=profile.json_schema)
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


def most_for(drafter: ModelDrafter, asked: Asked, options: Options, prompt: Prompt, profile: Profile) -> Most:
    """An upper bound, before any picture is taken."""
    pictures = [
        Picture(asked.video.time_of(frame), asked.video.time_of(frame), frame, "0" * 64, 0)
        for frame in pictures_wanted(asked, options, profile)
    ]
    spec = request_for(drafter, asked, options, prompt, pictures, profile)
    most = upper_estimate(spec, profile.target())
    micros = cost_micros(
        tokens_in=most.tokens_in,
        tokens_out=most.tokens_out,
        price_in=profile.price_in,
        price_out=profile.price_out,
    )
    return Most(most.tokens, micros)


def _content(content: Any) -> Any:
    if isinstance(content, str):
        return content
    return [_part(part["picture"]) if "picture" in part else part for part in content]


def _part(picture: Picture) -> dict[str, Any]:
    return media_part(medium=Medium.FRAMES, sha256=picture.sha256, media_type=PICTURE_TYPE, size=picture.size)
