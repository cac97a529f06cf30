"""RL55: rows that are made of the same are not made again to be compared, and nothing else is taken for the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from datasets.episodes.models import Episode
from datasets.observation.models import Render
from export.releases import selectors
from export.releases.kinds.episodes import material, sameness
from export.releases.models import ReleaseSource
from export.splits.domain import parse_policy
from tests.factories.kept_episodes import make_kept
from tests.factories.releases import SHARES

pytestmark = pytest.mark.django_db


@pytest.fixture
def compared(project, monkeypatch) -> Callable[[], tuple[Any, int]]:
    """The difference that a preview finds and how many rows it made for that; comparing all finds the same."""
    made: list[str] = []
    plan_row = material.plan_row
    monkeypatch.setattr(
        material,
        "plan_row",
        lambda candidate, *rest: (made.append(candidate.episode_id), plan_row(candidate, *rest))[1],
    )

    def preview() -> Any:
        policy = parse_policy(SHARES)
        return selectors.preview(project, version=None, notes="", policy=policy, seed=3).changes

    def compare() -> tuple[Any, int]:
        made.clear()
        found, n = preview(), len(made)
        with monkeypatch.context() as patch:
            patch.setattr(sameness.EpisodeSameness, "unlike", lambda *_: None)
            assert preview() == found
        return found, n

    return compare


def of_motion(**values: Any) -> Callable[[Episode], object]:
    return lambda episode: type(episode.motion).objects.filter(pk=episode.motion_id).update(**values)


def of_collection(**values: Any) -> Callable[[Episode], object]:
    return lambda e: type(e.motion.collection).objects.filter(pk=e.motion.collection_id).update(**values)


def of_scene(**values: Any) -> Callable[[Episode], object]:
    return lambda episode: type(episode.scene).objects.filter(pk=episode.scene_id).update(**values)


def checked_anew(episode: Episode) -> None:
    Episode.objects.filter(pk=episode.pk).update(checks=[{**episode.checks[0], "value": 0.123}, *episode.checks[1:]])


def rendered_anew(episode: Episode) -> None:
    Render.objects.filter(episode=episode, setting="P-Init").update(frames=7)


CHANGES = {
    "source label": (of_motion(source_label="other"), 2),
    "warnings": (of_motion(content_warnings=["violence"]), 2),
    "rights": (of_motion(may_redistribute="annotations", licence="CC BY 4.0"), 2),
    "performer": (of_motion(performer=None), 2),
    "collection": (of_collection(name="Renamed"), 24),
    "scene": (of_scene(name="Elsewhere"), 24),
    "checks": (checked_anew, 1),
    "clip": (rendered_anew, 1),
}


def test_rl55_the_same_rows_are_not_made_again(kept, frozen, compared) -> None:
    frozen("0.1.0")
    found, made = compared()
    assert (found.added, found.removed, dict(found.changed), made) == (0, 0, {}, 0)


@pytest.mark.parametrize("name", CHANGES)
def test_rl55_whatever_a_row_is_made_of_is_compared(kept, frozen, compared, name: str) -> None:
    change, rows = CHANGES[name]
    frozen("0.1.0")
    change(kept[0])
    found, made = compared()
    assert (found.added, found.removed, dict(found.changed), made) == (0, 0, {"content": rows}, rows)


def test_rl55_added_removed_and_relabelled_rows(kept, frozen, compared) -> None:
    frozen("0.1.0")
    Episode.objects.filter(pk=kept[0].pk).update(state="removed")
    of_motion(label="fearful")(kept[4])
    Episode.objects.filter(motion=kept[4].motion).update(label="fearful")
    make_kept(kept[0].project, 1, collection=kept[0].motion.collection, scene=kept[0].scene, first=100)
    found, made = compared()
    assert (found.added, found.removed, dict(found.changed), made) == (2, 1, {"label": 2}, 4)


def test_rl55_a_release_without_digests_is_compared_row_by_row(kept, frozen, compared, monkeypatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sameness.EpisodeSameness, "note", lambda *_: None)
        frozen("0.1.0")
    found, made = compared()
    assert (found.added, found.removed, dict(found.changed), made) == (0, 0, {}, 24)


def test_rl55_so_are_rows_that_are_made_in_another_way_now(kept, frozen, compared, monkeypatch) -> None:
    frozen("0.1.0")
    monkeypatch.setattr(sameness, "ROWS", "episode rows 0")
    assert compared()[1] == 24


def test_rl55_too_many_to_be_named_are_compared_all(kept, frozen, compared, monkeypatch) -> None:
    monkeypatch.setattr(sameness, "MOST", 10)
    frozen("0.1.0")
    of_scene(name="Elsewhere")(kept[0])
    found, made = compared()
    assert (dict(found.changed), made) == ({"content": 24}, 24)


def test_rl55_rl11_digests_of_a_frozen_release_never_change(kept, frozen) -> None:
    release = frozen("0.1.0")
    mine = ReleaseSource.objects.filter(row__release=release)
    assert mine.count() == 24
    for change in (lambda: mine.update(digest=b"x"), lambda: mine._raw_delete("default")):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
