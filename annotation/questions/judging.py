"""Judging an item's content by what its rows say about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from annotation.questions.domain.content import exported_video_id
from annotation.questions.domain.judging import Judgement, Known, judge
from annotation.questions.domain.reasons import reason_of
from annotation.questions.domain.record import Problem
from annotation.questions.domain.states import Origin
from annotation.questions.linking import video_end
from annotation.questions.models import Item
from annotation.taxonomy import catalogue


def judge_item(item: Item, content: Mapping[str, Any]) -> Judgement:
    return judge(content, known_about(item), catalogue.vocabulary())


def known_about(item: Item) -> Known:
    options = (item.reference or {}).get("options", ())
    return Known(
        question_id=question_id_of(item),
        video_id=video_id_of(item),
        kind=item.kind,
        origin=Origin(item.origin),
        duration=video_end(item.video.duration_s) if item.video is not None else None,
        options=tuple(option["text"] for option in options),
    )


def question_id_of(item: Item) -> str:
    """The id by which files know the item: its own, or its UUID as long as it has none."""
    return item.external_id or str(item.id)


def video_id_of(item: Item) -> str:
    """QU64: the id by which files know the item's video."""
    video = item.video
    return exported_video_id(
        video_name=item.video_name,
        external_id=video.external_id if video is not None else "",
        own_id=str(video.pk) if video is not None else "",
    )


def problem_values(problems: Iterable[Problem]) -> list[dict[str, str]]:
    return [
        {
            "rule": problem.rule,
            "severity": problem.severity.value,
            "field": problem.field,
            "message": problem.message,
        }
        for problem in problems
    ]


def told_problems(problems: Iterable[Problem]) -> list[dict[str, str]]:
    """For the person who writes: each with its reason, which is not kept with an item."""
    return [{**value, "reason": reason_of(value["rule"])} for value in problem_values(problems)]
