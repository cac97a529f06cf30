"""MO40: previews of an import, which store nothing."""

import gzip
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from affectory.core.models import Job
from datasets.motion.api import imports
from datasets.motion.models import Import
from tests.factories.motion import make_motion, manifest_csv

URL = "/api/v1/projects/lab/imports/preview"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


def preview(client, paths=(), **form):
    return client.post(URL, {"paths": json.dumps(list(paths)), **form}, format="multipart")


def test_a_preset_by_its_name(client, project, storage_root):
    answer = preview(client, ["BVH/F01/F01A0V1.bvh", "BVH/F01/F01D0V1.bvh", "x.bvh"], mapping='"kdae-names"')

    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert (body["read"], body["labelled"], body["excluded"], body["left_out"]) == (2, 1, 1, 1)
    assert body["examples"][0] == {
        "line": None,
        "label": "angry",
        "exclusion_reason": "",
        "motion": {
            "file": "BVH/F01/F01A0V1.bvh",
            "external_id": "BVH/F01/F01A0V1.bvh",
            "collection": "KDAE",
            "performer": "F01",
            "performance": "BVH/F01/F01A0V1.bvh",
            "part": "",
            "source_label": "A",
            "scenario": "0",
            "licence": "PhysioNet Restricted Health Data License 1.5.0",
            "may_redistribute": "annotations",
            "may_send_to_external_model": False,
            "unit": None,
            "up_axis": None,
            "consent": {},
        },
    }
    assert not Import.objects.exists()
    assert not Job.objects.exists()
    assert not [path for path in storage_root.rglob("*") if path.is_file()]


def test_a_table_stands_for_the_files_it_names(client, project):
    table = SimpleUploadedFile("m.csv", manifest_csv([{"file": "a.bvh", "emotion": "sad"}, {"file": "b.fbx"}]))

    body = preview(client, manifest=table, collection="studio").json()

    assert (body["files"], body["lines"], body["read"], body["labels"]["sad"]) == (2, 2, 1, 1)
    assert body["reasons"][0]["examples"] == ["b.fbx"]


def test_the_label_mapping_in_force_counts(client, project, maintainer):
    make_motion(maintainer, project, collection="studio", source_label="happy")
    mapping = json.dumps({"file_pattern": "{source_label}_{*}.bvh", "label_preset": "emilya"})

    known = preview(client, ["happy_1.bvh", "joy_1.bvh"], mapping=mapping, collection="studio").json()
    fresh = preview(client, ["happy_1.bvh", "joy_1.bvh"], mapping=mapping, collection="new").json()

    assert [use["label"] for use in known["source_labels"]] == ["happy", ""]
    assert [use["label"] for use in fresh["source_labels"]] == ["", "happy"]


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({}, "paths"),
        ({"paths": "{"}, "paths"),
        ({"paths": "[1]"}, "paths"),
        ({"paths": '["a.bvh"]'}, "collection"),
        ({"paths": '["a.bvh"]', "mapping": '{"file_pattern": "{part}{part}"}'}, "mapping.file_pattern"),
        ({"paths": '["a.bvh"]', "mapping": '"nothing"'}, "mapping.mapping"),
    ],
)
def test_what_cannot_be_previewed_is_refused_with_its_field(client, project, form, field):
    answer = client.post(URL, form, format="multipart")

    assert answer.status_code == 400
    assert field in answer.json()["fields"]


def test_the_presets_are_listed(client, project):
    listed = {preset["id"]: preset for preset in client.get(URL).json()}

    assert set(listed) == {"kdae-names", "emilya-names", "bandai-namco-names", "dyadic-names"}
    assert listed["dyadic-names"]["file_pattern"] == "{performance}_{source_label}_{part:A|B}.bvh"
    assert listed["kdae-names"]["constants"]["collection"] == "KDAE"


def test_too_many_names_are_said_to_be_too_many_wherever_they_are_cut(client, project, monkeypatch):
    """MO71: after four bytes, of which a letter has two, or in the middle of it."""
    monkeypatch.setattr(imports, "MOST_BYTES_OF_NAMES", 4)
    for names in ('["aé"]', '["abé"]'):
        sent = SimpleUploadedFile("n", gzip.compress(names.encode()))
        answer = client.post(URL, {"names": sent, "collection": "c"}, format="multipart")
        assert (answer.status_code, answer.json()["code"]) == (400, "motion.too_many_files")


def test_many_names_come_gzipped(client, project):
    """MO71."""
    names = gzip.compress(json.dumps([f"F01/F01A{n}V1.bvh" for n in range(300)]).encode())
    sent = {"mapping": '"kdae-names"', "search": "A29"}

    body = client.post(URL, {"names": SimpleUploadedFile("n", names), **sent}, format="multipart").json()
    broken = client.post(URL, {"names": SimpleUploadedFile("n", names[:-9]), **sent}, format="multipart")

    assert (body["files"], body["found_count"]) == (300, 11)  # 29 and 290 to 299
    assert body["found"][0]["motion"]["performer"] == "F01"
    assert (broken.status_code, list(broken.json()["fields"])) == (400, ["names"])
