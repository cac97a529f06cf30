"""What a freeze of many episodes costs without media: python -m benchmarks.freeze [episodes]

CPU seconds of this process and of PostgreSQL for the preview, the request (pinning), the task (composing the lines
and writing every file) and the preview of the next release, which is compared with it row by row; and by how much
this process grew in each. Growth has to stay the same at 150,000 episodes.
"""

from __future__ import annotations

import resource
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from .frozen import make_kept_project
from .serving import database_cpu_ms, scratch_database

EPISODES = 27_647
TARGET_S = 8.0
PREVIEW_TARGET_S = 2.0
GROWTH_TARGET_MB = 100.0


def main(episodes: int = EPISODES) -> int:
    with scratch_database("affectory_bench_freeze"):
        from export.releases import selectors, services
        from export.releases.models import Release
        from export.splits.domain import parse_policy

        project, maintainer, _ = make_kept_project(episodes)
        import worker.tasks  # noqa: F401  registers the task that the request sends

        release = services.create_release(actor=maintainer, project=project, version="0.1.0", seed=7)

        def preview() -> None:
            selectors.preview(project, version=None, notes="", policy=parse_policy(None), seed=7)

        first = _measure(preview)
        pin = _measure(
            lambda: services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
        )
        write = _measure(lambda: services.write_release(release_id=release.pk))
        next_one = _measure(preview)
        release = Release.objects.get(pk=release.pk)
        size_mb = release.total_bytes / 1e6
        print(f"{episodes:,} episodes, {release.files.count()} files, {size_mb:.1f} MB, {release.state}")
        print(f"{'step':22} {'python s':>9} {'db s':>7} {'total s':>8} {'growth MB':>10}")
        steps = (
            ("preview, first release", first),
            ("request (pin rows)", pin),
            ("task (write files)", write),
            ("preview of the next", next_one),
        )
        for name, (own, database, growth) in steps:
            print(f"{name:22} {own:9.2f} {database:7.2f} {own + database:8.2f} {growth:10.1f}")
        spent = sum((*pin[:2], *write[:2]))
        in_time = spent <= TARGET_S and sum(next_one[:2]) <= PREVIEW_TARGET_S
        met = max(write[2], next_one[2]) <= GROWTH_TARGET_MB and (in_time or episodes != EPISODES)
        print(f"request and task: {spent:.2f} s")
        print(f"preview against it: {sum(next_one[:2]):.2f} s")
        goals = f"{TARGET_S} s and {PREVIEW_TARGET_S} s at {EPISODES:,}, {GROWTH_TARGET_MB} MB"
        print(f"targets: {goals}: {'met' if met else 'MISSED'}")
        return 0 if met else 1


def _measure(work: Callable[[], Any]) -> tuple[float, float, float]:
    """(own CPU s, database CPU s, growth of the resident set in MB at its highest)"""
    start_mb, peak = _resident_mb(), [0.0]
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.05):
            peak[0] = max(peak[0], _resident_mb())

    watcher = threading.Thread(target=watch)
    watcher.start()
    own, database_ms = time.process_time(), database_cpu_ms()
    work()
    spent = time.process_time() - own, (database_cpu_ms() - database_ms) / 1e3
    over.set()
    watcher.join()
    return *spent, max(0.0, max(peak[0], _resident_mb()) - start_mb)


def _resident_mb() -> float:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
