import pytest

from affectory.accounts import services as accounts
from tests.conftest import make_user
from tests.factories import reviews as making


@pytest.fixture(autouse=True)
def shelf():
    with making.specimens() as shelf:
        yield shelf


@pytest.fixture
def reviewers(project):
    """Makes so many reviewers of the project."""

    def make(count: int):
        people = [make_user(f"reviewer-{number}") for number in range(count)]
        for person in people:
            accounts.grant_role(actor=None, project=project, user=person, role="reviewer")
        return people

    return make
