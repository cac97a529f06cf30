"""A model endpoint that does what it is told: a real HTTP server in a process of its own, with the OpenAI-compatible
chat API on it, faults by script and a ledger of what it billed.

    python -m tests.fakes.endpoint --port 9010 [--ledger FILE] [--latency 0.2]

    POST /v1/chat/completions   the API
    POST /control/script        {"steps": [STEP, …]} or {"rules": [{"contains": text, "steps": [STEP, …]}, …]}
    POST /control/default       STEP: what happens when no scripted step is left
    POST /control/reset         forgets scripts and the ledger
    GET  /control/ledger        {"requests": […], "most_at_once": n, "busy_s": s}

A STEP is an object; all of it is optional:

    kind        ok (default), refuse, filter, truncate, empty, stall, status, half, disconnect,
                disconnect_after_billing, garbage, huge, redirect, no_choices, odd_finish
    text        the answer; {"json": …} or {"echo": true} instead of a text do what they say
    wrap        how the answer is wrapped: see WRAPPINGS
    latency_s   before anything is sent
    status      with kind "status": 429, 503 …; headers: {"Retry-After": "2"}
    body        with kind "status": what the error says
    model       another name than the one asked for
    usage       null: none; an object: that one, whatever it says; absent: counted
    times       how often this step is taken (default 1; 0: for ever)

A line of the ledger says which pictures, videos and sounds came with the request ("media").

A request is billed when its answer was made, whether or not anybody got it. Scripted steps are taken in order; rules
first, by what the request's JSON contains.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DEFAULT_TEXT = '{"ready": true}'

WRAPPINGS: dict[str, Callable[[str], str]] = {
    "": lambda text: text,
    "fence": lambda text: f"```json\n{text}\n```",
    "fence_in_prose": lambda text: f"Here is what I found:\n```json\n{text}\n```\nHope this helps!",
    "bare_fence": lambda text: f"```\n{text}\n```",
    "prose_around": lambda text: f"Sure. {text} That is all.",
    "bom_and_blanks": lambda text: f"\ufeff\n\n  {text}\n\n",
    "trailing_comma": lambda text: text.rstrip()[:-1] + ",}",
    "twice": lambda text: f"{text}\n{text}",
    "cut_off": lambda text: text[: max(1, len(text) * 2 // 3)],
    "in_list": lambda text: f"[{text}]",
    "as_string": lambda text: json.dumps(text),
    "single_quotes": lambda text: text.replace('"', "'"),
    "prose_only": lambda text: "Score: 4",
    "number_only": lambda text: "4",
    "null": lambda text: "null",
    "empty": lambda text: "",
}
"""How models wrap their JSON, right and wrong."""


@dataclass(slots=True)
class Rule:
    contains: str
    steps: list[dict[str, Any]]


@dataclass(slots=True)
class Fake:
    """The server's state; one process, one event loop, no locks."""

    ledger_file: Path | None = None
    default: dict[str, Any] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    busy_s: float = 0.0
    _changed_at: float = field(default_factory=time.monotonic)

    def step_for(self, body_text: str) -> dict[str, Any]:
        for rule in self.rules:
            if rule.contains in body_text and (step := _next_step(rule.steps)) is not None:
                return step
        step = _next_step(self.steps)
        return self.default if step is None else step

    def entered(self, by: int) -> None:
        now = time.monotonic()
        self.busy_s += self.at_once * (now - self._changed_at)
        self._changed_at = now
        self.at_once += by
        self.most_at_once = max(self.most_at_once, self.at_once)

    def note(self, row: dict[str, Any]) -> None:
        """A line per event, written at once: what was billed is known also when this process is killed."""
        self.requests.append(row)
        if self.ledger_file is not None:
            with self.ledger_file.open("a") as out:
                out.write(json.dumps(row) + "\n")


def _next_step(steps: list[dict[str, Any]]) -> dict[str, Any] | None:
    if not steps:
        return None
    step = steps[0]
    times = step.get("times", 1)
    if times == 1:
        steps.pop(0)
    elif times > 1:
        step["times"] = times - 1
    return step


def completion(fake: Fake, request: dict[str, Any], step: dict[str, Any]) -> tuple[dict[str, Any], dict[str, int]]:
    """The body of an answer, and what it is billed as."""
    kind = step.get("kind", "ok")
    text = step.get("text", DEFAULT_TEXT)
    if "json" in step:
        text = json.dumps(step["json"], ensure_ascii=False)
    if step.get("echo"):
        text = json.dumps({"echo": request["messages"][-1]["content"]}, ensure_ascii=False)
    text = WRAPPINGS[step.get("wrap", "")](text)
    finish = "stop"
    message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": None}
    if kind == "refuse":
        message |= {"content": None, "refusal": step.get("text", "I will not describe this.")}
    elif kind == "filter":
        message["content"] = text[:5]
        finish = "content_filter"
    elif kind == "truncate":
        message["content"] = text[: len(text) // 2]
        finish = "length"
    elif kind == "empty":
        message["content"] = ""
    elif kind == "odd_finish":
        finish = step.get("finish", "tool_calls")
    counted = {
        "prompt_tokens": max(1, len(json.dumps(request["messages"])) // 4),
        "completion_tokens": max(1, len(text) // 4),
    }
    counted["total_tokens"] = sum(counted.values())
    usage = step.get("usage", counted)
    body: dict[str, Any] = {
        "id": f"chatcmpl-{len(fake.requests)}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": step.get("model", request.get("model", "")),
        "system_fingerprint": "fake-1",
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
    }
    if kind == "no_choices":
        body["choices"] = []
    if usage is not None:
        body["usage"] = usage
    billed = usage if isinstance(usage, dict) else counted
    return body, {name: billed.get(name, 0) for name in ("prompt_tokens", "completion_tokens")}


def media_in(content: Any) -> list[dict[str, Any]]:
    """What came besides text: the kind of each part, its type, and the size and SHA-256 of its bytes."""
    found = []
    for part in content if isinstance(content, list) else ():
        if part["type"] == "input_audio":
            media_type, data = part["input_audio"]["format"], part["input_audio"]["data"]
        elif part["type"] in ("image_url", "video_url"):
            media_type, _, data = part[part["type"]]["url"].removeprefix("data:").partition(";base64,")
        else:
            continue
        taken = base64.b64decode(data, validate=True)
        sha256 = hashlib.sha256(taken).hexdigest()
        found.append({"part": part["type"], "type": media_type, "bytes": len(taken), "sha256": sha256})
    return found


async def answer(fake: Fake, headers: dict[str, str], body: bytes, writer: asyncio.StreamWriter) -> bool:
    """One request to the API; whether the connection may be used again."""
    request = json.loads(body)
    body_text = body.decode()
    step = fake.step_for(body_text)
    kind = step.get("kind", "ok")
    row: dict[str, Any] = {
        "at": time.time(),
        "key": headers.get("idempotency-key", ""),
        "authorization": hashlib.sha256(headers.get("authorization", "").encode()).hexdigest()[:16],
        "kind": kind,
        "model": request.get("model"),
        "body_sha256": hashlib.sha256(body).hexdigest(),
        "bytes": len(body),
        "params": {name: value for name, value in request.items() if name != "messages"},
        "messages": request["messages"] if len(body) < 20_000 else None,
        "media": [medium for message in request["messages"] for medium in media_in(message["content"])],
        "billed": None,
    }
    fake.entered(1)
    try:
        await asyncio.sleep(step.get("latency_s", fake.default.get("latency_s", 0.0)))
        if kind == "stall":
            fake.note(row)
            await asyncio.sleep(step.get("stall_s", 3600))
            return False
        if kind == "disconnect":
            fake.note(row)
            writer.transport.abort()
            return False
        if kind == "status":
            status = step["status"]
            error = {"error": {"message": step.get("body", f"scripted {status}"), "type": "scripted"}}
            fake.note(row | {"status": status})
            await _send(writer, status, json.dumps(error).encode(), step.get("headers", {}))
            return True
        if kind == "redirect":
            fake.note(row | {"status": 307})
            await _send(writer, 307, b"", {"Location": step["location"]})
            return True
        made, billed = completion(fake, request, step)
        fake.note(row | {"status": 200, "billed": billed})
        if kind == "disconnect_after_billing":
            writer.transport.abort()
            return False
        data = json.dumps(made, ensure_ascii=False).encode()
        if kind == "garbage":
            data = b"<html>502 from some proxy</html>"
        if kind == "huge":
            made["choices"][0]["message"]["content"] = "x" * step.get("bytes", 20_000_000)
            data = json.dumps(made).encode()
        if kind == "half":
            await _send(writer, 200, data, {"X-Request-Id": "half"}, send_only=len(data) // 2)
            writer.transport.abort()
            return False
        await _send(writer, 200, data, {"X-Request-Id": f"req-{len(fake.requests)}"})
        return True
    finally:
        fake.entered(-1)


def control(fake: Fake, path: str, body: bytes) -> Any:
    value = json.loads(body) if body else {}
    if path == "/control/script":
        fake.rules += [Rule(rule["contains"], list(rule["steps"])) for rule in value.get("rules", [])]
        fake.steps += value.get("steps", [])
    elif path == "/control/default":
        fake.default = value
    elif path == "/control/reset":
        fake.default, fake.rules, fake.steps, fake.requests = {}, [], [], []
        fake.most_at_once, fake.busy_s = 0, 0.0
    elif path == "/control/ledger":
        fake.entered(0)
        return {"requests": fake.requests, "most_at_once": fake.most_at_once, "busy_s": fake.busy_s}
    else:
        return None
    return {}


async def serve_connection(fake: Fake, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            start, *lines = head.decode("latin-1").split("\r\n")
            method, path, _ = start.split(" ", 2)
            headers = {n.strip().lower(): v.strip() for n, _, v in (line.partition(":") for line in lines if line)}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            if method == "POST" and path.endswith("/chat/completions"):
                if not await answer(fake, headers, body, writer):
                    return
                continue
            result = control(fake, path, body)
            if result is None:
                await _send(writer, 404, b'{"error": {"message": "no such path"}}', {})
            else:
                await _send(writer, 200, json.dumps(result).encode(), {})
    except (asyncio.IncompleteReadError, ConnectionError):
        return
    finally:
        writer.close()


async def _send(
    writer: asyncio.StreamWriter, status: int, body: bytes, headers: dict[str, str], send_only: int | None = None
) -> None:
    lines = [f"HTTP/1.1 {status} X", "Content-Type: application/json", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + (body if send_only is None else body[:send_only]))
    await writer.drain()


async def main(port: int, ledger: Path | None, latency_s: float, announce: Path | None) -> None:
    fake = Fake(ledger_file=ledger, default={"latency_s": latency_s})
    server = await asyncio.start_server(
        lambda reader, writer: serve_connection(fake, reader, writer), "127.0.0.1", port, limit=2**26, backlog=512
    )
    actual = server.sockets[0].getsockname()[1]
    if announce is not None:
        temporary = announce.with_suffix(".new")
        temporary.write_text(str(actual))
        os.replace(temporary, announce)
    print(f"The fake endpoint is at http://127.0.0.1:{actual}/v1", flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="An OpenAI-compatible endpoint with faults by script.")
    parser.add_argument("--port", type=int, default=9010)
    parser.add_argument("--ledger", type=Path, help="file that a line is added to for every request")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before an answer")
    parser.add_argument("--announce", type=Path, help="file that the port is written to")
    given = parser.parse_args()
    asyncio.run(main(given.port, given.ledger, given.latency, given.announce))
