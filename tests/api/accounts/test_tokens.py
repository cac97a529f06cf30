"""AC2 and AC6."""

from datetime import timedelta

import pytest
from django.utils import timezone

from affectory.accounts import services
from affectory.accounts.models import Token
from affectory.core.errors import InvalidError

pytestmark = pytest.mark.django_db


def bearer(secret):
    return {"HTTP_AUTHORIZATION": f"Bearer {secret}"}


def test_the_secret_is_shown_once_and_kept_as_a_digest(client_for, researcher):
    client = client_for(researcher)
    issued = client.post("/api/v1/tokens", {"name": "laptop", "scopes": ["read"]}, format="json")
    secret = issued.json()["secret"]
    assert issued.status_code == 201
    assert secret.startswith("aff_")
    assert secret not in client.get("/api/v1/tokens").content.decode()
    row = Token.objects.get()
    assert secret not in str(vars(row))
    assert row.hint == secret[-4:]


def test_a_token_signs_in_until_revoked(client, client_for, researcher):
    token, secret = services.issue_token(user=researcher, name="x", scopes=["read"])
    assert client.get("/api/v1/me", **bearer(secret)).json()["username"] == "remy"
    assert client_for(researcher).delete(f"/api/v1/tokens/{token.pk}").status_code == 204
    refused = client.get("/api/v1/me", **bearer(secret))
    assert (refused.status_code, refused["WWW-Authenticate"]) == (401, 'Bearer realm="affectory"')


def test_an_expired_token_is_refused_with_a_sentence(client, researcher):
    token, secret = services.issue_token(user=researcher, name="x", scopes=["read"])
    Token.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    refused = client.get("/api/v1/me", **bearer(secret))
    assert refused.status_code == 401
    assert "expired" in refused.json()["detail"]


@pytest.mark.parametrize("secret", ["", "aff_forged", "é", "x" * 5000])
def test_a_forged_token_is_refused(client, secret, db):
    assert client.get("/api/v1/me", **bearer(secret)).status_code == 401


def test_a_token_is_good_only_within_its_scopes(client, researcher):
    """AC6"""
    _, reading = services.issue_token(user=researcher, name="r", scopes=["read"])
    _, pulling = services.issue_token(user=researcher, name="p", scopes=["release:read"])
    _, writing = services.issue_token(user=researcher, name="w", scopes=["write"])
    patch = {"path": "/api/v1/me", "data": {"display_name": "R"}, "content_type": "application/json"}
    assert client.get("/api/v1/me", **bearer(reading)).status_code == 200
    assert client.patch(**patch, **bearer(reading)).status_code == 403
    assert client.get("/api/v1/me", **bearer(pulling)).status_code == 403
    assert client.patch(**patch, **bearer(writing)).status_code == 200


def test_a_token_makes_no_tokens(client, researcher):
    _, secret = services.issue_token(user=researcher, name="w", scopes=["write"])
    answer = client.post(
        "/api/v1/tokens", {"name": "y", "scopes": ["read"]}, content_type="application/json", **bearer(secret)
    )
    assert (answer.status_code, Token.objects.count()) == (403, 1)


@pytest.mark.parametrize("days", [-1, 0, 400])
def test_every_token_has_an_end_that_is_not_too_far(researcher, days):
    """AC2"""
    with pytest.raises(InvalidError):
        services.issue_token(
            user=researcher, name="x", scopes=["read"], expires_at=timezone.now() + timedelta(days=days)
        )


@pytest.mark.parametrize("scopes", [[], ["everything"]])
def test_scopes_are_chosen_from_the_known(researcher, scopes):
    with pytest.raises(InvalidError):
        services.issue_token(user=researcher, name="x", scopes=scopes)


def test_nobody_revokes_another_persons_token(client_for, researcher, maintainer):
    token, _ = services.issue_token(user=researcher, name="x", scopes=["read"])
    assert client_for(maintainer).delete(f"/api/v1/tokens/{token.pk}").status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None
