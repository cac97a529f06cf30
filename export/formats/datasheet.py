"""The datasheet as Markdown: what was counted and measured, what was judged or inferred, what people state. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from export.formats.domain import PROFILE_FIELDS, Header
from export.formats.markdown import block, inline, table

FORBIDDEN_USES = (
    "Do not use these data, or anything trained on them, to identify people.",
    "Do not use them for decisions of high stakes about people, such as hiring, policing, migration, insurance, "
    "education or health.",
)


def datasheet(header: Header) -> str:
    """The whole document; the same header gives the same text."""
    parts = [
        f"# {inline(header.project['name'])} {header.version}: datasheet",
        *_opening(header),
        "## Observed",
        "Counted from the rows and measured by the render engine; nobody's opinion enters here.",
        *_observed(header),
        "## Judged and inferred",
        *_inferred(header),
        "## Stated by the maintainers",
        *(part for key, title in PROFILE_FIELDS.items() for part in (f"### {title}", block(header.profile[key]))),
        "## Uses that are not allowed",
        "\n".join(f"- {sentence}" for sentence in FORBIDDEN_USES),
        "## Rights",
        _rights(header),
        "## Changes",
        *_changes(header),
        "## Checking the files",
        "`SHA256SUMS` and `manifest.json` name every file by its SHA-256: `sha256sum --check SHA256SUMS`.",
    ]
    return "\n\n".join(parts) + "\n"


def _opening(header: Header) -> Iterator[str]:
    if header.synthetic == "all":
        yield f"> **{header.form.words.synthetic}**"
    elif header.synthetic == "some":
        yield f"> **Partly synthetic.** For rows with `is_synthetic` set: {header.form.words.synthetic}"
    yield f"{header.form.words.count(header.rows)}. Project `{header.project['slug']}`, release `{header.version}`."
    if header.notes.strip():
        yield block(header.notes)


def _observed(header: Header) -> Iterator[str]:
    splits = header.splits
    yield "### Splits"
    rows = []
    for row in header.split_table["rows"]:
        name = "all" if row["kind"] == "all" else f"{row['kind']}: {row['value']}"
        cells = [f"{row['counts'][s]:,} ({row['targets'][s]:,.0f})" for s in splits]
        rows.append([name, f"{row['total']:,}", *cells, f"{row['max_drift']:.2f}"])
    yield table(["", _many(header), *(f"{s} (target)" for s in splits), "Largest drift, points"], rows)
    yield from header.form.observed(header)
    yield "### Leakage"
    yield "\n".join(f"- {inline(statement)}" for statement in header.leakage["statements"])
    yield from header.form.measured(header)


def _inferred(header: Header) -> Iterator[str]:
    yield header.form.inferred()
    yield (
        f"{header.form.words.judged} is in `annotation-protocol.md`; what the judging found, with the "
        "agreement between reviewers, is in `quality-report.md`."
    )
    if header.left_out:
        yield "### Left out"
        yield table(["Reason", _many(header)], [[inline(row["reason"]), f"{row['n']:,}"] for row in header.left_out])
    yield "### Agreement between reviewers"
    yield agreement_sentence(header.agreement)


def agreement_sentence(report: dict[str, Any]) -> str:
    if not report.get("available"):
        return f"No agreement figure: {inline(report.get('reason', 'none was computed'))}"
    alpha = report.get("alpha") or {}
    value = alpha.get("value")
    text = [f"{report.get('n_items', 0):,} items with two initial verdicts."]
    if report.get("observed") is not None:
        text.append(f"Observed agreement {100 * report['observed']:.2f} %.")
    if value is None:
        text.append(
            f"Krippendorff's α is undefined: {inline(alpha.get('undefined_reason') or 'no reason was given')}"
        )
    else:
        low, high = alpha.get("low"), alpha.get("high")
        interval = "" if low is None or high is None else f" (95 % interval {low:.3f} to {high:.3f})"
        text.append(f"Krippendorff's α {value:.3f}{interval}.")
    return " ".join(text)


def _rights(header: Header) -> str:
    words = header.form.words
    rows = [
        [
            inline(row[words.source]),
            inline(row["licence"]),
            inline(row["may_redistribute"]),
            f"{row[words.many]:,}",
            f"{row['with_media']:,}",
        ]
        for row in header.rights
    ]
    head = [words.source.capitalize(), "Licence", "May be passed on", _many(header), f"With {words.media}"]
    return table(head, rows)


def _many(header: Header) -> str:
    return header.form.words.many.capitalize()


def _changes(header: Header) -> Iterator[str]:
    changes = header.changes
    if changes.get("base") is None:
        yield "This is the first release."
        return
    yield f"Against {changes['base']}: {_sentence(changes)}"


def _sentence(changes: dict[str, Any]) -> str:
    counts = [f"{changes[kind]:,} {kind}" for kind in ("added", "removed", "changed")]
    return f"{', '.join(counts)}; the difference demands {changes['bump']}."
