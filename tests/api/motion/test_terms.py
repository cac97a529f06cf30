"""MO42, MO47: terms of collections and performers, and what they would change before they are set."""

from __future__ import annotations

import pytest

from affectory.core.models import AuditEvent
from datasets.motion.models import MotionAsset, Performer
from tests.factories.kept_episodes import (
    make_collection,
    make_dyad,
    make_episode,
    make_kept,
    make_motion,
    make_pair,
    make_scene,
)

URL = "/api/v1/projects/lab"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


def effects(client, path: str, body: dict) -> dict:
    answer = client.post(f"{URL}/{path}", body, format="json")
    assert answer.status_code == 200, answer.content
    found = answer.json() | {"episodes": {state: n for state, n in answer.json()["episodes"].items() if n}}
    return {name: value for name, value in found.items() if value}


def test_mo47_closing_a_collection_says_which_clips_the_next_release_loses(client, project):
    # Four motions of two people with two kept episodes each.
    make_kept(project, 4)
    collection = MotionAsset.objects.first().collection
    closed = {"may_redistribute": "annotations"}
    assert effects(client, f"collections/{collection.pk}/effects", closed) == {
        "motions": 4,
        "stricter": 4,
        "episodes": {"kept": 8},
        "losing_media": 8,
    }
    assert client.get(f"{URL}/collections/{collection.pk}").json()["may_redistribute"] == "media"
    answer = client.patch(f"{URL}/collections/{collection.pk}", closed, format="json")
    assert (answer.status_code, answer.json()["may_redistribute"]) == (200, "annotations")
    opened = effects(client, f"collections/{collection.pk}/effects", {"may_redistribute": "derived"})
    assert (opened["opener"], opened["gaining_media"]) == (4, 8)


def test_mo42_one_persons_terms_narrow_their_own_motions_only(client, project):
    make_kept(project, 4)
    person = Performer.objects.get(name="performer 0")
    terms = {
        "may_redistribute": "annotations",
        "licence": "Consent form 3",
        "consent_reference": "binder 7, page 12",
        "consent_terms": "No clips to anybody outside.",
        "consented_on": "2026-05-04",
    }
    found = effects(client, f"performers/{person.pk}/effects", terms)
    assert (found["motions"], found["stricter"], found["losing_media"]) == (2, 2, 4)
    answer = client.patch(f"{URL}/performers/{person.pk}", terms, format="json")
    assert (answer.status_code, answer.json()) == (
        200,
        {"id": str(person.pk), "name": "performer 0", "motions": 2, "may_send_to_external_model": None, **terms},
    )
    allowed = {
        (motion.performer.name, str(motion.rights.may_redistribute))
        for motion in MotionAsset.objects.select_related("collection", "performer")
    }
    assert allowed == {("performer 0", "annotations"), ("performer 1", "media")}
    event = AuditEvent.objects.get(event="motion.performer_terms_changed")
    assert (event.data["before"]["consented_on"], event.data["after"]["consented_on"]) == (None, "2026-05-04")


def test_saying_the_same_again_writes_nothing(client, project):
    make_kept(project, 2)
    person = Performer.objects.get()
    client.patch(f"{URL}/performers/{person.pk}", {"may_redistribute": ""}, format="json")
    assert not AuditEvent.objects.filter(event="motion.performer_terms_changed").exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"may_redistribute": "everything"}, "may_redistribute"),
        ({"consented_on": "last week"}, "consented_on"),
        ({"consent_reference": "x" * 301}, "consent_reference"),
        ({"may_send_to_external_model": "perhaps"}, "may_send_to_external_model"),
    ],
)
def test_terms_without_a_meaning_are_refused_with_their_field(client, project, body, field):
    make_kept(project, 2)
    person = Performer.objects.get()
    answer = client.patch(f"{URL}/performers/{person.pk}", body, format="json")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_mo47_another_label_mapping_says_which_kept_episodes_leave_the_next_release(client, project):
    collection, scene = make_collection(project), make_scene(project)
    for n, (label, state) in enumerate([("angry", "kept"), ("angry", "in_review"), ("sad", "kept")]):
        motion = make_motion(collection, n, performer=None, label=label, source_label=label)
        make_episode(motion, scene, n, state=state)
    pair = make_pair(collection, 10, labels=("happy", "sad"))
    for motion in pair:
        MotionAsset.objects.filter(pk=motion.pk).update(source_label=motion.label)
    make_dyad(pair, scene, 10)

    body = {"preset": "free", "labels": {"angry": "fearful"}, "exclusions": {"sad": "not acted well"}}
    # Angry: one kept and one in review. Sad: one kept alone and the kept pair, whose second person is sad.
    found = effects(client, f"collections/{collection.pk}/label-mapping/effects", body)
    assert (found["motions"], found["leaving"]) == (4, 3)
    assert found["episodes"] == {"kept": 3, "in_review": 1}
    assert effects(client, f"collections/{collection.pk}/label-mapping/effects", {"preset": "free"}) == {}


def test_mo47_frozen_releases_with_such_episodes_are_named(client, project, kept, frozen):
    frozen("0.1.0")
    collection = MotionAsset.objects.first().collection
    found = effects(client, f"collections/{collection.pk}/effects", {"may_redistribute": "annotations"})
    assert found["releases"] == [{"version": "0.1.0", "published": False, "rows": 24}]


@pytest.mark.parametrize("path", ["collections/{0}/effects", "collections/{0}/label-mapping/effects"])
def test_what_is_not_in_the_project_is_not_found(client, project, path):
    answer = client.post(f"{URL}/{path.format('0' * 8 + '-0000-4000-8000-' + '0' * 12)}", {}, format="json")
    assert answer.status_code == 404
