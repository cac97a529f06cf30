"""A maintainer's way from an empty profile to a published release, and what is refused on it."""

from __future__ import annotations

import pytest

from export.formats.domain import PROFILE_FIELDS
from export.releases.models import Release
from tests.factories.kept_episodes import make_kept
from tests.factories.releases import SHARES
from tests.factories.snapshots import PROFILE

pytestmark = pytest.mark.django_db
BASE = "/api/v1/projects/lab"


def test_from_profile_to_published(
    project, maintainer, researcher, client_for, run_freeze, django_capture_on_commit_callbacks
) -> None:
    make_kept(project)
    client = client_for(maintainer)
    empty = client.get(f"{BASE}/release-profile").json()
    assert empty["missing"] == list(PROFILE_FIELDS)

    plan = {"split_policy": SHARES, "seed": 3}
    preview = client.post(f"{BASE}/releases/preview", plan, format="json").json()
    assert preview["blocked"] is True
    assert [c["id"] for c in preview["checks"][:7]] == [f"profile.{key}" for key in PROFILE_FIELDS]
    assert not Release.objects.exists()

    saved = client.put(f"{BASE}/release-profile", PROFILE, format="json").json()
    assert saved["missing"] == []
    preview = client.post(f"{BASE}/releases/preview", plan, format="json").json()
    assert (preview["blocked"], preview["included"], preview["required_version"]) == (False, 24, "0.1.0")
    assert preview["leakage"]["disjoint"] is True
    assert preview["split_table"]["splits"] == ["train", "test", "validation"]

    made = client.post(f"{BASE}/releases", {"version": "0.1.0", "notes": "First.", **plan}, format="json")
    assert (made.status_code, made.json()["state"], made.json()["header"]) == (201, "draft", None)
    with django_capture_on_commit_callbacks():
        reply = client.post(f"{BASE}/releases/0.1.0/freeze", {"version": "0.1.0"}, format="json")
    assert (reply.status_code, reply.json()["state"]) == (202, "freezing")
    assert reply.json()["job_id"]
    run_freeze(Release.objects.get())

    detail = client.get(f"{BASE}/releases/0.1.0").json()
    assert (detail["state"], detail["row_count"], detail["synthetic"]) == ("frozen", 24, "all")
    assert detail["header"]["split_table"] == preview["split_table"]
    assert detail["counts_by_split"] == preview["split_table"]["rows"][0]["counts"]
    published = client.post(f"{BASE}/releases/0.1.0/publish").json()
    assert published["published_at"]
    assert client_for(researcher).get(f"{BASE}/releases/0.1.0").status_code == 200


def test_a_refused_freeze_names_every_reason_and_leaves_the_draft(project, maintainer, client_for) -> None:
    client = client_for(maintainer)
    client.post(f"{BASE}/releases", {"version": "0.1.0"}, format="json")
    reply = client.post(f"{BASE}/releases/0.1.0/freeze", {"version": "0.1.0"}, format="json")
    assert (reply.status_code, reply.json()["code"]) == (400, "release.blocked")
    assert {*(f"profile.{key}" for key in PROFILE_FIELDS), "rows", "split"} == set(reply.json()["fields"])
    assert Release.objects.get().state == "draft"


def test_two_freezes_one_after_the_other_the_second_is_409(kept, maintainer, client_for) -> None:
    client = client_for(maintainer)
    for version in ("0.1.0", "0.2.0"):
        client.post(f"{BASE}/releases", {"version": version, "split_policy": SHARES}, format="json")
    assert client.post(f"{BASE}/releases/0.1.0/freeze", {"version": "0.1.0"}, format="json").status_code == 202
    again = client.post(f"{BASE}/releases/0.1.0/freeze", {"version": "0.1.0"}, format="json")
    other = client.post(f"{BASE}/releases/0.2.0/freeze", {"version": "0.2.0"}, format="json")
    assert (again.status_code, other.status_code, other.json()["code"]) == (409, 409, "release.freezing")


BAD_DRAFTS = [
    {},
    {"version": None},
    {"version": 1},
    {"version": "1.0"},
    {"version": "1.0.0", "seed": -1},
    {"version": "1.0.0", "seed": 2**63},
    {"version": "1.0.0", "seed": "x"},
    {"version": "1.0.0", "split_policy": []},
    {"version": "1.0.0", "split_policy": {"shares": {"train": "much"}}},
    {"version": "1.0.0", "split_policy": {"shares": {"train": 1e300}}},
    {"version": "1.0.0", "notes": "x" * 20_001},
    {"version": "1.0.0", "notes": ["x"]},
    [],
    "text",
    None,
]


@pytest.mark.parametrize("body", BAD_DRAFTS, ids=repr)
def test_a_draft_that_makes_no_sense_is_400(project, maintainer, client_for, body) -> None:
    client = client_for(maintainer)
    for path in ("releases", "releases/preview"):
        if path == "releases/preview" and body in ({}, {"version": None}, {"version": 1}, None):
            continue
        assert client.post(f"{BASE}/{path}", body, format="json").status_code == 400
    assert not Release.objects.exists()


@pytest.mark.parametrize("body", [{"citation": "x" * 20_001}, {"citation": None}, {"citation": {}}, []], ids=repr)
def test_a_profile_that_makes_no_sense_is_400(project, maintainer, client_for, body) -> None:
    assert client_for(maintainer).put(f"{BASE}/release-profile", body, format="json").status_code == 400


def test_a_preview_of_an_empty_project_is_an_answer_not_a_fault(project, maintainer, client_for) -> None:
    preview = client_for(maintainer).post(f"{BASE}/releases/preview", {}, format="json").json()
    assert (preview["included"], preview["blocked"]) == (0, True)
    assert any("0 groups cannot fill 3 splits" in check["message"] for check in preview["checks"])


def test_a_draft_is_changed_and_discarded_over_http(project, maintainer, client_for) -> None:
    client = client_for(maintainer)
    client.post(f"{BASE}/releases", {"version": "0.1.0"}, format="json")
    assert client.patch(f"{BASE}/releases/0.1.0", {"notes": "n"}, format="json").json()["notes"] == "n"
    assert client.delete(f"{BASE}/releases/0.1.0").status_code == 204
    assert client.get(f"{BASE}/releases/0.1.0").status_code == 404
