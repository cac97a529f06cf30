"""RL16: the difference between any two releases, over HTTP."""

from __future__ import annotations

import json

import pytest

from datasets.episodes.models import Episode
from tests.factories.kept_episodes import make_kept

pytestmark = pytest.mark.django_db
BASE = "/api/v1/projects/lab/releases"


def diff(client, new: str, old: str, **query) -> dict:
    reply = client.get(f"{BASE}/{new}/diff/{old}", query)
    assert reply.status_code == 200, reply.content
    return json.loads(b"".join(reply.streaming_content))


@pytest.fixture
def two(kept, frozen):
    """0.1.0 with 24 rows; 1.0.0 without one of them, two more, two of another label, two of another name."""
    frozen("0.1.0")
    relabelled, renamed = kept[4].motion, kept[8].motion
    Episode.objects.filter(pk=kept[0].pk).update(state="removed")
    type(relabelled).objects.filter(pk=relabelled.pk).update(label="fearful")
    Episode.objects.filter(motion=relabelled).update(label="fearful")
    type(renamed).objects.filter(pk=renamed.pk).update(source_label="renamed")
    make_kept(kept[0].project, 1, collection=kept[0].motion.collection, scene=kept[0].scene, first=100)
    return kept, frozen("1.0.0")


def test_rl16_counts_version_and_rows(two, client_for, researcher) -> None:
    kept, _ = two
    found = diff(client_for(researcher), "1.0.0", "0.1.0")
    assert (found["version"], found["base"], found["required"], found["bump"]) == ("1.0.0", "0.1.0", "1.0.0", "MAJOR")
    assert (found["added"], found["removed"], found["changed"]) == (2, 1, {"label": 2, "content": 2})
    assert found["next"] is None
    rows = {row["id"]: row for row in found["rows"]}
    assert list(rows) == sorted(rows)
    assert rows[str(kept[0].pk)]["kind"] == "removed"
    changed = rows[str(kept[4].pk)]
    assert (changed["kind"], changed["what"]) == ("changed", "label")
    assert {"name": "label", "old": "neutral", "new": "fearful"} in changed["fields"]
    assert "release" not in {field["name"] for field in changed["fields"]}
    assert rows[str(kept[8].pk)]["fields"] == [{"name": "source_label", "old": "source angry", "new": "renamed"}]


def test_rl16_applied_to_the_old_release_it_gives_the_new_one(two, client_for, researcher) -> None:
    client = client_for(researcher)

    def rows_of(version: str) -> dict[str, dict]:
        found = {}
        for split in ("train", "validation", "test"):
            for row in client.get(f"{BASE}/{version}/splits/{split}?limit=500").json()["results"]:
                found[row["episode_id"]] = {**row, "release": None}
        return found

    rows = rows_of("0.1.0")
    for row in diff(client, "1.0.0", "0.1.0")["rows"]:
        if row["kind"] == "removed":
            del rows[row["id"]]
        elif row["kind"] == "added":
            rows[row["id"]] = {**row["row"], "release": None}
        else:
            rows[row["id"]] |= {field["name"]: field["new"] for field in row["fields"]}
    assert rows == rows_of("1.0.0")


def test_rl16_filters_and_pages(two, client_for, maintainer) -> None:
    client = client_for(maintainer)
    everything = diff(client, "1.0.0", "0.1.0")["rows"]
    assert [row["kind"] for row in diff(client, "1.0.0", "0.1.0", kind="added")["rows"]] == ["added"] * 2
    only = diff(client, "1.0.0", "0.1.0", kind="changed", what="content")["rows"]
    assert [row["what"] for row in only] == ["content"] * 2
    paged, after = [], None
    while True:
        page = diff(client, "1.0.0", "0.1.0", limit=3, **({"after": after} if after else {}))
        paged += page["rows"]
        after = page["next"]
        if after is None:
            break
        assert len(page["rows"]) == 3
    assert paged == everything


def test_rl16_backwards_and_with_itself(two, client_for, maintainer) -> None:
    client = client_for(maintainer)
    back = diff(client, "0.1.0", "1.0.0")
    assert (back["added"], back["removed"]) == (1, 2)
    same = diff(client, "0.1.0", "v0.1.0")
    assert (same["rows"], same["reasons"], same["bump"]) == ([], ["No row changed."], "PATCH")


def test_rl16_what_cannot_be_compared_is_said(two, client_for, maintainer, draft, outsider) -> None:
    client = client_for(maintainer)
    draft("2.0.0")
    assert client.get(f"{BASE}/1.0.0/diff/9.9.9").status_code == 404
    assert client.get(f"{BASE}/2.0.0/diff/1.0.0").json()["code"] == "release.not_frozen"
    for bad in ({"kind": "x"}, {"what": "x"}, {"after": "x"}, {"limit": "-1"}, {"limit": "501"}, {"limit": ""}):
        assert client.get(f"{BASE}/1.0.0/diff/0.1.0", bad).status_code == 400
    assert client_for(outsider).get(f"{BASE}/1.0.0/diff/0.1.0").status_code == 404
