"""A film that can really be played, with clip items about it that wait for reviewers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affectory.accounts.models import Project, User
from annotation.questions import services as questions
from annotation.questions.models import Item
from datasets.videos.models import Video
from tests.factories.counter_video import cfr_25
from tests.factories.items import a_draft, a_new_item, content_of
from tests.factories.videos import registered
from tests.unit.questions.examples import clip

SUBTITLES = b"""1
00:00:00,400 --> 00:00:01,600
OFFICER: Nobody goes through here.

2
00:00:02,200 --> 00:00:02,900
[clears throat]
"""


def a_playable_film(actor: User, project: Project, folder: Path, name: str = "reel.mp4", **said: Any) -> Video:
    """A film of four seconds with subtitles, registered; a worker has yet to prepare it."""
    film = cfr_25(folder).path.rename(folder / name)
    files = {name: film.read_bytes(), f"{film.stem}.en.srt": SUBTITLES}
    registered(actor, project, files, defaults={"licence": "CC0 1.0"} | said)
    return Video.objects.get(project=project, name=name)


def a_question_about(
    author: User, project: Project, video: Video, *, start: float, end: float, question: str, **changes: Any
) -> Item:
    """A submitted item about some seconds of a film; a worker has yet to cut its clip."""
    segments = [{"start": start, "end": end}]
    item = a_new_item(author, project, "clip", "emotion transition", video=video, segments=segments)
    content = content_of(clip("emotion transition"), source={"from": "Reel 2", "segments": segments}, subtitles=None)
    a_draft(author, item, content | {"question": question} | changes)
    return revise(author, item)


def revise(author: User, item: Item, **changes: Any) -> Item:
    """Submit the draft, with changes to it, as the next revision."""
    item.refresh_from_db()
    if changes:
        latest = item.revisions.last()
        assert latest is not None
        a_draft(author, item, {**latest.content, **changes})
    item.refresh_from_db()
    questions.submit_revision(actor=author, item_id=item.pk, base_version=item.draft_version)
    item.refresh_from_db()
    return item
