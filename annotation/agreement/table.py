"""The report as a flat table for a spreadsheet. Pure."""

from __future__ import annotations

import csv
import io
from typing import Any

from affectory.core.tables import safe_cell

HEADER = ("part", "name", "n", "observed", "chance", "alpha", "alpha_low", "alpha_high", "undefined_reason")


def report_csv(report: dict[str, Any]) -> str:
    """One line per part. An undefined figure is an empty cell with its reason in the last column."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADER)
    whole = {**report, "n": report["n_items"]}
    writer.writerow(_line("all", "", whole))
    for part, key in (("judgement", "id"), ("type", "type"), ("week", "week")):
        for row in report[f"by_{part}"]:
            writer.writerow(_line(part, row[key], row))
    for row in report["by_pair"]:
        writer.writerow(_line("pair", " + ".join(row["pair"]), row))
    for row in report["by_reviewer"]:
        writer.writerow(["accept rate", row["reviewer"], row["n"], _figure(row["rate"]), "", "",
                         _figure(row["low"]), _figure(row["high"]), ""])  # fmt: skip
    for reason, count in report["excluded"].items():
        writer.writerow(["left out", reason, count, "", "", "", "", "", ""])
    return out.getvalue()


def _line(part: str, name: str, row: dict[str, Any]) -> list[Any]:
    alpha = row["alpha"]
    figures = [row["observed"], row["chance"], alpha["value"], alpha["low"], alpha["high"]]
    reason = alpha["undefined_reason"] or alpha.get("interval_undefined_reason") or ""
    return [part, safe_cell(name), row["n"], *map(_figure, figures), reason]


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.6f}"
