"""The form in which a model is asked to answer. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from annotation.questions.domain.kinds import KINDS, Granularity, TaskKind

SCHEMA_NAME = "g1_drafts"
CLIP_KINDS: Mapping[str, TaskKind] = {kind.type: kind for kind in KINDS if kind.granularity is Granularity.CLIP}
REQUIRED = ("type", "start", "end", "question")
OPTIONAL = ("labels", "before", "after", "answer", "description", "items", "evidence")
ITEM_FIELDS = ("id", "description", "anchor", "emotion", "intensity")
EVIDENCE_FIELDS = ("start", "end", "item")


def answer_schema(types: Iterable[str], labels: Iterable[str]) -> dict[str, Any]:
    """One flat form for all tasks, every field required and those of other tasks null, as strict structured output
    wants it."""
    label = {"type": "string", "enum": list(labels)}
    some_labels = {"type": ["array", "null"], "items": label}
    item = _object(
        {
            "id": {"type": "string"},
            "description": {"type": "string"},
            "anchor": {"type": ["string", "null"]},
            "emotion": {"type": ["string", "null"]},
            "intensity": {"type": ["string", "null"]},
        }
    )
    evidence = _object({"start": {"type": "number"}, "end": {"type": "number"}, "item": {"type": ["string", "null"]}})
    draft = _object(
        {
            "type": {"type": "string", "enum": list(types)},
            "start": {"type": "number"},
            "end": {"type": "number"},
            "question": {"type": "string"},
            "labels": some_labels,
            "before": some_labels,
            "after": some_labels,
            "answer": {"type": ["string", "null"]},
            "description": {"type": ["string", "null"]},
            "items": {"type": ["array", "null"], "items": item},
            "evidence": {"type": ["array", "null"], "items": evidence},
        }
    )
    return _object({"drafts": {"type": "array", "items": draft}})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
