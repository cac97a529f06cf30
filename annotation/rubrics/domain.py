"""A project's own words for a rubric family. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from annotation.taxonomy.domain import RubricFamily, Rubrics

MAX_TEXT = 5_000


class RubricError(ValueError):
    """Texts that are no rubric; ``fields`` says where and why."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        where, messages = next(iter(fields.items()))
        super().__init__(f"{where} {messages[0]}")
        self.fields = fields


def checked(family: RubricFamily, criterion: str, scores: Mapping[str, str]) -> RubricFamily:
    """RU1: the words are the project's, the scale is the family's: every score has a text and there is no other."""
    fields: dict[str, list[str]] = {}
    known = {str(score) for score in family.scores}
    for name, text in (("criterion", criterion), *((f"scores.{score}", text) for score, text in scores.items())):
        if not text.strip():
            fields[name] = ["has no text"]
        elif len(text) > MAX_TEXT:
            fields[name] = [f"has {len(text)} characters; {MAX_TEXT} are allowed"]
    for score in sorted(set(scores) - known):
        fields[f"scores.{score[:20]}"] = [f"is no score of this family; there are 0 to {family.max_score}"]
    for score in sorted(known - set(scores)):
        fields[f"scores.{score}"] = ["is missing"]
    if fields:
        raise RubricError(fields)
    ordered = {score: scores[str(score)].strip() for score in sorted(family.scores)}
    return replace(family, criterion=criterion.strip(), scores=ordered)


def with_own_words(rubrics: Rubrics, own: Mapping[str, tuple[str, Mapping[str, str]]]) -> Rubrics:
    """The families, with a project's words in place of those that are shipped."""

    def said(family: RubricFamily) -> RubricFamily:
        if family.id not in own:
            return family
        criterion, scores = own[family.id]
        return replace(family, criterion=criterion, scores={int(score): text for score, text in scores.items()})

    return replace(rubrics, families=tuple(said(family) for family in rubrics.families))
