"""The main job on demo data: people, motions, a room, episodes, renders, up to waiting reviewers.

Every step looks first whether it was done, so that starting again goes on where it was.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from django.utils.text import slugify

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role, Token, User
from affectory.core.errors import AffectoryError
from affectory.core.models import Job
from annotation.reviews.services import open_ready_rounds
from datasets.episodes import services as episodes
from datasets.episodes.domain import EpisodeState
from datasets.episodes.models import Composition, Episode
from datasets.intake.domain import IntakeState
from datasets.motion import selectors as motion_selectors
from datasets.motion import services as motions
from datasets.motion.models import Import
from datasets.motion.synthetic import demo_motions
from datasets.scenes import services as scenes
from datasets.scenes.models import Scene
from worker.film.project import set_up_film

PEOPLE = (
    ("mira", "Mira, maintainer", Role.MAINTAINER),
    ("rosa", "Rosa, reviewer", Role.REVIEWER),
    ("ravi", "Ravi, reviewer", Role.REVIEWER),
    ("remy", "Remy, researcher", Role.RESEARCHER),
)
PLAN = """\
format: affectory-plan-1
scenes: all
motions:
  per_motion: 2
challenges:
  far_visible: {{count: {count}}}
  rear_view: {{count: {count}}}
"""
# Of everything else fewer, and none where only a few episodes are asked for.
PLAN_OF_THE_OTHERS = """  partial_occlusion: {{count: {few}}}
  obstacle_detour: {{count: {few}}}
actions:
  sit: {{count: {few}}}
  knock: {{count: {few}}}
  walk: {{count: {few}}}
dyads:
  count: {more}
  target: {{A: 1, B: 1, either: 1}}
"""
EPISODES_PER_CHALLENGE = 10
ONE_OF_THE_OTHERS_IN = 5
SEED = 2026
POLL_S = 0.5


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """Real files to run the job on instead of generated motions."""

    folder: Path
    manifest: Path | None

    def files(self) -> list[motions.IncomingFile]:
        return motions.files_in_folder(self.folder, manifest=self.manifest)

    def incoming_manifest(self) -> motions.IncomingFile | None:
        return motions.IncomingFile(self.manifest.name, self.manifest) if self.manifest is not None else None


@dataclass(frozen=True, slots=True)
class Outcome:
    project: Project
    password: str
    token: str
    waiting: int
    film: Project | None


class DemoFailedError(Exception):
    """A step could not be done; the message says which and why."""


class Demo:
    """`say` prints one line; `alive` is called while waiting and keeps the installation's processes up."""

    def __init__(
        self,
        *,
        say: Callable[[str], None],
        alive: Callable[[], None],
        own: OwnFiles | None = None,
        episodes_per_challenge: int = EPISODES_PER_CHALLENGE,
    ) -> None:
        self.few = 0 if own is not None else episodes_per_challenge // ONE_OF_THE_OTHERS_IN
        self.plan = PLAN.format(count=episodes_per_challenge)
        if self.few:
            self.plan += PLAN_OF_THE_OTHERS.format(few=self.few, more=self.few + 1)
        self.say = say
        self.alive = alive
        self.own = own
        self.secrets_file = settings.STATE_DIR / "demo.json"
        self.secrets = json.loads(self.secrets_file.read_text()) if self.secrets_file.exists() else {}

    def run(self) -> Outcome:
        began = time.monotonic()
        project, maintainer = self.people()
        self.import_motions(project, maintainer)
        self.room(project, maintainer)
        self.compose(project, maintainer)
        waiting = self.wait_for_episodes(project, began)
        open_ready_rounds(project)
        film = self.film() if self.own is None else None
        return Outcome(project, self.secrets["password"], self.token(), waiting, film)

    def film(self) -> Project:
        try:
            return set_up_film(password=self.secrets["password"], say=self.say, wait_for_job=self._wait_for_job)
        except AffectoryError as error:
            raise DemoFailedError(f"The demo's film cannot be set up: {error.message}") from error

    def people(self) -> tuple[Project, User]:
        password = self.secrets.get("password") or secrets.token_urlsafe(9)
        self._keep(password=password)
        self.say("People: an administrator, a maintainer, two reviewers, a researcher")
        accounts.ensure_user(username="admin", password=password, display_name="Administrator", is_administrator=True)
        if self.own is None:
            slug, name = "demo", "Demo (synthetic)"
        else:
            name = self.own.folder.resolve().name
            slug, name = slugify(name)[:50] or "motions", f"{name} motions"
        project = Project.objects.filter(slug=slug).first() or accounts.create_project(
            actor=None, slug=slug, name=name, kind=Project.Kind.AFFECTSIM, is_synthetic=self.own is None
        )
        for username, display_name, role in PEOPLE:
            user = accounts.ensure_user(username=username, password=password, display_name=display_name)
            accounts.grant_role(actor=None, project=project, user=user, role=role)
        return project, User.objects.get(username="mira")

    def import_motions(self, project: Project, maintainer: User) -> None:
        finished = Import.objects.filter(project=project, dry_run=False, state=IntakeState.DONE)
        if (before := finished.order_by("created_at").last()) is not None:
            self.say("Motions: imported before")
            self._wait_for_inspections(before)
            return
        try:
            if self.own is None:
                self.say("Motions: generating five emotions, eight performers, five actions, and importing them")
                made = demo_motions() if self.few else None
                started = motions.import_synthetic_motions(
                    actor=maintainer, project=project, motions=made, queue=True
                )
            else:
                self.say(f"Motions: importing {self.own.folder}")
                started = motions.import_files(
                    actor=maintainer,
                    project=project,
                    files=self.own.files(),
                    manifest=self.own.incoming_manifest(),
                    collection=self.own.folder.resolve().name,
                )
        except AffectoryError as error:
            raise DemoFailedError(f"The motions cannot be imported: {error.message}") from error
        self._wait_for_job(started.job_id, "motions")
        self._report_import(started)
        self._wait_for_inspections(started)
        labels = motion_selectors.label_counts(project)
        self.say("  usable: " + ", ".join(f"{count} {label}" for label, count in labels.items()))

    def room(self, project: Project, maintainer: User) -> None:
        if Scene.objects.filter(project=project).exists():
            self.say("Room: there already")
            return
        self.say("Room: a generated furnished apartment")
        scenes.add_apartment(actor=maintainer, project=project)

    def compose(self, project: Project, maintainer: User) -> None:
        if Composition.objects.filter(project=project).exists():
            self.say("Episodes: composed before")
            return
        self.say("Episodes: composing; checks and rendering follow")
        try:
            composition = episodes.start_composition(actor=maintainer, project=project, plan=self.plan, seed=SEED)
        except AffectoryError as error:
            raise DemoFailedError(f"No episode can be composed: {error.message}") from error
        self._wait_for_job(composition.job_id, "episodes")

    def wait_for_episodes(self, project: Project, began: float) -> int:
        """Until every episode waits for reviewers, was refused, or is decided already."""
        own = Episode.objects.filter(project=project)
        under_way = own.filter(state__in=[EpisodeState.COMPOSED, EpisodeState.CHECKED])
        waiting = own.filter(state=EpisodeState.IN_REVIEW)
        told = False
        last = ""
        while True:
            ready = waiting.count()
            if ready and not told:
                told = True
                self.say(f"  the first episode waits for its reviewers after {time.monotonic() - began:.0f} s")
            left = under_way.count()
            line = f"  {ready} wait for reviewers, {left} are checked or rendered"
            if line != last:
                self.say(line)
                last = line
            if not left or not self._somebody_works(project):
                return ready
            self._pause()

    def token(self) -> str:
        """A researcher's token that is still good, else another one."""
        kept = self.secrets.get("token", "")
        user = User.objects.get(username="remy")
        good = Token.objects.filter(
            user=user, hint=kept[-4:], revoked_at=None, expires_at__gt=timezone.now()
        ).exists()
        if not kept or not good:
            _, kept = accounts.issue_token(user=user, name="demo", scopes=["release:read"])
            self._keep(token=kept)
        return kept

    def _report_import(self, started: Import) -> None:
        counts = motion_selectors.import_counts(Import.objects.get(pk=started.pk))
        told = ", ".join(f"{counts[name]} {name}" for name in ("accepted", "warning", "excluded", "refused"))
        self.say(f"  {counts['total']} files: {told} (the report names each)")

    def _wait_for_job(self, job_id: UUID | None, what: str) -> None:
        if job_id is None:
            return
        last = ""
        while True:
            job = Job.objects.get(pk=job_id)
            if job.state == Job.State.DONE:
                return
            if job.state in (Job.State.FAILED, Job.State.CANCELLED):
                raise DemoFailedError(f"{job.title}: {job.message or job.state}")
            line = f"  {job.done:,} of {job.total:,} {what}" if job.total else f"  {what}: {job.state}"
            if line != last:
                self.say(line)
                last = line
            self._pause()

    def _wait_for_inspections(self, started: Import) -> None:
        last = 0
        while left := motion_selectors.import_counts(started)["waiting_for_inspection"]:
            if left != last:
                self.say(f"  {left} motions are still inspected and retargeted")
                last = left
            self._pause()

    def _somebody_works(self, project: Project) -> bool:
        return (
            Job.objects.filter(project_id=project.pk, state__in=[Job.State.QUEUED, Job.State.RUNNING]).exists()
            or Episode.objects.filter(project=project, renders__state__in=["queued", "rendering"]).exists()
        )

    def _pause(self) -> None:
        self.alive()
        time.sleep(POLL_S)

    def _keep(self, **values: str) -> None:
        """Remember secrets of this installation, readable to its owner alone."""
        self.secrets |= values
        temporary = self.secrets_file.with_suffix(".new")
        temporary.touch(mode=0o600)
        temporary.write_text(json.dumps(self.secrets))
        os.replace(temporary, self.secrets_file)
