"""Kills a registering worker at every step it takes and looks at what is left. test_kill.py runs it in a process.

A step is a statement sent to the database or a file put into storage. For each step a child is forked that sends
itself SIGKILL when it reaches that step; the next one goes on with what it left.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from uuid import UUID

import django

django.setup()

from django.conf import settings  # noqa: E402  after setup
from django.db import connection  # noqa: E402

from affectory.core import jobs, storage  # noqa: E402
from datasets.videos import services  # noqa: E402
from datasets.videos.models import Registration, SubtitleTrack, Video  # noqa: E402


def main(database: str, storage_root: str, registration_id: str) -> None:
    connection.settings_dict["NAME"] = database
    settings.STORAGE_ROOT = Path(storage_root)
    jobs.enqueue = lambda *args, **options: None  # type: ignore[assignment]  # no broker here
    seen, step, status = [], 0, -1
    while status != 0:
        connection.close()
        child = os.fork()
        if child == 0:
            _work(UUID(registration_id), kill_at=step)
        status = os.waitpid(child, 0)[1]
        if os.WIFEXITED(status) and status != 0:
            raise SystemExit("the worker ended by itself, with an error")
        registration = Registration.objects.get(pk=registration_id)
        rows = registration.rows.all()
        seen.append(
            {
                "killed": os.WIFSIGNALED(status),
                "state": registration.state,
                "rows": len(rows),
                "taken": sum(row.video_id is not None and row.kind == "video" for row in rows),
                "videos": Video.objects.count(),
                "jobs": jobs.Job.objects.filter(task="videos.prepare").count(),
                "subtitles": sum(row.kind == "subtitles" and row.outcome == "accepted" for row in rows),
                "tracks": SubtitleTrack.objects.count(),
            }
        )
        step += 1
    print(json.dumps(seen))


def _work(registration_id: UUID, *, kill_at: int) -> None:
    taken = 0

    def around(step):  # type: ignore[no-untyped-def]
        def run(*args, **kwargs):  # type: ignore[no-untyped-def]
            nonlocal taken
            if taken == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
            taken += 1
            return step(*args, **kwargs)

        return run

    storage.put_bytes = around(storage.put_bytes)
    with connection.execute_wrapper(lambda execute, *rest: around(execute)(*rest)):
        services.run_registration(registration_id=registration_id)
    connection.close()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
