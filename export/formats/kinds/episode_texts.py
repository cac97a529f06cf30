"""What documents say of episodes alone. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from export.formats.kinds import parts
from export.formats.markdown import inline, table

if TYPE_CHECKING:
    from export.formats.domain import Header

INFERRED = (
    "Labels say which emotion a performance was meant to portray. They come from the collection's own "
    "label through a mapping; they are not a measurement of what anybody felt."
)
_SOURCES = (
    ("motions", "Motions"),
    ("performances", "Performances"),
    ("performers", "Known performers"),
    ("scenes", "Scenes"),
    ("performer_unknown", "Episodes whose performer is unknown"),
)


COLUMNS = (
    "An episode has one of three families. `observation_controlled` ones have a `challenge`, `action_grounded` ones "
    "an `action` and the kind of `anchor` that it is fitted to, `dyadic` ones two people of one performance: A in a "
    "yellow top stands in the row's own columns, B in a green one in `second_person`. What a family does not have is "
    "null. `target` says whose emotion is asked for: A's, B's, or either's, who then portray the same. `label` and "
    "`source_label` are those of whoever is asked about, `labels` those of both. Whatever is asked of a system must "
    "name the target by the colour of the top. `avatar` names the character that people are drawn with, and its "
    "licence is among the row's; where it is null they are mannequins."
)


def observed(header: Header) -> Iterator[str]:
    yield f"Seed {header.seed}. Scenes are shared between splits."
    yield COLUMNS
    found = header.distributions
    if not found:
        return
    yield "### Duration of the motions"
    yield from parts.durations(found["duration_s"], header.form.words)
    yield "### Sources"
    yield parts.numbers([(title, found["sources"][key]) for key, title in _SOURCES])


def measured(header: Header) -> Iterator[str]:
    yield "### Measured checks"
    yield _checks(header)


def quality(header: Header) -> Iterator[str]:
    yield "## Measured checks of the episodes in this release"
    yield _checks(header)


def _checks(header: Header) -> str:
    checks = header.quality.get("checks", [])
    if not checks:
        return "No episode carries a measured check."
    found = [[c["id"], f"{c['pass']:,}", f"{c['warn']:,}", f"{c['fail']:,}"] for c in checks]
    return table(["Check", "Passed", "Warned", "Failed"], found)


def protocol(header: Header) -> Iterator[str]:
    yield "How the labels came about and how every episode was judged before it was taken in."
    yield "## Labels"
    yield from _labels(header.protocol.get("mappings", []))
    yield "## Automatic checks"
    yield (
        "Motions and episodes are measured before anybody sees them: no missing or infinite numbers, sensible "
        "length, constant bones, no jumps, feet that neither slide nor sink, support, no collision over the whole "
        "motion, and whether the intended challenge is there as the render engine measures it. What fails is not put "
        "out for review; the outcome of every check stands in the column `checks`."
    )
    yield "## Review"
    yield from _review(header)


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


def _review(header: Header) -> Iterator[str]:
    found = header.protocol
    if not found:
        yield "Not recorded for this release."
        return
    yield (
        f"{parts.reviewers(found['reviewers_per_episode'])} judged every episode by themselves. Nobody saw another "
        "person's judgements, the label, the performer or a file name before the episode was decided. "
        f"{parts.people(found['people'])} No data about the reviewers themselves are collected."
    )
    yield (
        "The verdict of a reviewer is accept if every judgement is fine, and reject if one is a problem. An episode "
        "is kept if all verdicts are accept, and removed otherwise; a removed episode is never changed and shown "
        "again."
    )
    yield from parts.judgements(found, header.form.words)


def responsible(header: Header) -> dict[str, Any]:
    found: dict[str, Any] = {
        "rai:dataCollection": (
            "Motion capture of performed emotions, brought to one body of 22 joints, placed in scenes by a plan with "
            "a seed and rendered. See datasheet.md."
        ),
        "rai:dataCollectionType": ["Physical data collection", "Software Collection"],
        "rai:dataPreprocessingProtocol": [
            "Motions are retargeted to a body of 22 joints and checked; see annotation-protocol.md."
        ],
        "rai:dataAnnotationProtocol": ["annotation-protocol.md: mapping of labels, judgements, reasons, verdicts."],
    }
    if header.protocol:
        found["rai:annotationsPerItem"] = parts.per_row(header.protocol["reviewers_per_episode"])
    return found
