"""Importing a whole benchmark: CPU time to bring 1,975 generated items into the database, PostgreSQL's included.

python -m benchmarks.items_import [--items 1975] [--lines 20] [--rounds 3]

The share of tasks is that of the paper; clips carry subtitle lines and find their videos. Shown beside it: the pure
parts (reading, checking and planning, the same over what is already there, all lints, and writing the items out,
whose bytes must be those of the file that was read), the same import again, and the export.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from annotation.questions.domain.kinds import MAX_SCORE_OF_FAMILY, PREFIX_OF_FAMILY, AnswerForm, find_kind
from annotation.questions.domain.lints import lint
from annotation.questions.domain.planning import KnownItem, Outcome, plan_items
from annotation.questions.domain.writing import write_items
from annotation.taxonomy import catalogue

from .serving import database_cpu_ms, scratch_database, settle
from .timing import least_cpu_s

GOAL_S = 2.0
SHARES = {
    ("clip", "contextual emotion"): 178,
    ("clip", "emotion transition"): 115,
    ("clip", "emotion trajectory"): 552,
    ("clip", "emotion cause"): 212,
    ("clip", "emotion influence"): 360,
    ("episode", "emotional intensity comparison"): 194,
    ("episode", "emotion trajectory"): 235,
    ("episode", "emotional reasoning"): 129,
}
WORDS = [
    "the",
    "woman",
    "in",
    "red",
    "sees",
    "what",
    "man",
    "by",
    "door",
    "did",
    "after",
    "call",
    "and",
    "leaves",
    "room",
    "with",
    "a",
    "smile",
    "that",
    "fades",
    "é",
    "你好",
    "🙂",
]


def make_item(number: int, granularity: str, type_name: str, lines: int, rng: random.Random) -> dict[str, Any]:
    kind = find_kind(granularity, type_name)
    if kind is None:
        raise ValueError(type_name)
    ids = catalogue.vocabulary().ids

    def text(length: int) -> str:
        return " ".join(rng.choices(WORDS, k=length))

    start = rng.randrange(0, 9000) / 10
    clip = granularity == "clip"
    labels = rng.sample(ids, 4)
    answer: Any = text(60)
    if kind.form is AnswerForm.LABELS:
        answer = labels[:2]
    elif kind.form is AnswerForm.BEFORE_AFTER:
        answer = {"before": labels[:2], "after": labels[2:]}
    family = rng.choice(kind.families) if kind.families else ""
    stages = family == "trajectory"
    entries = [
        {"id": f"{PREFIX_OF_FAMILY[family]}{n}", "description": text(20)}
        | ({"anchor": text(8), "emotion": text(2), "intensity": None} if stages else {})
        for n in range(1, rng.randrange(2, 6))
    ] if family else []  # fmt: skip
    return {
        "question_id": f"{kind.group}_Q{number:06d}",
        "video_id": f"{kind.group}_V{number:06d}",
        "source": {
            "from": f"Series S01E{number % 24:02d}",
            "segments": [{"start": start, "end": round(start + 61.7, 1)}] if clip else None,
        },
        "granularity": granularity,
        "type": type_name,
        "question": text(25) + "?",
        "answer": answer,
        "answer_details": {"description": text(20), "items": entries} if entries else None,
        "rubric": {
            "criterion": text(40),
            "scores": {str(score): text(15) for score in range(MAX_SCORE_OF_FAMILY[family] + 1)},
        }
        if family
        else None,
        "subtitles": [
            {
                "id": f"U{n + 1}",
                "t": [round(start + n * 3.003, 3), round(start + n * 3.003 + 2.5, 3)],
                "speaker": rng.choice(("Ann", "Bob", "")),
                "text": text(9),
            }
            for n in range(lines)
        ]
        if clip
        else None,
    }


def make_file(items: int, lines: int) -> bytes:
    rng = random.Random(7)
    names = [name for name, count in SHARES.items() for _ in range(count)]
    values = [make_item(n, *names[n * len(names) // items], lines, rng) for n in range(items)]
    return json.dumps(values, ensure_ascii=False, indent=1).encode()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=1975)
    parser.add_argument("--lines", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    data = make_file(options.items, options.lines)
    print(f"{options.items} items, {len(data) / 1e6:.1f} MB")
    print_pure_parts(data, options.items, options.rounds)
    with scratch_database("affectory_bench_items"):
        return 0 if print_service(data, options.items, options.rounds) else 1


def print_pure_parts(data: bytes, items: int, rounds: int) -> None:
    vocabulary = catalogue.vocabulary()
    plan = plan_items(data, vocabulary=vocabulary)
    if plan.counts[Outcome.NEW] != items:
        raise RuntimeError(f"{plan.counts} {next(row for row in plan.rows if row.problems)}")
    found = [planned.item for planned in plan.planned]
    known = {
        planned.item.question_id: KnownItem(frozenset({planned.digest}), planned.item.video_id)
        for planned in plan.planned
    }
    written = write_items(found)
    again = plan_items(written, vocabulary=vocabulary)
    if write_items(planned.item for planned in again.planned) != written:
        raise RuntimeError("what was written is not written again")
    taken = least_cpu_s(lambda: plan_items(data, vocabulary=vocabulary), rounds)
    repeated = least_cpu_s(lambda: plan_items(data, vocabulary=vocabulary, existing=known), rounds)
    linted = least_cpu_s(lambda: [lint(item) for item in found], rounds)
    out = least_cpu_s(lambda: write_items(found), rounds)
    print(f"pure: plan {taken:.2f} s CPU, again {repeated:.2f} s, lints {linted:.2f} s, write {out:.2f} s")


def print_service(data: bytes, items: int, rounds: int) -> bool:
    """The whole import as the worker does it, and the export; the cheapest of some rounds, each in a new project."""
    from affectory.accounts import services as accounts
    from affectory.accounts.models import Project, Role
    from annotation.questions import selectors, services
    from annotation.questions.exporting import export_items
    from annotation.questions.models import Revision
    from datasets.videos.models import Video

    user = accounts.create_user(actor=None, username="mara", password="correct horse battery", display_name="Mara")

    def project(number: int) -> Project:
        made = accounts.create_project(actor=None, slug=f"bench-{number}", name="Bench", kind=Project.Kind.LONGEMO)
        accounts.grant_role(actor=None, project=made, user=user, role=Role.MAINTAINER)
        Video.objects.bulk_create(
            Video(project=made, created_by=user, name=f"{n}.mp4", source=f"Series S01E{n:02d}", size_bytes=1,
                  duration_s=2000.0, file_sha256=f"{n:064x}")
            for n in range(24)
        )  # fmt: skip
        return made

    def run(where: Project) -> None:
        item_import = services.import_items(actor=user, project=where, name="items.json", content=data, queue=False)
        services.run_import(import_id=item_import.pk)

    def export(where: Project) -> None:
        for _ in export_items(selectors.items_visible_to(user, where), "json"):
            pass

    steps: dict[str, list[tuple[float, float]]] = {"import": [], "the same again": [], "export": []}
    for number in range(rounds):
        where = project(number)
        settle()
        steps["import"].append(spent(lambda where=where: run(where)))
        steps["the same again"].append(spent(lambda where=where: run(where)))
        steps["export"].append(spent(lambda where=where: export(where)))
    if Revision.objects.count() != rounds * items:
        raise RuntimeError(f"{Revision.objects.count()} revisions")
    print(f"{'through the service':20} {'python s':>9} {'db s':>6} {'total s':>8}")
    for name, rows in steps.items():
        own, database = min(rows, key=sum)
        goal = f"(goal {GOAL_S})" if name == "import" else ""
        print(f"{name:20} {own:9.2f} {database:6.2f} {own + database:8.2f} {goal}")
    return min(map(sum, steps["import"])) <= GOAL_S


def spent(work: Callable[[], object]) -> tuple[float, float]:
    """CPU seconds of this process and of PostgreSQL."""
    own, database_ms = time.process_time(), database_cpu_ms()
    work()
    return time.process_time() - own, (database_cpu_ms() - database_ms) / 1e3


if __name__ == "__main__":
    sys.exit(main())
