"""Bring a folder of BVH files (and zips of them) into a project."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from affectory.accounts.commands import ProgressPrinter, acting_maintainer, project_named
from affectory.core.errors import AffectoryError
from affectory.core.strict_json import read_json
from datasets.intake.commands import report_lines
from datasets.intake.mapping import MappingError
from datasets.motion import selectors, services
from datasets.motion.domain.labels import FIVE_LABELS
from datasets.motion.domain.mapping import ManifestMapping, mapping_from_json
from datasets.motion.domain.presets import MANIFEST_PRESETS, manifest_preset
from datasets.motion.domain.states import RowOutcome
from datasets.motion.models import Import


class Command(BaseCommand):
    help = "Import the BVH files of a folder, with a manifest or a mapping that says what they are."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("directory", type=Path, help="folder with .bvh files and zips of them")
        parser.add_argument("--project", required=True, help="the project's slug")
        parser.add_argument("--manifest", type=Path, help="CSV, TSV or JSON with a line per file")
        parser.add_argument(
            "--mapping", help=f"JSON file with columns and values, or one of: {', '.join(MANIFEST_PRESETS)}"
        )
        parser.add_argument("--collection", default="", help="the collection, where the manifest names none")
        parser.add_argument("--as", dest="username", default="", help="who imports; default: the first maintainer")
        parser.add_argument("--dry-run", action="store_true", help="only say what would happen")
        parser.add_argument("--queue", action="store_true", help="leave the work to the workers and return at once")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"])
        actor = acting_maintainer(project, options["username"])
        files = _files(options["directory"], options["manifest"])
        try:
            motion_import = services.import_files(
                actor=actor,
                project=project,
                files=files,
                manifest=_manifest(options["manifest"]),
                mapping=_mapping(options["mapping"]),
                collection=options["collection"],
                dry_run=options["dry_run"],
                queue=options["queue"],
            )
            if options["queue"]:
                self.stdout.write(f"Import {motion_import.pk} is queued; see its report in the browser.")
                return
            motion_import = services.run_import(
                import_id=motion_import.pk, watch=ProgressPrinter(self.stdout), inspect_here=True
            )
        except AffectoryError as error:
            raise CommandError(error.message) from error
        self._report(motion_import)

    def _report(self, motion_import: Import) -> None:
        rows = list(motion_import.rows.all())
        for line in report_lines(rows, RowOutcome.REFUSED, RowOutcome.EXCLUDED, RowOutcome.WARNING):
            self.stdout.write(line)
        counts = selectors.import_counts(motion_import)
        changes = {kind: sum(row.change == kind for row in rows) for kind in ("new", "changed", "unchanged")}
        self.stdout.write(
            f"\n{counts['total']} files and lines: {counts['accepted']} accepted, {counts['warning']} accepted with "
            f"a warning, {counts['excluded']} excluded, {counts['refused']} refused."
        )
        self.stdout.write(f"{changes['new']} new, {changes['changed']} changed, {changes['unchanged']} unchanged.")
        if motion_import.dry_run:
            self.stdout.write("This was a dry run: nothing was changed.")
            return
        usable = selectors.label_counts(motion_import.project)
        self.stdout.write("Usable motions: " + ", ".join(f"{usable[label]} {label}" for label in FIVE_LABELS) + ".")


def _files(directory: Path, manifest: Path | None) -> list[services.IncomingFile]:
    if not directory.is_dir():
        raise CommandError(f"{directory} is no folder.")
    return services.files_in_folder(directory, manifest=manifest)


def _manifest(path: Path | None) -> services.IncomingFile | None:
    if path is None:
        return None
    if not path.is_file():
        raise CommandError(f"There is no manifest {path}.")
    return services.IncomingFile(path.name, path)


def _mapping(given: str | None) -> ManifestMapping | None:
    if given is None:
        return None
    try:
        if given in MANIFEST_PRESETS:
            return manifest_preset(given)
        path = Path(given)
        if not path.is_file():
            raise CommandError(f"{given} is neither a mapping file nor one of {', '.join(MANIFEST_PRESETS)}.")
        return mapping_from_json(read_json(path.read_bytes()))
    except MappingError as error:
        raise CommandError(f"{given}: {error}") from error
    except AffectoryError as error:
        raise CommandError(f"{given}: {error.message}") from error
