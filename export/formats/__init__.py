"""Exporters: pure functions from a release snapshot to bytes. The same snapshot gives the same bytes."""
