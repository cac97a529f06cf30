"""Vocabularies, rubric families and guidelines as values. Pure; where they are kept is the catalogue's business."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


class TaxonomyError(ValueError):
    """Data that contradicts itself, or a version that does not exist."""


class UnknownLabelError(ValueError):
    """A label outside the vocabulary; ``suggestions`` are the nearest inside."""

    def __init__(self, given: str, suggestions: tuple[str, ...]) -> None:
        hint = f"; did you mean {' or '.join(suggestions)}?" if suggestions else ""
        super().__init__(f'"{given[:60]}" is no label of the vocabulary{hint}')
        self.given = given
        self.suggestions = suggestions


@dataclass(frozen=True, slots=True)
class Edition:
    """Which data was used: written into every row and file that depends on it."""

    id: str
    version: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Label:
    id: str
    name: str
    definition: str


@dataclass(frozen=True)
class Vocabulary:
    edition: Edition
    title: str
    labels: tuple[Label, ...]
    _by_key: Mapping[str, Label] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_key = {label_key(text): label for label in self.labels for text in (label.name, label.id)}
        if len({label.id for label in self.labels}) != len(self.labels) or len(by_key) < len(self.labels):
            raise TaxonomyError(f"{self.edition.id}: a label stands twice")
        object.__setattr__(self, "_by_key", by_key)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(label.id for label in self.labels)

    def find(self, text: str) -> Label | None:
        return self._by_key.get(text) or self._by_key.get(label_key(text))

    def require(self, text: str) -> Label:
        """TX1: case and blanks do not matter; anything else outside the vocabulary is refused with suggestions."""
        label = self.find(text)
        if label is not None:
            return label
        key = label_key(text)
        near = [known for known in self._by_key if len(key) > 2 and key in known.split("/")]
        near = near or difflib.get_close_matches(key[:60], list(self._by_key), n=2, cutoff=0.7)
        raise UnknownLabelError(text, tuple(dict.fromkeys(self._by_key[known].id for known in near)))

    def search(self, words: str) -> tuple[Label, ...]:
        """Labels for a picker: those whose name begins with the words, then names and definitions that hold them."""
        key = label_key(words)
        ranked: Iterable[tuple[int, int, Label]] = (
            (0 if label_key(label.name).startswith(key) else 1 if key in label_key(label.name) else 2, place, label)
            for place, label in enumerate(self.labels)
            if key in label_key(label.name) or key in label.definition.casefold()
        )
        return tuple(label for _, _, label in sorted(ranked, key=lambda entry: entry[:2]))


@dataclass(frozen=True, slots=True)
class RubricFamily:
    """A criterion and what each score means; scores run from 0 without gaps."""

    id: str
    title: str
    criterion: str
    scores: Mapping[int, str]

    @property
    def max_score(self) -> int:
        return max(self.scores)


@dataclass(frozen=True, slots=True)
class Rubrics:
    edition: Edition
    families: tuple[RubricFamily, ...]

    def family(self, family_id: str) -> RubricFamily:
        for family in self.families:
            if family.id == family_id:
                return family
        raise TaxonomyError(f'no rubric family "{family_id}"; there are {", ".join(f.id for f in self.families)}')


@dataclass(frozen=True, slots=True)
class Guideline:
    """What an annotator is told about one task: first what holds for every task of its granularity."""

    granularity: str
    type: str
    summary: str
    general: tuple[str, ...]
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guidelines:
    edition: Edition
    tasks: tuple[Guideline, ...]

    def task(self, granularity: str, type_name: str) -> Guideline:
        for task in self.tasks:
            if (task.granularity, task.type) == (granularity, type_name):
                return task
        raise TaxonomyError(f'no guideline for "{type_name}" of a {granularity}')


def label_key(text: str) -> str:
    """Case and blanks do not tell labels apart, and blanks around the stroke of doubt/confusion do not either."""
    return "/".join(" ".join(part.split()) for part in text.casefold().split("/"))
