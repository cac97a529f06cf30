"""Documents to read in the browser, and the description for machines by its link."""

from __future__ import annotations

import json

from django.test import Client

from export.access import services as access
from export.releases import services
from tests.factories.kept_episodes import fill_profile, make_kept

BASE = "/api/v1/projects/lab/releases/0.1.0"


def published(project, maintainer, frozen):
    fill_profile(project, maintainer)
    make_kept(project, 6)
    return services.publish_release(actor=maintainer, release_id=frozen("0.1.0").pk)


def test_a_document_is_shown_and_can_neither_run_nor_ask_for_anything(client, project, maintainer, frozen) -> None:
    published(project, maintainer, frozen)
    client.force_login(maintainer)
    reply = client.get(f"{BASE}/documents/quality-report")
    assert (reply.status_code, reply["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert reply["Content-Security-Policy"] == "sandbox; default-src 'none'; style-src 'unsafe-inline'"
    assert "Content-Disposition" not in reply
    assert b"<h1>" in reply.content
    saved = client.get(f"{BASE}/files/quality-report.html")
    assert saved["Content-Disposition"].startswith("attachment")
    assert saved.content == reply.content


def test_an_unknown_document_names_those_there_are(client, project, maintainer, frozen) -> None:
    published(project, maintainer, frozen)
    client.force_login(maintainer)
    reply = client.get(f"{BASE}/documents/rumours")
    assert reply.status_code == 404
    assert "datasheet, annotation-protocol, quality-report" in reply.json()["detail"]


def test_rl19_the_served_description_names_the_commit_and_the_day(project, maintainer, frozen) -> None:
    release = published(project, maintainer, frozen)
    access.set_mode(actor=maintainer, project=project, mode="public")
    reply = Client().get("/api/datasets/affectory/lab/croissant/v0.1.0")
    assert reply["Content-Type"] == 'application/ld+json; profile="http://mlcommons.org/croissant/1.1"'
    body = json.loads(reply.content)
    commit = release.hub_tree.commit
    assert body["datePublished"] == f"{commit.committed_at:%Y-%m-%d}"
    first = body["distribution"][0]
    assert first["contentUrl"].startswith(f"http://testserver/datasets/affectory/lab/resolve/{commit.sha}/data/")
    assert Client().get(first["contentUrl"].removeprefix("http://testserver")).status_code == 200
