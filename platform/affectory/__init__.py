"""Affectory: the platform on which affective-AI benchmarks are made."""

__version__ = "0.1.0"
