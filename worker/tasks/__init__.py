"""Celery tasks, a few lines each, one module per app, named "app.verb"."""

from . import (
    browsing,
    core,
    drafting,
    endpoints,
    episodes,
    inbox,
    items,
    motion,
    observation,
    releases,
    reviews,
    scenes,
    videos,
    withdrawals,
)

__all__ = [
    "browsing",
    "core",
    "drafting",
    "endpoints",
    "episodes",
    "inbox",
    "items",
    "motion",
    "observation",
    "releases",
    "reviews",
    "scenes",
    "videos",
    "withdrawals",
]
