"""Every endpoint against every role. Bodies are empty and ids are of nothing, so an allowed call ends in 2xx, 400,
404 or 409, never in 401, 403 or 500; what a body may not hold is tested where it is made."""

from __future__ import annotations

import re
import uuid

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from affectory.accounts import services
from affectory.accounts.models import Role

from .matrix import MATRIX

LETTERS = {"M": Role.MAINTAINER, "N": Role.ANNOTATOR, "R": Role.REVIEWER, "S": Role.RESEARCHER}
SAMPLES = {"project": "lab", "path": "manifest.json", "version": "0.1.0", "split": "test", "name": "x"}


def api_routes() -> dict[str, set[str]]:
    """Route below /api/v1/ → the methods its view answers."""
    found: dict[str, set[str]] = {}

    def walk(patterns, prefix: str) -> None:
        for pattern in patterns:
            here = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns, here)
            elif isinstance(pattern, URLPattern) and here.startswith("api/v1/"):
                view = pattern.callback.view_class
                methods = {name.upper() for name in view.http_method_names if hasattr(view, name)}
                found.setdefault(here.removeprefix("api/v1/"), set()).update(methods - {"OPTIONS", "HEAD"})

    walk(get_resolver().url_patterns, "")
    return found


def url_of(route: str) -> str:
    def value(match: re.Match[str]) -> str:
        kind, name = match[1] or "str", match[2]
        if kind == "uuid":
            return str(uuid.UUID(int=1))
        if kind == "int":
            return "1"
        return SAMPLES.get(name, "x")

    return "/api/v1/" + re.sub(r"<(?:(\w+):)?(\w+)>", value, route)


def test_no_route_is_unknown_to_the_matrix():
    """AC6: what is not in the matrix does not exist."""
    routes = api_routes()
    assert {r: sorted(m) for r, m in routes.items()} == {r: sorted(m) for r, m in MATRIX.items()}


CALLS = [(route, method, who) for route, methods in MATRIX.items() for method, who in methods.items()]


def call(client, route: str, method: str):
    client.raise_request_exception = False
    return getattr(client, method.lower())(url_of(route), {} if method != "GET" else None, format="json")


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "method", "who"), CALLS, ids=[f"{m} {r}" for r, m, _ in CALLS])
def test_each_role_gets_what_the_matrix_says(
    route, method, who, client_for, project, maintainer, annotator, reviewer_a, researcher, outsider, admin_user
):
    people = {
        Role.MAINTAINER: maintainer,
        Role.ANNOTATOR: annotator,
        Role.REVIEWER: reviewer_a,
        Role.RESEARCHER: researcher,
    }
    in_project = "<slug:project>" in route
    answers = {role: call(client_for(person), route, method).status_code for role, person in people.items()}
    unknown = call(client_for(None), route, method).status_code
    stranger = call(client_for(outsider), route, method).status_code
    administrator = call(client_for(admin_user), route, method).status_code

    if who == "-":
        assert 500 > unknown != 401
    else:
        assert unknown == 401
    if in_project:
        assert stranger == 404
    if in_project:
        allowed = {LETTERS[letter] for letter in who}
    elif who in "*-":
        allowed = set(people)
    else:
        allowed = set()
    open_to = {role for role, status in answers.items() if status not in (401, 403)}
    if route == "session":  # wrong credentials are a 403 of their own
        return
    assert open_to == allowed
    assert all(status < 500 for status in answers.values())
    if who == "A":
        assert administrator not in (401, 403)
    assert administrator < 500


@pytest.mark.django_db
def test_a_view_without_an_entry_for_its_method_is_closed(project, maintainer, client_for, monkeypatch):
    """Deny by default: forgetting to say who may call a method opens it to nobody."""
    from affectory.accounts.api.audit import ProjectAuditView

    monkeypatch.setattr(ProjectAuditView, "roles", {})
    assert client_for(maintainer).get("/api/v1/projects/lab/audit").status_code == 403


@pytest.mark.django_db
def test_a_role_taken_away_a_second_ago_is_gone(project, maintainer, reviewer_a, client_for):
    """AC3"""
    client = client_for(reviewer_a)
    assert client.get("/api/v1/projects/lab").status_code == 200
    services.set_roles(actor=maintainer, project=project, user_id=reviewer_a.pk, roles=[])
    assert client.get("/api/v1/projects/lab").status_code == 404
