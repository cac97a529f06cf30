"""MO44: files are sent one by one, and what has come need not be sent again."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.accounts.models import Role
from datasets.motion import services
from datasets.motion.models import Import, MotionAsset, StagedFile
from tests.conftest import make_user
from tests.factories.motion import bvh_bytes, zip_bytes

URL = "/api/v1/projects/lab/imports"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


def key(path: str, data: bytes, modified_ms: int = 1_700_000_000_000) -> dict:
    return {"path": path, "size_bytes": len(data), "modified_ms": modified_ms}


def send(client, files: dict[str, bytes], keys: list[dict] | None = None):
    form = {
        "files": [SimpleUploadedFile(path.rsplit("/", 1)[-1], data) for path, data in files.items()],
        "keys": json.dumps(keys if keys is not None else [key(path, data) for path, data in files.items()]),
    }
    return client.post(f"{URL}/staged", form, format="multipart")


def missing(client, keys: list[dict]) -> list[int]:
    answer = client.post(f"{URL}/staged/missing", {"files": keys}, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()["missing"]


def start(client, keys: list[dict], **form):
    return client.post(URL, {"staged": json.dumps(keys), "collection": "c", **form}, format="multipart")


def test_what_has_come_is_not_asked_for_again_and_is_imported_with_its_folders(client, project):
    files = {"x/a.bvh": bvh_bytes(1), "y/a.bvh": bvh_bytes(2), "y/b.zip": zip_bytes({"c.bvh": bvh_bytes(3)})}
    keys = [key(path, data) for path, data in files.items()]
    assert missing(client, keys) == [0, 1, 2]
    assert send(client, {"x/a.bvh": files["x/a.bvh"]}).json() == {"staged": 1}
    assert missing(client, keys) == [1, 2]
    assert send(client, files).status_code == 201
    assert (missing(client, keys), StagedFile.objects.count()) == ([], 3)

    started = start(client, keys).json()["import"]["id"]
    services.run_import(import_id=uuid.UUID(started), inspect_here=True)
    assert sorted(MotionAsset.objects.values_list("external_id", flat=True)) == ["c.bvh", "x/a.bvh", "y/a.bvh"]


def test_a_file_that_was_changed_is_another_one(client, project):
    data = bvh_bytes(1)
    send(client, {"a.bvh": data})
    assert missing(client, [key("a.bvh", data), key("a.bvh", data, 5), key("a.bvh", data + b"\n")]) == [1, 2]


def test_what_somebody_else_sent_is_not_told(client, client_for, project):
    data = bvh_bytes(1)
    send(client, {"a.bvh": data})
    other = make_user("otto")
    accounts.grant_role(actor=None, project=project, user=other, role=Role.MAINTAINER)
    assert missing(client_for(other), [key("a.bvh", data)]) == [0]


def test_an_import_of_files_that_have_not_arrived_says_how_many(client, project):
    answer = start(client, [key("a.bvh", b"xy"), key("b.bvh", b"xyz")])
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {"staged": ["2 files have not arrived, first a.bvh; send them and start again."]},
    )
    assert not Import.objects.exists()


def test_a_file_that_came_short_is_refused_and_not_kept(client, project):
    data = bvh_bytes(1)
    answer = send(client, {"a.bvh": data[:-10]}, [key("a.bvh", data)])
    assert answer.status_code == 400
    assert "choose the files again" in answer.json()["fields"]["files"][0]
    assert not StagedFile.objects.exists()


def test_an_odd_name_is_taken_once_and_refused_in_the_report(client, project):
    odd = key("../../etc/passwd", b"x")
    assert send(client, {"a.bvh": b"x"}, [odd]).status_code == 201
    assert missing(client, [odd]) == []
    started = start(client, [odd]).json()["import"]["id"]
    row = services.run_import(import_id=uuid.UUID(started), inspect_here=True).rows.get()
    assert (row.outcome, "leads out" in row.reason) == ("refused", True)


@pytest.mark.parametrize(
    "files",
    [None, "x", [1], [{}], [{"path": "a", "size_bytes": -1, "modified_ms": 0}], [key("a", b"") | {"path": 7}]],
)
def test_a_list_without_a_meaning_is_refused_with_its_field(client, project, files):
    answer = client.post(f"{URL}/staged/missing", {"files": files}, format="json")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["files"])


def test_staged_files_are_let_go_after_a_while(client, project):
    send(client, {"a.bvh": bvh_bytes(1), "b.bvh": bvh_bytes(2)})
    StagedFile.objects.filter(path="a.bvh").update(created_at=timezone.now() - timedelta(days=8))
    assert services.forget_staged_files(older_than_s=7 * 24 * 3600) == 1
    assert StagedFile.objects.get().path == "b.bvh"


def test_a_dry_run_is_applied_with_the_same_files_and_only_once_it_has_ended(client, project):
    data = bvh_bytes(1)
    send(client, {"a.bvh": data})
    trial = start(client, [key("a.bvh", data)], dry_run="true").json()["import"]["id"]
    assert client.post(f"{URL}/{trial}/apply").json()["code"] == "motion.not_a_dry_run"
    services.run_import(import_id=uuid.UUID(trial), inspect_here=True)
    assert not MotionAsset.objects.exists()

    answer = client.post(f"{URL}/{trial}/apply")
    assert (answer.status_code, answer.json()["import"]["dry_run"]) == (202, False)
    services.run_import(import_id=uuid.UUID(answer.json()["import"]["id"]), inspect_here=True)
    assert MotionAsset.objects.get().external_id == "a.bvh"
    assert client.post(f"{URL}/{answer.json()['import']['id']}/apply").status_code == 409
