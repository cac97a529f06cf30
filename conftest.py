"""Starts the embedded servers before the suite; the environment's own are used where they are named."""

import pytest

from affectory.embedded import ensure
from affectory.settings import base


def pytest_configure(config: pytest.Config) -> None:
    if base.EMBEDDED_DATABASE or base.EMBEDDED_BROKER:
        ensure(base.STATE_DIR)
