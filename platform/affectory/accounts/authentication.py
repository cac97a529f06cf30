"""Who is asking: a browser session or a bearer token."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from affectory.core.rows import fetch_joined

from . import domain
from .models import Token, User

LAST_USED_RESOLUTION = timedelta(minutes=5)


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer aff_…`. AC2: looked up by digest, refused once revoked or past its end."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = token_of(secret.strip())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="affectory"'


def token_of(secret: str) -> Token:
    """AC2: the token with its person; raises AuthenticationFailed with what is wrong with it."""
    token = _token_with_user(domain.token_digest(secret))
    if token is None or token.revoked_at is not None or not token.user.is_active:
        raise exceptions.AuthenticationFailed("This token is not valid. Make one under /me.")
    now = timezone.now()
    if token.expires_at <= now:
        raise exceptions.AuthenticationFailed("This token has expired. Make another under /me.")
    if token.last_used_at is None or now - token.last_used_at > LAST_USED_RESOLUTION:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def _token_with_user(digest: str) -> Token | None:
    tail = "JOIN accounts_user ON accounts_user.id = accounts_token.user_id WHERE accounts_token.digest = %s"
    for token, user in fetch_joined((Token, User), tail, [digest]):
        token.user = user
        return cast(Token, token)
    return None


class SessionAuthentication(authentication.SessionAuthentication):
    """A browser session, with Django's CSRF check."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "affectory.accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "affectory.accounts.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
