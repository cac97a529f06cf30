from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from affectory.accounts.models import Project
from worker import demo, supervisor
from worker.management.commands.up import started


class Command(BaseCommand):
    help = "Start everything and do the main job on demo data, or on your own motions, up to waiting reviewers."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--motions", type=Path, help="a folder of BVH files, instead of generated motions")
        parser.add_argument("--manifest", type=Path, help="CSV, TSV or JSON with a line per file")
        parser.add_argument(
            "--episodes",
            type=int,
            default=demo.EPISODES_PER_CHALLENGE,
            help="episodes per challenge that the first start composes (default: %(default)s)",
        )
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--once", action="store_true", help="stop when the job is done instead of serving on")

    def handle(self, *args: Any, host: str, port: int, once: bool, **options: Any) -> None:
        own = self._own_files(options["motions"], options["manifest"])
        with started(self, host=host, port=port) as running, suppress(KeyboardInterrupt):
            try:
                outcome = demo.Demo(
                    say=self._say,
                    alive=running.keep_alive,
                    own=own,
                    episodes_per_challenge=options["episodes"],
                ).run()
            except demo.DemoFailedError as error:
                raise CommandError(str(error)) from error
            if not supervisor.wait_for_web(host, port, seconds=30, alive=running.keep_alive):
                raise CommandError(f"The web server does not answer; see {running.log_folder / 'web.log'}.")
            self._tell(f"http://{host}:{port}", outcome)
            if not once:
                running.watch()

    def _own_files(self, folder: Path | None, manifest: Path | None) -> demo.OwnFiles | None:
        if folder is None:
            if manifest is not None:
                raise CommandError("--manifest needs --motions, the folder that it describes.")
            return None
        if not folder.is_dir():
            raise CommandError(f"{folder} is no folder.")
        if manifest is not None and not manifest.is_file():
            raise CommandError(f"There is no manifest {manifest}.")
        return demo.OwnFiles(folder, manifest)

    def _film(self, address: str, film: Project | None) -> list[str]:
        if film is None:
            return []
        return [
            f"  annotator    nora           {address}/p/{film.slug}/g1   (drafts to work on)",
            f"  maintainer   mira           {address}/p/{film.slug}/drafting   (more drafts)",
        ]

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def _tell(self, address: str, outcome: demo.Outcome) -> None:
        slug = outcome.project.slug
        lines = [
            "",
            f"{outcome.waiting} episodes wait for reviewers at {address}",
            "",
            f"  reviewers    rosa, ravi     {address}/p/{slug}/review",
            f"  maintainer   mira           {address}/p/{slug}",
            f"  researcher   remy           {address}/p/{slug}/releases",
            *self._film(address, outcome.film),
            "  administrator admin",
            f"  password     {outcome.password}   (for all of them)",
            f"  token        {outcome.token}   (remy's, for the API)",
            "",
            "  When a release is frozen and published, for example v0.1.0:",
            f"  curl -H 'Authorization: Bearer {outcome.token}' {address}/api/v1/projects/{slug}/releases",
            "",
            "Ctrl-C stops everything; ./affectory demo goes on where it was.",
        ]
        self._say("\n".join(lines))
