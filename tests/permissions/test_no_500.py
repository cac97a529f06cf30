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
UPLOADS = [
    f"projects/<slug:project>/{name}" for name in ("imports", "scenes", "avatars", "videos/uploads", "items/imports")
]
READS = [(route, methods["GET"]) for route, methods in MATRIX.items() if "GET" in methods]
WRITES = [(route, m, who) for route, methods in MATRIX.items() for m, who in methods.items() if m != "GET"]
REFUSED = 2
"""So many of the odd things are tried by people who are refused before anything of them is read."""


@pytest.fixture
def clients(client_for, maintainer, annotator, reviewer_a, researcher, admin_user):
    made = {"M": maintainer, "N": annotator, "R": reviewer_a, "S": researcher, "A": admin_user}
    for letter, person in made.items():
        made[letter] = client_for(person)
        made[letter].raise_request_exception = False
    return made


def tried(things: list[str], who: str, letter: str) -> list[str]:
    """What somebody tries: everything where the matrix lets them in; of what is open to all, the maintainer does."""
    is_let_in = letter in (who if who not in "*-" else "M")
    return things if is_let_in else things[:REFUSED]


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "who"), READS, ids=[route for route, _ in READS])
def test_odd_queries_are_answered(route, who, clients):
    for letter, client in clients.items():
        for query in tried(QUERIES, who, letter):
            answer = client.get(f"{url_of(route)}?{query}")
            assert answer.status_code < 500, (query, answer.content[:500])


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "method", "who"), WRITES, ids=[f"{m} {r}" for r, m, _ in WRITES])
def test_odd_bodies_are_answered(route, method, who, clients):
    for letter, client in clients.items():
        for body in tried(BODIES, who, letter):
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
            answer = clients["M"].post(url_of(route), sent, format="multipart")
            assert answer.status_code < 500, (field, form, answer.content[:500])
    for client in list(clients.values())[1:]:
        sent = {"file": SimpleUploadedFile(name, data), "files": SimpleUploadedFile(name, data)}
        assert client.post(url_of(route), sent, format="multipart").status_code < 500


@pytest.mark.django_db
@pytest.mark.parametrize("route", UPLOADS)
@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain", "x"])
def test_a_body_that_is_no_form_is_answered(route, kind, clients):
    for client in clients.values():
        for body in (b"", b"--x", b"--x\r\nContent-Disposition: form-data\r\n\r\n", b"\xff" * 100):
            answer = client.generic("POST", url_of(route), body, content_type=kind)
            assert answer.status_code < 500, answer.content[:500]
