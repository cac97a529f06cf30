"""The drafter that asks a model behind any OpenAI-compatible endpoint. Asking is the worker's business."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from annotation.drafting.domain.asking import Question, Shown, question
from annotation.drafting.domain.boundaries import windows
from annotation.drafting.domain.facts import VideoFacts, Window
from annotation.drafting.domain.options import Options
from annotation.drafting.domain.proposing import Asked
from annotation.drafting.prompting import Prompt


class OpenAIDrafter:
    id: ClassVar[str] = "openai-1"
    title: ClassVar[str] = "A model behind an endpoint"
    about: ClassVar[str] = (
        "Asks a model for clips, questions and answers. What the chosen endpoint takes of each video, subtitle lines "
        "and pictures or clips and sound, is sent to it; videos that may not be sent are left out."
    )
    uses_model: ClassVar[bool] = True

    def windows(self, video: VideoFacts, options: Options) -> tuple[Window, ...]:
        return windows(video, longest=Fraction(options.window_s), types=options.types, count=options.per_video)

    def question(
        self, asked: Asked, options: Options, prompt: Prompt, shown: Shown, *, with_schema: bool
    ) -> Question:
        return question(asked, options, prompt.sections, shown, with_schema=with_schema)
