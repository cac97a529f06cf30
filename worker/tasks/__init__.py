"""Celery tasks, a few lines each, one module per app, named "app.verb"."""

from . import core, episodes, motion, releases, reviews

__all__ = ["core", "episodes", "motion", "releases", "reviews"]
