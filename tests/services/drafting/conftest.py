from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes.running import FakeEndpoint, fake_endpoint


@pytest.fixture
def local_endpoints(settings) -> None:
    """The fake is on this machine."""
    settings.ENDPOINT_ALLOW_PRIVATE = True


@pytest.fixture(scope="session")
def running_fake(tmp_path_factory) -> Iterator[FakeEndpoint]:
    with fake_endpoint(tmp_path_factory.mktemp("fake")) as fake:
        yield fake


@pytest.fixture
def fake(running_fake: FakeEndpoint, local_endpoints) -> FakeEndpoint:
    running_fake.reset()
    return running_fake
