"""`load_dataset` from our server and from a static one, in turn: python -m benchmarks.hub_load [rows] [rounds]

Each round loads a release's Parquet files in a fresh process with an empty cache: by name and revision over the Hub
protocol, and as plain addresses from a static file server in the same run, in turn. Counted is the CPU time of the
client's process, importing left out, and of both servers. Needs the clients of `./affectory test --foreign`.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from .frozen import make_kept_project
from .serving import STATE, Server, scratch_database

GOAL = 1.2
_CLIENT = """
import json, sys, time
import datasets
ask = json.load(sys.stdin)
began, wall = time.process_time(), time.perf_counter()
if ask["kind"] == "hub":
    data = datasets.load_dataset(ask["repo"], revision=ask["revision"])
else:
    data = datasets.load_dataset("parquet", data_files=ask["files"])
rows = {name: len(part) for name, part in data.items()}
print(json.dumps([time.process_time() - began, time.perf_counter() - wall, rows]))
"""


def main(rows: int = 27_647, rounds: int = 5) -> int:
    python = next((STATE / "foreign").glob("hub-new-*/bin/python"), None)
    if python is None:
        print("The clients are not installed: run ./affectory test --foreign once.")
        return 1
    with scratch_database("affectory_bench_hub_load"), tempfile.TemporaryDirectory() as folder:
        files = _publish(rows, Path(folder))
        server = Server()
        static = _static(Path(folder))
        hub = {"kind": "hub", "repo": "affectory/bench", "revision": "v0.1.0"}
        plain = {
            "kind": "static",
            "files": {name: f"http://127.0.0.1:{static.server_port}/{path}" for name, path in files.items()},
        }
        costs: dict[str, list[float]] = {"hub": [], "static": []}
        walls: dict[str, list[float]] = {"hub": [], "static": []}
        try:
            for each in range(rounds + 1):
                for ask in (hub, plain):
                    before, own = server.snapshot(), time.process_time()
                    spent, wall, found = _load(python, ask, f"http://127.0.0.1:{server.port}")
                    if each == 0:  # the server's first requests load its code
                        continue
                    served = sum(server.cost_since(before)) / 1000 if ask is hub else time.process_time() - own
                    assert sum(found.values()) == rows, found
                    costs[str(ask["kind"])].append(spent + served)
                    walls[str(ask["kind"])].append(wall)
        finally:
            server.stop()
            static.shutdown()
    # Neighbours on the same cores only ever add, so the least of each is what is compared.
    ours, theirs = (min(costs[kind]) for kind in ("hub", "static"))
    print(f"{rows:,} rows, cold, least of {rounds}, CPU seconds of client and server")
    print(f"over the Hub protocol   {ours:6.2f} s   (by the clock {min(walls['hub']):.2f} s)")
    print(f"from a static server    {theirs:6.2f} s   (by the clock {min(walls['static']):.2f} s)")
    print(f"ratio                   {ours / theirs:6.2f}     goal at most {GOAL}")
    return 0 if ours <= GOAL * theirs else 1


def _publish(rows: int, folder: Path) -> dict[str, str]:
    """A public release, and its Parquet files laid out for the static server: split → path."""
    import worker.tasks  # noqa: F401  registers the task that the request sends
    from affectory.core import storage
    from export.access import services as access
    from export.releases import services

    project, maintainer, _ = make_kept_project(rows)
    release = services.create_release(actor=maintainer, project=project, version="0.1.0")
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    services.write_release(release_id=release.pk)
    release = services.publish_release(actor=maintainer, release_id=release.pk)
    access.set_mode(actor=maintainer, project=project, mode="public")
    files = {}
    for path, sha256 in release.files.filter(path__endswith=".parquet").values_list("path", "sha256"):
        target = folder / path
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(storage.local_path(sha256), target)
        files[Path(path).stem] = path
    return files


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words: Any) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with contextlib.suppress(BrokenPipeError):  # the client looks at a file's beginning and hangs up
            super().copyfile(source, outputfile)


def _static(folder: Path) -> http.server.ThreadingHTTPServer:
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def _load(python: Path, ask: dict[str, Any], endpoint: str) -> tuple[float, float, dict[str, int]]:
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [str(python), "-I", "-c", _CLIENT],
            input=json.dumps(ask),
            env={
                "HF_ENDPOINT": endpoint,
                "HF_HOME": home,
                "HOME": home,
                "PATH": os.environ["PATH"],
                "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
                "HF_HUB_DISABLE_PROGRESS_BARS": "1",
                "HF_HUB_DISABLE_TELEMETRY": "1",
            },
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    spent, wall, found = json.loads(done.stdout.splitlines()[-1])
    return spent, wall, found


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
