from __future__ import annotations

import pytest
from django.test import Client

from affectory.accounts import services as accounts
from export.access import services as access
from export.releases import services
from tests.factories.releases import draft, frozen, kept, run_freeze

__all__ = ["draft", "frozen", "kept", "run_freeze"]


@pytest.fixture
def published(kept, frozen, maintainer):
    def make(version: str = "0.1.0", **changes):
        return services.publish_release(actor=maintainer, release_id=frozen(version, **changes).pk)

    return make


@pytest.fixture
def open_to(project, maintainer):
    return lambda mode: access.set_mode(actor=maintainer, project=project, mode=mode)


@pytest.fixture
def secret_of():
    def make(user, *scopes: str) -> str:
        return accounts.issue_token(user=user, name="pull", scopes=scopes or ("release:read",))[1]

    return make


@pytest.fixture
def hub():
    """A client as the Hub's are: no session, a token at most. `hub(secret).get(path, …)`."""

    def make(secret: str | None = None, *, scheme: str = "Bearer") -> Client:
        return Client(headers={"Authorization": f"{scheme} {secret}"} if secret else {}, enforce_csrf_checks=True)

    return make
