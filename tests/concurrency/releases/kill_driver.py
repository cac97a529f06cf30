"""Kills a freezing worker at every step it takes and looks at what is left. Run by test_kill.py in a process alone.

A step is a statement sent to the database or a file put into storage. For each step a child is forked that sends
itself SIGKILL when it reaches that step, once before and once after it is done.
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

from affectory.core import storage  # noqa: E402
from export.releases import services  # noqa: E402
from export.releases.models import Release  # noqa: E402
from export.releases.services import composing  # noqa: E402


def main(database: str, storage_root: str, release_id: str) -> None:
    connection.settings_dict["NAME"] = database
    settings.STORAGE_ROOT = Path(storage_root)
    seen, step, status = [], 0, -1
    while status != 0:
        connection.close()
        child = os.fork()
        if child == 0:
            _work(UUID(release_id), kill_at=step)
        status = os.waitpid(child, 0)[1]
        release = Release.objects.get(pk=release_id)
        seen.append(
            {
                "killed": os.WIFSIGNALED(status),
                "state": release.state,
                "rows": release.rows.count(),
                "files": release.files.count(),
                "broken": [f.path for f in release.files.all() if storage.size(f.sha256) != f.size],
                "manifest": release.manifest_sha256,
            }
        )
        step += 1
        if release.state == "frozen":
            break
    print(json.dumps(seen))


def _work(release_id: UUID, *, kill_at: int) -> None:
    """Half steps count: even ones kill before the step, odd ones after it. Steps may lie inside each other."""
    begun = 0

    def around(step):  # type: ignore[no-untyped-def]
        def run(*args, **kwargs):  # type: ignore[no-untyped-def]
            nonlocal begun
            mine, begun = begun, begun + 2
            if mine == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
            result = step(*args, **kwargs)
            if mine + 1 == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        return run

    storage.put_bytes = around(storage.put_bytes)
    storage.put_file = around(storage.put_file)
    composing._copy = around(composing._copy)  # COPY is no statement that a wrapper sees
    with connection.execute_wrapper(lambda execute, *rest: around(execute)(*rest)):
        services.write_release(release_id=release_id)
    connection.close()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
