import pytest

from tests.factories import reviews as making


@pytest.fixture
def shelf():
    with making.specimens() as shelf:
        yield shelf


@pytest.fixture
def call(client_for, project):
    """call(person, method, path below the project, body) → response."""
    clients = {}

    def run(person, method, path, body=None, **headers):
        client = clients.setdefault(getattr(person, "pk", None), client_for(person))
        url = f"/api/v1/projects/{project.slug}/{path}"
        return getattr(client, method)(url, body, format="json", headers=headers or None)

    return run
