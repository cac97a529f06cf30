"""Copy the files of a frozen release into a folder."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from affectory.accounts.models import Project
from affectory.core import storage
from export.formats.verify import verify_folder
from export.releases.domain import ReleaseState, parse_version
from export.releases.models import FileTombstone, Release
from export.releases.selectors import withdrawn


class Command(BaseCommand):
    help = "Copy a frozen release into a folder and verify it there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("version", help="such as 0.1.0")
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument(
            "--to", required=True, type=Path, metavar="DIR", help="a folder that is empty or not there"
        )

        parser.add_argument(
            "--what-is-left", action="store_true", help="leave out files that held material that was withdrawn"
        )

    def handle(self, *args: Any, version: str, project: str, to: Path, what_is_left: bool = False, **_: Any) -> None:
        release = _release(project, version)
        gone = dict(FileTombstone.objects.filter(file__release=release).values_list("file__path", "sentence"))
        if gone and not what_is_left:
            raise CommandError(
                f"{len(gone)} files of release {release.version} held material that was withdrawn: "
                f"{next(iter(gone.values()))} Name --what-is-left to copy the others."
            )
        if to.exists() and (not to.is_dir() or any(to.iterdir())):
            raise CommandError(f"{to} is not an empty folder. Name another, so that nothing of yours is overwritten.")
        for file in release.files.filter(tombstone=None).order_by("path").iterator():
            target = to / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(storage.local_path(file.sha256), target)
        result = verify_folder(to)
        problems = [sentence for sentence in result.problems if sentence.partition(":")[0] not in gone]
        if problems:
            raise CommandError("\n".join(problems))
        self.stdout.write(f"{result.files + 1} files in {to}; digest {result.digest}.")


def _release(slug: str, version: str) -> Release:
    numbers = parse_version(version)
    if numbers is None:
        raise CommandError(f"{version!r} is not MAJOR.MINOR.PATCH, such as 0.1.0.")
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise CommandError(f"There is no project {slug!r}.")
    release = Release.objects.filter(
        project=project, major=numbers.major, minor=numbers.minor, patch=numbers.patch
    ).first()
    if release is None:
        raise CommandError(f"Project {slug!r} has no release {numbers}.")
    if hasattr(release, "withdrawal"):
        raise CommandError(withdrawn(release.version, release.withdrawal.reason))
    if release.state != ReleaseState.FROZEN:
        raise CommandError(f"Release {numbers} is {release.state}; only a frozen release is exported.")
    return release
