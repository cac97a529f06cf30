"""RL19 as mlcroissant meets it: every release's description validates and iterates, from a folder and from a link."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from affectory.core import storage

from .conftest import REPO, python_of

pytestmark = [pytest.mark.foreign, pytest.mark.django_db(transaction=True)]
SCRIPT = Path(__file__).with_name("croissant.py")


def read(home: Path, told: dict[str, Any]) -> dict[str, Any]:
    secret = {"CROISSANT_BASIC_AUTH_USERNAME": "me", "CROISSANT_BASIC_AUTH_PASSWORD": told.get("token") or ""}
    done = subprocess.run(
        [str(python_of("croissant")), "-I", str(SCRIPT)],
        input=json.dumps(told),
        env={"HOME": str(home), "PATH": os.environ["PATH"], **(secret if told.get("token") else {})},
        cwd=home,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    line = next((line for line in done.stdout.splitlines() if line.startswith("RESULTS ")), None)
    assert line is not None, done.stderr[-4000:]
    return json.loads(line.removeprefix("RESULTS "))


def expected(release) -> dict[str, Any]:
    return {
        "rows": {split: n for split, n in release.counts_by_split().items() if n},
        "releases": [release.version],
        "ids": sorted(str(key) for key in release.rows.values_list("episode_id", flat=True)),
    }


def test_rl19_a_private_release_validates_without_a_warning_and_iterates(
    tmp_path, live_server, material, published, maintainer, token_for
) -> None:
    release = published("0.1.0")
    url = f"{live_server.url}/api/datasets/{REPO}/croissant/v0.1.0"
    found = read(tmp_path, {"url": url, "token": token_for(maintainer)})
    assert (found["errors"], found["warnings"]) == ([], [])
    assert {key: found[key] for key in ("rows", "releases", "ids")} == expected(release)
    assert found["clips"] == [2]


def test_rl19_a_release_in_a_folder_iterates_and_lacks_but_the_date(tmp_path, material, published) -> None:
    release = published("0.1.0")
    folder = tmp_path / "release"
    for path, sha256 in release.files.values_list("path", "sha256"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(storage.read_bytes(sha256))
    found = read(tmp_path, {"folder": str(folder / "croissant.json")})
    assert found["errors"] == []
    assert len(found["warnings"]) == 1
    assert "datePublished" in found["warnings"][0]
    assert {key: found[key] for key in ("rows", "releases", "ids")} == expected(release)
