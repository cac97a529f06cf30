"""Items for tests, made through services."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.canonical import sha256_hex
from annotation.questions import services
from annotation.questions.domain.mapping import ItemMapping
from annotation.questions.models import Draft, Item, ItemImport
from datasets.videos.frames import FrameTable
from datasets.videos.models import SubtitleTrack, Video
from tests.unit.questions.examples import clip

OLDER = {
    "qid": "old_1",
    "video_name": "reel.mp4",
    "scope": "scene",
    "task_type": "Emotion Influence",
    "question": "Which of the following does the man in the hat feel after the remark?",
    "options": ["A. anger", "B. fear", "C. joy"],
    "answer": "A",
    "input_video": {"segments": [{"start": 12.5, "end": 20}]},
}


def run_import(
    actor: User,
    project: Project,
    records: list[Any] | bytes,
    *,
    mapping: ItemMapping | None = None,
    dry_run: bool = False,
    name: str = "items.json",
) -> ItemImport:
    content = records if isinstance(records, bytes) else json.dumps(records, ensure_ascii=False).encode()
    item_import = services.import_items(
        actor=actor, project=project, name=name, content=content, mapping=mapping, dry_run=dry_run, queue=False
    )
    return services.run_import(import_id=item_import.pk)


def report(item_import: ItemImport) -> list[tuple[str, str]]:
    return list(item_import.rows.values_list("external_id", "outcome"))


def an_imported_item(actor: User, project: Project, **changes: Any) -> Item:
    run_import(actor, project, [clip(**changes)])
    return Item.objects.get(project=project, external_id=clip(**changes)["question_id"])


def content_of(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The content of a record, as a browser would save it."""
    names = ("source", "question", "answer", "answer_details", "rubric", "subtitles")
    return {**{name: record[name] for name in names}, "evidence": None, **changes}


def a_draft(actor: User, item: Item, content: dict[str, Any]) -> Draft:
    item.refresh_from_db()
    return services.save_draft(actor=actor, item_id=item.pk, content=content, base_version=item.draft_version).draft


def a_new_item(
    actor: User,
    project: Project,
    granularity: str = "clip",
    type_name: str = "contextual emotion",
    **options: Any,
) -> Item:
    video = options.pop("video", None) or a_film(actor, project)
    return services.create_item(
        actor=actor, project=project, granularity=granularity, type_name=type_name, video_id=video.pk, **options
    )


def a_film(actor: User, project: Project, name: str = "reel.mp4", *, seconds: int = 900, **columns: Any) -> Video:
    """A registered video of so many seconds, one frame each, without a file behind it."""
    table = FrameTable(
        time_base=Fraction(1),
        start=Fraction(0),
        ticks=np.arange(seconds, dtype=np.int64),
        end_tick=seconds,
        slots=np.arange(seconds, dtype=np.int32),
        proxy_rate=Fraction(1),
        proxy_frames=seconds,
    )
    columns = {"duration_s": float(seconds), "frames_sha256": storage.put_bytes(table.to_bytes())} | columns
    found, _ = Video.objects.get_or_create(
        project=project,
        file_sha256=sha256_hex(name.encode()),
        defaults={"created_by": actor, "name": name, "size_bytes": 1, **columns},
    )
    return found


def a_track(actor: User, video: Video, cues: list[tuple[float, float, str, str]]) -> SubtitleTrack:
    """Subtitles of (start, end, speaker, text)."""
    return SubtitleTrack.objects.create(
        video=video,
        created_by=actor,
        language="en",
        origin="file",
        name="reel.srt",
        file_sha256="0" * 64,
        format="srt",
        encoding="utf-8",
        cue_count=len(cues),
        cues=[
            {"id": f"U{n}", "start": start, "end": end, "speaker": speaker, "text": text}
            for n, (start, end, speaker, text) in enumerate(cues, start=1)
        ],
    )


def a_member(project: Project, name: str, role: str) -> User:
    user = accounts.create_user(actor=None, username=name, password="correct horse battery", display_name=name)
    accounts.grant_role(actor=None, project=project, user=user, role=role)
    return user
