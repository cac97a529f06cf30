"""The demo's LongEmo project: the film, prepared by the workers, with its subtitles, a clip and its questions.

Every step looks first whether it was done, so that starting again goes on where it was.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from uuid import UUID

from django.conf import settings

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role, User
from annotation.drafting import services as drafting
from annotation.drafting.domain.answer_schema import CLIP_KINDS
from annotation.drafting.models import DraftRun
from annotation.questions import services as items
from annotation.questions.models import Item
from annotation.reviews.models import Round
from annotation.reviews.services import open_rounds
from datasets.videos import services as videos
from datasets.videos.domain import VideoState
from datasets.videos.models import Video
from worker.film.making import make_film
from worker.film.questions import questions
from worker.film.screenplay import span, subtitles

SLUG = "demo-film"
SOURCE = "Affectory demo film"
PEOPLE = (
    ("mira", "Mira, maintainer", Role.MAINTAINER),
    ("nora", "Nora, annotator", Role.ANNOTATOR),
    ("rosa", "Rosa, reviewer", Role.REVIEWER),
    ("ravi", "Ravi, reviewer", Role.REVIEWER),
    ("rena", "Rena, reviewer", Role.REVIEWER),
    ("rolf", "Rolf, reviewer", Role.REVIEWER),
    ("remy", "Remy, researcher", Role.RESEARCHER),
)
DRAFTER = "cuts-1"
DRAFTS = 5
"""One for each task of a clip."""
_RIGHTS = {"licence": "CC0 1.0", "may_redistribute": "media", "may_send_to_external_model": True}


def set_up_film(
    *, password: str, say: Callable[[str], None], wait_for_job: Callable[[UUID | None, str], None]
) -> Project:
    """Raises AffectoryError where a step cannot be done."""
    project, maintainer = _people(password)
    video = _video(project, maintainer, say)
    if video.state != VideoState.READY:
        wait_for_job(video.job_id, "parts of the work on the film")
    if not Item.objects.filter(project=project).exists():
        say("Questions: importing one of each task kind")
        data = json.dumps(questions(SOURCE), ensure_ascii=False).encode()
        started = items.import_items(actor=maintainer, project=project, name="demo-film.json", content=data)
        wait_for_job(started.job_id, "questions")
    _review(project, maintainer, say)
    _drafts(project, maintainer, video, say, wait_for_job)
    videos.request_clip(
        actor=maintainer, video_id=video.pk, segments=[span("outburst", "stepping up")], title="Outburst"
    )
    return project


def _review(project: Project, maintainer: User, say: Callable[[str], None]) -> None:
    """Four reviewers, so that what comes back finds two fresh ones."""
    if Round.objects.filter(project=project).exists():
        return
    say("Review: putting the questions out")
    open_rounds(actor=maintainer, project=project, subject_kind="item", name="Questions about the film")


def _drafts(
    project: Project,
    maintainer: User,
    video: Video,
    say: Callable[[str], None],
    wait_for_job: Callable[[UUID | None, str], None],
) -> None:
    """Clips from the film's cuts, for annotators to write questions about."""
    if DraftRun.objects.filter(project=project).exists():
        return
    say("Drafts: clips from the film's cuts, without a model")
    wish = drafting.Wish(
        drafter_id=DRAFTER,
        types=list(CLIP_KINDS),
        per_video=DRAFTS,
        choice=drafting.Choice(video_ids=(video.pk,)),
    )
    wait_for_job(drafting.start_run(actor=maintainer, project=project, wish=wish).job_id, "drafts")


def _people(password: str) -> tuple[Project, User]:
    project = Project.objects.filter(slug=SLUG).first() or accounts.create_project(
        actor=None, slug=SLUG, name="Demo film (synthetic)", kind=Project.Kind.LONGEMO, is_synthetic=True
    )
    for username, display_name, role in PEOPLE:
        user = accounts.ensure_user(username=username, password=password, display_name=display_name)
        accounts.grant_role(actor=None, project=project, user=user, role=role)
    return project, User.objects.get(username="mira")


def _video(project: Project, maintainer: User, say: Callable[[str], None]) -> Video:
    if (before := Video.objects.filter(project=project, source=SOURCE).first()) is not None:
        say("Film: there already")
        return before
    say("Film: shooting two mannequins in the apartment")
    making = settings.STATE_DIR / "film"
    film = make_film(making, on_shot=lambda done, total: say(f"  {done} of {total} shots"))
    finished = making / "finished"
    finished.mkdir(exist_ok=True)
    shutil.copyfile(film, finished / "demo-film.mp4")
    (finished / "demo-film.en.vtt").write_text(subtitles(), encoding="utf-8")
    registration = videos.register_folder(
        actor=maintainer,
        project=project,
        folder=finished,
        defaults={**_RIGHTS, "source": SOURCE, "domain": "scripted scene"},
        is_synthetic=True,
    )
    videos.run_registration(registration_id=registration.pk)
    shutil.rmtree(making)
    return Video.objects.get(project=project, source=SOURCE)
