"""Celery tasks, a few lines each, one module per app, named "app.verb"."""

from . import core, drafting, episodes, inbox, items, motion, observation, releases, reviews, videos

__all__ = ["core", "drafting", "episodes", "inbox", "items", "motion", "observation", "releases", "reviews", "videos"]
