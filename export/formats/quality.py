"""The report on agreement and quality control as Markdown. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from export.formats.datasheet import agreement_sentence
from export.formats.domain import Header
from export.formats.kinds import Words
from export.formats.markdown import inline, table


def quality_report(header: Header) -> str:
    """RL18. Every number with what it was counted over; an undefined one with its reason."""
    many = header.form.words.many.capitalize()
    parts = [
        f"# {inline(header.project['name'])} {header.version}: agreement and quality control",
        "## Agreement between reviewers",
        agreement_sentence(header.agreement),
        *_agreement(header.agreement, many),
        f"## What became of the {header.form.words.many}",
        *_review(header.quality, header.form.words),
        *header.form.quality(header),
        "## Leakage and duplicates",
        "\n".join(f"- {inline(statement)}" for statement in header.leakage["statements"]),
    ]
    return "\n\n".join(parts) + "\n"


def _agreement(report: dict[str, Any], many: str) -> Iterator[str]:
    if not report.get("available"):
        return
    yield (
        "Only initial verdicts count: what the reviewers of the first round said by themselves. "
        f"The interval is a bootstrap over {report['n_groups']:,} source groups, {report['resamples']:,} resamples."
    )
    found, chance = report["contingency"], report["contingency"]["by_chance"] or {}
    rows = [
        [title, f"{found[key]:,}", f"{chance[key]:,.1f}" if key in chance else "undefined"]
        for key, title in (("both_accept", "Both accept"), ("split", "Split"), ("both_reject", "Both reject"))
    ]
    yield table(["Verdicts", many, "By chance"], rows)
    yield (
        "Where nearly everything is accepted, two verdicts match often by chance alone, so a high agreement and a "
        "low α can stand side by side; read them together. "
        f"Gwet's AC1, which takes chance to be rarer where verdicts are lopsided: {_number(report['ac1'])}."
    )
    for title, key, name in (("By judgement", "by_judgement", "id"), ("By type", "by_type", "type")):
        if report.get(key):
            yield f"### {title}"
            yield table(
                ["", many, "Observed", "α", "95 % interval"],
                [_row(row[name], row) for row in report[key]],
            )


def _row(name: str, row: dict[str, Any]) -> list[str]:
    alpha = row["alpha"]
    observed = "undefined" if row["observed"] is None else f"{100 * row['observed']:.2f} %"
    low, high = alpha.get("low"), alpha.get("high")
    interval = "not computed" if low is None or high is None else f"{low:.3f} to {high:.3f}"
    return [inline(name or "none"), f"{row['n']:,}", observed, _number(alpha), interval]


def _number(found: dict[str, Any]) -> str:
    if found["value"] is None:
        return f"undefined ({inline(found['undefined_reason'] or 'no reason was given')})"
    return f"{found['value']:.3f}"


def _review(quality: dict[str, Any], words: Words) -> Iterator[str]:
    review = quality.get("review", {})
    if review:
        yield table(
            ["State", words.many.capitalize()], [[inline(state), f"{n:,}"] for state, n in sorted(review.items())]
        )
    else:
        yield f"No {words.one} has been reviewed."
    reasons = quality.get("removal_reasons", {})
    if reasons:
        yield f"Reasons for which reviewers had {words.many} removed; one {words.one} may have several."
        yield table(["Reason", f"Removed {words.many}"], [[inline(code), f"{n:,}"] for code, n in reasons.items()])
