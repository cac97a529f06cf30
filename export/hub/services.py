"""Writes about repositories: both are done once per release and never again."""

from __future__ import annotations

from itertools import batched

from django.conf import settings
from django.db import transaction

from affectory.accounts.models import Project
from affectory.core import storage
from export.hub.domain import commit_id, is_plain, nodes_of, object_id
from export.hub.models import HubCommit, HubEntry, HubTree
from export.releases.domain import ReleaseState, Version
from export.releases.models import Release

_BATCH = 2000


@transaction.atomic
def record_tree(release: Release) -> HubTree:
    """HB2: git ids of a frozen release's files; the tree that is there if this was done before."""
    found = HubTree.objects.filter(release=release).first()
    if found is not None:
        return found
    files = list(release.files.values_list("path", "sha256", "size", "media_type"))
    plain = {
        path: object_id("blob", storage.read_bytes(sha256))
        for path, sha256, size, kind in files
        if is_plain(path, kind, size)
    }
    oid, nodes = nodes_of(files, plain)
    tree = HubTree.objects.create(release=release, oid=oid, files=len(files))
    for some in batched(nodes, _BATCH):
        HubEntry.objects.bulk_create(
            HubEntry(tree=tree, folder=node.path.rpartition("/")[0], **node._asdict()) for node in some
        )
    return tree


@transaction.atomic
def record_commit(release: Release) -> HubCommit:
    """HB3: the commit of a published release; its id holds the moment of publishing and the commit before it."""
    found = HubCommit.objects.filter(tree__release=release).first()
    if found is not None:
        return found
    if release.state != ReleaseState.FROZEN or release.published_at is None:
        raise ValueError(f"{release.version} is not published")
    tree = record_tree(release)
    Project.objects.select_for_update().get(pk=release.project_id)
    parent = _parent_of(release)
    published_at = release.published_at.replace(microsecond=0)
    author, title = settings.HUB_NAMESPACE, f"Release v{release.version}"
    sha = commit_id(
        tree=tree.oid,
        parent=None if parent is None else parent.sha,
        author=author,
        seconds=int(published_at.timestamp()),
        message=title,
    )
    return HubCommit.objects.create(
        tree=tree,
        project_id=release.project_id,
        sha=sha,
        parent=parent,
        author=author,
        title=title,
        committed_at=published_at,
    )


def _parent_of(release: Release) -> HubCommit | None:
    commits = HubCommit.objects.filter(project_id=release.project_id).select_related("tree__release")
    below = [commit for commit in commits if commit.tree.release.version_numbers < release.version_numbers]
    return max(below, key=lambda commit: Version(*commit.tree.release.version_numbers), default=None)
