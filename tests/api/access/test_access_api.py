"""RL40 to RL46 over HTTP: opening, asking, deciding, the log, and REST downloads by the same decision."""

from __future__ import annotations

import pytest
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.accounts.models import Token
from export.access import services as access
from export.releases import services
from tests.factories.releases import draft, frozen, kept, run_freeze

__all__ = ["draft", "frozen", "kept", "run_freeze"]
pytestmark = pytest.mark.django_db
P = "/api/v1/projects/lab"
ASK = {"terms": 1, "affiliation": "Uni", "purpose": "To test a recogniser of emotion."}


@pytest.fixture
def published(kept, frozen, maintainer):
    return services.publish_release(actor=maintainer, release_id=frozen().pk)


def test_rl42_the_whole_way_of_a_request(published, maintainer, outsider, client_for) -> None:
    owner, asking = client_for(maintainer), client_for(outsider)
    assert asking.get("/api/v1/open-projects/lab").status_code == 404
    assert asking.get("/api/v1/open-projects").json() == []
    opened = owner.patch(f"{P}/access", {"mode": "gated", "terms_text": "Cite us."}, format="json")
    assert (opened.status_code, opened.json()["mode"], opened.json()["terms"]["number"]) == (200, "gated", 1)
    page = asking.get("/api/v1/open-projects/lab").json()
    assert (page["mode"], page["may_read"], page["request"]) == ("gated", False, None)
    assert page["repository"] == "affectory/lab"
    assert page["terms"]["whole"].startswith("1. I do not try to find out who anybody")
    refused = asking.get(f"{P}/releases")
    assert (refused.status_code, refused.json()["code"]) == (403, "access.gated")
    bad = asking.post("/api/v1/open-projects/lab/request", {**ASK, "purpose": "x"}, format="json")
    assert (bad.status_code, list(bad.json()["fields"])) == (400, ["purpose"])
    asked = asking.post("/api/v1/open-projects/lab/request", ASK, format="json")
    assert (asked.status_code, asked.json()["request"]["state"]) == (201, "requested")
    assert owner.get(f"{P}/access").json()["waiting"] == 1
    [row] = owner.get(f"{P}/access/requests", {"state": "requested"}).json()["results"]
    assert (row["person"], row["terms"], row["affiliation"]) == ("Otto", 1, "Uni")
    decided = owner.post(f"{P}/access/requests/{row['id']}/decision", {"decision": "approve"}, format="json")
    assert (decided.status_code, decided.json()["decided_by"]) == (200, "Mara")
    assert [r["version"] for r in asking.get(f"{P}/releases").json()["results"]] == ["0.1.0"]
    assert asking.get(f"{P}/releases/0.1.0/files/README.md").status_code == 200
    [download] = owner.get(f"{P}/access/downloads").json()["results"]
    assert (download["person"], download["path"], download["requests"]) == ("Otto", "README.md", 1)
    page = asking.get(f"{P}/releases/0.1.0/splits/test?limit=3")
    rows = owner.get(f"{P}/access/downloads").json()["results"]
    assert (rows[0]["path"], rows[0]["bytes"]) == ("splits/test", len(page.content))
    assert asking.delete("/api/v1/open-projects/lab/request").status_code == 204
    assert asking.get(f"{P}/releases").status_code == 403


def test_rl40_rest_reads_as_the_mode_says(published, project, maintainer, outsider, annotator, client_for) -> None:
    url = f"{P}/releases/0.1.0/files/README.md"

    def answers(path: str) -> list[int]:
        return [client_for(person).get(path).status_code for person in (None, outsider, annotator)]

    assert answers(url) == [401, 404, 403]
    for mode, expected in (("token", [401, 200, 200]), ("gated", [401, 403, 403]), ("public", [200, 200, 200])):
        access.set_mode(actor=maintainer, project=project, mode=mode)
        assert answers(url) == expected, mode
        assert answers(f"{P}/releases/0.1.0") == expected, mode
    assert answers(f"{P}/releases/0.1.0/splits/test?limit=1") == [200, 200, 200]
    assert client_for(None).get(f"{P}/release-profile").status_code == 401
    assert client_for(outsider).get(f"{P}/episodes").status_code == 404


def test_rl54_without_an_account_the_pages_of_public_projects_alone(
    published, project, maintainer, researcher, client_for
) -> None:
    """RL54; a gated project is asked for by people with an account, and an unknown one looks like it."""
    unknown = client_for(None)
    expired, secret = accounts.issue_token(user=researcher, name="pull", scopes=["release:read"])
    Token.objects.filter(pk=expired.pk).update(expires_at=timezone.now())
    faulty = client_for(None)
    faulty.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    for mode in ("members", "token", "gated"):
        access.set_mode(actor=maintainer, project=project, mode=mode)
        assert unknown.get("/api/v1/open-projects").json() == []
        for client in (unknown, faulty):
            assert client.get("/api/v1/open-projects/lab").status_code == 401, mode
        assert faulty.get("/api/v1/open-projects").status_code == 401
    assert unknown.get("/api/v1/open-projects/nothing").status_code == 401
    access.set_mode(actor=maintainer, project=project, mode="public")
    [row] = unknown.get("/api/v1/open-projects").json()
    assert (row["slug"], row["may_read"], row["request_state"]) == ("lab", True, None)
    page = unknown.get("/api/v1/open-projects/lab")
    assert (page.json()["mode"], page.json()["request"]) == ("public", None)
    for path in ("/api/v1/open-projects", "/api/v1/open-projects/lab"):
        assert "X-Affectory-Warning" not in unknown.get(path)
        assert (faulty.get(path).status_code, "X-Affectory-Warning" in faulty.get(path)) == (200, True)
    assert unknown.post("/api/v1/open-projects/lab/request", ASK, format="json").status_code == 401
    assert unknown.delete("/api/v1/open-projects/lab/request").status_code == 401


def test_rl41_what_is_frozen_but_not_published_stays_with_members(
    kept, frozen, project, maintainer, researcher, client_for
) -> None:
    frozen()
    access.set_mode(actor=maintainer, project=project, mode="public")
    for path in ("", "/files", "/files/README.md", "/splits/test"):
        assert client_for(None).get(f"{P}/releases/0.1.0{path}").status_code == 404
        assert client_for(researcher).get(f"{P}/releases/0.1.0{path}").status_code == 200
    assert client_for(None).get(f"{P}/releases").json()["results"] == []


def test_an_expired_token_on_public_data_is_served_with_a_warning(
    published, project, maintainer, researcher, client_for
) -> None:
    token, secret = accounts.issue_token(user=researcher, name="pull", scopes=["release:read"])
    _, unfit = accounts.issue_token(user=researcher, name="pull", scopes=["write"])
    Token.objects.filter(pk=token.pk).update(expires_at=timezone.now())
    url = f"{P}/releases/0.1.0/files/README.md"
    for mode, sent, status in (("members", secret, 401), ("members", unfit, 403), ("public", secret, 200),
                               ("public", unfit, 200), ("public", "aff_x", 200)):  # fmt: skip
        access.set_mode(actor=maintainer, project=project, mode=mode)
        client = client_for(None)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {sent}")
        reply = client.get(url)
        assert reply.status_code == status
        assert ("X-Affectory-Warning" in reply) == (status == 200)


def test_rl46_withdrawing_wants_the_version_and_a_reason_and_happens_once(
    published, maintainer, researcher, client_for
) -> None:
    client, url = client_for(maintainer), f"{P}/releases/0.1.0/withdraw"
    reason = "A performer took back their consent."
    assert client.post(url, {"version": "0.1.1", "reason": reason}, format="json").status_code == 400
    assert client.post(url, {"version": "0.1.0", "reason": "x"}, format="json").status_code == 400
    reply = client.post(url, {"version": "0.1.0", "reason": reason}, format="json")
    assert (reply.status_code, reply.json()["withdrawn_reason"]) == (200, reason)
    assert client.post(url, {"version": "0.1.0", "reason": reason}, format="json").status_code == 409
    gone = client_for(researcher).get(f"{P}/releases/0.1.0")
    assert (gone.status_code, reason in gone.json()["detail"]) == (410, True)
    [row] = client_for(researcher).get(f"{P}/releases").json()["results"]
    assert row["withdrawn_reason"] == reason


def test_rl45_rest_has_the_same_limit(published, project, maintainer, client_for, settings, monkeypatch) -> None:
    access.set_mode(actor=maintainer, project=project, mode="public")
    monkeypatch.setattr("export.access.metering.SMALL", 0)
    settings.DOWNLOAD_BYTES_PER_DAY_UNKNOWN = 10
    url = f"{P}/releases/0.1.0/files/README.md"
    assert client_for(None).get(url).status_code == 200
    over = client_for(None).get(url)
    assert (over.status_code, over.json()["code"]) == (429, "access.too_much_today")
    assert over["RateLimit-Policy"] == '"fixed window";"bytes";q=10;w=86400'
    assert client_for(None).head(url).status_code == 200


def test_rl45_rows_count_as_parts_of_their_file(
    kept, frozen, project, maintainer, client_for, settings, monkeypatch
) -> None:
    """However small the pages are; and what a small split holds is a small file."""
    for version in ("0.1.0", "0.1.1"):
        services.publish_release(actor=maintainer, release_id=frozen(version).pk)
    access.set_mode(actor=maintainer, project=project, mode="public")
    settings.DOWNLOAD_BYTES_PER_DAY_UNKNOWN = 10
    rows, diff = f"{P}/releases/0.1.1/splits/train?limit=1", f"{P}/releases/0.1.1/diff/0.1.0"
    unknown = client_for(None)
    assert [unknown.get(rows).status_code for _ in range(2)] == [200, 200]
    over = unknown.get(diff)
    assert (over.status_code, over.json()["code"], "Retry-After" in over) == (429, "access.too_much_today", True)
    assert unknown.get(f"{diff}?limit=0").status_code == 200
    monkeypatch.setattr("export.access.metering.SMALL", 0)
    over = unknown.get(rows)
    assert (over.status_code, over["RateLimit-Policy"]) == (429, '"fixed window";"bytes";q=10;w=86400')
    assert unknown.head(rows).status_code == 200
    settings.DOWNLOAD_BYTES_PER_DAY_UNKNOWN = 10**9
    sent = len(b"".join(unknown.get(diff).streaming_content))
    noted = client_for(maintainer).get(f"{P}/access/downloads").json()["results"]
    assert {(row["version"], row["path"]): row["bytes"] for row in noted}[("0.1.1", "diff/0.1.0")] >= sent
