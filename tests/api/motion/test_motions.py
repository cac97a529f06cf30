from __future__ import annotations

import uuid

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from affectory.core import storage
from datasets.motion.avatar import mannequin_glb
from datasets.motion.models import Collection, MotionAsset, Performance
from tests.factories.motion import make_motion

URL = "/api/v1/projects/lab/motions"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


def many(project, maintainer, count: int) -> None:
    """Rows for a page; made in bulk because only their number matters here."""
    collection = Collection.objects.create(project=project, name="bulk")
    performances = Performance.objects.bulk_create(
        Performance(collection=collection, external_id=f"p{n}") for n in range(count)
    )
    MotionAsset.objects.bulk_create(
        MotionAsset(
            project=project,
            collection=collection,
            performance=performance,
            external_id=f"{n}.bvh",
            name=f"{n}.bvh",
            source_file=f"{n}.bvh",
            source_sha256=f"{n:064x}",
            source_size_bytes=1,
            label="sad",
            source_label="SA",
        )
        for n, performance in enumerate(performances)
    )


def test_a_row_says_what_the_list_shows(client, project, maintainer):
    motion = make_motion(maintainer, project, name="wave.bvh", performer="P1", performance="t1", frames=60)
    assert client.get(URL).json() == {
        "results": [
            {
                "id": str(motion.pk),
                "name": "wave.bvh",
                "collection": "studio",
                "performer": "P1",
                "performance": "t1",
                "source_label": "happy",
                "label": "happy",
                "exclusion_reason": "",
                "state": "ready",
                "fps": 30.0,
                "frames": 60,
                "duration_s": pytest.approx(2.0, abs=1e-4),
                "checks_outcome": motion.checks_outcome,
                "is_synthetic": False,
                "scenario": "",
                "content_warnings": [],
                "poster_url": f"{URL}/{motion.pk}/poster.svg?v=1-{motion.retargeted_sha256[:12]}",
            }
        ],
        "next": None,
        "previous": None,
        "count": None,
    }


def test_a_page_takes_the_same_few_queries_whatever_its_length(client, project, maintainer):
    many(project, maintainer, 120)
    taken = []
    for limit in (1, 100):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert len(client.get(f"{URL}?limit={limit}").json()["results"]) == limit
        taken.append(len(queries))
    assert taken[0] == taken[1] <= 6


def test_pages_hold_every_motion_once(client, project, maintainer):
    """Case 47: all rows of a bulk have close or equal times."""
    many(project, maintainer, 25)
    seen, url = [], f"{URL}?limit=10"
    while url:
        page = client.get(url).json()
        seen += [row["id"] for row in page["results"]]
        url = f"{URL}?limit=10&cursor={page['next']}" if page["next"] else None
    assert len(seen) == len(set(seen)) == 25


def test_filters(client, project, maintainer):
    make_motion(maintainer, project, name="a.bvh", source_label="happy", performer="Ines")
    make_motion(maintainer, project, name="b.bvh", source_label="shrug", collection="other")

    def names(query: str) -> list[str]:
        return [row["name"] for row in client.get(f"{URL}?{query}").json()["results"]]

    other = Collection.objects.get(name="other")
    assert names("label=happy") == ["a.bvh"]
    assert names("label=none") == ["b.bvh"]
    assert names("state=ready") == ["b.bvh", "a.bvh"]
    assert names("collection=other") == names(f"collection={other.pk}") == ["b.bvh"]
    assert names("search=INES") == ["a.bvh"]
    assert names("search=shrug") == ["b.bvh"]
    assert names("state=nonsense") == names("label=nonsense") == names("search=%25") == []


def test_the_detail_has_all_the_page_and_the_player_need(client, project, maintainer):
    motion = make_motion(maintainer, project, name="wave.bvh", frames=60)
    body = client.get(f"{URL}/{motion.pk}").json()
    assert body["rights"] == {
        "licence": "CC BY 4.0",
        "may_redistribute": "media",
        "may_send_to_external_model": False,
    }
    assert (body["provenance"]["file"], body["provenance"]["source_sha256"]) == ("wave.bvh", motion.source_sha256)
    joints = body["original"]["joints"]
    assert (joints[0], len(joints)) == ({"name": "Hips", "parent": -1}, 21)
    positions = client.get(body["original"]["positions_url"])
    world = np.frombuffer(positions.content, "<f4").reshape(60, 21, 3)
    # The hips stand at 95 cm in the file; what is served is in metres.
    assert abs(world[0, 0, 1] - 0.95) < 0.05
    retargeted = client.get(body["retargeted_url"])
    assert retargeted.content.startswith(b'{"')
    assert retargeted["ETag"] == f'"{motion.retargeted_sha256}"'
    assert client.get(body["retargeted_url"], headers={"If-None-Match": retargeted["ETag"]}).status_code == 304
    part = client.get(body["retargeted_url"], headers={"Range": "bytes=0-9"})
    assert (part.status_code, len(part.content)) == (206, 10)
    assert {check["id"] for check in body["checks"]} >= {"length", "bone_length_change"}
    assert {check["label"] for check in body["checks"]} >= {"Length", "Bone length change", "Feet in the floor"}
    assert all(len(check["series"]) in (59, 60) for check in body["checks"] if check["series"])


def test_what_cannot_be_read_any_more_is_a_sentence(client, project, maintainer):
    """CO10."""
    motion = make_motion(maintainer, project)
    broken = storage.put_bytes(b"no motion")
    MotionAsset.objects.filter(pk=motion.pk).update(retargeted_sha256=broken, check_series_sha256=broken)
    for path in ("", "/poster.svg", "/animated.glb"):
        answer = client.get(f"{URL}/{motion.pk}{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "storage.unreadable"), path
        assert f"cannot be read (file {broken[:12]})" in answer.json()["detail"]


def test_a_motion_that_could_not_be_read_says_why_and_has_no_bytes_to_show(client, project, maintainer):
    from tests.factories.motion import run_motion_import

    rows = [{"file": "x.bvh", "collection": "c", "source_label": "sad"}]
    run_motion_import(maintainer, project, {"x.bvh": b"nonsense"}, rows)
    motion = MotionAsset.objects.get()
    body = client.get(f"{URL}/{motion.pk}").json()
    assert (body["state"], body["original"], body["retargeted_url"]) == ("rejected", None, None)
    assert "x.bvh" in body["rejection"]
    for name in ("original.bin", "retargeted.bin"):
        answer = client.get(f"{URL}/{motion.pk}/{name}")
        assert (answer.status_code, answer.json()["code"]) == (404, "motion.not_there_yet")


def test_leaving_out_and_taking_back(client, project, maintainer):
    motion = make_motion(maintainer, project)
    assert client.post(f"{URL}/{motion.pk}/exclude", {"reason": ""}, format="json").status_code == 400
    body = client.post(f"{URL}/{motion.pk}/exclude", {"reason": "a cable shows"}, format="json").json()
    assert (body["exclusion_reason"], body["exclusion_kind"]) == ("a cable shows", "person")
    assert client.post(f"{URL}/{motion.pk}/include").json()["exclusion_reason"] == ""
    assert client.post(f"{URL}/{motion.pk}/include").status_code == 409


def test_nobody_but_a_maintainer_sees_a_label_or_a_name(
    client_for, project, maintainer, reviewer_a, annotator, researcher, outsider
):
    """MO30"""
    motion = make_motion(maintainer, project, name="secret-sad.bvh", performer="Ines")
    paths = ["", f"/{motion.pk}", f"/{motion.pk}/original.bin", f"/{motion.pk}/retargeted.bin"]
    for person, status in ((reviewer_a, 403), (annotator, 403), (researcher, 403), (outsider, 404), (None, 401)):
        for path in paths:
            answer = client_for(person).get(URL + path)
            assert answer.status_code == status
            assert b"secret" not in answer.content
            assert b"Ines" not in answer.content


def test_a_motion_of_another_project_is_not_there(client, project, maintainer, admin_user):
    from affectory.accounts import services as accounts

    other = accounts.create_project(actor=admin_user, slug="other", name="Other", kind="affectsim")
    motion = make_motion(admin_user, other)
    assert client.get(f"{URL}/{motion.pk}").status_code == 404
    assert client.get(f"{URL}/{motion.pk}/retargeted.bin").status_code == 404
    assert client.post(f"{URL}/{motion.pk}/exclude", {"reason": "x"}, format="json").status_code == 404
    assert client.get(f"{URL}/{uuid.uuid4()}").status_code == 404


def test_the_mannequin_is_there_for_everybody_who_is_signed_in(client_for, reviewer_a, outsider):
    for person in (reviewer_a, outsider):
        answer = client_for(person).get("/api/v1/avatar.glb")
        assert (answer.status_code, answer["Content-Type"]) == (200, "model/gltf-binary")
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert body == mannequin_glb()
    assert client_for(None).get("/api/v1/avatar.glb").status_code == 401
