"""Celery tasks, a few lines each, one module per app, named "app.verb"."""

from . import core, episodes, items, motion, observation, registrations, releases, reviews

__all__ = ["core", "episodes", "items", "motion", "observation", "registrations", "releases", "reviews"]
