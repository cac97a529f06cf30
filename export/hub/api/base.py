"""The base of the Hub's views: who asks, what a refusal looks like, and headers that stand on every answer."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import View
from rest_framework.exceptions import AuthenticationFailed

from affectory.accounts.authentication import token_of
from affectory.accounts.domain import Scope
from affectory.accounts.models import Token
from affectory.core.errors import AffectoryError
from export.access.domain import AccessMode
from export.access.selectors import Asker, asker
from export.hub import selectors
from export.hub.api.answers import HubError, header_text
from export.hub.domain import Revision, parse_revision
from export.hub.models import HubCommit
from export.hub.selectors import Repository
from export.releases.selectors import file_gone, gated, withdrawn

WARNING = "X-HF-Warning"


class Caller(NamedTuple):
    """Whoever asks. ``fault`` says what is wrong with the token that was sent; they then count as unknown."""

    person: Asker
    token: Token | None
    fault: str


def caller_of(request: HttpRequest) -> Caller:
    """A token by Bearer, or as the password of Basic, which is all that some clients know. Never a session."""
    scheme, _, value = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    secret = ""
    if scheme.lower() == "bearer":
        secret = value.strip()
    elif scheme.lower() == "basic":
        secret = _password(value)
    address = request.META.get("REMOTE_ADDR", "")
    if not secret:
        return Caller(asker(None, address), None, "")
    try:
        token = token_of(secret)
    except AuthenticationFailed as error:
        return Caller(asker(None, address), None, str(error.detail))
    if not {Scope.READ, Scope.RELEASE_READ} & set(token.scopes):
        return Caller(asker(None, address), None, "This token has no scope to read releases. Make one under /me.")
    return Caller(asker(token.user, address, token.hint), token, "")


def _password(value: str) -> str:
    try:
        return base64.b64decode(value.strip(), validate=True).decode().partition(":")[2]
    except (binascii.Error, ValueError):
        return ""


@method_decorator(csrf_exempt, name="dispatch")
class HubView(View):
    """Every way out carries its error code in a header (HB7), whatever went wrong."""

    caller: Caller

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.warnings: list[str] = []
        self.caller = caller_of(request)
        try:
            reply = super().dispatch(request, *args, **kwargs)
        except HubError as error:
            reply = error.response()
        except AffectoryError as error:
            reply = HubError(404, "EntryNotFound", error.message).response()
        if self.warnings:
            reply[WARNING] = header_text(self.warnings[0])
        return reply

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> NoReturn:
        raise HubError(
            405, "", f"{request.method} is not offered here; this server is read through the Hub protocol."
        )

    def repository(self, namespace: str, name: str) -> Repository:
        """HB5: the repository, or the one answer for "not there" and "not for you"."""
        found = selectors.repository_for(self.caller.person, namespace, name)
        if found is None:
            raise self.absent()
        return self.seen(found)

    def absent(self) -> HubError:
        if self.caller.fault:
            return HubError(401, "RepoNotFound", f"Repository not found. {self.caller.fault}")
        if self.caller.person.user is None:
            return HubError(
                401, "RepoNotFound", "Repository not found. If it is private, send a token that may read it."
            )
        return HubError(404, "RepoNotFound", "Repository not found.")

    def seen(self, repository: Repository) -> Repository:
        """HB8: a token that is not valid shuts nobody out from what is public; it is said, once per answer."""
        if self.caller.fault:
            if repository.standing.mode != AccessMode.PUBLIC:
                raise self.absent()
            self.warnings.append(f"token; {self.caller.fault} These data are public and were served without it.")
        return repository

    def check_files(self, repository: Repository) -> None:
        """HB5: a gated repository is seen by all, its files by those who were approved."""
        if not repository.gives_files:
            status = 401 if self.caller.person.user is None else 403
            raise HubError(status, "GatedRepo", gated(repository.slug))

    def commit(self, repository: Repository, text: str) -> tuple[HubCommit, Revision]:
        """HB4: the commit that a revision names, or RevisionNotFound; 410 with the reason if it was withdrawn."""
        revision = parse_revision(text)
        found = [] if revision is None else selectors.commits_at(repository, revision)
        if revision is None or len(found) != 1:
            raise revision_not_found(text, [f"v{c.tree.release.version}" for c in selectors.commits_of(repository)])
        release = found[0].tree.release
        if hasattr(release, "withdrawal"):
            raise gone(release.version, release.withdrawal.reason)
        if text == "main":
            self.moving(release.version)
        return found[0], revision

    def moving(self, version: str) -> None:
        self.warnings.append(
            f"revision; 'main' is v{version} today and another release tomorrow. Name the version, as in "
            f"revision='v{version}'."
        )


def revision_not_found(text: str, tags: list[str]) -> HubError:
    known = ", ".join(["main", *tags]) if tags else "none, because nothing is published yet"
    return HubError(404, "RevisionNotFound", f"There is no revision {text[:100]!r} here. Known: {known}.")


def gone(version: str, reason: str) -> HubError:
    return HubError(410, "RevisionNotFound", withdrawn(version, reason))


def part_gone(version: str, path: str, sentence: str, headers: Mapping[str, str]) -> HubError:
    """WD7: by this code the clients' error shows the sentence, whichever way they asked."""
    return HubError(410, "RevisionNotFound", file_gone(version, path[:200], sentence), headers)


def flag(value: str | None) -> bool:
    return (value or "").lower() in ("true", "1")


def answer(body: Any, commit: HubCommit | None = None) -> JsonResponse:
    reply = JsonResponse(body, safe=False)
    reply["Cache-Control"] = "private, no-cache"
    if commit is not None:
        reply["X-Repo-Commit"] = commit.sha
    return reply
