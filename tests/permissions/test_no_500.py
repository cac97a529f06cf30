"""No request from any role gives a 500: odd addresses and odd bodies against every route in the matrix."""

from __future__ import annotations

import pytest

from .matrix import MATRIX
from .test_matrix import url_of

QUERIES = [
    "cursor=x&limit=-1",
    "cursor=WyJuIiwxXQ&limit=9999999999999999999999",
    "limit=%C2%B2",
    "state=%00&search=%00&label=%00",
    "state=nothing&label=nothing&family=nothing&challenge=nothing&search=%25_%27%22%5C&collection=x&active=x",
    "collection=not-a-uuid&batch=not-a-uuid&preview=1&dry_run=maybe&weeks=x&by=x&type=x",
    "search=" + "x" * 3000,
]
BODIES = [
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "1e999",
    '{"a": 1, "a": 2}',
    '{"name": "\\u0000"}',
    '{"name": "\\ud800"}',
    '{"plan": [], "seed": "x", "dry_run": 7, "version": [], "roles": {}, "judgements": [], "pins": {}, "note": 5}',
    '{"plan": {"families": {}}, "seed": 1e30, "version": "1.0", "roles": [[]], "judgements": {"x": 1}, "reason": {}}',
    '{"plan": "a: &a [*a]", "seed": -1, "version": "../../x", "episode_ids": ["x"], "all": "yes", "targets": []}',
    "[" * 5000,
]
READS = [route for route, methods in MATRIX.items() if "GET" in methods]
WRITES = [(route, m) for route, methods in MATRIX.items() for m in methods if m != "GET"]


@pytest.fixture
def clients(client_for, maintainer, reviewer_a, researcher, admin_user):
    made = [client_for(person) for person in (maintainer, reviewer_a, researcher, admin_user)]
    for client in made:
        client.raise_request_exception = False
    return made


@pytest.mark.django_db
@pytest.mark.parametrize("route", READS)
def test_odd_queries_are_answered(route, clients):
    for client in clients:
        for query in QUERIES:
            answer = client.get(f"{url_of(route)}?{query}")
            assert answer.status_code < 500, (query, answer.content[:500])


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "method"), WRITES, ids=[f"{m} {r}" for r, m in WRITES])
def test_odd_bodies_are_answered(route, method, clients):
    for client in clients:
        for body in BODIES:
            answer = getattr(client, method.lower())(url_of(route), body, content_type="application/json")
            assert answer.status_code < 500, (body, answer.content[:500])
