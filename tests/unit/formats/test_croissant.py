"""RL19: the description for machines follows from the files' own schema and digests."""

from __future__ import annotations

import json

from export.formats.croissant import croissant_bytes, served
from export.formats.domain import WrittenFile
from export.formats.kinds.episodes import ROW_FIELDS
from tests.factories.snapshots import plan, snapshot_of

FILES = [WrittenFile(f"data/{s}.parquet", s[0] * 64, 10, "x") for s in ("train", "test", "validation")]


def described() -> dict:
    return json.loads(croissant_bytes(snapshot_of(plan()).header, FILES))


def test_rl19_every_column_of_every_split_is_described() -> None:
    found = described()
    records = {record["@id"]: record for record in found["recordSet"]}
    assert list(records) == ["splits", "train", "test", "validation"]
    for split in ("train", "validation", "test"):
        assert [field["@id"] for field in records[split]["field"]] == [f"{split}/{name}" for name in ROW_FIELDS]
    fields = {field["@id"]: field for field in records["test"]["field"]}
    assert fields["test/seed"]["dataType"] == "sc:Integer"
    assert fields["test/human_position"]["isArray"] is True
    (value,) = [sub for sub in fields["test/checks"]["subField"] if sub["@id"] == "test/checks/value"]
    assert value["source"] == {
        "fileObject": {"@id": "parquet-test"},
        "extract": {"column": "checks"},
        "transform": {"jsonPath": "value"},
    }


def test_rl19_files_are_named_by_path_and_digest_and_nothing_by_host_or_time() -> None:
    found = described()
    assert [(f["contentUrl"], f["sha256"]) for f in found["distribution"]] == [
        (file.path, file.sha256) for file in FILES
    ]
    assert "datePublished" not in found
    assert found["conformsTo"] == ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"]
    assert found["rai:annotationsPerItem"] == "2"
    assert found["rai:dataLimitations"] == ["Few performers."]


def test_rl19_served_it_has_addresses_of_one_version_and_a_date() -> None:
    found = served(described(), url="https://h/open/lab", files_url="https://h/r/abc/", published="2026-11-30")
    assert found["distribution"][0]["contentUrl"] == "https://h/r/abc/data/train.parquet"
    assert (found["url"], found["datePublished"]) == ("https://h/open/lab", "2026-11-30")
