from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from datasets.videos.models import Video
from tests.factories.videos import a_ready_video


@pytest.fixture
def client(client_for, maintainer) -> APIClient:
    return client_for(maintainer)


@pytest.fixture
def ready(project, maintainer, tmp_path) -> Video:
    """Ten seconds at 25 frames a second."""
    return a_ready_video(maintainer, project, tmp_path)
