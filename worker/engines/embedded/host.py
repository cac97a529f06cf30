"""The host process: waits for jobs on its standard input and answers on its standard output."""

from __future__ import annotations

import os
import sys
import time
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import Any

from datasets.observation.domain import AvatarRef, CameraModel, CameraPose, MotionPlacement, RenderSpec, SceneRef
from worker.engines.protocol import (
    PROTOCOL_VERSION,
    Cancel,
    Cancelled,
    Channel,
    Digest,
    Done,
    Failed,
    Hello,
    Measure,
    Progress,
    Render,
    StreamEnded,
)

from .clip import ClipMaker, SpecError
from .context import GraphicsMissingError, create_context
from .launch import ENGINE_ID, ENGINE_VERSION

_PROGRESS_EVERY_S = 0.1


class _CancelAsked(Exception):
    """The worker no longer wants the job at hand."""


def main() -> int:
    channel = _channel()
    try:
        return _serve(channel)
    except StreamEnded:
        return 0


def _serve(channel: Channel) -> int:
    try:
        context = create_context()
    except GraphicsMissingError as error:
        channel.send(Failed(fault="missing", code=error.code, message=error.message))
        return 1
    maker = ClipMaker(context)
    device = f"{context.info['GL_RENDERER']}, {context.info['GL_VERSION']}"
    channel.send(Hello(protocol=PROTOCOL_VERSION, engine_id=ENGINE_ID, version=ENGINE_VERSION, device=device))
    while True:
        message = channel.receive(None)
        if isinstance(message, Render | Measure | Digest):
            _do(channel, maker, message)


def _do(channel: Channel, maker: ClipMaker, job: Render | Measure | Digest) -> None:
    try:
        spec = _spec(job.spec)

        told = 0.0

        def step(done: int) -> None:
            nonlocal told
            if done == 0 or time.monotonic() - told >= _PROGRESS_EVERY_S:
                told = time.monotonic()
                channel.send(Progress(done=done, total=spec.frames))
            if isinstance(channel.receive(0), Cancel):
                raise _CancelAsked

        if isinstance(job, Render):
            result: dict[str, Any] = asdict(maker.render(spec, Path(job.out_dir), step=step))
        elif isinstance(job, Digest):
            result = {"frames_sha256": maker.digest(spec, step=step)}
        else:
            result = {"frames": [asdict(record) for record in maker.measure(spec, step=step)]}
        channel.send(Progress(done=spec.frames, total=spec.frames))
    except _CancelAsked:
        channel.send(Cancelled())
    except SpecError as error:
        channel.send(Failed(fault="input", code=error.code, message=str(error)))
    except StreamEnded:
        raise
    except Exception as error:  # the outermost frame of a job: whatever it was, the worker must hear of it
        traceback.print_exc()
        channel.send(Failed(fault="engine", code="engine.broken", message=f"{type(error).__name__}: {error}"))
    else:
        channel.send(Done(result=result))


def _channel() -> Channel:
    """Takes the two pipes away from everybody else: what a library prints goes to standard error, and ffmpeg does
    not inherit them."""
    read_fd, write_fd = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    sys.stdout = sys.stderr
    return Channel(read_fd, write_fd)


def _spec(value: dict[str, Any]) -> RenderSpec:
    try:
        return RenderSpec(
            engine_id=value["engine_id"],
            setting=value["setting"],
            scene=SceneRef(**value["scene"]),
            motions=tuple(MotionPlacement(**{**m, "position": tuple(m["position"])}) for m in value["motions"]),
            cameras=tuple(CameraPose(**{**c, "position": tuple(c["position"])}) for c in value["cameras"]),
            camera=CameraModel(**value["camera"]),
            fps=value["fps"],
            frames=value["frames"],
            light=value["light"],
            avatar=None if value.get("avatar") is None else AvatarRef(**value["avatar"]),
        )
    except (KeyError, TypeError) as error:
        raise SpecError(
            f"The clip cannot be drawn: {error} in its specification.", code="engine.spec_refused"
        ) from error
