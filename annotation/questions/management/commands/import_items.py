"""Bring a file of questions into a project."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from affectory.accounts.commands import ProgressPrinter, acting_maintainer, project_named
from affectory.core.errors import AffectoryError
from affectory.core.strict_json import read_json
from annotation.questions import services
from annotation.questions.domain.mapping import PRESETS, ItemMapping, ItemMappingError, mapping_named
from annotation.questions.models import ItemImport
from annotation.questions.selectors import counts_of_imports


class Command(BaseCommand):
    help = "Import questions: ten-field records as items, or with a mapping other formats as drafts."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="JSON or JSON Lines; with a mapping also CSV or TSV")
        parser.add_argument("--project", required=True, help="the project's slug")
        parser.add_argument("--mapping", help=f"JSON file with paths and values, or one of: {', '.join(PRESETS)}")
        parser.add_argument("--as", dest="username", default="", help="who imports; default: the first maintainer")
        parser.add_argument("--dry-run", action="store_true", help="only say what would happen")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"])
        path: Path = options["file"]
        if not path.is_file():
            raise CommandError(f"There is no file {path}.")
        try:
            item_import = services.import_items(
                actor=acting_maintainer(project, options["username"]),
                project=project,
                name=path.name,
                content=path,
                mapping=_mapping(options["mapping"]),
                dry_run=options["dry_run"],
                queue=False,
            )
            self._run(item_import)
        except AffectoryError as error:
            raise CommandError(error.message) from error

    def _run(self, item_import: ItemImport) -> None:
        try:
            item_import = services.run_import(import_id=item_import.pk, watch=ProgressPrinter(self.stdout))
        except AffectoryError as error:
            services.fail_import(import_id=item_import.pk, error=error)
            raise
        for row in item_import.rows.exclude(problems=[]):
            for problem in row.problems:
                where = f"{problem['field']} " if problem["field"] else ""
                self.stdout.write(
                    f"  {row.external_id or f'record {row.number}'} (line {row.line}), {problem['severity']} "
                    f"{problem['rule']}: {where}{problem['message']}"
                )
        counts = counts_of_imports([item_import])[item_import.pk]
        self.stdout.write(
            f"{counts['total']} records: {counts['new']} new, {counts['changed']} changed, "
            f"{counts['unchanged']} unchanged, {counts['refused']} refused."
        )
        if item_import.dry_run:
            self.stdout.write("This was a dry run: nothing was changed.")


def _mapping(given: str | None) -> ItemMapping | None:
    if given is None:
        return None
    try:
        if given in PRESETS:
            return PRESETS[given]
        path = Path(given)
        if not path.is_file():
            raise CommandError(f"{given} is neither a mapping file nor one of {', '.join(PRESETS)}.")
        return mapping_named(read_json(path.read_bytes()))
    except ItemMappingError as error:
        raise CommandError(f"{given}: {error}") from error
