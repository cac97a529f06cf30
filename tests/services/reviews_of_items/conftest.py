import pytest

from affectory.accounts import services as accounts
from affectory.accounts.models import Project
from tests.factories.items import a_member
from tests.factories.reviewed_items import a_watchable_film


@pytest.fixture
def project(db):
    return accounts.create_project(actor=None, slug="lab", name="Lab", kind=Project.Kind.LONGEMO)


@pytest.fixture
def film(project, maintainer):
    return a_watchable_film(maintainer, project)


@pytest.fixture
def reviewers(project, reviewer_a, reviewer_b):
    """Rosa, Ravi and two more."""
    return [reviewer_a, reviewer_b, *(a_member(project, name, "reviewer") for name in ("rena", "rolf"))]
