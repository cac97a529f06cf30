"""Bringing in a collection of thousands of BVH files through services and a worker that is killed in the middle.

python -m benchmarks.bulk_import [--files 2000] [--few 200] [--no-kill]

A worker takes the import and inspects every motion; at two fifths it gets kill -9 and another one goes on. Counted
before and after by outcome: nothing may be lost or doubled. The worker's memory may not grow with the number of
files, and reading, retargeting and checking reaches the goal in frames per CPU second; the worker's whole CPU time,
with database calls and storage but without its start, is told beside it, and PostgreSQL's.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .bulk_motions import lengthened, write_files
from .serving import ROOT, database_cpu_ms, scratch_database, settle

GOAL_FRAMES, FRAMES, MOST_GROWTH_MB, PATIENCE_S = 10_000, 600, 24.0, 3600.0
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Spent:
    """What the workers of one import cost, the killed one among them."""

    cpu_s: float = 0.0
    peak_mb: float = 0.0
    outcomes: list[tuple[str, dict[str, int]]] = field(default_factory=list)


class Worker:
    """One Celery worker of one process on the queue of imports."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "celery", "-A", "affectory", "worker", "--pool", "solo", "-Q", "default"]
        command += ["--without-gossip", "--without-mingle", "--loglevel", "ERROR", "--pidfile", ""]
        self.process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "OMP_NUM_THREADS": "1"})

    def cpu_s(self) -> float:
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / _TICKS

    def started(self) -> float:
        """CPU seconds of its start, once it has nothing to do."""
        seen = -1.0
        while self.cpu_s() - seen > 0.02:
            seen = self.cpu_s()
            time.sleep(5.0)
        return seen

    def look(self, spent: Spent, cpu_before: float) -> None:
        """CPU seconds and the largest memory so far, while the process is there."""
        spent.cpu_s = cpu_before + self.cpu_s()
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        spent.peak_mb = max(spent.peak_mb, int(peak.split()[1]) / 1024)

    def end(self, *, by_force: bool) -> None:
        if by_force:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.wait(60)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--few", type=int, default=200)
    parser.add_argument("--no-kill", action="store_true")
    given = parser.parse_args()
    with scratch_database("affectory_bench_bulk"), tempfile.TemporaryDirectory() as folder:
        few, _ = _bring_in(Path(folder), given.few, killed=False)
        spent, seen = _bring_in(Path(folder), given.files, killed=not given.no_kill)
        files = [path.read_bytes() for path in sorted((Path(folder) / str(given.files)).glob("set_*.bvh"))[:100]]
        short, rate = _inspection_rate(files), _inspection_rate([lengthened(data, FRAMES) for data in files[:25]])
    grown = spent.peak_mb - few.peak_mb
    print(f"memory of the worker: {few.peak_mb:.0f} MB at {given.few} files, {spent.peak_mb:.0f} MB at {given.files}")
    print(f"reading, retargeting and all checks: {short:,.0f} frames per CPU second of these files,")
    print(f"{rate:,.0f} of recordings of {FRAMES} frames (goal of both: {GOAL_FRAMES:,})")
    return 0 if not seen and grown <= MOST_GROWTH_MB and min(short, rate) >= GOAL_FRAMES else 1


def _bring_in(folder: Path, count: int, *, killed: bool) -> tuple[Spent, list[str]]:
    from affectory.accounts import services as accounts
    from affectory.accounts.models import Project, Role
    from datasets.motion import services
    from datasets.motion.domain.presets import NAME_PRESETS
    from datasets.motion.models import Import, MotionAsset

    size = write_files(folder / str(count), count, seed=count)
    project = accounts.create_project(actor=None, slug=f"bulk-{count}", name="Bulk", kind=Project.Kind.AFFECTSIM)
    actor = accounts.create_user(actor=None, username=f"mara{count}", password="a-long-password", display_name="M")
    accounts.grant_role(actor=None, project=project, user=actor, role=Role.MAINTAINER)
    settle()
    worker, kills = Worker(), 0
    start_s = worker.started()
    began, database = time.process_time(), database_cpu_ms()
    started = services.import_files(
        actor=actor,
        project=project,
        files=services.files_in_folder(folder / str(count), manifest=None),
        mapping=NAME_PRESETS["bandai-namco-names"].mapping,
    )
    taken_in = time.process_time() - began
    spent, cpu_before = Spent(), 0.0
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        time.sleep(1.0)
        worker.look(spent, cpu_before)
        there = MotionAsset.objects.filter(project=project)
        waiting = there.filter(state="uploaded").count()
        inspected = there.count() - waiting
        state = Import.objects.get(pk=started.pk).state
        if killed and not kills and inspected + waiting >= 0.4 * count:
            worker.end(by_force=True)
            kills, cpu_before = 1, spent.cpu_s
            spent.outcomes.append(("when it was killed", _outcomes(started)))
            _take_over()
            worker = Worker()
        elif state == "done" and not waiting:
            break
    spent.cpu_s -= (kills + 1) * start_s
    worker.end(by_force=False)
    spent.outcomes.append(("at the end", _outcomes(started)))
    frames = sum(filter(None, MotionAsset.objects.filter(project=project).values_list("frames", flat=True)))
    print(f"{count} files, {size / 1e6:.0f} MB, {frames:,} frames, {kills} kill")
    for when, outcomes in spent.outcomes:
        print(f"  {when}: " + ", ".join(f"{n} {name}" for name, n in outcomes.items() if n))
    print(
        f"  into storage {1000 * taken_in / count:.2f} ms of CPU per file; worker {spent.cpu_s:.1f} CPU-s, ", end=""
    )
    per_file, rate = 1000 * spent.cpu_s / count, frames / spent.cpu_s
    print(f"  {per_file:.1f} ms per file, {rate:,.0f} frames per CPU second end to end;")
    print(f"  PostgreSQL {(database_cpu_ms() - database) / 1000:.1f} CPU-s")
    seen = _lost_or_doubled(started, count)
    for fault in seen:
        print(f"  FAULT: {fault}")
    if not seen:
        print("  nothing lost, nothing doubled")
    return spent, seen


def _take_over() -> None:
    """What an installation does when it starts again."""
    from worker.leftovers import take_over_work

    take_over_work()


def _outcomes(motion_import: Any) -> dict[str, int]:
    from datasets.motion.selectors import import_counts

    return import_counts(motion_import)


def _lost_or_doubled(motion_import: Any, count: int) -> list[str]:
    from affectory.core.models import AuditEvent
    from datasets.motion.models import ImportRow, MotionAsset

    rows = ImportRow.objects.filter(motion_import=motion_import)
    motions = MotionAsset.objects.filter(project=motion_import.project_id)
    events = Counter(
        AuditEvent.objects.filter(project_id=motion_import.project_id).values_list("event", "subject_id")
    )
    faults = []
    if rows.count() != count or len(set(rows.values_list("file", flat=True))) != count:
        faults.append(f"{rows.count()} rows for {count} files")
    if rows.filter(outcome="pending").exists() or motions.filter(state="uploaded").exists():
        faults.append("something has no outcome")
    if rows.exclude(motion=None).count() != motions.count():
        faults.append(f"{motions.count()} motions for {rows.exclude(motion=None).count()} rows")
    for event in ("motion.imported", "motion.inspected"):
        times = [n for (name, _), n in events.items() if name == event]
        if len(times) != motions.count() or any(n != 1 for n in times):
            faults.append(f"{event} was recorded {sum(times)} times for {motions.count()} motions")
    return faults


def _inspection_rate(files: list[bytes]) -> float:
    """Frames per CPU second of the pure inspection."""
    from datasets.motion.inspecting import inspect_data

    inspect_data(files[0], name="warm", max_bytes=10**9)
    began = time.process_time()
    frames = sum(inspect_data(one, name="x", max_bytes=10**9).frames or 0 for one in files)
    return frames / (time.process_time() - began)


if __name__ == "__main__":
    sys.exit(main())
