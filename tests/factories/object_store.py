"""An object store in memory, by Django's own storage interface; the real protocol is tried in tests/contract/hub."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.files.storage import InMemoryStorage

SETTINGS = {"mirror": {"BACKEND": "tests.factories.object_store.MemoryStore"}}


class MemoryStore(InMemoryStorage):
    saved: list[str] = []
    cut_to: int | None = None

    def _save(self, name: str, content: Any) -> str:
        MemoryStore.saved.append(name)
        kept = str(super()._save(name, content))
        if MemoryStore.cut_to is not None:
            self._resolve(kept).file.truncate(MemoryStore.cut_to)  # type: ignore[attr-defined]
        return kept

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        return name

    def url(self, name: str | None, parameters: dict[str, str] | None = None) -> str:
        return f"https://store.example/{name}?{urlencode(parameters or {})}"
