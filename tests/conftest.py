"""People and a project that most tests need, made through services."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client, TransactionTestCase
from django.utils import timezone
from django.utils.crypto import get_random_string
from rest_framework.test import APIClient

from affectory.accounts import services
from affectory.accounts.models import Project, Role, User
from affectory.accounts.sessions import SessionStore
from tests.emptying import empty_tables

PASSWORD = "correct horse battery"
SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session", autouse=True)
def quick_emptying() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_tables)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_wait_for_the_disk() -> Iterator[None]:
    """Files of a test need not outlive the machine's power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(autouse=True)
def storage_root(settings, tmp_path_factory) -> Path:
    """Every test has a storage of its own, removed at its end."""
    root = tmp_path_factory.mktemp("storage")
    settings.STORAGE_ROOT = root
    yield root
    shutil.rmtree(root, ignore_errors=True)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real files that are no part of the project. A test that takes this is skipped where they are absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the real data files are not here; the suite's own cases cover the same rules")
    return SHARED_DATA


@pytest.fixture
def project(db) -> Project:
    return services.create_project(actor=None, slug="lab", name="Lab", kind=Project.Kind.AFFECTSIM)


def make_user(name: str, **kwargs: object) -> User:
    return services.create_user(actor=None, username=name, password=PASSWORD, display_name=name.title(), **kwargs)


def _member(project: Project, name: str, role: Role) -> User:
    user = make_user(name)
    services.grant_role(actor=None, project=project, user=user, role=role)
    return user


@pytest.fixture
def admin_user(db) -> User:
    return make_user("ada", is_administrator=True)


@pytest.fixture
def maintainer(project) -> User:
    return _member(project, "mara", Role.MAINTAINER)


@pytest.fixture
def reviewer_a(project) -> User:
    return _member(project, "rosa", Role.REVIEWER)


@pytest.fixture
def reviewer_b(project) -> User:
    return _member(project, "ravi", Role.REVIEWER)


@pytest.fixture
def annotator(project) -> User:
    return _member(project, "anna", Role.ANNOTATOR)


@pytest.fixture
def researcher(project) -> User:
    return _member(project, "remy", Role.RESEARCHER)


@pytest.fixture
def outsider(db) -> User:
    return make_user("otto")


def sign_in(client: Client, user: User) -> None:
    """What signing in leaves, a session and its cookie, by one query instead of eleven."""
    key = get_random_string(32, "abcdefghijklmnopqrstuvwxyz0123456789")
    said = {SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0]}
    data = SessionStore().encode(said | {HASH_SESSION_KEY: user.get_session_auth_hash()})
    Session(session_key=key, session_data=data, expire_date=timezone.now() + timedelta(days=1)).save(
        force_insert=True
    )
    client.cookies[settings.SESSION_COOKIE_NAME] = key


@pytest.fixture
def client_for() -> Callable[[User | None], APIClient]:
    """An HTTP client signed in as somebody (None: nobody)."""

    def make(user: User | None) -> APIClient:
        client = APIClient(raise_request_exception=True)
        if user is not None:
            sign_in(client, user)
        return client

    return make


@pytest.fixture
def random_name() -> str:
    return "x" + secrets.token_hex(4)
