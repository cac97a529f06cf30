"""No request from any role gives a 500: odd addresses and odd bodies against every route in the matrix."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

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
    "[" * 3000 + "]" * 3000,
    '{"name": ' + '{"a": ' * 1500 + "1" + "}" * 1501,
]
FORMS = [
    {},
    {"files": "text", "file": "text", "zip": "text", "manifest": "text"},
    {"collection": "\x00", "name": "\x00", "licence": "\x00"},
    {"collection": "x", "mapping": "[" * 3000 + "]" * 3000, "paths": "{}", "dry_run": "perhaps"},
    {"collection": "x" * 5000, "mapping": '"\\ud800"', "paths": '["\\u0000"]', "dry_run": "true"},
    {"name": "x", "licence": "x", "scale": "nan", "up_axis": "q", "may_redistribute": "all"},
    {"name": "x", "licence": "x", "scale": "1e999"},
]
FILES = [
    ("empty.bvh", b""),
    ("a.bvh", b"HIERARCHY\nROOT a\n{"),
    ("../../a.bvh", b"\x00\xff\xfe"),
    ("a.zip", b"PK\x03\x04" + b"\xff" * 40),
    ("a.zip", b"PK\x05\x06" + b"\x00" * 18),
    ("a.glb", b"glTF\x02\x00\x00\x00\xff\xff\xff\x7f\x02\x00\x00\x00JSON{}"),
    (
        "a.gltf",
        b'{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"name": "\\ud800", "mesh": 0}]}',
    ),
    ("a.gltf", b"[" * 3000 + b"]" * 3000),
    ("m.json", b'[{"file": "a.bvh", "file": "b.bvh"}]'),
    ("m.csv", b"file,label\n\x00,\xff\n"),
]
UPLOADS = [f"projects/<slug:project>/{name}" for name in ("imports", "scenes", "videos/uploads", "items/imports")]
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


@pytest.mark.django_db
@pytest.mark.parametrize("route", UPLOADS)
@pytest.mark.parametrize(("name", "data"), FILES)
def test_odd_uploads_are_answered(route, name, data, clients):
    """Whatever field a file stands in."""
    for form in FORMS:
        for field in ("files", "zip", "manifest", "file"):
            sent = form | {field: SimpleUploadedFile(name, data)}
            answer = clients[0].post(url_of(route), sent, format="multipart")
            assert answer.status_code < 500, (field, form, answer.content[:500])
    for client in clients[1:]:
        sent = {"file": SimpleUploadedFile(name, data), "files": SimpleUploadedFile(name, data)}
        assert client.post(url_of(route), sent, format="multipart").status_code < 500


@pytest.mark.django_db
@pytest.mark.parametrize("route", UPLOADS)
@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain", "x"])
def test_a_body_that_is_no_form_is_answered(route, kind, clients):
    for client in clients:
        for body in (b"", b"--x", b"--x\r\nContent-Disposition: form-data\r\n\r\n", b"\xff" * 100):
            answer = client.generic("POST", url_of(route), body, content_type=kind)
            assert answer.status_code < 500, answer.content[:500]
