import pytest

from tests.factories import reviews as making


@pytest.fixture(autouse=True)
def shelf():
    with making.specimens() as shelf:
        yield shelf


@pytest.fixture
def later(monkeypatch):
    """Moves the clock of review's services on by so many minutes."""
    from datetime import timedelta

    from django.utils import timezone

    real = timezone.now
    moved = {"minutes": 0.0}

    def move(minutes: float) -> None:
        moved["minutes"] += minutes

    monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(minutes=moved["minutes"]))
    return move
