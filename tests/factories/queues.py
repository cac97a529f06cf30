"""Drafts that wait for anybody, on videos that play."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core import storage
from annotation.questions import services
from annotation.questions.models import Draft, Item, Reservation
from datasets.videos.models import Video
from tests.factories.items import a_film, content_of
from tests.unit.questions.examples import clip


def a_playable_film(actor: User, project: Project, name: str = "reel.mp4") -> Video:
    """A film that counts as prepared."""
    video = a_film(actor, project, name)
    columns = {"state": "ready", "proxy_sha256": storage.put_bytes(b"proxy"), "probe": {}}
    Video.objects.filter(pk=video.pk).update(**columns)
    video.refresh_from_db()
    return video


def a_proposal(actor: User, project: Project, *, video: Video | None = None, **changes: Any) -> Item:
    """A sound draft as a drafter leaves it: nobody's, with what it began with."""
    video = video or a_playable_film(actor, project)
    record = clip(**changes)
    now = timezone.now()
    item = Item.objects.create(
        project=project,
        granularity=record["granularity"],
        type=record["type"],
        video=video,
        origin="drafted",
        draft_version=1,
        question=record["question"],
        saved_at=now,
    )
    content = content_of(record)
    Draft.objects.create(item=item, content=content, initial=content, version=1, saved_at=now, saved_by=actor)
    return item


def let_write(actor: User, project: Project, writers: int) -> None:
    """So many people may write about one whole video at a time."""
    services.set_queue_policy(actor=actor, project=project, minutes=30, begun_hours=48, writers=writers)


def time_out(item: Item) -> None:
    """The open reservation's time is over."""
    Reservation.objects.filter(item=item, state="open").update(expires_at=timezone.now())
