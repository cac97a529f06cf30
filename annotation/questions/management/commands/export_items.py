"""Write the items of a project to a file."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from affectory.accounts.commands import acting_maintainer, project_named
from annotation.questions import selectors
from annotation.questions.domain.kinds import TYPES, Granularity
from annotation.questions.domain.states import Origin
from annotation.questions.exporting import WRITERS, export_items


class Command(BaseCommand):
    help = "Write every submitted item in its canonical form; an import of the file takes the same items back."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where to write; the ending .json or .jsonl says the format")
        parser.add_argument("--project", required=True, help="the project's slug")
        parser.add_argument("--granularity", default="", choices=["", *Granularity])
        parser.add_argument("--type", default="", choices=["", *TYPES])
        parser.add_argument("--origin", default="", choices=["", *Origin])
        parser.add_argument("--as", dest="username", default="", help="who exports; default: the first maintainer")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"])
        actor = acting_maintainer(project, options["username"])
        path: Path = options["file"]
        file_format = path.suffix.removeprefix(".")
        if file_format not in WRITERS:
            raise CommandError(f"{path.name}: the name must end in {' or '.join(f'.{name}' for name in WRITERS)}.")
        if not path.parent.is_dir():
            raise CommandError(f"There is no folder {path.parent}.")
        items = selectors.search_items(
            selectors.items_visible_to(actor, project),
            **{name: options[name] for name in ("granularity", "type", "origin")},
        )
        size = _write(path, export_items(items, file_format))
        self.stdout.write(f"{path}: {size:,} bytes, {items.exclude(revision_count=0).count():,} items.")


def _write(path: Path, pieces: Any) -> int:
    """Under another name first, so that a file is there whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as out:
        try:
            for piece in pieces:
                out.write(piece)
            size = out.tell()
        except BaseException:
            os.unlink(out.name)
            raise
    os.chmod(out.name, 0o644)
    os.replace(out.name, path)
    return size
