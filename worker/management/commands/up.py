from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from worker import leftovers, supervisor


class Command(BaseCommand):
    help = "Start the web server and the workers on this machine, and keep them running until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        with started(self, host=host, port=port) as running:
            self.stdout.write(f"Affectory is at http://{host}:{port} (Ctrl-C stops it)")
            self.stdout.flush()
            with suppress(KeyboardInterrupt):
                running.watch()


def started(command: BaseCommand, *, host: str, port: int) -> supervisor.Supervisor:
    """Migrate, then a supervisor for the installation's processes whose `with` block starts them."""
    alone = settings.EMBEDDED_DATABASE and _only_one(settings.STATE_DIR)
    record = settings.STATE_DIR / "processes.json"
    if alone and (ended := leftovers.end_processes(record)):
        command.stdout.write(f"Ended {ended} processes that an earlier, killed start had left behind")
    if not supervisor.port_is_free(host, port):
        raise CommandError(
            f"Something listens on {host}:{port} already. Stop it, or choose another port with --port."
        )
    command.stdout.write("Bringing the database up to date")
    command.stdout.flush()
    call_command("migrate", verbosity=0, interactive=False)
    if alone and (again := leftovers.take_over_work()):
        command.stdout.write(f"Going on with {again} pieces of work that were not finished")
    # Child processes are told where the servers are; they hold no lease of their own on them.
    os.environ.setdefault("DATABASE_URL", settings.DATABASE_URL)
    os.environ.setdefault("BROKER_URL", settings.CELERY_BROKER_URL)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "affectory.settings.development")

    def say(text: str) -> None:
        command.stdout.write(text)
        command.stdout.flush()

    return supervisor.Supervisor(
        services=supervisor.installation(port=port, host=host),
        log_folder=settings.STATE_DIR / "logs",
        say=say,
        record=record if alone else None,
    )


def _only_one(state: Path) -> bool:
    """Whether no other installation runs from this state folder; the answer holds until this process ends."""
    lock = os.open(state / "supervisor.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return False
    return True
