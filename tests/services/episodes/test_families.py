"""The database keeps what a family has and has not."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from datasets.episodes.models import Episode
from tests.factories.kept_episodes import (
    make_collection,
    make_dyad,
    make_episode,
    make_grounded,
    make_motion,
    make_pair,
    make_scene,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene(project):
    return make_scene(project)


@pytest.fixture
def pair(project):
    return make_pair(make_collection(project), 1)


def refused(episode, rule, **changes):
    """Another like it, but for the changes."""
    other = Episode.objects.get(pk=episode.pk)
    for name, value in {"id": uuid4(), **changes}.items():
        setattr(other, name, value)
    with pytest.raises(IntegrityError, match=rule), transaction.atomic():
        other.save(force_insert=True)


def test_each_family_has_its_column_and_no_other(scene, pair):
    """EP61."""
    alone, seated, two = make_episode(pair[0], scene, 1), make_grounded(pair[0], scene, 2), make_dyad(pair, scene, 3)
    rule = "episode_has_what_its_family_has"

    refused(alone, rule, challenge="")
    refused(alone, rule, action="sit")
    refused(seated, rule, action="")
    refused(seated, rule, challenge="far_visible")
    refused(seated, rule, family="observation_controlled")
    refused(two, rule, target="")
    refused(two, rule, challenge="rear_view")


def test_a_dyad_has_two_people_and_nobody_else_does(scene, pair):
    """EP60."""
    alone, two = make_episode(pair[0], scene, 1), make_dyad(pair, scene, 3)

    refused(two, "only_a_dyad_has_two_people", second_motion=None)
    refused(two, "only_a_dyad_has_two_people", second_label="")
    refused(two, "dyad_has_two_motions", second_motion=two.motion)
    refused(alone, "only_a_dyad_has_two_people", second_motion=pair[1], second_label="sad")


def test_the_two_of_a_dyad_are_of_one_performance(project, scene, pair):
    """EP39."""
    other = make_pair(make_collection(project, "other"), 5)

    refused(make_dyad(pair, scene, 3), "dyad_of_one_performance", second_motion=other[1])


def test_what_an_episode_is_stays_as_it_was_composed(scene, pair):
    """EP40: only what became of it changes."""
    two = make_dyad(pair, scene, 3)
    found = Episode.objects.filter(pk=two.pk)

    for changes in (
        {"spec": {**two.spec, "seed": 4}},
        {"target": "B"},
        {"motion": pair[1]},
        {"bounds": {"a": [0, 1]}},
    ):
        with pytest.raises(IntegrityError, match="stays as it was composed"), transaction.atomic():
            found.update(**changes)
    assert found.update(checks=[], refusal="It is hidden.") == 1


def test_either_is_asked_only_where_one_answer_is_right(project, scene, pair):
    """EP63."""
    two = make_dyad(pair, scene, 3)
    alike = make_pair(make_collection(project, "other"), 5, labels=("happy", "happy"))

    assert [two.label, two.second_label] == ["angry", "sad"]
    refused(two, "either_has_one_answer", target="either")
    assert make_dyad(alike, scene, 4, target="either").asked_label == "happy"


def test_the_label_asked_for_is_the_targets(scene, pair):
    """EP62."""
    asked_a, asked_b = make_dyad(pair, scene, 3), make_dyad(pair, scene, 3, target="B")

    assert (asked_a.asked_label, asked_b.asked_label) == ("angry", "sad")
    assert asked_b.labels == ["angry", "sad"]
    motion = make_motion(pair[0].collection, 9, performer=None, label="happy")
    assert make_episode(motion, scene, 9).labels == ["happy"]
