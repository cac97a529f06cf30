"""Which registered video a record means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from annotation.questions.domain.record import Problem, Severity


@dataclass(frozen=True, slots=True)
class KnownVideo:
    """``duration`` is None until the video is prepared."""

    id: UUID
    external_id: str
    source: str
    name: str
    duration: Decimal | None


class VideoIndex:
    """QU63: a record's video is looked for by the video's own id, then its source string, then its file name with or
    without the ending, each in the record's video_id and in its source. What fits several videos fits none."""

    def __init__(self, videos: Iterable[KnownVideo]) -> None:
        self._steps: tuple[dict[str, list[KnownVideo]], ...] = tuple(defaultdict(list) for _ in range(4))
        for video in videos:
            names = (video.external_id, video.source, video.name, _stem(video.name))
            for step, name in zip(self._steps, names, strict=True):
                if name.strip():
                    step[_key(name)].append(video)

    def find(self, *, video_id: str, origin: str) -> KnownVideo | None:
        return self._find(video_id, origin)[0]

    def link(self, *, video_id: str, origin: str) -> tuple[KnownVideo | None, tuple[Problem, ...]]:
        """The video, or why there is none."""
        video, several = self._find(video_id, origin)
        if video is not None:
            return video, ()
        reason = (
            f"{several} registered videos fit; link the item to one of them by hand"
            if several
            else "no registered video has this id, source or file name; the item can be linked later"
        )
        return None, (Problem("QU63", Severity.WARNING, "video_id", reason),)

    def _find(self, video_id: str, origin: str) -> tuple[KnownVideo | None, int]:
        several = 0
        for step in self._steps:
            for name in (video_id, origin):
                found = step.get(_key(name), []) if name.strip() else []
                if len(found) == 1:
                    return found[0], 0
                several = several or len(found)
        return None, several


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _stem(name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    return stem if dot and len(ending) <= 5 else name
