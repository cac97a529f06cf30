"""A registry of plug-ins: one dictionary from a versioned id to "module:Class", imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .errors import InvalidError


class Registry:
    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._targets: dict[str, str] = {}

    def register(self, plugin_id: str, target: str) -> None:
        """Make `target` ("package.module:Class") known as `plugin_id`. A second registration is an error."""
        if plugin_id in self._targets:
            raise ValueError(f"{self.kind} {plugin_id!r} is registered already, as {self._targets[plugin_id]}.")
        self._targets[plugin_id] = target

    def ids(self) -> tuple[str, ...]:
        return tuple(sorted(self._targets))

    def load(self, plugin_id: str) -> Any:
        """The class behind an id. Raises InvalidError that lists the known ids."""
        if plugin_id not in self._targets:
            raise InvalidError(
                f"There is no {self.kind} {plugin_id!r}. Known: {', '.join(self.ids()) or 'none'}.",
                code="registry.unknown",
            )
        module, _, name = self._targets[plugin_id].partition(":")
        return getattr(import_module(module), name)
