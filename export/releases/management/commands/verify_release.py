"""Check a downloaded release; needs no database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from export.formats.verify import verify_folder


class Command(BaseCommand):
    help = "Check every file of a release folder against its digests and report what is changed, missing or foreign."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--digest", help="the release's digest as the release page shows it")

    def handle(self, *args: Any, folder: Path, digest: str | None, **options: Any) -> None:
        result = verify_folder(folder)
        problems = list(result.problems)
        if digest and result.digest != digest.strip().lower():
            problems.append(f"manifest.json has the digest {result.digest}, not {digest}: this is another release.")
        for problem in problems:
            self.stderr.write(problem)
        if problems:
            raise CommandError(f"{len(problems)} problem{'' if len(problems) == 1 else 's'} in {folder}.")
        self.stdout.write(f"{result.files} files are as they were frozen. Digest {result.digest}.")
