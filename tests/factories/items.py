"""Items for tests, made through services."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from affectory.accounts.models import Project, User
from annotation.questions import services
from annotation.questions.domain.mapping import ItemMapping
from annotation.questions.models import Draft, Item, ItemImport
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
    return services.create_item(
        actor=actor, project=project, granularity=granularity, type_name=type_name, video_id=uuid4(), **options
    )
