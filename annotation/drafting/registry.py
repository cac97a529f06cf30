"""Drafters by versioned id. If what a drafter proposes could change, it is a new id."""

from __future__ import annotations

from typing import Any

from affectory.core.registry import Registry

DRAFTERS = Registry("drafter")
DRAFTERS.register("cuts-1", "annotation.drafting.drafters.cuts:CutsDrafter")
DRAFTERS.register("openai-1", "annotation.drafting.drafters.openai:OpenAIDrafter")


def drafter(drafter_id: str) -> Any:
    """The drafter behind an id; one of the protocols of annotation.drafting.drafters.protocol."""
    return DRAFTERS.load(drafter_id)()
