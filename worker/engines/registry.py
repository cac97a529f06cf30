"""The engines there are. An id carries a version: if the pixels could change, it is a new id."""

from __future__ import annotations

from affectory.core.registry import Registry

ENGINES = Registry("engine")
ENGINES.register("embedded-1", "worker.engines.embedded.launch:EmbeddedEngine")
