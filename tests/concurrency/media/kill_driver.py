"""Kills a worker that prepares a video: while its ffmpeg encodes, then after every step it has recorded, each time
with the next worker going on. Run by test_kill.py in a process alone."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from uuid import UUID

import django

django.setup()

from django.conf import settings  # noqa: E402  after setup
from django.db import connection  # noqa: E402

from datasets.videos.models import Video  # noqa: E402
from worker import video_work  # noqa: E402
from worker.media import prepare, proxy  # noqa: E402
from worker.tasks import videos as tasks  # noqa: E402


def main(database: str, storage_root: str, state: str, video_id: str) -> None:
    connection.settings_dict["NAME"] = database
    settings.STORAGE_ROOT, settings.STATE_DIR = Path(storage_root), Path(state)
    settings.JOB_STALE_S, settings.JOB_MAX_ATTEMPTS = 0, 50
    seen = [_one_worker(video_id, killed_while_encoding=True)]
    seen[0]["encoders_left"] = _encoders_left(state)
    while seen[-1]["killed"] and len(seen) < 20:
        seen.append(_one_worker(video_id, killed_while_encoding=False))
    print(json.dumps(seen))


def _one_worker(video_id: str, *, killed_while_encoding: bool) -> dict[str, object]:
    connection.close()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _work(video_id, writer, killed_while_encoding)
    os.close(writer)
    made = b"".join(iter(lambda: os.read(reader, 4096), b"")).decode().split()
    os.close(reader)
    status = os.waitpid(child, 0)[1]
    video = Video.objects.get(pk=video_id)
    return {"killed": os.WIFSIGNALED(status), "state": video.state, "steps": video.steps_done, "made": made}


def _work(video_id: str, writer: int, killed_while_encoding: bool) -> None:
    """``made``: what this worker made, told by itself."""
    record, run = video_work._record, proxy.ffmpeg.run

    def record_and_die(started, made):  # type: ignore[no-untyped-def]
        os.write(writer, type(made).__name__.encode() + b" ")
        record(started, made)
        if type(made) is not prepare.Cuts:
            os.kill(os.getpid(), signal.SIGKILL)
        return True

    def encode_and_die(stream, **options):  # type: ignore[no-untyped-def]
        run(stream, **options | {"on_progress": lambda reached: os.kill(os.getpid(), signal.SIGKILL)})

    if killed_while_encoding:
        proxy.ffmpeg.run = encode_and_die
    else:
        video_work._record = record_and_die
    job_id = Video.objects.values_list("job_id", flat=True).get(pk=UUID(video_id))
    tasks.prepare(str(job_id), video_id)
    connection.close()
    os._exit(0)


def _encoders_left(state: str, seconds: float = 10.0) -> int:
    """Processes that still work in the folder of a dead worker, once they have had time to end."""
    deadline = time.monotonic() + seconds
    while (left := _processes_in(state)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


def _processes_in(state: str) -> int:
    count = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        count += f"file:{state}".encode() in words
    return count


if __name__ == "__main__":
    main(*sys.argv[1:])
