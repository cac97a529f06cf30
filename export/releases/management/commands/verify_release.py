"""Check a downloaded release; needs no database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from export.formats.signature import PublicKeyError, read_public_key
from export.formats.verify import verify_folder


class Command(BaseCommand):
    help = "Check every file of a release folder against its digests and report what is changed, missing or foreign."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--digest", help="the release's digest as the release page shows it")
        parser.add_argument("--public-key", metavar="KEY", help="the server's public key: base64, PEM, or a file")

    def handle(self, *args: Any, folder: Path, digest: str | None, public_key: str | None, **options: Any) -> None:
        try:
            trusted = None if public_key is None else read_public_key(_text_of(public_key))
        except PublicKeyError as error:
            raise CommandError(str(error)) from error
        result = verify_folder(folder, trusted)
        problems = list(result.problems)
        if digest and result.digest != digest.strip().lower():
            problems.append(f"manifest.json has the digest {result.digest}, not {digest}: this is another release.")
        for problem in problems:
            self.stderr.write(problem)
        if problems:
            raise CommandError(f"{len(problems)} problem{'' if len(problems) == 1 else 's'} in {folder}.")
        self.stdout.write(f"{result.files} files are as they were frozen. Digest {result.digest}.")
        if not result.signed_by:
            self.stdout.write("The release bears no signature: it was made before releases were signed.")
        elif trusted is None:
            self.stdout.write(
                f"Signed with the key {result.signed_by}. Give the server's --public-key to check that it is its own."
            )
        else:
            self.stdout.write(f"Signed with the key that you trust, {result.signed_by}.")


def _text_of(given: str) -> str:
    """The key itself, or a file that holds it."""
    path = Path(given)
    try:
        return path.read_text() if path.is_file() else given
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read: {error}") from error
