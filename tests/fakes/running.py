"""Starting the fake endpoint for a test, and talking to its control routes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class FakeEndpoint:
    """A running fake: `base_url` for a profile, and what it should do and has done."""

    def __init__(self, port: int, ledger_file: Path) -> None:
        self.port, self.ledger_file = port, ledger_file
        self.base_url = f"http://127.0.0.1:{port}/v1"

    def script(self, *steps: dict[str, Any], rules: dict[str, list[dict[str, Any]]] | None = None) -> None:
        """What happens to the next requests, in order; `rules`: to those whose JSON contains a text."""
        given = [{"contains": text, "steps": steps_of} for text, steps_of in (rules or {}).items()]
        self._control("script", {"steps": list(steps), "rules": given})

    def always(self, **step: Any) -> None:
        self._control("default", step)

    def reset(self) -> None:
        self._control("reset", {})

    def ledger(self) -> dict[str, Any]:
        return self._control("ledger", None)

    @property
    def requests(self) -> list[dict[str, Any]]:
        return self.ledger()["requests"]

    def _control(self, name: str, value: Any) -> Any:
        data = None if value is None else json.dumps(value).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/control/{name}", data, timeout=30) as answer:
            return json.load(answer)


@contextmanager
def fake_endpoint(folder: Path, *, port: int = 0) -> Iterator[FakeEndpoint]:
    announce, ledger = folder / "fake-port", folder / "fake-ledger.jsonl"
    announce.unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.fakes.endpoint", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--ledger", str(ledger), "--announce", str(announce)], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 30
        while not announce.exists():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the fake endpoint did not start")
            time.sleep(0.01)
        yield FakeEndpoint(int(announce.read_text()), ledger)
    finally:
        process.kill()
        process.wait()
