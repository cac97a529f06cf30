"""Every route of the Hub protocol against every kind of caller and every mode. HB5, RL40."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import URLPattern

from affectory.accounts import services as accounts
from export.access import services as access
from export.hub.api.urls import urlpatterns
from export.releases import services
from tests.factories.releases import draft, frozen, kept, run_freeze

__all__ = ["draft", "frozen", "kept", "run_freeze"]

LAB = "/api/datasets/affectory/lab"
METADATA = {
    "api/datasets/<str:namespace>/<str:name>": LAB,
    "api/datasets/<str:namespace>/<str:name>/revision/<path:revision>": f"{LAB}/revision/v0.1.0",
    "api/datasets/<str:namespace>/<str:name>/tree/<path:rest>": f"{LAB}/tree/v0.1.0/data",
    "api/datasets/<str:namespace>/<str:name>/paths-info/<path:revision>": f"{LAB}/paths-info/v0.1.0",
    "api/datasets/<str:namespace>/<str:name>/refs": f"{LAB}/refs",
    "api/datasets/<str:namespace>/<str:name>/commits/<path:revision>": f"{LAB}/commits/main",
}
FILES = {
    "api/datasets/<str:namespace>/<str:name>/auth-check": f"{LAB}/auth-check",
    "api/datasets/<str:namespace>/<str:name>/croissant": f"{LAB}/croissant",
    "api/datasets/<str:namespace>/<str:name>/croissant/<path:revision>": f"{LAB}/croissant/v0.1.0",
    "datasets/<str:namespace>/<str:name>/resolve/<path:rest>": "/datasets/affectory/lab/resolve/v0.1.0/README.md",
}
OPEN = {"api/agent-harnesses": "/api/agent-harnesses", "api/datasets": "/api/datasets"}
SIGNED_IN = {"api/whoami-v2": "/api/whoami-v2"}
NOTHING = {r"^api/(?:datasets|models|spaces)(?:/|$)": "/api/models/x", "^datasets/": "/datasets/x"}
PEOPLE = ("maintainer", "researcher", "annotator", "reviewer_a", "outsider", "admin_user")
READERS = {
    "members": {"maintainer", "researcher", "admin_user"},
    "token": set(PEOPLE),
    "gated": {"maintainer", "researcher", "admin_user"},
    "public": {*PEOPLE, "unknown"},
}


def test_no_route_of_the_protocol_is_unknown_here() -> None:
    known = {*METADATA, *FILES, *OPEN, *SIGNED_IN, *NOTHING}
    assert {str(route.pattern) for route in urlpatterns if isinstance(route, URLPattern)} == known


@pytest.fixture
def callers(request, project) -> dict[str, Client]:
    made = {"unknown": Client()}
    for name in PEOPLE:
        user = request.getfixturevalue(name)
        _, secret = accounts.issue_token(user=user, name="pull", scopes=["release:read"])
        made[name] = Client(headers={"Authorization": f"Bearer {secret}"})
    return made


def ask(client: Client, url: str) -> int:
    return (
        client.post(url, "paths=x", "application/x-www-form-urlencoded").status_code
        if "paths-info" in url
        else (client.get(url).status_code)
    )


@pytest.mark.django_db
def test_each_caller_gets_what_the_mode_gives(kept, frozen, maintainer, project, callers) -> None:
    services.publish_release(actor=maintainer, release_id=frozen().pk)
    for mode, readers in READERS.items():
        access.set_mode(actor=maintainer, project=project, mode=mode)
        for name, client in callers.items():
            refused = 401 if name == "unknown" else 404
            for url in METADATA.values():
                expected = 200 if name in readers or mode == "gated" else refused
                assert ask(client, url) == expected, (mode, name, url)
            for url in FILES.values():
                shut = (401 if name == "unknown" else 403) if mode == "gated" else refused
                assert ask(client, url) == (200 if name in readers else shut), (mode, name, url)
            listed = [found["id"] for found in client.get("/api/datasets").json()]
            assert listed == (["affectory/lab"] if name in readers or mode == "gated" else [])
            assert ask(client, SIGNED_IN["api/whoami-v2"]) == (401 if name == "unknown" else 200)
            assert [ask(client, url) for url in NOTHING.values()] == [refused, refused]
            assert ask(client, OPEN["api/agent-harnesses"]) == 200


@pytest.mark.django_db
def test_a_signed_in_browser_is_nobody_here(kept, frozen, maintainer, client_for) -> None:
    """Only tokens count, so that no other site can read through somebody's session."""
    services.publish_release(actor=maintainer, release_id=frozen().pk)
    assert client_for(maintainer).get(LAB).status_code == 401


ODD = (
    "", "/", "//", "/%00", "/revision", "/revision/", "/tree/main//", "/tree/main/%2e%2e", "/commits/" + "x" * 5000,
    "/tree/main?cursor=%00&recursive=x&expand=y", "/tree/main?cursor=%ff", "/revision/main?expand=x&blobs=z",
    "/paths-info/main", "/xet-read-token/main", "/resolve/main/x",
)  # fmt: skip
ODD_FILES = ("main/README.md", "main/", "main", "%ff/%ff", "main/" + "x" * 5000, "main/\x7f", "main/a%0d%0ab")
ODD_RANGES = ("bytes=0-0", "bytes=5-1", "bytes=-0", "bytes=a-b", "bytes=0-0,2-3", "bytes=" + "9" * 400 + "-")


@pytest.mark.django_db
def test_odd_requests_are_answered(kept, frozen, maintainer, project, callers) -> None:
    services.publish_release(actor=maintainer, release_id=frozen().pk)
    access.set_mode(actor=maintainer, project=project, mode="public")
    for client in (callers["unknown"], callers["maintainer"]):
        client.raise_request_exception = False
        for base in ("/api/datasets", "/api/datasets/affectory", LAB, "/datasets/affectory/lab"):
            for rest in ODD:
                for method in ("get", "head", "post", "put", "delete"):
                    reply = getattr(client, method)(base + rest)
                    assert reply.status_code < 500, (method, base + rest)
        for path in ODD_FILES:
            for ranges in ODD_RANGES:
                reply = client.get(f"/datasets/affectory/lab/resolve/{path}", headers={"Range": ranges})
                assert reply.status_code < 500, (path, ranges)
        for limit in ("x", "-1", "1", "٣", "9" * 50):
            query = {"limit": limit, "search": "\x00" if limit == "x" else ""}
            assert client.get("/api/datasets", query).status_code < 500
