"""The datasheet as Markdown: what was counted and measured, what was judged or inferred, what people state. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from export.formats.domain import PROFILE_FIELDS, SYNTHETIC_NOTICE, Artefact, Header, Snapshot

FORBIDDEN_USES = (
    "Do not use these data, or anything trained on them, to identify people.",
    "Do not use them for decisions of high stakes about people, such as hiring, policing, migration, insurance, "
    "education or health.",
)


class DatasheetExporter:
    """Observed and inferred stand in sections of their own, so that neither passes for the other (RL9)."""

    id = "datasheet-1"

    def files(self, snapshot: Snapshot) -> Iterator[Artefact]:
        yield Artefact("datasheet.md", "text/markdown; charset=utf-8", [datasheet(snapshot.header).encode()])


def datasheet(header: Header) -> str:
    """The whole document; the same header gives the same text."""
    parts = [
        f"# {_inline(header.project['name'])} {header.version}: datasheet",
        *_opening(header),
        "## Observed",
        "Counted from the rows and measured by the render engine; nobody's opinion enters here.",
        *_observed(header),
        "## Judged and inferred",
        *_inferred(header),
        "## Stated by the maintainers",
        *(part for key, title in PROFILE_FIELDS.items() for part in (f"### {title}", _block(header.profile[key]))),
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
        yield f"> **{SYNTHETIC_NOTICE}**"
    elif header.synthetic == "some":
        yield f"> **Partly synthetic.** For rows with `is_synthetic` set: {SYNTHETIC_NOTICE}"
    yield f"{header.rows:,} episodes. Project `{header.project['slug']}`, release `{header.version}`."
    if header.notes.strip():
        yield _block(header.notes)


def _observed(header: Header) -> Iterator[str]:
    table = header.split_table
    splits = header.splits
    yield "### Splits"
    rows = []
    for row in table["rows"]:
        name = "all" if row["kind"] == "all" else f"{row['kind']}: {row['value']}"
        cells = [f"{row['counts'][s]:,} ({row['targets'][s]:,.0f})" for s in splits]
        rows.append([name, f"{row['total']:,}", *cells, f"{row['max_drift']:.2f}"])
    yield _table(["", "Episodes", *(f"{s} (target)" for s in splits), "Largest drift, points"], rows)
    yield f"Seed {header.seed}. Scenes are shared between splits."
    yield "### Leakage"
    yield "\n".join(f"- {_inline(statement)}" for statement in header.leakage["statements"])
    yield "### Measured checks"
    checks = header.quality.get("checks", [])
    if checks:
        found = [[c["id"], f"{c['pass']:,}", f"{c['warn']:,}", f"{c['fail']:,}"] for c in checks]
        yield _table(["Check", "Passed", "Warned", "Failed"], found)
    else:
        yield "No episode carries a measured check."


def _inferred(header: Header) -> Iterator[str]:
    yield (
        "Labels say which emotion a performance was meant to portray. They come from the collection's own "
        "label through a mapping; they are not a measurement of what anybody felt."
    )
    review = header.quality.get("review", {})
    if review:
        yield "### Review"
        yield _table(["Outcome", "Episodes"], [[_inline(state), f"{n:,}"] for state, n in sorted(review.items())])
    reasons = header.quality.get("removal_reasons", {})
    if reasons:
        rows = [[_inline(code), f"{n:,}"] for code, n in reasons.items()]
        yield "Reasons for which reviewers had episodes removed; one episode may have several."
        yield _table(["Reason", "Removed episodes"], rows)
    if header.left_out:
        yield "### Left out"
        yield _table(["Reason", "Episodes"], [[_inline(row["reason"]), f"{row['n']:,}"] for row in header.left_out])
    yield "### Agreement between reviewers"
    yield _agreement(header.agreement)


def _agreement(report: dict[str, Any]) -> str:
    if not report.get("available"):
        return f"No agreement figure: {_inline(report.get('reason', 'none was computed'))}"
    alpha = report.get("alpha") or {}
    value = alpha.get("value")
    text = [f"{report.get('n_items', 0):,} items with two initial verdicts."]
    if report.get("observed") is not None:
        text.append(f"Observed agreement {100 * report['observed']:.2f} %.")
    if value is None:
        text.append(
            f"Krippendorff's α is undefined: {_inline(alpha.get('undefined_reason') or 'no reason was given')}"
        )
    else:
        low, high = alpha.get("low"), alpha.get("high")
        interval = "" if low is None or high is None else f" (95 % interval {low:.3f} to {high:.3f})"
        text.append(f"Krippendorff's α {value:.3f}{interval}.")
    return " ".join(text)


def _rights(header: Header) -> str:
    rows = [
        [
            _inline(row["collection"]),
            _inline(row["licence"]),
            _inline(row["may_redistribute"]),
            f"{row['episodes']:,}",
            f"{row['with_media']:,}",
        ]
        for row in header.rights
    ]
    return _table(["Collection", "Licence", "May be passed on", "Episodes", "With clips and motions"], rows)


def _changes(header: Header) -> Iterator[str]:
    changes = header.changes
    if changes.get("base") is None:
        yield "This is the first release."
        return
    yield f"Against {changes['base']}: {_sentence(changes)}"


def _sentence(changes: dict[str, Any]) -> str:
    counts = [f"{changes[kind]:,} {kind}" for kind in ("added", "removed", "changed")]
    return f"{', '.join(counts)}; the difference demands {changes['bump']}."


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _inline(text: Any) -> str:
    return " ".join(str(text).split()).replace("<", "&lt;")


def _block(text: str) -> str:
    """People's words as a quotation: they can neither open a heading of ours nor bring markup in."""
    return "\n".join(f"> {line.replace('<', '&lt;')}".rstrip() for line in text.strip().splitlines())
