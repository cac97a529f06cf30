"""Every registered engine goes through the same checks. A machine without OpenGL fails them; nothing is skipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.factories.clips import World
from worker.engines.client import EngineClient
from worker.engines.registry import ENGINES


@pytest.fixture(scope="module", params=ENGINES.ids())
def client(request: pytest.FixtureRequest) -> Iterator[EngineClient]:
    with EngineClient(ENGINES.load(request.param)()) as client:
        yield client


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(tmp_path_factory.mktemp("world"))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"
