"""Rows for the figures: a project with people and so many submitted items about prepared videos."""

from __future__ import annotations

import uuid
from typing import Any

from .episodes import digest

PER_VIDEO = 20
CUES = 400
WORDS = "What does the woman with the grey hat feel after she has read the letter in part"


def make_people(reviewers: int) -> tuple[Any, Any, list[Any]]:
    """(project, author, reviewers)"""
    from affectory.accounts import services
    from affectory.accounts.models import Project, Role

    project = services.create_project(actor=None, slug="bench", name="Bench", kind=Project.Kind.LONGEMO)

    def person(name: str, role: str) -> Any:
        user = services.create_user(actor=None, username=name, password="correct horse battery")
        services.grant_role(actor=None, project=project, user=user, role=role)
        return user

    return project, person("anna", Role.ANNOTATOR), [person(f"r{n}", Role.REVIEWER) for n in range(reviewers)]


def make_items(project: Any, author: Any, count: int) -> None:
    """Submitted items, twenty to a video of ten minutes with 400 subtitle lines."""
    from django.utils import timezone

    from annotation.questions.domain.states import ItemState, Origin
    from annotation.questions.models import Item, Revision
    from datasets.videos.models import PreparedClip, SubtitleTrack, Video

    now = timezone.now()
    videos = [_video(Video, project, author, number) for number in range(-(-count // PER_VIDEO))]
    Video.objects.bulk_create(videos)
    SubtitleTrack.objects.bulk_create(_track(SubtitleTrack, video, author) for video in videos)
    items, revisions, clips = [], [], []
    for number in range(count):
        video, start = videos[number // PER_VIDEO], 20.0 + 25 * (number % PER_VIDEO)
        segments = [{"start": start, "end": start + 12.5}]
        clip = PreparedClip(
            video=video, created_by=author, segments=segments, digest=digest("clip", number), frame_count=300,
            duration_s=12.5, state="ready", video_sha256=digest("v", number), frames_sha256=digest("f", number),
        )  # fmt: skip
        item = Item(
            id=uuid.UUID(digest("item", number)[:32]), project=project, granularity="clip", type="contextual emotion",
            video=video, clip=clip, state=ItemState.SUBMITTED.value, origin=Origin.WRITTEN.value, author=author,
            question=f"{WORDS} {number}?", revision_count=1, saved_at=now,
        )  # fmt: skip
        content = {
            "source": {"from": f"Reel {video.name}", "segments": segments}, "question": item.question,
            "answer": ["joy", "surprise"], "answer_details": None, "rubric": None, "subtitles": None,
            "evidence": None,
        }  # fmt: skip
        clips.append(clip)
        items.append(item)
        revisions.append(Revision(item=item, number=1, content=content, digest=digest(number), author=author))
    for model, rows in ((PreparedClip, clips), (Item, items), (Revision, revisions)):
        model.objects.bulk_create(rows, batch_size=2_000)


def _video(model: Any, project: Any, author: Any, number: int) -> Any:
    return model(
        project=project, created_by=author, name=f"reel-{number}.mp4", file_sha256=digest("file", number),
        size_bytes=1, state="ready", duration_s=600.0, rate="25/1", frames_sha256=digest("frames", number),
        proxy_sha256=digest("proxy", number), proxy_rate="25/1", proxy_frames=15_000, probe={},
        cuts=list(range(0, 15_000, 90)),
    )  # fmt: skip


def _track(model: Any, video: Any, author: Any) -> Any:
    cues = [
        {"id": f"U{n}", "start": 1.5 * n, "end": 1.5 * n + 1.2, "speaker": "", "text": "Somebody says something."}
        for n in range(CUES)
    ]
    return model(
        video=video, created_by=author, language="en", origin="file", name="reel.srt", file_sha256=digest("s"),
        format="srt", encoding="utf-8", cue_count=CUES, cues=cues,
    )  # fmt: skip
