"""Items that reviewers have kept, with clips in storage: the material of releases of items."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role, User
from affectory.core import storage
from affectory.core.canonical import sha256_hex
from annotation.questions.domain.writing import content_digest
from annotation.questions.models import Item, Revision
from annotation.reviews.models import Batch, Round
from datasets.videos.models import PreparedClip, Video
from tests.conftest import make_user
from tests.factories.items import content_of
from tests.factories.kept_episodes import fill_profile
from tests.unit.questions.examples import clip, episode

CLIP_TYPES = ("contextual emotion", "emotion transition", "emotion trajectory", "emotion cause")
QUESTIONS = (
    "What does the woman with the red scarf feel after the call?",
    "How do the feelings of the man at the gate change once the train has left?",
    "Which stages does the mood of the cook go through while the soup burns?",
    "Why does the girl on the swing turn away from her brother?",
    "What does the officer with the torch feel as the door opens?",
    "What makes the old sailor laugh in front of the harbour office?",
)


def make_video(project: Project, actor: User, n: int, *, may_redistribute: str = "media", **columns: Any) -> Video:
    made = {
        "name": f"reel {n}.mkv",
        "source": f"Made up S01E{n:02d}",
        "domain": ("drama", "comedy")[n % 2],
        "file_sha256": storage.put_bytes(f"film {n} of {project.slug}".encode()),
        "size_bytes": 10,
        "state": "ready",
        "proxy_sha256": sha256_hex(b"proxy"),
        "frames_sha256": sha256_hex(b"frames"),
        "probe": {},
        "duration_s": 900.0,
        "licence": "CC0 1.0",
        "may_redistribute": may_redistribute,
    }
    return Video.objects.create(project=project, created_by=actor, **(made | columns))


def make_clip(video: Video, actor: User, start: float, **columns: Any) -> PreparedClip:
    made = {
        "segments": [{"start": start, "end": start + 7.5}],
        "digest": sha256_hex(f"{start}".encode()),
        "frame_count": 180,
        "duration_s": 7.5,
        "state": "ready",
        "video_sha256": storage.put_bytes(b"mp4 of a clip"),
        "frames_sha256": sha256_hex(b"frames of a clip"),
    }
    return PreparedClip.objects.create(video=video, created_by=actor, **(made | columns))


def make_item(project: Project, author: User, record: dict[str, Any], *, video: Video, **columns: Any) -> Item:
    """A kept item with its one revision; its round follows with `keep`."""
    item = Item.objects.create(
        project=project,
        granularity=record["granularity"],
        type=record["type"],
        video=video,
        author=author,
        saved_at=timezone.now(),
        **{"state": "kept", "origin": "written", "revision_count": 1, **columns},
    )
    content = content_of(record)
    assert item.kind is not None
    Revision.objects.create(
        item=item, number=1, content=content, digest=content_digest(content, item.kind), author=author
    )
    return item


def keep(project: Project, items: list[Item], *, number: int = 1) -> None:
    batch = Batch.objects.create(project=project, subject_kind="item", name="first", seed=1)
    for item in items:
        Round.objects.create(
            project=project,
            batch=batch,
            subject_kind="item",
            subject_id=item.pk,
            number=number,
            scheme_id="item-1",
            slots_required=2,
            granularity=item.granularity,
            subject_type=item.type,
            revision=item.revisions.last(),
            round_limit=3,
            state="CLOSED",
            outcome="KEPT",
            closed_at=timezone.now(),
        )


def make_kept_items(project: Project, author: User, n_videos: int = 6, **video: Any) -> list[Item]:
    """Of each video one item about a clip and one about all of it."""
    made = []
    for n in range(n_videos):
        film = make_video(project, author, n, **video)
        start = 12.5 + n
        segments = [{"start": start, "end": start + 7.5}]
        asked = clip(CLIP_TYPES[n % len(CLIP_TYPES)], source={"from": film.source, "segments": segments})
        asked |= {"question": QUESTIONS[n % len(QUESTIONS)], "subtitles": None}
        made.append(make_item(project, author, asked, video=film, clip=make_clip(film, author, start)))
        whole = episode(source={"from": film.source, "segments": None})
        whole["question"] = f"In what number {n}{n * 7} of the tastings is the man most cheerful about the dish?"
        made.append(make_item(project, author, whole, video=film))
    keep(project, made)
    return made


@pytest.fixture
def films(db) -> Project:
    return accounts.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)


@pytest.fixture
def keeper(films) -> User:
    """Maintains the project of films."""
    person = make_user("mona")
    accounts.grant_role(actor=None, project=films, user=person, role=Role.MAINTAINER)
    return person


@pytest.fixture
def kept_items(films, keeper) -> list[Item]:
    fill_profile(films, keeper)
    return make_kept_items(films, keeper)


@pytest.fixture
def frozen_items(films, keeper, run_freeze):
    """Freezes and gives a release of the films."""
    from export.releases import services

    def make(version: str = "0.1.0", **changes: Any) -> Any:
        release = services.create_release(actor=keeper, project=films, version=version, **changes)
        services.request_freeze(actor=keeper, release_id=release.pk, typed_version=version)
        run_freeze(release)
        release.refresh_from_db()
        return release

    return make
