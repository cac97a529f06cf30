"""What a drafter is: one of two protocols. No Django; what it is told and what it gives are plain values."""

from __future__ import annotations

from typing import ClassVar, Protocol

from annotation.drafting.domain.asking import Question, Shown
from annotation.drafting.domain.facts import VideoFacts, Window
from annotation.drafting.domain.options import Options
from annotation.drafting.domain.proposing import Asked, Candidate
from annotation.drafting.prompting import Prompt


class Drafter(Protocol):
    """``about`` says to a maintainer what it does and what it does not."""

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    uses_model: ClassVar[bool]

    def windows(self, video: VideoFacts, options: Options) -> tuple[Window, ...]:
        """The stretches of a video that it looks at one by one, and what it would propose of each. None: there is
        nothing in this video for it."""
        ...


class LocalDrafter(Drafter, Protocol):
    """Needs no endpoint."""

    def look(self, asked: Asked) -> tuple[Candidate, ...]: ...


class ModelDrafter(Drafter, Protocol):
    """Says what a model is asked; its answer is read by `domain.proposing`."""

    def question(
        self, asked: Asked, options: Options, prompt: Prompt, shown: Shown, *, with_schema: bool
    ) -> Question: ...
