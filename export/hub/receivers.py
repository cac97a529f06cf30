"""What happens here when something happens to a release."""

from __future__ import annotations

from typing import Any

from export.hub import services
from export.releases.models import Release


def record_tree(sender: Any, release: Release, **kwargs: Any) -> None:
    services.record_tree(release)


def record_commit(sender: Any, release: Release, **kwargs: Any) -> None:
    services.record_commit(release)
