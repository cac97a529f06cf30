from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from affectory.core.canonical import sha256_hex
from affectory.core.models import AuditEvent
from affectory.core.withdrawn import What, mark_withdrawn
from datasets.motion.models import Avatar
from datasets.motion.services import avatars
from datasets.scenes.gltf import read_gltf
from tests.factories.motion import make_motion
from tests.factories.rigs import character, scale_accessor

URL = "/api/v1/projects/lab/avatars"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


def upload(client, data=None, **more):
    given = {"name": "Anna", "licence": "CC BY 4.0", "may_redistribute": "derived", **more}
    file = SimpleUploadedFile("anna.glb", character() if data is None else data)
    return client.post(URL, {**given, "file": file}, format="multipart")


def test_a_character_is_fitted_kept_and_sent(client, maintainer):
    """MO57, MO58"""
    answer = upload(client)

    assert answer.status_code == 201
    body = answer.json()
    assert (body["name"], body["is_chosen"], body["created_by"]) == ("Anna", False, maintainer.username)
    assert body["report"]["family"] == "hik"
    assert len(body["report"]["found"]) == 22
    sent = client.get(body["glb_url"])
    read = read_gltf(b"".join(sent.streaming_content) if sent.streaming else sent.content, name="a.glb")
    assert len(read.skins[0].joints) == 22
    assert [one["name"] for one in client.get(URL).json()["avatars"]] == ["Anna"]
    assert AuditEvent.objects.filter(event="motion.avatar_added").count() == 1


def test_a_broken_one_is_refused_with_its_field_and_nothing_is_kept(client):
    """MO57"""
    answer = upload(client, character(change=scale_accessor("WEIGHTS_0", 0.5)))

    assert (answer.status_code, answer.json()["code"]) == (400, "motion.avatar_refused")
    assert "do not sum to 1" in answer.json()["fields"]["file"][0]
    assert not Avatar.objects.exists()


def test_a_name_and_a_file_come_in_once(client):
    upload(client)

    assert list(upload(client).json()["fields"]) == ["name"]
    assert list(upload(client, name="Berta").json()["fields"]) == ["file"]
    assert Avatar.objects.count() == 1


def test_one_that_is_withdrawn_while_it_is_fitted_does_not_come_in_again(client, project, monkeypatch):
    """WD5."""
    fit = avatars.fit_avatar

    def fitted(data, **given):
        mark_withdrawn(project.pk, [(What.BYTES, sha256_hex(data))], "Its maker asked for it.")
        return fit(data, **given)

    monkeypatch.setattr(avatars, "fit_avatar", fitted)
    answer = upload(client)

    assert (answer.status_code, answer.json()["code"]) == (400, "motion.avatar_withdrawn")
    assert not Avatar.objects.exists()


def test_the_chosen_one_shows_the_motions_and_its_rights_join(client, maintainer, project):
    """MO59"""
    motion = make_motion(maintainer, project, licence="CC0", may_redistribute="media")
    mannequin = client.get(f"/api/v1/projects/lab/motions/{motion.pk}").json()["avatar_url"]
    made = upload(client).json()

    listed = client.put(f"{URL}/chosen", {"avatar": made["id"]}, format="json").json()

    assert [one["is_chosen"] for one in listed["avatars"]] == [True]
    detail = client.get(f"/api/v1/projects/lab/motions/{motion.pk}").json()
    assert (mannequin, detail["avatar_url"]) == ("/api/v1/avatar.glb", made["glb_url"])
    exported = client.get(detail["animated_url"]).content
    assert b'"copyright":"CC BY 4.0; CC0"' in exported
    assert b'"may_redistribute":"derived"' in exported
    assert b"COLOR_0" in exported
    back = client.put(f"{URL}/chosen", {"avatar": None}, format="json").json()
    assert [one["is_chosen"] for one in back["avatars"]] == [False]
    unknown = client.put(f"{URL}/chosen", {"avatar": str(motion.pk)}, format="json")
    assert unknown.status_code == 404


def test_one_that_is_taken_out_is_chosen_by_nobody_until_it_is_back(client, client_for, reviewer_a):
    """MO68"""
    made = upload(client).json()
    client.put(f"{URL}/chosen", {"avatar": made["id"]}, format="json")

    gone = client.patch(f"{URL}/{made['id']}", {"taken_out": True}, format="json").json()

    assert (gone["is_chosen"], gone["taken_out_at"] is None, gone["episodes"]) == (False, False, 0)
    refused = client.put(f"{URL}/chosen", {"avatar": made["id"]}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "motion.avatar_taken_out")
    assert client_for(reviewer_a).get(made["glb_url"]).status_code == 200
    back = client.patch(f"{URL}/{made['id']}", {"taken_out": False}, format="json").json()
    assert back["taken_out_at"] is None
    assert client.put(f"{URL}/chosen", {"avatar": made["id"]}, format="json").status_code == 200
    events = AuditEvent.objects.filter(event__in=["motion.avatar_taken_out", "motion.avatar_brought_back"])
    assert events.count() == 2
