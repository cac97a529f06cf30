"""The annotation protocol as Markdown: where labels come from, what reviewers were asked, what decides. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from export.formats.domain import Header
from export.formats.markdown import inline, table


def annotation_protocol(header: Header) -> str:
    """RL17. The whole document; the same header gives the same text."""
    parts = [
        f"# {inline(header.project['name'])} {header.version}: annotation protocol",
        "How the labels came about and how every episode was judged before it was taken in.",
        "## Labels",
        *_labels(header.protocol.get("mappings", [])),
        "## Automatic checks",
        "Motions and episodes are measured before anybody sees them: no missing or infinite numbers, sensible "
        "length, constant bones, no jumps, feet that neither slide nor sink, support, no collision over the whole "
        "motion, and whether the intended challenge is there as the render engine measures it. What fails is not put "
        "out for review; the outcome of every check stands in the column `checks`.",
        "## Review",
        *_review(header.protocol),
    ]
    return "\n\n".join(parts) + "\n"


def _labels(mappings: list[dict[str, Any]]) -> Iterator[str]:
    yield (
        "The label of an episode is the emotion that its performance was meant to portray, taken from the "
        "collection's own label through the mapping below. Nobody was asked what the performer felt."
    )
    for mapping in mappings:
        yield f"### {inline(mapping['collection'])}"
        if mapping["version"] is None:
            yield "This collection has no mapping; only the names of the five classes are taken."
            continue
        rows = [[inline(source), inline(label)] for source, label in mapping["labels"].items()]
        rows += [[inline(source), f"left out: {inline(why)}"] for source, why in mapping["exclusions"].items()]
        yield f"Version {mapping['version']} of the mapping."
        yield table(["Label of the collection", "Label here"], rows)


def _review(protocol: dict[str, Any]) -> Iterator[str]:
    if not protocol:
        yield "Not recorded for this release."
        return
    yield (
        f"{_reviewers(protocol['reviewers_per_episode'])} judged every episode by themselves. Nobody saw another "
        "person's judgements, the label, the performer or a file name before the episode was decided. "
        f"{_people(protocol['people'])} No data about the reviewers themselves are collected."
    )
    yield (
        "The verdict of a reviewer is accept if every judgement is fine, and reject if one is a problem. An episode "
        "is kept if all verdicts are accept, and removed otherwise; a removed episode is never changed and shown "
        "again."
    )
    for judgement in protocol["judgements"]:
        yield f"### {inline(judgement['label'])}"
        yield "Fine, or a problem for at least one of these reasons:"
        yield _list(judgement["reasons"])
    yield "### Skipping"
    yield "A reviewer may leave an episode to somebody else, without giving a judgement and without any disadvantage:"
    yield _list(protocol["skip_reasons"])


def _reviewers(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return "One reviewer" if numbers[0] == 1 else f"{numbers[0]} reviewers"
    return f"{numbers[0]} to {numbers[-1]} reviewers (the number was changed on the way)"


def _people(n: int) -> str:
    return "One person took part." if n == 1 else f"{n:,} people took part."


def _list(lines: list[str]) -> str:
    return "\n".join(f"- {inline(line)}" for line in lines)
