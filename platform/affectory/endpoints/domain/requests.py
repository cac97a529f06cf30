"""What is sent: a request as it is stored, its key, its size from above, and the body as it goes over the wire.

Media stand in messages as references: {"type": "media", "medium": "frames", "sha256": …, "media_type": "image/jpeg",
"bytes": 4711, "seconds": 2.5}. Only `wire_body` puts the bytes in.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from affectory.core.canonical import canonical_json, sha256_hex
from affectory.core.errors import InvalidError
from affectory.endpoints.domain.states import Medium

_SHA256 = re.compile(r"[0-9a-f]{64}")
_AUDIO_FORMATS = {"audio/wav": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3"}
_OURS = ("model", "messages", "response_format", "stream", "n", "max_tokens", "max_completion_tokens")
MESSAGE_TOKENS = 16
"""More than any known template puts around one message."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a request needs to know of its profile."""

    profile_id: str
    base_url: str
    model: str
    takes: frozenset[str]
    json_schema: bool
    output_limit_name: str
    max_output_tokens: int
    frame_tokens: int
    second_tokens: int
    max_file_bytes: int = 20_000_000


@dataclass(frozen=True, slots=True)
class RequestSpec:
    """Everything that makes one call differ from another (EN1). `params` are generation parameters as the API names
    them; `max_output_tokens` takes the name that the profile gives it. `repeat` tells apart calls that are asked
    several times on purpose, `nonce` tries after an answer that could not be used."""

    messages: Sequence[Mapping[str, Any]]
    max_output_tokens: int
    params: Mapping[str, Any] = field(default_factory=dict)
    schema_name: str = ""
    schema: Mapping[str, Any] | None = None
    prompt_version: str = ""
    repeat: int = 0
    nonce: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "messages": [dict(message) for message in self.messages],
            "max_output_tokens": self.max_output_tokens,
            "params": dict(self.params),
            "schema_name": self.schema_name,
            "schema": None if self.schema is None else dict(self.schema),
            "prompt_version": self.prompt_version,
            "repeat": self.repeat,
            "nonce": self.nonce,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> RequestSpec:
        return cls(**value)


def media_part(*, medium: Medium, sha256: str, media_type: str, size: int, seconds: float = 0.0) -> dict[str, Any]:
    """A reference to stored bytes, to stand among the parts of a message."""
    return {
        "type": "media",
        "medium": str(medium),
        "sha256": sha256,
        "media_type": media_type,
        "bytes": size,
        "seconds": seconds,
    }


def media_of(messages: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for message in messages:
        content = message.get("content")
        for part in content if isinstance(content, list | tuple) else ():
            if isinstance(part, Mapping) and part.get("type") == "media":
                yield part


def check_request(spec: RequestSpec, target: Target) -> None:
    """EN2: what the endpoint does not take is refused before anything is stored. Raises InvalidError."""
    if not spec.messages:
        raise InvalidError("The request holds no message.", code="call.no_messages")
    if not 1 <= spec.max_output_tokens <= target.max_output_tokens:
        raise InvalidError(
            f"The answer may be 1 to {target.max_output_tokens} tokens long, not {spec.max_output_tokens}.",
            code="call.output_limit",
        )
    if ours := sorted(set(spec.params) & set(_OURS)):
        raise InvalidError(f"These are set by the profile or the request: {', '.join(ours)}.", code="call.params")
    for part in media_of(spec.messages):
        medium = part.get("medium")
        if medium not in target.takes:
            takes = ", ".join(["text", *sorted(target.takes)])
            raise InvalidError(f"This endpoint takes {takes}, not {medium}.", code="call.medium")
        size, seconds = part.get("bytes"), part.get("seconds", 0)
        if not _SHA256.fullmatch(str(part.get("sha256"))) or not isinstance(size, int) or size < 0:
            raise InvalidError("A medium is named by its SHA-256 and its size.", code="call.medium_reference")
        if not isinstance(seconds, int | float) or seconds < 0:
            raise InvalidError("A medium's length is a number of seconds.", code="call.medium_reference")
        if medium != Medium.FRAMES and size > target.max_file_bytes:
            raise InvalidError(
                f"This endpoint takes {medium} of at most {target.max_file_bytes:,} bytes, not {size:,}.",
                code="call.medium_size",
            )
        if medium == Medium.AUDIO and part.get("media_type") not in _AUDIO_FORMATS:
            raise InvalidError("Audio is sent as WAV or MP3.", code="call.audio_format")


def request_key(spec: RequestSpec, target: Target) -> str:
    """EN1: SHA-256 over everything that is sent and where to, media by their SHA-256."""
    sent = _body(spec, target, list(spec.messages))
    about = [target.profile_id, target.base_url, spec.prompt_version, spec.repeat, spec.nonce]
    # A schema that this endpoint is not sent still says what was asked for.
    return sha256_hex(canonical_json([1, *about, spec.as_json()["schema"], spec.schema_name, sent]))


@dataclass(frozen=True, slots=True)
class Estimate:
    """How many tokens a request takes at most."""

    tokens_in: int
    tokens_out: int

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


def upper_estimate(spec: RequestSpec, target: Target) -> Estimate:
    """EN10: an upper bound. A token of text is at least one byte of UTF-8; media take what the profile says."""
    text = canonical_json([[_without_media(message) for message in spec.messages], spec.schema_name, spec.schema])
    tokens = len(text) + MESSAGE_TOKENS * (len(spec.messages) + 1)
    for part in media_of(spec.messages):
        seconds = part.get("seconds") or 0
        tokens += target.frame_tokens if part["medium"] == Medium.FRAMES else ceil(seconds * target.second_tokens)
    return Estimate(tokens, spec.max_output_tokens)


def wire_body(spec: RequestSpec, target: Target, content_of: Callable[[str], bytes]) -> dict[str, Any]:
    """The body of the POST, with the bytes of its media inside."""
    return _body(spec, target, [_with_media(message, content_of) for message in spec.messages])


def larger(spec: RequestSpec, target: Target) -> RequestSpec | None:
    """The same request with room for an answer of twice the length; None where the profile allows no more."""
    room = min(2 * spec.max_output_tokens, target.max_output_tokens)
    if room <= spec.max_output_tokens:
        return None
    return RequestSpec.from_json({**spec.as_json(), "max_output_tokens": room})


def _body(spec: RequestSpec, target: Target, messages: list[Any]) -> dict[str, Any]:
    body: dict[str, Any] = {"model": target.model, "messages": messages, **spec.params}
    body[target.output_limit_name] = spec.max_output_tokens
    if spec.schema is not None and target.json_schema:
        named = {"name": spec.schema_name or "answer", "strict": True, "schema": spec.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    return body


def _without_media(message: Mapping[str, Any]) -> dict[str, Any]:
    content = message.get("content")
    if not isinstance(content, list | tuple):
        return dict(message)
    return {**message, "content": [p for p in content if not (isinstance(p, Mapping) and p.get("type") == "media")]}


def _with_media(message: Mapping[str, Any], content_of: Callable[[str], bytes]) -> dict[str, Any]:
    content = message.get("content")
    if not isinstance(content, list | tuple):
        return dict(message)
    return {**message, "content": [_wire_part(part, content_of) for part in content]}


def _wire_part(part: Any, content_of: Callable[[str], bytes]) -> Any:
    if not isinstance(part, Mapping) or part.get("type") != "media":
        return part
    data = base64.b64encode(content_of(part["sha256"])).decode()
    if part["medium"] == Medium.AUDIO:
        return {"type": "input_audio", "input_audio": {"data": data, "format": _AUDIO_FORMATS[part["media_type"]]}}
    kind = "image_url" if part["medium"] == Medium.FRAMES else "video_url"
    return {"type": kind, kind: {"url": f"data:{part['media_type']};base64,{data}"}}
