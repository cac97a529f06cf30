"""A release described for who has nothing but a link: its frozen Croissant file with addresses and the date."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse

from affectory.core import storage
from export.formats.croissant import CROISSANT, MEDIA_TYPE, PROFILE, served
from export.hub import selectors
from export.hub.api.answers import HubError
from export.hub.api.base import HubView, part_gone
from export.hub.models import HubCommit
from export.hub.selectors import Repository


class CroissantView(HubView):
    """RL19: addresses name the commit, never a tag, so that digests and bytes cannot drift apart."""

    def get(self, request: HttpRequest, namespace: str, name: str, revision: str = "main") -> HttpResponseBase:
        repository = self.repository(namespace, name)
        self.check_files(repository)
        commit, _ = self.commit(repository, revision)
        nodes = selectors.nodes_at(commit, [CROISSANT])
        if not nodes:
            raise HubError(404, "EntryNotFound", f"v{commit.tree.release.version} was frozen without {CROISSANT}.")
        sentence = selectors.why_gone(commit, CROISSANT)
        if sentence is not None:
            raise part_gone(commit.tree.release.version, CROISSANT, sentence, {"X-Repo-Commit": commit.sha})
        body = served(
            json.loads(storage.read_bytes(nodes[0].sha256)),
            url=request.build_absolute_uri(f"/open/{repository.slug}"),
            files_url=request.build_absolute_uri(_files_at(repository, commit)),
            published=f"{commit.committed_at:%Y-%m-%d}",
        )
        reply = HttpResponse(json.dumps(body, ensure_ascii=False), content_type=f'{MEDIA_TYPE}; profile="{PROFILE}"')
        reply["Cache-Control"] = "private, no-cache"
        reply["X-Repo-Commit"] = commit.sha
        return reply


def _files_at(repository: Repository, commit: HubCommit) -> str:
    namespace, _, name = repository.id.partition("/")
    rest = f"{commit.sha}/_"
    return reverse("hub-resolve", kwargs={"namespace": namespace, "name": name, "rest": rest})[:-1]
