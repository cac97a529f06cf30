"""RL4, RL5, RL6, RL7, RL8, RL9: bytes of a release are the same each time, readable by others, marked, complete."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from affectory.core.canonical import canonical_json
from affectory.core.errors import InvalidError
from export.formats.documents import DOCUMENTS
from export.formats.kinds.episodes import EPISODES, LATER_FIELDS, ROW_FIELDS, SCHEMA
from export.formats.parquet import CREATED_BY, parquet_chunks
from export.formats.registry import EXPORTERS, RELEASE_EXPORTERS
from export.releases.domain import blockers
from tests.factories.snapshots import candidate, plan, snapshot_of


def written(snapshot) -> dict[str, bytes]:
    return {
        artefact.path: b"".join(artefact.chunks)
        for exporter in RELEASE_EXPORTERS
        for artefact in EXPORTERS.load(exporter)().files(snapshot)
    }


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return written(snapshot_of(plan()))


def table_of(data: bytes) -> pa.Table:
    return pq.read_table(io.BytesIO(data))


def test_rl4_the_same_snapshot_gives_the_same_bytes(files) -> None:
    assert written(snapshot_of(plan())) == files


def test_rl4_the_order_in_which_episodes_are_found_changes_nothing(files) -> None:
    shuffled = random.Random(2).sample([candidate(n) for n in range(24)], 24)
    assert written(snapshot_of(plan(shuffled))) == files


def test_rl4_parquet_names_our_format_and_holds_no_trace_of_library_or_time(files) -> None:
    data = files["data/train.parquet"]
    assert pq.ParquetFile(io.BytesIO(data)).metadata.created_by == CREATED_BY.decode()
    assert pa.__version__.encode() not in data
    assert b"ARROW:schema" not in data


def test_every_release_has_these_files(files) -> None:
    splits = ("train", "validation", "test")
    assert set(files) == {
        "episodes.json",
        *(f"data/{s}.jsonl" for s in splits),
        *(f"data/{s}.parquet" for s in splits),
        *(f"splits/{s}.txt" for s in splits),
        "splits/splits.json",
        "rights.csv",
        "reports/leakage.json",
        "reports/quality.json",
        "reports/changes.json",
        *(f"{name}.{form}" for name in DOCUMENTS for form in ("md", "html")),
        "README.md",
    }


def test_json_jsonl_and_parquet_hold_the_same_rows(files) -> None:
    document = json.loads(files["episodes.json"])
    by_split = {s: [] for s in ("train", "validation", "test")}
    for row in document["episodes"]:
        by_split[row["split"]].append(row)
    for split, rows in by_split.items():
        lines = files[f"data/{split}.jsonl"].splitlines()
        assert [json.loads(line) for line in lines] == rows
        assert table_of(files[f"data/{split}.parquet"]).to_pylist() == rows
        assert files[f"splits/{split}.txt"].decode().split() == [row["episode_id"] for row in rows]
    assert len(document["episodes"]) == 24


def test_json_is_canonical_as_a_whole(files) -> None:
    data = files["episodes.json"]
    assert canonical_json(json.loads(data)) + b"\n" == data
    assert not data.startswith(b"\xef\xbb\xbf")


def test_rl6_every_row_and_footer_names_its_release(files) -> None:
    data = files["data/test.parquet"]
    assert set(table_of(data).column("release").to_pylist()) == {"0.1.0"}
    footer = pq.ParquetFile(io.BytesIO(data)).metadata.metadata
    assert footer[b"affectory.release"] == b"0.1.0"
    assert footer[b"affectory.synthetic"] == b"all"


def test_rl6_an_all_empty_column_keeps_its_type() -> None:
    bare = [
        candidate(n, performer_id=None, challenge=None, clips=(), checks=(), performance_id=f"p{n}") for n in range(9)
    ]
    data = written(snapshot_of(plan(bare)))["data/test.parquet"]
    read = pq.read_schema(io.BytesIO(data))
    assert read.field("performer_id").type == pa.string()
    assert read.field("clips").type == SCHEMA.field("clips").type
    assert read.names == list(ROW_FIELDS)


def test_parquet_in_several_row_groups_reads_back_whole() -> None:
    snapshot = snapshot_of(plan([candidate(n) for n in range(2500)]))
    pieces = list(parquet_chunks(snapshot.header, snapshot.rows(None)))
    assert len(pieces) == 4  # three row groups of 1024 at most, and the footer
    table = table_of(b"".join(pieces))
    assert table.num_rows == 2500
    assert table.column("episode_id").to_pylist() == [f"00000000-0000-4000-8000-{n:012d}" for n in range(2500)]


def test_rl8_synthetic_data_are_marked_in_every_file(files) -> None:
    document = json.loads(files["episodes.json"])
    assert document["synthetic"] == "all"
    assert all(row["is_synthetic"] for row in document["episodes"])
    assert all(json.loads(files[name])["synthetic"] == "all" for name in files if name.startswith("reports/"))
    assert "Synthetic demonstration data" in files["datasheet.md"].decode()
    assert next(csv.DictReader(io.StringIO(files["rights.csv"].decode())))["is_synthetic"] == "yes"


def test_rl8_real_data_carry_no_such_mark() -> None:
    real = written(snapshot_of(plan([candidate(n, is_synthetic=False) for n in range(24)])))
    assert json.loads(real["episodes.json"])["synthetic"] == "none"
    assert "ynthetic demonstration" not in real["datasheet.md"].decode()


def test_rl7_annotations_only_rights_keep_every_media_file_and_its_digest_in() -> None:
    mixed = [candidate(n, may_redistribute=("annotations", "derived", "media")[n % 3]) for n in range(24)]
    rows = json.loads(written(snapshot_of(plan(mixed)))["episodes.json"])["episodes"]
    for n, row in enumerate(rows):
        paths = [path for path, _, _ in EPISODES.media_of(row)]
        if n % 3 == 0:
            assert paths == []
            assert row["media_withheld"] == "the rights allow annotations only"
            assert all(clip["video_sha256"] is None for clip in row["clips"])
        else:
            assert len(paths) == 5
            assert row["media_withheld"] is None


def test_rl9_the_datasheet_keeps_observed_and_inferred_apart(files) -> None:
    text = files["datasheet.md"].decode()
    observed, inferred, stated = (text.index(f"## {h}") for h in ("Observed", "Judged and inferred", "Stated by"))
    assert observed < inferred < stated
    assert observed < text.index("### Splits") < text.index("### Leakage") < inferred
    assert inferred < text.index("### Agreement") < stated
    assert "> misuse@example.org" in text[stated:]
    assert "identify people" in text


def test_peoples_words_cannot_open_headings_or_markup_in_the_datasheet() -> None:
    from tests.factories.snapshots import PROFILE

    text = written(snapshot_of(plan(profile={**PROFILE, "known_limits": "# Observed\n<script>x</script>"})))
    sheet = text["datasheet.md"].decode()
    assert "> # Observed\n> &lt;script>" in sheet
    assert "<script>" not in sheet


@pytest.mark.parametrize("text", ["🙂 é你", "x\u2028y", "e\u0301", 'quote " and \\ back'])
def test_text_comes_back_as_it_went_in(text: str) -> None:
    made = written(snapshot_of(plan([candidate(n, source_label=text) for n in range(24)])))
    assert {row["source_label"] for row in json.loads(made["episodes.json"])["episodes"]} == {text}
    labels = [json.loads(line)["source_label"] for line in made["data/train.jsonl"].decode().split("\n") if line]
    assert set(labels) == {text}
    assert table_of(made["data/train.parquet"]).column("source_label").to_pylist() == labels


def test_half_a_surrogate_pair_is_refused_with_the_episode() -> None:
    made = plan([candidate(n, source_label="a\ud83db" if n == 5 else "ok") for n in range(24)])
    (fault,) = (check for check in blockers(made.checks) if check.id == "text")
    assert "00000000-0000-4000-8000-000000000005" in fault.message
    with pytest.raises(InvalidError):
        canonical_json("a\ud83db")


def test_a_cell_that_a_spreadsheet_would_run_is_defused() -> None:
    made = written(snapshot_of(plan([candidate(n, licence="=1+1") for n in range(24)])))
    assert "'=1+1" in made["rights.csv"].decode()


def test_minus_zero_is_written_as_zero(files) -> None:
    assert b"-0.0" not in files["episodes.json"]


def test_the_canonical_rows_have_this_digest(files) -> None:
    """A golden value: if it changes, the format has changed and needs another id. Columns may be added at the end
    (EP69): without them the rows are those of the first release."""
    rows = json.loads(files["episodes.json"])["episodes"]
    assert {row.pop(name) for row in rows for name in LATER_FIELDS} == {None}
    lines = [canonical_json({**row, "split": "any"}) for row in rows]
    assert hashlib.sha256(b"\n".join(lines)).hexdigest() == (
        "84f47073d90a5716cc1e8c9093e1dfed5b2e3bae12afdb888d2e2f5de59545de"
    )
