"""The report as files: a flat table for a spreadsheet, and JSON. Pure."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from affectory.core.tables import safe_cell

HEADER = (
    "part",
    "name",
    "n",
    "observed",
    "chance",
    "alpha",
    "low",
    "high",
    "undefined_reason",
    "kappa",
    "kappa_kind",
    "ac1",
    "code_version",
)
PARTS = (
    ("granularity", ("granularity",)),
    ("judgement", ("id",)),
    ("type", ("granularity", "type")),
    ("week", ("week",)),
)


def report_csv(report: dict[str, Any]) -> str:
    """One line per part. An undefined figure is an empty cell with its reason in the column of reasons."""
    lines = [_line("all", "", {**report, "n": report["n_items"]})]
    for part, names in PARTS:
        for row in report[f"by_{part}"]:
            lines.append(_line(part, " ".join(row[name] for name in names if row[name]), row))
    lines += [_line("pair", " + ".join(row["pair"]), row) for row in report["by_pair"]]
    for row in report["by_reviewer"]:
        lines.append(_share("accept rate", row["reviewer"], row["n"], row["rate"], row["low"], row["high"]))
        same = row["same"]
        if same is not None:
            lines.append(
                _share("same as others", row["reviewer"], same["n"], same["share"], same["low"], same["high"])
            )
    lines += [{"part": "left out", "name": name, "n": n} for name, n in report["excluded"].items()]
    out = io.StringIO()
    writer = csv.DictWriter(out, HEADER, lineterminator="\r\n")
    writer.writeheader()
    for line in lines:
        writer.writerow({**line, "code_version": report["code_version"]})
    return out.getvalue()


def report_json(report: dict[str, Any]) -> str:
    """The report as it is, undefined figures as null beside their reasons."""
    return json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False, default=str) + "\n"


def _line(part: str, name: str, row: dict[str, Any]) -> dict[str, Any]:
    alpha, kappa, ac1 = row["alpha"], row.get("kappa"), row.get("ac1")
    return {
        "part": part,
        "name": safe_cell(name),
        "n": row["n"],
        "observed": _figure(row["observed"]),
        "chance": _figure(row["chance"]),
        "alpha": _figure(alpha["value"]),
        "low": _figure(alpha["low"]),
        "high": _figure(alpha["high"]),
        "undefined_reason": alpha["undefined_reason"] or alpha.get("interval_undefined_reason") or "",
        "kappa": _figure(kappa["value"]) if kappa else "",
        "kappa_kind": kappa["kind"] if kappa else "",
        "ac1": _figure(ac1["value"]) if ac1 else "",
    }


def _share(part: str, name: str, n: int, share: float, low: float, high: float) -> dict[str, Any]:
    """`low` and `high` are the interval of alpha where there is one in the line, else of what was observed."""
    return {
        "part": part,
        "name": safe_cell(name),
        "n": n,
        "observed": _figure(share),
        "low": _figure(low),
        "high": _figure(high),
    }


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.6f}"
