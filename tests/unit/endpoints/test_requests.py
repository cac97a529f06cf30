"""Keys, estimates and wire bodies of requests."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import replace

import pytest

from affectory.core.errors import InvalidError
from affectory.endpoints.domain.requests import (
    Estimate,
    RequestSpec,
    Target,
    check_request,
    larger,
    media_part,
    request_key,
    upper_estimate,
    wire_body,
)
from affectory.endpoints.domain.states import Medium

TARGET = Target("p1", "https://a.example/v1", "m", frozenset({"frames", "audio"}), True, "max_tokens", 500, 1000, 30)
SHA = "ab" * 32
FRAME = media_part(medium=Medium.FRAMES, sha256=SHA, media_type="image/jpeg", size=4)
SOUND = media_part(medium=Medium.AUDIO, sha256=SHA, media_type="audio/wav", size=4, seconds=2.5)
SPEC = RequestSpec(
    messages=[{"role": "user", "content": [{"type": "text", "text": "See"}, FRAME]}],
    max_output_tokens=100,
    params={"temperature": 0},
    schema_name="answer",
    schema={"type": "object"},
    prompt_version="p-1",
)


def test_everything_that_is_sent_is_in_the_key():
    """EN1: whatever differs in what is asked, of whom and with which prompt, is another call."""
    other_frame = {**FRAME, "sha256": "cd" * 32}
    specs = [
        SPEC,
        replace(SPEC, messages=[{"role": "user", "content": "See"}]),
        replace(SPEC, messages=[{"role": "user", "content": [{"type": "text", "text": "See"}, other_frame]}]),
        replace(SPEC, max_output_tokens=101),
        replace(SPEC, params={"temperature": 0.5}),
        replace(SPEC, params={"temperature": 0, "reasoning_effort": "low"}),
        replace(SPEC, schema={"type": "array"}),
        replace(SPEC, schema=None),
        replace(SPEC, schema_name="other"),
        replace(SPEC, prompt_version="p-2"),
        replace(SPEC, repeat=1),
        replace(SPEC, nonce="again"),
    ]
    targets = [
        replace(TARGET, profile_id="p2"),
        replace(TARGET, base_url="https://b.example/v1"),
        replace(TARGET, model="m2"),
        replace(TARGET, json_schema=False),
        replace(TARGET, output_limit_name="max_completion_tokens"),
    ]
    keys = [request_key(spec, TARGET) for spec in specs] + [request_key(SPEC, target) for target in targets]
    assert len(set(keys)) == len(keys)


def test_the_key_is_the_sha256_of_one_way_to_write_it():
    """EN1: the order of names does not matter, and a stored request has the key it was asked under."""
    turned = replace(SPEC, messages=[{"content": SPEC.messages[0]["content"], "role": "user"}])
    again = RequestSpec.from_json(json.loads(json.dumps(SPEC.as_json())))
    assert request_key(turned, TARGET) == request_key(again, TARGET) == request_key(SPEC, TARGET)
    bare = RequestSpec(messages=[{"role": "user", "content": "é"}], max_output_tokens=7)
    written = (
        '[1,"p1","https://a.example/v1","",0,"",null,"",'
        '{"max_tokens":7,"messages":[{"content":"é","role":"user"}],"model":"m"}]'
    )
    assert request_key(bare, TARGET) == hashlib.sha256(written.encode()).hexdigest()


def test_the_estimate_is_an_upper_bound():
    """EN10: bytes of text, 16 tokens around each message and once for the whole, media by the profile."""
    spec = RequestSpec(messages=[{"role": "user", "content": "é"}], max_output_tokens=7)
    # [[{"content":"é","role":"user"}],"",null] is 41 characters, one of them of two bytes: 42; and 2 × 16
    assert upper_estimate(spec, TARGET) == Estimate(42 + 32, 7)
    both = RequestSpec(messages=[{"role": "user", "content": [FRAME, SOUND]}], max_output_tokens=7)
    # [[{"content":[],"role":"user"}],"",null] is 40 bytes; one frame 1000, 2.5 s at 30 tokens 75
    assert upper_estimate(both, TARGET) == Estimate(40 + 32 + 1000 + 75, 7)


def test_the_wire_body_holds_the_bytes_and_the_stored_one_does_not():
    body = wire_body(
        replace(SPEC, messages=[{"role": "user", "content": [FRAME, SOUND]}]), TARGET, lambda sha256: b"\xff\xd8ab"
    )
    data = base64.b64encode(b"\xff\xd8ab").decode()
    assert body == {
        "model": "m",
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{data}"}},
                    {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}},
                ],
            }
        ],
        "temperature": 0,
        "max_tokens": 100,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": {"type": "object"}},
        },
    }
    assert data not in json.dumps(SPEC.as_json())
    assert "response_format" not in wire_body(SPEC, replace(TARGET, json_schema=False), lambda sha256: b"")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"messages": []}, "call.no_messages"),
        ({"max_output_tokens": 501}, "call.output_limit"),
        ({"max_output_tokens": 0}, "call.output_limit"),
        ({"params": {"stream": True}}, "call.params"),
        ({"params": {"max_tokens": 9}}, "call.params"),
        ({"messages": [{"role": "user", "content": [{**FRAME, "medium": "video"}]}]}, "call.medium"),
        ({"messages": [{"role": "user", "content": [{**FRAME, "sha256": "x"}]}]}, "call.medium_reference"),
        ({"messages": [{"role": "user", "content": [{**SOUND, "seconds": -1}]}]}, "call.medium_reference"),
        ({"messages": [{"role": "user", "content": [{**SOUND, "media_type": "audio/ogg"}]}]}, "call.audio_format"),
        ({"messages": [{"role": "user", "content": [{**SOUND, "bytes": 20_000_001}]}]}, "call.medium_size"),
    ],
)
def test_what_an_endpoint_does_not_take_is_refused(change, code):
    """EN2"""
    with pytest.raises(InvalidError) as refused:
        check_request(replace(SPEC, **change), TARGET)
    assert refused.value.code == code


def test_a_larger_request_doubles_up_to_the_profiles_limit():
    """EN7"""
    assert [larger(replace(SPEC, max_output_tokens=n), TARGET) for n in (100, 400, 500)] == [
        replace(SPEC, max_output_tokens=200),
        replace(SPEC, max_output_tokens=500),
        None,
    ]
