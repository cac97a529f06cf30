"""Videos as drafters know them, with frames at a constant rate."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from uuid import UUID

from annotation.drafting.domain.facts import Cue, Lengths, VideoFacts, Window
from annotation.drafting.domain.proposing import Asked
from annotation.taxonomy import catalogue
from tests.factories.videos import a_table

VIDEO_ID = UUID(int=7)


def a_film(
    seconds: int = 60,
    *,
    rate: Fraction = Fraction(25),
    cuts: Sequence[float] = (),
    cues: Sequence[tuple[float, float, str]] = (),
) -> VideoFacts:
    """``cuts`` in seconds; ``cues`` as (start, end, text)."""
    return VideoFacts(
        id=VIDEO_ID,
        name="reel.mp4",
        origin="Reel 2",
        table=a_table(round(seconds * rate), rate),
        cuts=tuple(round(at * rate) for at in cuts),
        cues=tuple(
            Cue(f"U{n}", Decimal(str(start)), Decimal(str(end)), "", text)
            for n, (start, end, text) in enumerate(cues, start=1)
        ),
    )


def asked(video: VideoFacts, wanted: dict[str, int], lengths: Lengths | None = None) -> Asked:
    window = Window(1, range(len(video.table)), wanted)
    return Asked(video, window, lengths or Lengths(), catalogue.vocabulary(), catalogue.rubrics())
