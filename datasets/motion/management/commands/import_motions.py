"""Bring a folder of BVH files (and zips of them) into a project."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from affectory.accounts.commands import ProgressPrinter, acting_maintainer, project_named
from affectory.accounts.models import Project
from affectory.core.errors import AffectoryError
from affectory.core.strict_json import read_json
from datasets.intake.commands import report_lines
from datasets.intake.mapping import MappingError
from datasets.motion import selectors, services
from datasets.motion.domain.fields import Field
from datasets.motion.domain.labels import FIVE_LABELS
from datasets.motion.domain.mapping import ManifestMapping, mapping_from_json
from datasets.motion.domain.measures import UNIT_NAMES
from datasets.motion.domain.presets import MANIFEST_PRESETS, NAME_PRESETS, mapping_given
from datasets.motion.domain.previewing import MappingPreview
from datasets.motion.domain.states import RowOutcome
from datasets.motion.models import Import
from datasets.motion.services.incoming import is_archive


class Command(BaseCommand):
    help = "Import the BVH files of a folder, with a manifest or a mapping that says what they are."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("directory", type=Path, nargs="?", help="folder with .bvh files and zips of them")
        parser.add_argument("--project", required=True, help="the project's slug")
        parser.add_argument("--manifest", type=Path, help="CSV, TSV or JSON with a line per file")
        parser.add_argument(
            "--mapping",
            help="JSON file with columns and values, or one of: " + ", ".join((*MANIFEST_PRESETS, *NAME_PRESETS)),
        )
        parser.add_argument("--pattern", default="", help="how names are read: {performer}_{source_label}.bvh")
        parser.add_argument(
            "--unit", default="", help=f"{', '.join(UNIT_NAMES)} or auto; default: as before, or auto"
        )
        parser.add_argument("--up", default="", help="Y, Z or auto")
        parser.add_argument("--collection", default="", help="the collection, where the manifest names none")
        parser.add_argument("--as", dest="username", default="", help="who imports; default: the first maintainer")
        parser.add_argument("--preview", action="store_true", help="read names and table only")
        parser.add_argument("--dry-run", action="store_true", help="only say what would happen")
        parser.add_argument("--resume", type=UUID, metavar="IMPORT", help="go on with an import that was broken off")
        parser.add_argument("--queue", action="store_true", help="leave the work to the workers and return at once")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"])
        actor = acting_maintainer(project, options["username"])
        try:
            if options["resume"] is not None:
                self._run(_broken_off(project, options["resume"]))
                return
            given = {
                "manifest": _manifest(options["manifest"]),
                "mapping": _mapping(options),
                "collection": options["collection"],
            }
            files = _files(options["directory"], options["manifest"])
            if options["preview"]:
                paths = [file.path for file in files if not is_archive(file.path)]
                self._preview(services.preview_import(actor=actor, project=project, paths=paths, **given))
                return
            motion_import = services.import_files(
                actor=actor, project=project, files=files, dry_run=options["dry_run"], queue=options["queue"], **given
            )
            if options["queue"]:
                self.stdout.write(f"Import {motion_import.pk} is queued; see its report in the browser.")
                return
            self.stdout.write(f"Import {motion_import.pk}; go on after a break with --resume {motion_import.pk}")
            self._run(motion_import)
        except AffectoryError as error:
            raise CommandError(error.message) from error

    def _run(self, motion_import: Import) -> None:
        watch = ProgressPrinter(self.stdout)
        self._report(services.run_import(import_id=motion_import.pk, watch=watch, inspect_here=True))

    def _preview(self, found: MappingPreview) -> None:
        self.stdout.write(
            f"{found.files} files: {found.labelled} would come in with a label, {found.excluded} without one, "
            f"{found.left_out} not; {found.performers} people, {found.pairs} pairs."
        )
        for use in found.source_labels:
            becomes = use.label or f"left out: {use.exclusion_reason}"
            self.stdout.write(f"  {use.files:6} {use.source_label or '(no source label)'} -> {becomes}")
        for reason in found.reasons:
            self.stdout.write(f"  {reason.count:6} {reason.outcome}: {reason.reason} (first {reason.examples[0]})")

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


def _broken_off(project: Project, import_id: UUID) -> Import:
    found = Import.objects.filter(project=project, pk=import_id).first()
    if found is None:
        raise CommandError(f"There is no import {import_id} in {project.slug}.")
    return found


def _files(directory: Path | None, manifest: Path | None) -> list[services.IncomingFile]:
    if directory is None:
        raise CommandError("Name the folder to import, or an import to go on with (--resume).")
    if not directory.is_dir():
        raise CommandError(f"{directory} is no folder.")
    return services.files_in_folder(directory, manifest=manifest)


def _manifest(path: Path | None) -> services.IncomingFile | None:
    if path is None:
        return None
    if not path.is_file():
        raise CommandError(f"There is no manifest {path}.")
    return services.IncomingFile(path.name, path)


def _mapping(options: dict[str, Any]) -> ManifestMapping | None:
    said = {Field.UNIT: options["unit"], Field.UP_AXIS: options["up"]}
    mapping = _mapping_named(options["mapping"])
    if mapping is None and not options["pattern"] and not any(said.values()):
        return None
    mapping = mapping or ManifestMapping()
    if options["pattern"]:
        mapping = replace(mapping, file_pattern=options["pattern"])
    mapping = mapping.with_constants(**said)
    try:
        return mapping_from_json(mapping.to_json())
    except MappingError as error:
        raise CommandError(str(error)) from error


def _mapping_named(given: str | None) -> ManifestMapping | None:
    if given is None:
        return None
    try:
        if given in MANIFEST_PRESETS or given in NAME_PRESETS:
            return mapping_given(given)
        path = Path(given)
        if not path.is_file():
            known = ", ".join((*MANIFEST_PRESETS, *NAME_PRESETS))
            raise CommandError(f"{given} is neither a mapping file nor one of {known}.")
        return mapping_given(read_json(path.read_bytes()))
    except MappingError as error:
        raise CommandError(f"{given}: {error}") from error
    except AffectoryError as error:
        raise CommandError(f"{given}: {error.message}") from error
