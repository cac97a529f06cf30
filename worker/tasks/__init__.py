"""Celery tasks, a few lines each, one module per app, named "app.verb"."""

from . import core, episodes, motion, observation, releases, reviews

__all__ = ["core", "episodes", "motion", "observation", "releases", "reviews"]
