"""Importing a whole benchmark: CPU time to read, check, compare and plan 1,975 generated items.

python -m benchmarks.items_import [--items 1975] [--lines 20] [--rounds 3]

The share of tasks is that of the paper; clips carry subtitle lines. Also timed, without a goal: the dry run over what
is already there, all lints, and writing the items out again, whose bytes must be those of the file that was read.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from typing import Any

from annotation.questions.domain.kinds import MAX_SCORE_OF_FAMILY, PREFIX_OF_FAMILY, AnswerForm, find_kind
from annotation.questions.domain.lints import lint
from annotation.questions.domain.planning import KnownItem, Outcome, plan_items
from annotation.questions.domain.writing import write_items
from annotation.taxonomy import catalogue

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
    vocabulary = catalogue.vocabulary()
    data = make_file(options.items, options.lines)
    plan = plan_items(data, vocabulary=vocabulary)
    if plan.counts[Outcome.NEW] != options.items:
        print(plan.counts, next(row for row in plan.rows if row.problems))
        return 1
    items = [planned.item for planned in plan.planned]
    known = {
        planned.item.question_id: KnownItem(frozenset({planned.digest}), planned.item.video_id)
        for planned in plan.planned
    }
    written = write_items(items)
    again = plan_items(written, vocabulary=vocabulary)
    if write_items(planned.item for planned in again.planned) != written:
        print("what was written is not written again")
        return 1
    taken = least_cpu_s(lambda: plan_items(data, vocabulary=vocabulary), options.rounds)
    repeated = least_cpu_s(lambda: plan_items(data, vocabulary=vocabulary, existing=known), options.rounds)
    linted = least_cpu_s(lambda: [lint(item) for item in items], options.rounds)
    out = least_cpu_s(lambda: write_items(items), options.rounds)
    print(f"{options.items} items, {len(data) / 1e6:.1f} MB")
    print(
        f"import {taken:.2f} s CPU (goal {GOAL_S}), again {repeated:.2f} s, lints {linted:.2f} s, export {out:.2f} s"
    )
    return 0 if taken <= GOAL_S else 1


if __name__ == "__main__":
    sys.exit(main())
