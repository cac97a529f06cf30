"""Bring scenes of a folder or file of this machine into a project: GLB, glTF, OBJ, or a scene set of habitat."""

from __future__ import annotations

import argparse
import fnmatch
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from affectory.accounts.commands import acting_maintainer, project_named
from affectory.core import storage
from affectory.core.errors import AffectoryError
from affectory.core.rights import MayRedistribute, Rights
from datasets.scenes import services
from datasets.scenes.services import Folder, Reading, SceneOutcome, SceneRow, SceneSource, StoredFile


class Command(BaseCommand):
    help = "Import the scenes of a folder or file: GLB, glTF, OBJ, or habitat's .scene_instance.json."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="a folder with its files, a zip, or a single scene")
        parser.add_argument("--project", required=True, help="the project's slug")
        parser.add_argument("--licence", required=True, help="such as 'CC BY-NC 4.0'")
        parser.add_argument(
            "--may-redistribute",
            choices=[c.value for c in MayRedistribute],
            default=MayRedistribute.ANNOTATIONS.value,
        )
        parser.add_argument("--only", default="*", help="scenes whose path or name matches, such as '10281*'")
        parser.add_argument("--limit", type=int, help="at most so many scenes")
        parser.add_argument("--prefix", default="", help="put before every name, such as 'HSSD '")
        parser.add_argument("--scale", type=float, default=1.0, help="metres per unit of the files")
        parser.add_argument("--up-axis", choices=["auto", "y", "z"], default="auto")
        parser.add_argument("--floor", type=float, help="metres of the floor over the files' zero; default: found")
        parser.add_argument(
            "--without-pictures", action="store_true", help="plain colours, for pictures that are not read (KTX2)"
        )
        parser.add_argument("--as", dest="username", default="", help="who imports; default: the first maintainer")
        parser.add_argument("--dry-run", action="store_true", help="only say what would come in, and what is missing")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"])
        actor = acting_maintainer(project, options["username"])
        try:
            source = _source(options["path"], keep=not options["dry_run"])
            entries = [
                entry.path
                for entry in services.scenes_in(source)
                if any(fnmatch.fnmatchcase(text, options["only"]) for text in (entry.path, entry.name))
            ][: options["limit"]]
            self.stdout.write(f"{len(entries)} scenes in {options['path']}.")
            rows = []
            for row in services.add_scenes(
                actor=actor,
                project=project,
                source=source,
                rights=Rights(options["licence"], MayRedistribute(options["may_redistribute"])),
                reading=Reading(
                    scale=options["scale"],
                    up_axis=options["up_axis"],
                    floor_m=options["floor"],
                    with_pictures=not options["without_pictures"],
                ),
                entries=entries,
                prefix=options["prefix"],
                dry_run=options["dry_run"],
            ):
                rows.append(row)
                self.stdout.write(f"{len(rows):5} {_told(row)}")
        except AffectoryError as error:
            raise CommandError(error.message) from error
        self._sum_up(rows, dry_run=options["dry_run"])

    def _sum_up(self, rows: list[SceneRow], *, dry_run: bool) -> None:
        count = {outcome: sum(row.outcome is outcome for row in rows) for outcome in SceneOutcome}
        come = count[SceneOutcome.PREVIEWED if dry_run else SceneOutcome.ADDED]
        words = "would come in" if dry_run else "added"
        self.stdout.write(
            f"\n{come} {words}, {count[SceneOutcome.UNCHANGED]} here already, {count[SceneOutcome.REFUSED]} refused."
        )
        if dry_run:
            self.stdout.write("This was a dry run: nothing was changed.")


def _source(path: Path, *, keep: bool) -> SceneSource:
    if path.is_dir():
        return Folder(path)
    if not path.is_file():
        raise CommandError(f"There is neither a folder nor a file {path}.")
    if path.suffix.lower() in (".gltf", ".obj"):
        raise CommandError(f"{path.name} may need files beside it: name its folder, with --only '{path.name}'.")
    return StoredFile(path.name, storage.put_file(path)) if keep else services.LocalFile(path)


def _told(row: SceneRow) -> str:
    if row.outcome is SceneOutcome.REFUSED:
        return f"refused    {row.entry}: {row.reason}"
    if row.outcome is SceneOutcome.UNCHANGED:
        return f"unchanged  {row.entry}: it is the scene {row.name!r}"
    if row.preview is None:
        return f"added      {row.entry} as {row.name!r}"
    body = row.preview
    size = next((u["size_m"] for u in body["units"] if u["scale"] == body["scale"]), None)
    metres = "" if size is None else f", {size[0]:.1f} × {size[2]:.1f} m"
    return (
        f"would add  {row.entry} as {row.name!r}{metres}, {body['objects']} objects, {body['triangles']} triangles, "
        f"{body['navigable_m2']:.1f} m² to stand on" + "".join(f"\n           {text}" for text in body["warnings"])
    )
