from __future__ import annotations

import pytest

from datasets.videos.models import Video
from tests.factories.videos import a_ready_video, a_video


@pytest.fixture
def video(project, maintainer) -> Video:
    """Registered, and not prepared yet."""
    return a_video(maintainer, project)


@pytest.fixture
def ready(project, maintainer, tmp_path) -> Video:
    """Ten seconds at 25 frames a second."""
    return a_ready_video(maintainer, project, tmp_path)
