"""HB1 to HB4 without a database. The ids are checked against git itself where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from export.access.domain import repository_id
from export.hub.domain import (
    Revision,
    RevisionKind,
    commit_id,
    is_plain,
    nodes_of,
    object_id,
    parse_revision,
    pointer,
    split_revision,
    tree_ids,
)
from export.releases.domain import Version

# From the book "Pro Git" (2nd edition), chapter 10.2: "what is up, doc?" and "test content\n".
PUBLISHED = {b"what is up, doc?": "bd9dbf5aae1a3862dd1526723246b20206e5fc37"}
PUBLISHED[b"test content\n"] = "d670460b4b4aece5915caf5c68d12f560a9fe3e4"
FILES = {"README.md": b"# x\n", "a.txt": b"1", "a/b.txt": b"2", "a/b/c.txt": b"3", "a-b": b"", "ü/x": b"4"}


def test_hb2_blob_ids_are_those_of_the_literature() -> None:
    assert {data: object_id("blob", data) for data in PUBLISHED} == PUBLISHED
    assert tree_ids({})[""] == "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # git's well-known empty tree


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle here")
def test_hb2_hb3_trees_and_commits_have_the_ids_that_git_gives(tmp_path: Path) -> None:
    def git(*words: str, **environment: str) -> str:
        done = subprocess.run(
            ["git", *words],
            cwd=tmp_path,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin:/usr/local/bin", **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    git("init", "-q", ".")
    for path, data in FILES.items():
        if path == "a/b.txt":
            continue
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    (tmp_path / "a" / "b.txt").write_bytes(FILES["a/b.txt"])
    git("add", ".")
    ids = tree_ids({path: object_id("blob", data) for path, data in FILES.items()})
    tree = git("write-tree")
    assert ids[""] == tree
    assert ids["a/b"] == git("rev-parse", f"{tree}:a/b")
    who = "affectory <affectory@users.noreply.invalid>"
    dates = {"GIT_AUTHOR_DATE": "1790000000 +0000", "GIT_COMMITTER_DATE": "1790000000 +0000"}
    names = {f"GIT_{role}_NAME": "affectory" for role in ("AUTHOR", "COMMITTER")}
    names |= {f"GIT_{role}_EMAIL": who.split("<")[1].rstrip(">") for role in ("AUTHOR", "COMMITTER")}
    parent = None
    for message in ("Release v0.1.0", "Release v0.2.0"):
        theirs = git("commit-tree", tree, "-m", message, *(["-p", parent] if parent else []), **dates, **names)
        ours = commit_id(tree=tree, parent=parent, author="affectory", seconds=1790000000, message=message)
        assert ours == theirs
        parent = ours


def test_hb2_what_is_large_or_data_or_media_stands_in_the_tree_as_a_pointer() -> None:
    assert is_plain("README.md", "text/markdown; charset=utf-8", 100)
    assert is_plain("manifest.json", "application/json", 1024 * 1024)
    assert not is_plain("manifest.json", "application/json", 1024 * 1024 + 1)
    assert not is_plain("data/train.parquet", "application/vnd.apache.parquet", 10)
    assert not is_plain("media/x/P-Init.frames.json", "application/json", 10)
    root, nodes = nodes_of([("x.mp4", "a" * 64, 7, "video/mp4")], {})
    assert nodes[0].oid == object_id("blob", pointer("a" * 64, 7))
    assert len(pointer("a" * 64, 7)) == 43 + 76 + 7
    assert root == tree_ids({"x.mp4": nodes[0].oid})[""]


@pytest.mark.parametrize(
    ("text", "revision"),
    [
        ("main", Revision(RevisionKind.MAIN, "main")),
        ("refs/heads/main", Revision(RevisionKind.MAIN, "main")),
        ("v1.2.3", Revision(RevisionKind.TAG, "v1.2.3", Version(1, 2, 3))),
        ("refs/tags/v1.2.3", Revision(RevisionKind.TAG, "v1.2.3", Version(1, 2, 3))),
        ("0123abc", Revision(RevisionKind.COMMIT, "0123abc")),
        ("0123ab", None),
        ("0123ABC", None),
        ("1.2.3", None),
        ("v01.2.3", None),
        ("v1.2", None),
        ("v1.2.3-rc1", None),
        ("refs/convert/parquet", None),
        ("v٣.0.0", None),
        ("", None),
        ("f" * 41, None),
    ],
)
def test_hb4_revisions(text: str, revision: Revision | None) -> None:
    assert parse_revision(text) == revision


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("main", ("main", "")),
        ("main/data/x.parquet", ("main", "data/x.parquet")),
        ("refs/heads/main/data", ("refs/heads/main", "data")),
        ("refs/tags/v1.0.0/a/b", ("refs/tags/v1.0.0", "a/b")),
        ("refs/tags/v1.0.0", ("refs/tags/v1.0.0", "")),
        ("refs/convert/parquet/a", ("refs", "convert/parquet/a")),
    ],
)
def test_hb4_a_revision_is_split_from_its_path(text: str, parts: tuple[str, str]) -> None:
    assert split_revision(text) == parts


@pytest.mark.parametrize(
    ("slug", "found"),
    [
        ("lab", "affectory/lab"),
        ("lab-2_x", "affectory/lab-2_x"),
        ("a--b", None),
        ("-a", None),
        ("a-", None),
        ("x" * 86, "affectory/" + "x" * 86),
        ("x" * 87, None),
    ],
)
def test_hb1_repository_ids_are_those_that_clients_accept(slug: str, found: str | None) -> None:
    assert repository_id("affectory", slug) == found
