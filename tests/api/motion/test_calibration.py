from __future__ import annotations

import uuid

import pytest

from datasets.motion.models import MotionAsset
from tests.factories.motion import make_motion

URL = "/api/v1/projects/lab/motions/calibration"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


@pytest.fixture
def slides(project, maintainer):
    """Foot sliding of three happy motions and a sad one, in two collections."""
    made = {}
    for name, label, collection, value in (
        ("a.bvh", "happy", "studio", 0.1),
        ("b.bvh", "happy", "studio", 0.3),
        ("c.bvh", "happy", "street", 0.6),
        ("d.bvh", "sad", "studio", 0.6),
    ):
        motion = make_motion(maintainer, project, name=name, source_label=label, collection=collection)
        check = {"id": "foot_slide", "value": value, "unit": "m/s", "outcome": "warn" if value > 0.25 else "pass"}
        MotionAsset.objects.filter(pk=motion.pk).update(checks=[check | {"spans": [], "message": ""}])
        made[name] = motion
    return made


def test_the_report_shows_each_check_with_its_thresholds_and_the_worst(client, slides):
    """MO63."""
    body = client.get(URL).json()

    (check,) = body["checks"]
    assert (check["id"], check["label"], check["unit"]) == ("foot_slide", "Foot sliding", "m/s")
    assert (check["setting"], check["threshold_warn"], check["threshold_fail"]) == ("foot_slide_m_per_s", 0.25, None)
    assert check["verdicts"] == {"passed": 1, "warned": 3, "failed": 0}
    assert (check["distribution"]["count"], check["distribution"]["most"]) == (4, 0.6)
    assert [(w["name"], w["value"], w["label"]) for w in check["worst"]] == [
        ("c.bvh", 0.6, "happy"),
        ("d.bvh", 0.6, "sad"),
        ("b.bvh", 0.3, "happy"),
        ("a.bvh", 0.1, "happy"),
    ]
    assert check["worst"][0]["id"] == str(slides["c.bvh"].pk)


def test_a_collection_is_looked_at_by_itself(client, slides):
    """MO63."""
    studio = slides["a.bvh"].collection_id
    (check,) = client.get(URL, {"collection": studio}).json()["checks"]
    assert [w["name"] for w in check["worst"]] == ["d.bvh", "b.bvh", "a.bvh"]
    assert client.get(URL, {"collection": uuid.uuid4()}).status_code == 404
    assert client.get(URL, {"collection": "studio"}).status_code == 404


def test_other_thresholds_say_what_they_would_do_by_label_and_change_nothing(client, slides):
    """MO63: failing above 0.5 m/s refuses one of three happy motions and the only sad one."""
    before = list(MotionAsset.objects.order_by("pk").values())
    body = client.get(f"{URL}/foot_slide", {"warn": 0.2, "fail": 0.5}).json()

    assert body["now"] == {"passed": 1, "warned": 3, "failed": 0}
    assert body["then"] == {"passed": 1, "warned": 1, "failed": 2}
    assert [(row["label"], row["then"]) for row in body["labels"]] == [
        ("happy", {"passed": 1, "warned": 1, "failed": 1}),
        ("sad", {"passed": 0, "warned": 0, "failed": 1}),
    ]
    assert list(MotionAsset.objects.order_by("pk").values()) == before
    # Without thresholds nothing warns and nothing fails.
    assert client.get(f"{URL}/foot_slide").json()["then"] == {"passed": 4, "warned": 0, "failed": 0}


@pytest.mark.parametrize(
    ("check", "query", "status", "said"),
    [
        ("foot_slide", {"warn": 0.5, "fail": 0.2}, 400, "The warning must lie below"),
        ("length", {"warn": 0.5, "fail": 1}, 400, "The warning must lie above"),
        ("foot_slide", {"warn": "much"}, 400, "valid number"),
        ("foot_slide", {"fail": "nan"}, 400, "valid number"),
        ("foot_slide", {"fail": "inf"}, 400, "valid number"),
        ("spelling", {}, 404, "There is no check 'spelling'; known: nan, length"),
    ],
)
def test_thresholds_without_a_meaning_are_refused(client, slides, check, query, status, said):
    answer = client.get(f"{URL}/{check}", query)
    assert answer.status_code == status
    assert said in answer.content.decode().replace("\\u0027", "'")


def test_without_inspected_motions_the_report_is_empty(client, project):
    assert client.get(URL).json() == {"collection": None, "checks": []}
