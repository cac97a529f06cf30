"""What an authorised small file costs the server: python -m benchmarks.small_file [downloads]

CPU milliseconds of the web server and of PostgreSQL for one download with a token and one with a session, over REST
and over the Hub protocol, the download log included, beside a request to /health, which asks the database once.
"""

from __future__ import annotations

import sys
from typing import Any

from .frozen import make_kept_project
from .serving import Caller, Server, print_costs, scratch_database

TARGETS = {
    "file, token": 4.0,
    "file, session": 4.0,
    "part of a file, token": 4.0,
    "unchanged file, token": 4.0,
    "Hub: head of a file, token": 4.0,
    "Hub: file, token": 4.0,
    "Hub: part of a file, token": 4.0,
}
BASE = "/api/v1/projects/bench/releases/0.1.0"
HUB = "/datasets/affectory/bench/resolve/v0.1.0"


def main(downloads: int = 400) -> int:
    with scratch_database("affectory_bench_small_file"):
        project, maintainer, researcher = make_kept_project(300)
        digest, secret = _freeze(project, maintainer, researcher)
        server = Server()
        try:
            by_session = FileCaller(server, researcher)
            by_token = FileCaller(server, researcher)
            by_token.headers = {"Authorization": f"Bearer {secret}"}
            for _ in range(downloads):
                by_token.call("file, token", "GET", f"{BASE}/files/reports/leakage.json")
                by_session.call("file, session", "GET", f"{BASE}/files/reports/leakage.json")
                by_token.call("part of a file, token", "GET", f"{BASE}/files/episodes.json", Range="bytes=100-1123")
                by_token.call("unchanged file, token", "GET", f"{BASE}/files/manifest.json",
                              **{"If-None-Match": f'"{digest}"'})  # fmt: skip
                by_token.call("Hub: head of a file, token", "HEAD", f"{HUB}/reports/leakage.json")
                by_token.call("Hub: file, token", "GET", f"{HUB}/reports/leakage.json")
                by_token.call("Hub: part of a file, token", "GET", f"{HUB}/data/train.parquet", Range="bytes=4-1027")
                by_token.call("page of 100 rows, token", "GET", f"{BASE}/splits/train?limit=100")
                by_token.call("health", "GET", "/api/v1/health")
            return 0 if print_costs([by_session, by_token], TARGETS) else 1
        finally:
            server.stop()


class FileCaller(Caller):
    """Bodies here are files and need not be JSON; 304 is an answer."""

    def call(self, kind: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
        before = self.server.snapshot()
        self.connection.request(method, path, body, {**self.headers, **headers})
        response = self.connection.getresponse()
        content = response.read()
        cost = self.server.cost_since(before)
        if response.status not in (200, 206, 304):
            raise RuntimeError(f"{method} {path}: {response.status} {content[:400]!r}")
        self.costs[kind].append(cost)
        return content


def _freeze(project: Any, maintainer: Any, researcher: Any) -> tuple[str, str]:
    import worker.tasks  # noqa: F401  registers the task that the request sends
    from affectory.accounts.services import issue_token
    from export.releases import services
    from export.releases.models import Release

    release = services.create_release(actor=maintainer, project=project, version="0.1.0")
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    services.write_release(release_id=release.pk)
    services.publish_release(actor=maintainer, release_id=release.pk)
    _, secret = issue_token(user=researcher, name="pull", scopes=["release:read"])
    return Release.objects.get(pk=release.pk).manifest_sha256, secret


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
