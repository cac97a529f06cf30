"""What documents say of items alone. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from export.formats.kinds import parts
from export.formats.markdown import inline, table

if TYPE_CHECKING:
    from export.formats.domain import Header

INFERRED = (
    "Answers say what people who watched the video judged to be felt, shown or meant in it. They are references to "
    "compare with, agreed on by independent reviewers; they are not a measurement of what anybody felt."
)
_SOURCES = (("videos", "Source videos"), ("clips", "Clips cut from them"))


def observed(header: Header) -> Iterator[str]:
    yield f"Seed {header.seed}. What comes from one source video is in one split."
    if header.hidden:
        yield (
            f"Answers, their details and rubrics of the split {', '.join(header.hidden)} are withheld: the fields "
            "are null. They are frozen with the release and served to nobody."
        )
    found = header.distributions
    if not found:
        return
    yield "### Tasks"
    tasks = [[inline(row["granularity"]), inline(row["type"]), f"{row['n']:,}"] for row in found["tasks"]]
    yield table(["Granularity", "Type", "Items"], tasks)
    yield "### Domains"
    yield table(["Domain", "Items"], [[inline(row["domain"]), f"{row['n']:,}"] for row in found["domains"]])
    yield "### Duration of the clips and videos"
    yield from parts.durations(found["duration_s"], header.form.words)
    yield "### Sources"
    yield parts.numbers([(title, found["sources"][key]) for key, title in _SOURCES])


def quality(header: Header) -> Iterator[str]:
    yield "## How drafts served"
    drafting = header.protocol.get("drafting") or {}
    if not drafting.get("drafted"):
        yield "No item of this project that was kept began as a draft of a program."
        return
    total, drafted = drafting["kept"], drafting["drafted"]
    n = sum(row["items"] for row in drafted)
    yield (
        f"Of {total:,} kept items, {n:,} ({100 * n / total:.1f} %) began as a draft of a program; a person revised "
        "or confirmed every one of them. Unchanged means that question, answer, details, segments and evidence were "
        "submitted as they were proposed."
    )
    yield table(
        ["Drafter", "Model", "Prompt", "Kept items", "Unchanged", "Share unchanged"],
        [
            [
                *(inline(row[name] or "none") for name in ("drafter", "model", "prompt")),
                f"{row['items']:,}",
                f"{row['unchanged']:,}",
                f"{100 * row['unchanged'] / row['items']:.1f} %",
            ]
            for row in drafted
        ],
    )


def protocol(header: Header) -> Iterator[str]:
    yield "How questions and answers came about and how every item was judged before it was taken in."
    found = header.protocol
    yield "## Questions and answers"
    if not found:
        yield "Not recorded for this release."
        return
    yield (
        f"Written after the guidelines {_edition(found['guidelines'])}. Labels are those of "
        f"{_edition(found['vocabulary'])}: {', '.join(inline(label) for label in found['labels'])}. Texts are scored "
        f"with the rubrics {_edition(found['rubrics'])}, or the project's own words for them; every item carries its "
        "own."
    )
    yield (
        "Questions about a clip may begin as a draft of a program; a draft is no item until a person has revised or "
        "confirmed it. Questions about a whole video are written by people who have watched nearly all of it."
    )
    yield from _tasks(found["tasks"])
    yield "## Automatic checks"
    yield (
        "The format is checked in full before an item can be submitted: its fields, the labels, times within the "
        "video, stages in order. What the guidelines advise is pointed out to the author and left to people."
    )
    yield "## Review"
    yield (
        f"{parts.reviewers(found['reviewers_per_item'])} judged every item by themselves, never its author. Nobody "
        "saw another person's judgements, the author or what an item was drafted by before the item was decided. "
        f"{parts.people(found['people'])} No data about the reviewers themselves are collected."
    )
    yield (
        "The verdict of a reviewer is accept if question and answer are fine, and reject if one is a problem. An "
        "item is kept if all verdicts are accept. After a split it goes back to its author with the reasons, without "
        f"names, and its next revision to a new round; it is removed if all reject it, or after "
        f"{found['round_limit']} rounds. Nobody decides for the reviewers."
    )
    yield from parts.judgements(found, header.form.words)


def _edition(found: dict[str, Any]) -> str:
    return f"{inline(found['id'])} {found['version']}"


def _tasks(tasks: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield "### Tasks"
    rows = [[inline(task["granularity"]), inline(task["type"]), inline(task["summary"])] for task in tasks]
    yield table(["Granularity", "Type", "What is asked"], rows)


def responsible(header: Header) -> dict[str, Any]:
    found: dict[str, Any] = {
        "rai:dataCollection": (
            "Questions about videos with reference answers, written or confirmed by people who watched them and "
            "judged by independent reviewers. See datasheet.md."
        ),
        "rai:dataCollectionType": ["Manual Human Curator"],
        "rai:dataPreprocessingProtocol": [
            "Clips are cut from the source videos frame by frame; see annotation-protocol.md."
        ],
        "rai:dataAnnotationProtocol": [
            "annotation-protocol.md: guidelines, labels, rubrics, judgements, reasons, verdicts."
        ],
    }
    if header.protocol:
        found["rai:annotationsPerItem"] = parts.per_row(header.protocol["reviewers_per_item"])
    return found
