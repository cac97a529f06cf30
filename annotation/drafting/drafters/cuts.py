"""The drafter that needs no model: scene cuts and subtitle gaps."""

from __future__ import annotations

from typing import ClassVar

from annotation.drafting.domain.clipping import propose_clips
from annotation.drafting.domain.facts import VideoFacts, Window
from annotation.drafting.domain.options import Options, dealt, in_turn
from annotation.drafting.domain.proposing import Asked, Candidate, clip_only


class CutsDrafter:
    """DR6: proposes clips only. A clip's task is dealt in turn and is where to begin; question and answer are for
    people to write."""

    id: ClassVar[str] = "cuts-1"
    title: ClassVar[str] = "Cuts and subtitle gaps"
    about: ClassVar[str] = (
        "Proposes clips only, from scene cuts and gaps between subtitles. No model is asked and nothing leaves this "
        "installation; question and answer are for people to write."
    )
    uses_model: ClassVar[bool] = False

    def windows(self, video: VideoFacts, options: Options) -> tuple[Window, ...]:
        clips = propose_clips(video, lengths=options.lengths, count=options.per_video)
        if not clips:
            return ()
        return (Window(1, range(len(video.table)), dealt(options.types, len(clips))),)

    def look(self, asked: Asked) -> tuple[Candidate, ...]:
        clips = propose_clips(asked.video, lengths=asked.lengths, count=asked.window.count)
        types = in_turn(asked.window.wanted)
        return tuple(
            clip_only(asked, number, frames, type_name)
            for number, (frames, type_name) in enumerate(zip(clips, types, strict=True), start=1)
        )
