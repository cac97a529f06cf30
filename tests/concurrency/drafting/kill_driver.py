"""Kills a drafting worker whenever the endpoint has seen so many more requests. test_kill.py runs it in a process.

Each worker is a child that is forked; what it had on its way is then given up as unknown, as the sweeper would, and
the next one goes on with what is left.
"""

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

from affectory.core.jobs import Unwatched  # noqa: E402
from affectory.endpoints.models import Call  # noqa: E402
from affectory.endpoints.services import take_over_calls  # noqa: E402
from annotation.drafting.models import DraftRun  # noqa: E402
from worker.drafters.asking import ask_for_drafts  # noqa: E402


def main(database: str, storage_root: str, run_id: str, ledger: str, every: int) -> None:
    connection.settings_dict["NAME"] = database
    settings.STORAGE_ROOT = Path(storage_root)
    settings.ENDPOINT_ALLOW_PRIVATE = True
    seen, status = [], -1
    while status != 0:
        until = _requests(ledger) + every
        connection.close()
        child = os.fork()
        if child == 0:
            ask_for_drafts(run_id=UUID(run_id), watch=Unwatched())
            connection.close()
            os._exit(0)
        status = _killed_at(child, ledger, until)
        if os.WIFEXITED(status) and status != 0:
            raise SystemExit("the worker ended by itself, with an error")
        unknown = take_over_calls()
        answered = list(Call.objects.filter(state="answered").values_list("key", flat=True))
        seen.append({"killed": os.WIFSIGNALED(status), "unknown": len(unknown), "answered": answered, "at": until})
    print(json.dumps({"seen": seen, "state": DraftRun.objects.get(pk=run_id).state}))


def _killed_at(child: int, ledger: str, until: int) -> int:
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        if _requests(ledger) >= until:
            os.kill(child, signal.SIGKILL)
            return os.waitpid(child, 0)[1]
        time.sleep(0.002)


def _requests(ledger: str) -> int:
    path = Path(ledger)
    return len(path.read_text().splitlines()) if path.exists() else 0


if __name__ == "__main__":
    main(*sys.argv[1:5], int(sys.argv[5]))
