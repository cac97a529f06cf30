"""The OpenAPI description as a generator of clients meets it: releases, splits, rows, files, items, page by page."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from affectory.core import storage
from tests.factories.items import a_new_item

from .conftest import python_of

pytestmark = [pytest.mark.foreign, pytest.mark.django_db(transaction=True)]
SCRIPT = Path(__file__).with_name("openapi.py")


def pulled(home: Path, told: dict[str, Any]) -> dict[str, Any]:
    done = subprocess.run(
        [str(python_of("openapi")), "-I", str(SCRIPT)],
        input=json.dumps(told),
        env={"HOME": str(home), "PATH": os.environ["PATH"]},
        cwd=home,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    line = next((line for line in done.stdout.splitlines() if line.startswith("RESULTS ")), None)
    assert line is not None, done.stderr[-4000:]
    return json.loads(line.removeprefix("RESULTS "))


def test_rl53_rl54_a_generated_client_pulls_with_a_token_and_without(
    tmp_path, live_server, material, published, open_to, project, maintainer, token_for
) -> None:
    open_to("public")
    first, second = published("0.1.0"), published("0.1.1", notes="Again.")
    items = [a_new_item(maintainer, project) for _ in range(3)]
    told = {"url": live_server.url, "project": "lab", "version": "0.1.1", "older": "0.1.0"}
    files = dict(second.files.values_list("path", "sha256"))
    lines = [json.loads(line) for line in storage.read_bytes(files["data/train.jsonl"]).splitlines()]
    found = pulled(tmp_path, {**told, "token": token_for(maintainer, scopes=("read",))})
    assert sorted(found["items"]) == sorted(str(item.pk) for item in items)
    unknown = found["unknown"]
    assert found["known"] == unknown
    assert unknown["open"] == ["lab"]
    assert unknown["releases"] == ["0.1.1", "0.1.0"]
    assert unknown["splits"] == first.counts_by_split()
    assert (unknown["rows"], unknown["pages"]) == (lines, -(-len(lines) // 3))
    assert unknown["angry"] == [line["episode_id"] for line in lines if line["label"] == "angry"]
    assert unknown["files"] == files
    assert unknown["parquet"] == files["data/train.parquet"]
    assert (unknown["diff"]["required"], unknown["diff"]["rows"]) == ("0.1.1", [])
