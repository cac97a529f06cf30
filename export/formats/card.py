"""The README that Hub clients read first: which files are which split, how many rows, and what people should know.

``load_dataset`` takes from its front matter where the splits lie and checks the counts of rows. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from export.formats.datasheet import FORBIDDEN_USES
from export.formats.domain import Artefact, Header, Snapshot

CONFIG = "default"


class CardExporter:
    """README.md. Sizes are those of the splits as JSON lines, which is what can be told without reading Parquet."""

    id = "card-1"

    def files(self, snapshot: Snapshot) -> Iterator[Artefact]:
        form = snapshot.header.form
        sizes = {
            split: sum(len(line) + 1 for line in form.exported(row.line for row in snapshot.rows(split)))
            for split in snapshot.header.splits
        }
        yield Artefact("README.md", "text/markdown; charset=utf-8", [card(snapshot.header, sizes).encode()])


def card(header: Header, sizes: dict[str, int]) -> str:
    front = yaml.safe_dump(card_data(header, sizes), sort_keys=False, allow_unicode=True, width=110)
    name, version = header.project["name"], header.version
    counts = split_counts(header)
    parts = [
        f"---\n{front}---",
        f"# {_line(name)} {version}",
        *([f"> **{header.form.words.synthetic}**"] if header.is_synthetic else []),
        f"{header.rows:,} rows: {', '.join(f'{n:,} {split}' for split, n in counts.items())}. Every row names its "
        "release in the column `release`; check it after loading, because clients may take another release from "
        "their cache.",
        "What was observed, judged and stated is in `datasheet.md`, how it was judged in `annotation-protocol.md`, "
        "with which result in `quality-report.md`; licences are in `rights.csv`; the leakage report is in "
        "`reports/leakage.json`; `croissant.json` describes the columns. `SHA256SUMS` names every file by its "
        "SHA-256.",
        "## Uses that are not allowed",
        "\n".join(f"- {sentence}" for sentence in FORBIDDEN_USES),
        "## Contact for misuse",
        _line(header.profile["misuse_contact"]),
        "## Citation",
        "\n".join(f"    {line}" for line in header.profile["citation"].strip().splitlines()),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def card_data(header: Header, sizes: dict[str, int] | None = None) -> dict[str, Any]:
    """The front matter. `dataset_info` is left out where the sizes are not at hand: half of it would be ignored."""
    counts = split_counts(header)
    data: dict[str, Any] = {
        "pretty_name": f"{header.project['name']} {header.version}",
        "license": "other",
        "license_name": "see-rights-csv",
        "license_link": "rights.csv",
        "tags": ["affectory", *(["synthetic"] if header.is_synthetic else [])],
        "configs": [
            {
                "config_name": CONFIG,
                "data_files": [{"split": split, "path": f"data/{split}.parquet"} for split in counts],
            }
        ],
    }
    if sizes is not None:
        data["dataset_info"] = {
            "config_name": CONFIG,
            "splits": [
                {"name": split, "num_bytes": sizes[split], "num_examples": count} for split, count in counts.items()
            ],
            "dataset_size": sum(sizes.values()),
        }
    return data


def split_counts(header: Header) -> dict[str, int]:
    everything = next(row for row in header.split_table["rows"] if row["kind"] == "all")
    return {split: everything["counts"][split] for split in header.splits}


def _line(text: str) -> str:
    return " ".join(text.split())
