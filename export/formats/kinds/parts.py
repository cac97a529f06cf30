"""Pieces of documents that the kinds of rows share. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from export.formats.kinds.base import Words
from export.formats.markdown import inline, table


def durations(found: dict[str, Any], words: Words) -> Iterator[str]:
    """Duration in bins."""
    if found["n"]:
        yield (
            f"{found['n']:,} {words.many}: shortest {found['min']:.2f} s, median {found['median']:.2f} s, "
            f"longest {found['max']:.2f} s."
        )
        bins = [[_bin(b["from"], b["below"]), f"{b['n']:,}"] for b in found["bins"] if b["n"]]
        yield table(["Seconds", words.many.capitalize()], bins)
    else:
        yield "No duration is known."


def numbers(rows: Sequence[tuple[str, int]]) -> str:
    return table(["", "Number"], [[title, f"{n:,}"] for title, n in rows])


def judgements(protocol: dict[str, Any], words: Words) -> Iterator[str]:
    """What reviewers were asked, and what they may do instead."""
    for judgement in protocol["judgements"]:
        yield f"### {inline(judgement['label'])}"
        yield "Fine, or a problem for at least one of these reasons:"
        yield listed(judgement["reasons"])
    yield "### Skipping"
    yield (
        f"A reviewer may leave an {words.one} to somebody else, without giving a judgement and without any "
        "disadvantage:"
    )
    yield listed(protocol["skip_reasons"])


def reviewers(asked: list[int]) -> str:
    if len(asked) == 1:
        return "One reviewer" if asked[0] == 1 else f"{asked[0]} reviewers"
    return f"{asked[0]} to {asked[-1]} reviewers (the number was changed on the way)"


def people(n: int) -> str:
    return "One person took part." if n == 1 else f"{n:,} people took part."


def per_row(asked: list[int]) -> str:
    return "-".join(str(n) for n in sorted({asked[0], asked[-1]}))


def listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {inline(line)}" for line in lines)


def _bin(low: float, high: float | None) -> str:
    return f"{low:g} or more" if high is None else f"{low:g} to under {high:g}"
