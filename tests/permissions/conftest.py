"""The project and its people, committed once for a module: there are a thousand tests here, and making them takes
longer than most of these tests do. What a test changes is rolled back with it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

import pytest

from affectory.accounts import services
from affectory.accounts.models import Project, Role, User
from tests.conftest import make_user
from tests.emptying import empty_tables

MEMBERS = {"mara": Role.MAINTAINER, "rosa": Role.REVIEWER, "anna": Role.ANNOTATOR, "remy": Role.RESEARCHER}


@dataclass(frozen=True)
class Lab:
    project: Project
    people: dict[str, User]


@pytest.fixture(scope="module")
def lab(django_db_setup, django_db_blocker) -> Iterator[Lab]:
    with django_db_blocker.unblock():
        project = services.create_project(actor=None, slug="lab", name="Lab", kind=Project.Kind.AFFECTSIM)
        people = {name: make_user(name) for name in (*MEMBERS, "otto")}
        people["ada"] = make_user("ada", is_administrator=True)
        for name, role in MEMBERS.items():
            services.grant_role(actor=None, project=project, user=people[name], role=role)
    yield Lab(project, people)
    with django_db_blocker.unblock():
        empty_tables()


@pytest.fixture
def project(lab, db) -> Project:
    return deepcopy(lab.project)


def _person(name: str):
    @pytest.fixture
    def person(lab, db) -> User:
        return deepcopy(lab.people[name])

    return person


maintainer, reviewer_a, annotator = _person("mara"), _person("rosa"), _person("anna")
researcher, outsider, admin_user = _person("remy"), _person("otto"), _person("ada")
