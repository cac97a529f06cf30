"""What saving a draft costs the server, PostgreSQL included: python -m benchmarks.autosave [drafts] [saves]

Somebody takes drafts from a queue, types into each (one save a change, with all its problems looked for), and
submits. The item is a long one: a trajectory of six stages with its rubric and forty subtitle lines.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

from .serving import Caller, Server, print_costs, scratch_database, settle

SAVE, NEXT = "autosave", "next draft"
TARGETS = {SAVE: 10.0}
SAVES_A_DRAFT = 20


def main(drafts: int = 5_000, saves: int = 300) -> int:
    with scratch_database("affectory_bench_autosave"):
        annotator = _people_and_drafts(drafts)
        settle()
        server = Server()
        try:
            caller = Caller(server, annotator)
            for _ in range(saves // SAVES_A_DRAFT):
                _one_draft(caller)
            print(f"{drafts:,} drafts waiting, {saves} saves of a trajectory with 40 subtitle lines")
            return 0 if print_costs([caller], TARGETS) else 1
        finally:
            server.stop()


def _one_draft(caller: Caller) -> None:
    base = "/api/v1/projects/bench/items"
    item = caller.call(NEXT, "POST", f"{base}/queue/next", {"granularity": "clip"})["item"]
    path, content, version = f"{base}/{item['id']}", item["draft"]["content"], item["draft_version"]
    for number in range(SAVES_A_DRAFT):
        content["question"] = f"How do the feelings of the woman with the red scarf develop, in {number} words?"
        body = {"content": content, "base_version": version}
        version = caller.call(SAVE, "PUT", f"{path}/draft", body)["version"]
        if number % 5 == 0:
            caller.call("heartbeat", "POST", f"{path}/heartbeat", {"active_s": 5})
    caller.call("upcoming", "GET", f"{base}/queue/upcoming?after={item['id']}")
    caller.call("queue", "GET", f"{base}/queue")
    caller.call("submit", "POST", f"{path}/submit", {"base_version": version})


def _content() -> dict[str, Any]:
    stages = [
        {
            "id": f"S{n}",
            "description": f"She hears part {n} of the news.",
            "anchor": f"Part {n}.",
            "emotion": "sadness" if n % 2 else "peace",
            "intensity": "strong" if n % 2 else None,
        }
        for n in range(1, 7)
    ]
    lines = [
        {"id": f"U{n}", "t": [n + 0.5, n + 1.25], "speaker": "Ann", "text": f"And this is line {n}."}
        for n in range(1, 41)
    ]
    return {
        "source": {"from": "Made up S01E01", "segments": [{"start": 1, "end": 60}]},
        "question": "How do the feelings of the woman with the red scarf develop?",
        "answer": "From calm to sadness and back, step by step with the news.",
        "answer_details": {"description": "All stages in order.", "items": stages},
        "rubric": {"criterion": "Stages?", "scores": {str(n): f"level {n}" for n in range(5)}},
        "subtitles": lines,
        "evidence": None,
    }


def _frames(seconds: int) -> Any:
    """A frame a second."""
    import numpy as np

    from datasets.videos.frames import FrameTable

    return FrameTable(
        time_base=Fraction(1),
        start=Fraction(0),
        ticks=np.arange(seconds, dtype=np.int64),
        end_tick=seconds,
        slots=np.arange(seconds, dtype=np.int32),
        proxy_rate=Fraction(1),
        proxy_frames=seconds,
    )


def _people_and_drafts(count: int) -> Any:
    from django.utils import timezone

    from affectory.accounts import services
    from affectory.accounts.models import Project, Role
    from affectory.core import storage
    from annotation.questions.models import Draft, Item
    from datasets.videos.models import Video

    project = services.create_project(actor=None, slug="bench", name="Bench", kind=Project.Kind.LONGEMO)
    annotator = services.create_user(actor=None, username="anna", password="correct horse battery")
    services.grant_role(actor=None, project=project, user=annotator, role=Role.ANNOTATOR)
    video = Video(project=project, created_by=annotator, name="reel.mp4", file_sha256="0" * 64, size_bytes=1)
    video.duration_s = 1200.0
    video.frames_sha256 = storage.put_bytes(_frames(1200).to_bytes())
    video.state, video.proxy_sha256, video.probe = "ready", video.frames_sha256, {}
    video.save()
    now, content = timezone.now(), _content()
    items = [
        Item(project=project, granularity="clip", type="emotion trajectory", video=video, origin="drafted",
             question=content["question"], draft_version=1, saved_at=now)
        for _ in range(count)
    ]  # fmt: skip
    Item.objects.bulk_create(items, batch_size=1000)
    Draft.objects.bulk_create(
        [
            Draft(item=item, content=content, initial=content, version=1, saved_at=now, saved_by=annotator)
            for item in items
        ],
        batch_size=500,
    )
    return annotator


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
