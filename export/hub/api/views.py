"""The Hub protocol for reading, as the clients of 2024 to 2026 speak it. No Xet, no writing."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponseBase

from export.access import metering
from export.access.domain import repository_id
from export.access.selectors import known_projects
from export.hub import selectors
from export.hub.api.answers import MOST_SIBLINGS, HubError, commit_line, moment, repository_info, tree_node
from export.hub.api.base import HubView, answer, flag, gone, part_gone, revision_not_found
from export.hub.domain import is_plain, parse_revision, split_revision
from export.hub.models import HubCommit
from export.hub.selectors import Repository
from export.mirror.answers import file_answer

PAGE = 1000
EXPANDED_PAGE = 100
MOST_PATHS = 10_000


class WhoamiView(HubView):
    def get(self, request: HttpRequest) -> HttpResponseBase:
        user, token = self.caller.person.user, self.caller.token
        if user is None or token is None:
            raise HubError(401, "", self.caller.fault or "Invalid credentials in Authorization header")
        return answer(
            {
                "type": "user",
                "id": user.pk.hex[:24],
                "name": user.username,
                "fullname": str(user),
                "email": user.email or None,
                "emailVerified": False,
                "canPay": False,
                "isPro": False,
                "orgs": [],
                "auth": {
                    "type": "access_token",
                    "accessToken": {
                        "displayName": token.name,
                        "role": "read",
                        "createdAt": moment(token.created_at),
                    },
                },
            }
        )


class HarnessesView(HubView):
    """Every process of the client asks this once while it makes its User-Agent."""

    def get(self, request: HttpRequest) -> HttpResponseBase:
        return answer({"standardEnvVars": [], "harnesses": {}})


class ListView(HubView):
    """What the caller may see, by name; `author`, `search` and `limit` as the clients send them."""

    def get(self, request: HttpRequest) -> HttpResponseBase:
        given = request.GET
        person = self.caller.person
        projects = known_projects(person)
        commits = selectors.repositories_with_commits([project for project, _ in projects])
        found = []
        for project, standing in projects:
            repo_id = repository_id(settings.HUB_NAMESPACE, project.slug)
            if repo_id is None or project.pk not in commits or not _is_asked_for(repo_id, given):
                continue
            repository = Repository(repo_id, project.slug, standing)
            found.append(repository_info(repository, commits[project.pk], None, blobs=False))
        limit = given.get("limit", "")
        return answer(found[: int(limit)] if limit.isdecimal() and limit.isascii() and len(limit) < 9 else found)


def _is_asked_for(repo_id: str, given: Any) -> bool:
    author, search = given.get("author"), given.get("search", "")
    return (not author or repo_id.startswith(f"{author}/")) and search.lower() in repo_id.lower()


class InfoView(HubView):
    def get(self, request: HttpRequest, namespace: str, name: str, revision: str = "main") -> HttpResponseBase:
        repository = self.repository(namespace, name)
        commit, _ = self.commit(repository, revision)
        nodes = None
        if commit.tree.files <= MOST_SIBLINGS:
            every = selectors.nodes_under(commit, "", recursive=True, after="", limit=4 * MOST_SIBLINGS)
            nodes = [node for node in every if not node.is_folder]
        info = repository_info(repository, commit, nodes, blobs=flag(request.GET.get("blobs")))
        wanted = request.GET.getlist("expand")
        if wanted:
            info = {key: value for key, value in info.items() if key in {"_id", "id", *wanted}}
        return answer(info, commit)


class TreeView(HubView):
    """HB9: a listing in pages; the next one by a Link header, as an absolute address."""

    def get(self, request: HttpRequest, namespace: str, name: str, rest: str) -> HttpResponseBase:
        repository = self.repository(namespace, name)
        text, folder = split_revision(rest)
        commit, _ = self.commit(repository, text)
        folder = folder.strip("/")
        if folder and not selectors.is_folder(commit, folder):
            raise HubError(404, "EntryNotFound", f"{folder} is no folder of {text}.", {"X-Repo-Commit": commit.sha})
        expand = flag(request.GET.get("expand"))
        limit = EXPANDED_PAGE if expand else PAGE
        after, recursive = request.GET.get("cursor", ""), flag(request.GET.get("recursive"))
        nodes = selectors.nodes_under(commit, folder, recursive=recursive, after=after, limit=limit + 1)
        reply = answer([tree_node(node, commit, expand=expand) for node in nodes[:limit]], commit)
        if len(nodes) > limit:
            query = urlencode({**request.GET.dict(), "cursor": nodes[limit - 1].path})
            reply["Link"] = f'<{request.build_absolute_uri(quote(request.path))}?{query}>; rel="next"'
        return reply


class PathsInfoView(HubView):
    """What is at some paths; those that are not there are left out. A form, as the clients send it, or JSON."""

    def post(self, request: HttpRequest, namespace: str, name: str, revision: str) -> HttpResponseBase:
        repository = self.repository(namespace, name)
        commit, _ = self.commit(repository, revision)
        paths, expand = _asked_paths(request)
        nodes = selectors.nodes_at(commit, [path.rstrip("/") for path in paths])
        return answer([tree_node(node, commit, expand=expand) for node in nodes], commit)


def _asked_paths(request: HttpRequest) -> tuple[list[str], bool]:
    try:
        if "json" in (request.content_type or ""):
            body = json.loads(request.body)
            paths, expand = body["paths"], body.get("expand") is True
            if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
                raise ValueError("paths")
        else:
            form = parse_qs(request.body.decode(), keep_blank_values=True, max_num_fields=MOST_PATHS + 10)
            paths, expand = form.get("paths", []), flag(form.get("expand", [""])[0])
        if len(paths) > MOST_PATHS or any("\x00" in path for path in paths):
            raise ValueError("paths")
        "".join(paths).encode()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, RequestDataTooBig) as error:
        message = f"Send a form or JSON with up to {MOST_PATHS:,} `paths`."
        raise HubError(400, "", message) from error
    return paths, expand


class RefsView(HubView):
    """Never limited (RL45): clients that do not get it fall back on what they have."""

    def get(self, request: HttpRequest, namespace: str, name: str) -> HttpResponseBase:
        repository = self.repository(namespace, name)
        served = [c for c in selectors.commits_of(repository) if not hasattr(c.tree.release, "withdrawal")]
        body: dict[str, Any] = {
            "branches": [_ref("main", "refs/heads/main", commit) for commit in served[:1]],
            "converts": [],
            "tags": [_ref(tag := f"v{c.tree.release.version}", f"refs/tags/{tag}", c) for c in served],
        }
        if flag(request.GET.get("include_prs")):
            body["pullRequests"] = []
        return answer(body)


def _ref(name: str, ref: str, commit: HubCommit) -> dict[str, str]:
    return {"name": name, "ref": ref, "targetCommit": commit.sha}


class CommitsView(HubView):
    def get(self, request: HttpRequest, namespace: str, name: str, revision: str) -> HttpResponseBase:
        repository = self.repository(namespace, name)
        commit, _ = self.commit(repository, revision)
        by_key = {each.pk: each for each in selectors.commits_of(repository)}
        lines = []
        at: HubCommit | None = commit
        while at is not None:
            lines.append(commit_line(at))
            at = by_key.get(at.parent_id)
        reply = answer(lines, commit)
        reply["X-Total-Count"] = str(len(lines))
        return reply


class AuthCheckView(HubView):
    def get(self, request: HttpRequest, namespace: str, name: str) -> HttpResponseBase:
        self.check_files(self.repository(namespace, name))
        return answer({})


class ResolveView(HubView):
    """HB6: the bytes of a file with ranges, under the id that the clients store it by."""

    def get(self, request: HttpRequest, namespace: str, name: str, rest: str) -> HttpResponseBase:
        text, path = split_revision(rest)
        revision = parse_revision(text)
        answered = selectors.file_at(self.caller.person, namespace, name, revision, path)
        if answered is None:
            raise self.absent()
        repository, found = answered
        self.seen(repository)
        self.check_files(repository)
        if revision is None or len(found) != 1:
            raise revision_not_found(text, _tags(repository))
        file = found[0]
        if file.withdrawn is not None:
            raise gone(file.version, file.withdrawn)
        headers = {"X-Repo-Commit": file.sha}
        if text == "main":
            self.moving(file.version)
        if file.oid is None:
            raise HubError(404, "EntryNotFound", f"There is no file {path[:200]!r} in v{file.version}.", headers)
        if file.gone is not None:
            raise part_gone(file.version, path, file.gone, headers)
        plain = is_plain(path, file.media_type, file.size)
        person, standing = self.caller.person, repository.standing
        if request.method == "GET" and (over := metering.exceeded(person, file.size)):
            raise HubError(429, "", over.message, {**headers, **over.headers()})
        filename = path.rpartition("/")[2]
        sent = file_answer(
            request,
            sha256=file.sha256,
            path=path,
            size=file.size,
            media_type=file.media_type,
            etag=file.oid if plain else file.sha256,
        )
        reply = sent.response
        reply["X-Repo-Commit"] = file.sha
        if not plain:
            reply["X-Linked-Etag"] = f'"{file.sha256}"'
            reply["X-Linked-Size"] = str(file.size)
        lasting = ", immutable, max-age=31536000" if revision.is_commit else ""
        if not sent.sent_elsewhere:
            reply["Cache-Control"] = f"private, no-transform{lasting}"
        # The clients' pattern wants the last semicolon.
        reply["Content-Disposition"] = f"inline; filename*=UTF-8''{quote(filename)}; filename=\"{quote(filename)}\";"
        return metering.metered(
            request,
            reply,
            person=person,
            project_id=standing.project_id,
            version=file.version,
            path=path,
            sent_elsewhere=sent.sent_elsewhere,
        )


def _tags(repository: Repository) -> list[str]:
    return [f"v{commit.tree.release.version}" for commit in selectors.commits_of(repository)]


class NothingView(HubView):
    """Repositories and routes that are not here: the clients must be able to tell from a missing file."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        raise self.absent()

    post = put = delete = patch = get
