from __future__ import annotations

import pytest

from datasets.motion.models import Collection
from export.releases import services as releases
from tests.factories.releases import draft, frozen, kept, run_freeze
from tests.factories.withdrawn import plant

__all__ = ["draft", "frozen", "kept", "run_freeze"]


@pytest.fixture(autouse=True)
def settled(settings):
    """What is stored is settled at once."""
    settings.STORAGE_SETTLED_S = 0


@pytest.fixture
def canary(project, kept):
    return plant(project, Collection.objects.get(project=project))


@pytest.fixture
def published(canary, frozen, maintainer):
    def make(version: str = "0.1.0", **changes):
        return releases.publish_release(actor=maintainer, release_id=frozen(version, **changes).pk)

    return make
