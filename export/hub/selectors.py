"""Reads about repositories. The statement for a file is written out, because its CPU time is promised."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

from affectory.accounts.models import Project
from export.access.domain import Reading, repository_id
from export.access.selectors import FACTS_COLUMNS, FACTS_FROM, FACTS_WIDTH, Asker, Standing, standing_in, standing_of
from export.hub.domain import Node, Revision, RevisionKind
from export.hub.models import HubCommit, HubEntry
from export.releases.models import FileTombstone


class Repository(NamedTuple):
    """A project as somebody may see it in the Hub protocol."""

    id: str
    slug: str
    standing: Standing

    @property
    def gives_files(self) -> bool:
        return self.standing.reading.gives_files


def slug_of(namespace: str, name: str) -> str | None:
    """HB1: one project, one repository; a slug that the clients would refuse has none."""
    return name if namespace == settings.HUB_NAMESPACE and repository_id(namespace, name) else None


def repository_for(person: Asker, namespace: str, name: str) -> Repository | None:
    """HB5: None if it is not there, or if it is not for them: the two cannot be told apart."""
    slug = slug_of(namespace, name)
    standing = None if slug is None else standing_in(person, slug)
    if slug is None or standing is None or not standing.reading.knows:
        return None
    return Repository(f"{namespace}/{name}", slug, standing)


def commits_of(repository: Repository) -> QuerySet[HubCommit]:
    """All commits, withdrawn ones too, highest version first."""
    found = HubCommit.objects.filter(project_id=repository.standing.project_id)
    found = found.select_related("tree__release__withdrawal", "tree__release__project", "parent")
    return found.order_by("-tree__release__major", "-tree__release__minor", "-tree__release__patch")


def commits_at(repository: Repository, revision: Revision) -> list[HubCommit]:
    """HB4: the commit that a revision names; two if the beginning of an id fits two, none if nothing fits."""
    found = commits_of(repository)
    if revision.kind is RevisionKind.MAIN:
        served = found.filter(tree__release__withdrawal__isnull=True)[:1]
        return list(served or found[:1])
    if revision.version is not None:
        major, minor, patch = revision.version
        release = {"tree__release__major": major, "tree__release__minor": minor, "tree__release__patch": patch}
        return list(found.filter(**release))
    return list(found.filter(sha__startswith=revision.text)[:2])


def nodes_under(commit: HubCommit, folder: str, *, recursive: bool, after: str, limit: int) -> list[Node]:
    """A page of a folder's listing, in order of path."""
    found = HubEntry.objects.filter(tree_id=commit.tree_id, path__gt=after)
    if not recursive:
        found = found.filter(folder=folder)
    elif folder:
        # "0" is the character after "/": everything below the folder and nothing else.
        found = found.filter(path__gt=f"{folder}/", path__lt=f"{folder}0")
    return [Node(*row) for row in found.order_by("path").values_list(*Node._fields)[:limit]]


def nodes_at(commit: HubCommit, paths: list[str]) -> list[Node]:
    found = HubEntry.objects.filter(tree_id=commit.tree_id, path__in=paths)
    return [Node(*row) for row in found.order_by("path").values_list(*Node._fields)]


def why_gone(commit: HubCommit, path: str) -> str | None:
    """WD7: why a file of a commit is served no more."""
    buried = FileTombstone.objects.filter(file__release_id=commit.tree.release_id, file__path=path)
    return buried.values_list("sentence", flat=True).first()


def is_folder(commit: HubCommit, path: str) -> bool:
    return HubEntry.objects.filter(tree_id=commit.tree_id, path=path, is_folder=True).exists()


class FileFound(NamedTuple):
    """One commit that fits the revision, and the file in it if it is there."""

    sha: str
    version: str
    withdrawn: str | None
    oid: str | None
    sha256: str
    size: int
    media_type: str
    gone: str | None


def file_at(
    person: Asker, namespace: str, name: str, revision: Revision | None, path: str
) -> tuple[Repository, list[FileFound]] | None:
    """HB5, HB6 in one statement: what somebody may read of a repository, and the file at a revision.

    None if the repository is not for them. Two files if the beginning of a commit's id fits two.
    """
    slug = slug_of(namespace, name)
    if slug is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute(
            _FILES[None if revision is None else revision.kind],
            {**person.parameters(), **_asked(revision), "slug": slug, "path": path},
        )
        rows = cursor.fetchall()
    if not rows:
        return None
    standing = standing_of(person, rows[0][:FACTS_WIDTH])
    if standing.reading is Reading.NOTHING:
        return None
    found = [FileFound(*row[FACTS_WIDTH:]) for row in rows if row[FACTS_WIDTH] is not None]
    return Repository(f"{namespace}/{name}", slug, standing), found


def _asked(revision: Revision | None) -> dict[str, Any]:
    if revision is None:
        return {}
    if revision.version is not None:
        return revision.version._asdict()
    return {"sha": revision.text + "%"}


def _statement(condition: str, limit: int) -> str:
    return f"""
SELECT {FACTS_COLUMNS}, c.sha, c.version, c.reason, e.oid, e.sha256, e.size, e.media_type, d.sentence
FROM {FACTS_FROM}
LEFT JOIN LATERAL (
    SELECT h.sha, h.tree_id, t.release_id, w.reason, concat_ws('.', r.major, r.minor, r.patch) AS version
    FROM hub_hubcommit h
    JOIN hub_hubtree t ON t.id = h.tree_id
    JOIN releases_release r ON r.id = t.release_id
    LEFT JOIN releases_withdrawal w ON w.release_id = r.id
    WHERE h.project_id = accounts_project.id AND {condition}
    ORDER BY w.id IS NOT NULL, r.major DESC, r.minor DESC, r.patch DESC LIMIT {limit}
) c ON true
LEFT JOIN hub_hubentry e ON e.tree_id = c.tree_id AND e.path = %(path)s AND NOT e.is_folder
LEFT JOIN releases_releasefile f ON f.release_id = c.release_id AND f.path = e.path
LEFT JOIN releases_filetombstone d ON d.file_id = f.id
WHERE accounts_project.slug = %(slug)s
"""  # noqa: S608  names of ours


_FILES = {
    None: _statement("false", 1),
    RevisionKind.MAIN: _statement("true", 1),
    RevisionKind.TAG: _statement("r.major = %(major)s AND r.minor = %(minor)s AND r.patch = %(patch)s", 1),
    RevisionKind.COMMIT: _statement("h.sha LIKE %(sha)s", 2),
}


def repositories_with_commits(projects: list[Project]) -> dict[Any, HubCommit]:
    """The newest commit that is served, by project."""
    found: dict[Any, HubCommit] = {}
    commits = HubCommit.objects.filter(project__in=projects, tree__release__withdrawal__isnull=True)
    for commit in commits.select_related("tree__release__project"):
        best = found.get(commit.project_id)
        if best is None or best.tree.release.version_numbers < commit.tree.release.version_numbers:
            found[commit.project_id] = commit
    return found
