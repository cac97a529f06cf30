"""Releases with episodes of two people: groups, rights, warnings, changed labels, withdrawal."""

from __future__ import annotations

import json

import pytest

from datasets.episodes.models import Episode
from datasets.episodes.withdrawing import episodes_of_motions
from datasets.motion.models import MotionAsset
from export.releases import services
from export.releases.kinds.episodes.material import EpisodeMaterial
from export.releases.models import Release, ReleaseLine
from export.releases.selectors import preview as preview_of
from export.splits.domain import parse_policy
from tests.factories.kept_episodes import (
    fill_profile,
    make_collection,
    make_dyad,
    make_episode,
    make_kept,
    make_motion,
    make_pair,
    make_render,
    make_scene,
)

pytestmark = pytest.mark.django_db
POLICY = parse_policy({"shares": {"train": 2, "validation": 1, "test": 1}})


@pytest.fixture
def collection(project):
    return make_collection(project)


@pytest.fixture
def scene(project):
    return make_scene(project)


def rendered(episode):
    for setting in ("P-Init", "P-Ref"):
        make_render(episode, setting)
    return episode


def plan(project):
    return preview_of(project, version=None, notes="", policy=POLICY, seed=7)


def bundles(project):
    return {bundle.origin["second_label"]: bundle for bundle in EpisodeMaterial(project).kept()}


def test_a_dyad_joins_its_two_performers(project, collection, scene):
    """SP1, SP2, EP68: Anna's and Ben's solo episodes lie in the split of what they played together."""
    rendered(make_dyad(make_pair(collection, 100), scene, 1))
    for n, name in enumerate(("anna", "ben"), start=200):
        rendered(make_episode(make_motion(collection, n, performer=name, label="happy"), scene, n))
    make_kept(project, 12, collection=collection, scene=scene)

    placed = plan(project).placement.bundles
    of_pair = next(b for b in placed if b.origin["second_label"])
    anna, ben = (
        next(b for b in placed if b.origin["motion"] == str(MotionAsset.objects.get(external_id=str(n)).pk))
        for n in (200, 201)
    )
    assert of_pair.split == anna.split == ben.split
    assert len([key for key in of_pair.keys if key[0] == "performer"]) == 2
    assert ("family", "dyadic") in of_pair.strata


def test_rights_warnings_and_origin_are_those_of_both(project, collection, scene):
    """EP68, RL7: the strictest; warnings of either; synthetic if one of them is."""
    first, second = make_pair(collection, 100)
    MotionAsset.objects.filter(pk=first.pk).update(content_warnings=["shouting"], is_synthetic=False)
    MotionAsset.objects.filter(pk=second.pk).update(content_warnings=["weapon"], may_redistribute="annotations")
    dyad = rendered(make_dyad((first, second), scene, 1, target="B"))
    make_kept(project, 8, collection=collection, scene=scene)

    bundle = bundles(project)["sad"]
    assert (bundle.may_redistribute, bundle.with_media, bundle.is_synthetic) == ("annotations", False, True)
    assert ("label", "sad") in bundle.strata, "of B, who is asked about"
    material = EpisodeMaterial(project)
    line = next(
        json.loads(row.line) for row in material.rows(plan(project).placement, "0.1.0", ()) if row.id == str(dyad.pk)
    )
    assert line["content_warnings"] == ["shouting", "weapon"]
    assert (line["label"], line["motion_path"], line["second_person"]["motion_path"]) == ("sad", None, None)


@pytest.mark.parametrize("whose", [0, 1])
def test_a_changed_label_of_either_keeps_the_dyad_out_and_nothing_else(project, collection, scene, whose):
    """Person A's solo episode stays in when only B's label has changed."""
    pair = make_pair(collection, 100)
    dyad = rendered(make_dyad(pair, scene, 1))
    make_kept(project, 8, collection=collection, scene=scene)
    solo = rendered(make_episode(pair[1 - whose], scene, 2))
    MotionAsset.objects.filter(pk=pair[whose].pk).update(label="happy")

    assert bundles(project)["sad"].reason == "its motion's label has changed since it was composed"
    pinned = {row.id for row in EpisodeMaterial(project).rows(plan(project).placement, "0.1.0", ())}
    assert str(solo.pk) in pinned
    assert str(dyad.pk) not in pinned


def test_two_releases_of_the_same_dyads_are_the_same(project, maintainer, collection, scene):
    """RL55: rows of dyads are frozen, compared by what they are made of, and told apart when B changes."""
    dyads = [rendered(make_dyad(make_pair(collection, 100 + 10 * n), scene, n, target="AB"[n % 2])) for n in range(4)]
    make_kept(project, 8, collection=collection, scene=scene)
    fill_profile(project, maintainer)
    release = services.create_release(actor=maintainer, project=project, version="0.1.0", seed=7)
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    services.write_release(release_id=release.pk)

    release = Release.objects.get(pk=release.pk)
    assert release.state == "frozen"
    lines = {
        json.loads(line)["episode_id"]: json.loads(line)
        for line in ReleaseLine.objects.filter(row__release=release).values_list("line", flat=True)
    }
    for dyad in dyads:
        assert lines[str(dyad.pk)]["label"] == dyad.asked_label
        assert lines[str(dyad.pk)]["second_person"]["motion_id"] == str(dyad.second_motion_id)
    again = plan(project).changes
    assert (again.added, again.removed, sum(again.changed.values())) == (0, 0, 0)
    MotionAsset.objects.filter(pk=dyads[0].second_motion_id).update(source_label="renamed")
    assert sum(plan(project).changes.changed.values()) == 1


def test_either_performer_or_motion_takes_the_dyad_out(project, collection, scene):
    """WD3."""
    first, second = make_pair(collection, 100)
    dyad = make_dyad((first, second), scene, 1)

    assert episodes_of_motions([second.pk]) == episodes_of_motions([first.pk]) == [dyad.pk]
    assert Episode.objects.get(pk=dyad.pk).state == "kept"
