"""What an earlier start left behind when it was killed: its processes, and the work that they held."""

from __future__ import annotations

import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from affectory.core import jobs
from affectory.endpoints.limits import free_slots
from affectory.endpoints.services import take_over_calls
from datasets.motion.services import resend_waiting_motions
from datasets.observation.services import take_over_renders

_PROC = Path("/proc")
_GONE_S = 10.0


def remember(record: Path, groups: dict[int, str]) -> None:
    """Keep which process groups are ours, each with the command it began with."""
    temporary = record.with_suffix(".new")
    temporary.write_text(json.dumps({str(group): command for group, command in groups.items()}))
    os.replace(temporary, record)


def end_processes(record: Path) -> int:
    """End the processes that a killed start could not end itself; returns how many.

    A number may have been given to somebody else's process since, so only a member of a remembered group that
    still runs the remembered program is ended. Without /proc none is, and a taken port says so.
    """
    try:
        groups: dict[str, str] = dict(json.loads(record.read_text()))
    except (FileNotFoundError, ValueError):
        return 0
    ended = _members(groups)
    for pid in ended:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    # Only when they are gone are the port and the sockets free.
    deadline = time.monotonic() + _GONE_S
    while any(_is_ending(pid) for pid in ended) and time.monotonic() < deadline:
        time.sleep(0.05)
    record.unlink(missing_ok=True)
    return len(ended)


def _is_ending(pid: int) -> bool:
    """Whether a process that was killed still holds its sockets: it does until it waits for its parent only."""
    try:
        after_name = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2]
    except OSError:
        return False
    return after_name.split()[0] not in ("Z", "X")


def _members(groups: dict[str, str]) -> list[int]:
    """Processes of the remembered groups that run the remembered program; one that has ended runs none."""
    found = []
    for folder in _PROC.glob("[0-9]*"):
        with suppress(OSError):
            pid = int(folder.name)
            program = groups.get(str(os.getpgid(pid)))
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if program is not None and words[0].decode(errors="replace") == program:
                found.append(pid)
    return found


def take_over_work() -> int:
    """CO6, OB11, EN5: at the start of an installation on one machine nobody else can be at work, so what is marked as
    being worked on was abandoned, and what waits may have lost its message."""
    free_slots(take_over_calls())
    return jobs.take_over_all() + take_over_renders() + resend_waiting_motions(older_than_s=0)
