"""Bring a folder of videos and subtitles into a project."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from affectory.accounts.commands import ProgressPrinter, acting_maintainer, project_named
from affectory.core.errors import AffectoryError
from affectory.core.rights import MayRedistribute
from affectory.core.strict_json import read_json
from datasets.intake.commands import report_lines
from datasets.intake.mapping import MappingError
from datasets.videos import services
from datasets.videos.domain import RegistrationOutcome
from datasets.videos.models import Registration
from datasets.videos.registering.mapping import MAPPING_PRESETS, VideoMapping, mapping_from_json
from datasets.videos.selectors import counts_of_registrations


class Command(BaseCommand):
    help = "Register the videos of a folder with the subtitles beside them; workers then prepare them."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("directory", type=Path, help="folder with videos and subtitles")
        parser.add_argument("--project", required=True, help="the project's slug")
        parser.add_argument("--manifest", type=Path, help="CSV, TSV or JSON with a line per video")
        parser.add_argument(
            "--mapping", help=f"JSON file with columns and values, or one of: {', '.join(MAPPING_PRESETS)}"
        )
        parser.add_argument("--source", default="", help="where the videos come from, if the manifest does not say")
        parser.add_argument("--licence", default="", help="their licence, if the manifest does not say")
        parser.add_argument("--domain", default="", help="their domain, if the manifest does not say")
        parser.add_argument(
            "--may-redistribute", choices=MayRedistribute.values, default="", help="default: the strictest"
        )
        parser.add_argument("--as", dest="username", default="", help="who registers; default: the first maintainer")
        parser.add_argument("--dry-run", action="store_true", help="only say what would happen")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"])
        folder, manifest = options["directory"], options["manifest"]
        if not folder.is_dir():
            raise CommandError(f"{folder} is no folder.")
        if manifest is not None and not manifest.is_file():
            raise CommandError(f"There is no manifest {manifest}.")
        try:
            registration = services.register_folder(
                actor=acting_maintainer(project, options["username"]),
                project=project,
                folder=folder,
                manifest=manifest,
                mapping=_mapping(options["mapping"]),
                defaults={name: options[name] for name in ("source", "licence", "domain", "may_redistribute")},
                dry_run=options["dry_run"],
            )
            registration = services.run_registration(
                registration_id=registration.pk, watch=ProgressPrinter(self.stdout)
            )
        except AffectoryError as error:
            raise CommandError(error.message) from error
        self._report(registration)

    def _report(self, registration: Registration) -> None:
        rows = list(registration.rows.all())
        for line in report_lines(
            rows, RegistrationOutcome.REFUSED, RegistrationOutcome.EXCLUDED, RegistrationOutcome.WARNING
        ):
            self.stdout.write(line)
        changed = [row for row in rows if row.changes]
        if changed:
            self.stdout.write(f"\nChanged ({len(changed)}):")
        for row in changed:
            for change in row.changes:
                self.stdout.write(f"  {row.file}: {change['field']} {change['before']!r} → {change['after']!r}")
        counts = counts_of_registrations([registration])[registration.pk]
        self.stdout.write(
            f"\n{counts['total']} files and lines: {counts['accepted']} accepted, {counts['warning']} accepted with "
            f"a warning, {counts['unchanged']} unchanged, {counts['excluded']} excluded, {counts['refused']} refused."
        )
        if registration.columns_ignored:
            self.stdout.write(f"Columns that nothing was read from: {', '.join(registration.columns_ignored)}.")
        if registration.dry_run:
            self.stdout.write("This was a dry run: nothing was changed.")


def _mapping(given: str | None) -> VideoMapping | None:
    if given is None:
        return None
    try:
        if given in MAPPING_PRESETS:
            return MAPPING_PRESETS[given]
        path = Path(given)
        if not path.is_file():
            raise CommandError(f"{given} is neither a mapping file nor one of {', '.join(MAPPING_PRESETS)}.")
        return mapping_from_json(read_json(path.read_bytes()))
    except (MappingError, AffectoryError) as error:
        raise CommandError(f"{given}: {error}") from error
