from __future__ import annotations

import json
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from datasets.motion import services
from datasets.motion.models import Collection, Import, MotionAsset
from tests.factories.motion import bvh_bytes, make_motion, manifest_csv, zip_bytes

URL = "/api/v1/projects/lab/imports"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


def upload(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def row(file: str, **more: str) -> dict[str, str]:
    return {"file": file, "collection": "studio", "licence": "CC0", "source_label": "sad"} | more


def start(client, **form):
    return client.post(URL, form, format="multipart")


def finished(answer) -> dict:
    assert answer.status_code == 202, answer.content
    services.run_import(import_id=uuid.UUID(answer.json()["import"]["id"]), inspect_here=True)
    return answer.json()


def test_files_and_a_manifest_become_motions_and_a_report(client, project):
    manifest = upload("m.csv", manifest_csv([row("a.bvh"), row("b.bvh")]))
    started = finished(start(client, files=[upload("a.bvh", bvh_bytes(1)), upload("x.bvh", b"?")], manifest=manifest))
    assert started["job"] == started["import"]["job_id"] is not None
    body = client.get(f"{URL}/{started['import']['id']}").json()
    assert (body["state"], body["created_by"], body["counts"]["total"]) == ("done", "mara", 3)
    motion = MotionAsset.objects.get()
    assert body["rows"][0] == {
        "number": 1,
        "file": "a.bvh",
        "outcome": "accepted",
        "change": "new",
        "reason": "",
        "line": 2,
        "field": "",
        "warnings": [],
        "motion": str(motion.pk),
        "changes": [],
        "performance": "a.bvh",
        "part": "",
    }
    assert [(r["file"], r["outcome"], r["line"], r["field"]) for r in body["rows"][1:]] == [
        ("b.bvh", "refused", 3, "file"),
        ("x.bvh", "excluded", None, "file"),
    ]
    listed = client.get(URL).json()["results"]
    assert [(one["id"], one["counts"]["accepted"]) for one in listed] == [(body["id"], 1)]


def test_the_report_can_be_paged_and_filtered(client, project):
    manifest = upload("m.csv", manifest_csv([row(f"{n}.bvh") for n in range(5)]))
    started = finished(start(client, files=[upload("0.bvh", bvh_bytes(1))], manifest=manifest))
    url = f"{URL}/{started['import']['id']}"
    assert len(client.get(f"{url}?outcome=refused").json()["rows"]) == 4
    first = client.get(f"{url}?limit=3").json()
    assert ([r["number"] for r in first["rows"]], first["next"]) == ([1, 2, 3], "3")
    rest = client.get(f"{url}?limit=3&after={first['next']}").json()
    assert ([r["number"] for r in rest["rows"]], rest["next"]) == ([4, 5], None)


def test_a_zip_a_mapping_and_a_dry_run(client, project):
    mapping = {
        "columns": {"file": "F", "source_label": "E"},
        "constants": {"collection": "lab", "licence": "CC0"},
        "label_preset": "kdae",
    }
    archive = upload("all.zip", zip_bytes({"d/a.bvh": bvh_bytes(1), "d/b.bvh": bvh_bytes(2)}))
    manifest = upload("m.tsv", b"F\tE\nd/a.bvh\tSA\nd/b.bvh\tSU\n")
    started = finished(start(client, zip=archive, manifest=manifest, mapping=json.dumps(mapping), dry_run="true"))
    body = client.get(f"{URL}/{started['import']['id']}").json()
    assert (body["dry_run"], [r["outcome"] for r in body["rows"]]) == (True, ["accepted", "excluded"])
    assert body["collection"] == "lab"
    assert MotionAsset.objects.count() == 0


def test_folders_survive_the_upload_through_paths(client, project):
    files = [upload("a.bvh", bvh_bytes(1)), upload("a.bvh", bvh_bytes(2))]
    manifest = upload("m.csv", manifest_csv([row("x/a.bvh"), row("y/a.bvh")]))
    finished(start(client, files=files, paths=json.dumps(["x/a.bvh", "y/a.bvh"]), manifest=manifest))
    assert sorted(MotionAsset.objects.values_list("external_id", flat=True)) == ["x/a.bvh", "y/a.bvh"]


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({}, "files"),
        ({"files": "text"}, "files"),
        ({"manifest": "text"}, "manifest"),
        ({"mapping": "{"}, "mapping"),
        ({"mapping": '{"a":1,"a":2}'}, "mapping"),
        ({"mapping": '{"columns":{"flie":"x"}}'}, "mapping.columns"),
        ({"mapping": '"no such preset"'}, "mapping.mapping"),
        ({"mapping": "7"}, "mapping.mapping"),
        ({"paths": "[]"}, "paths"),
        ({"paths": "[1]"}, "paths"),
        ({"paths": "{}"}, "paths"),
        ({"dry_run": "perhaps"}, "dry_run"),
        ({"collection": "x" * 301}, "collection"),
    ],
)
def test_a_form_without_a_meaning_is_refused_with_its_field(client, project, form, field):
    filled = {"files": upload("a.bvh", b"x"), "collection": "c"} | form if form else {}
    answer = start(client, **filled)
    assert answer.status_code == 400, answer.content
    assert field in answer.json()["fields"]
    assert Import.objects.count() == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"file\n",
        b"\xff\xff\xff",
        b"{",
        b"[]",
        b"[[[[",
        b'[{"a":"\\ud800"}]',
        b"file,file\n",
        b"x" * 5000,
    ],
)
def test_odd_manifests_are_refused_or_reported(client, project, data):
    manifest = upload("m.json" if data[:1] in b"[{" and data else "m.csv", data)
    answer = start(client, files=[upload("a.bvh", bvh_bytes(1))], manifest=manifest, collection="c")
    assert answer.status_code in (202, 400)
    assert answer.status_code == 202 or answer.json()["fields"]


@pytest.mark.parametrize("name", ["../../etc/passwd", "a\x00b.bvh", "ü" * 600, "", ".bvh", "con.bvh", "a b;c.bvh"])
def test_odd_file_names_end_in_a_report(client, project, name):
    paths = json.dumps([name])
    answer = start(client, files=[upload("a.bvh", bvh_bytes(1))], paths=paths, collection="c")
    assert answer.status_code in (202, 400)
    if answer.status_code == 202:
        finished(answer)


@pytest.mark.parametrize("query", ["limit=x", "limit=-1", "after=x", "after=99999999999", "limit=²", "outcome=%00"])
def test_odd_pages_of_a_report_are_refused(client, project, maintainer, query):
    make_motion(maintainer, project)
    answer = client.get(f"{URL}/{Import.objects.get().pk}?{query}")
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "query", ["search=%00", "collection=%00", "label=%00", "cursor=x", "limit=0", "search=" + "x" * 5000]
)
def test_odd_lists_of_motions_are_answered(client, project, maintainer, query):
    make_motion(maintainer, project)
    assert client.get(f"/api/v1/projects/lab/motions?{query}").status_code in (200, 400)


def test_collections_and_their_mapping(client, project, maintainer):
    url = "/api/v1/projects/lab/collections"
    made = client.post(url, {"name": "KDAE", "licence": "restricted", "label_preset": "kdae"}, format="json")
    assert made.status_code == 201
    assert (made.json()["motions"], made.json()["label_mapping_version"]) == (0, 1)
    assert client.post(url, {"name": "KDAE"}, format="json").status_code == 409
    for bad in ({}, {"name": ""}, {"name": "x\x00"}, {"name": "x", "may_redistribute": "all"}, [], "x", 7):
        assert client.post(url, bad, format="json").status_code == 400
    make_motion(maintainer, project, collection="KDAE", source_label="SA")
    mapping = f"{url}/{made.json()['id']}/label-mapping"
    body = client.get(mapping).json()
    assert body["source_labels"] == [{"source_label": "SA", "motions": 1, "label": "sad", "exclusion_reason": ""}]
    assert {"kdae", "emilya", "bandai-namco", "free"} == set(body["presets"])

    wanted = {"preset": "kdae", "exclusions": {"SA": "not sure"}, "expected_version": 1}
    preview = client.put(f"{mapping}?preview=1", wanted, format="json").json()
    assert preview == {
        "changed": 1,
        "unchanged": 0,
        "kept_out_by_people": 0,
        "totals_before": {"sad": 1},
        "totals_after": {"excluded": 1},
        "changes": [
            {
                "source_label": "SA",
                "motions": 1,
                "before": {"label": "sad", "exclusion_reason": ""},
                "after": {"label": "", "exclusion_reason": "not sure"},
            }
        ],
        "applied": False,
        "version": None,
    }
    assert MotionAsset.objects.get().label == "sad"
    applied = client.put(mapping, wanted, format="json").json()
    assert (applied["applied"], applied["version"], applied["changes"]) == (True, 2, preview["changes"])
    assert MotionAsset.objects.get().exclusion_reason == "not sure"
    assert client.put(mapping, wanted, format="json").status_code == 409
    for bad in (
        {"preset": "x"},
        {"labels": []},
        {"labels": {"a": "b"}},
        {"labels": {"a": ["sad"]}},
        {"exclusions": {"a": ""}},
        {"expected_version": -1},
        {"expected_version": "x"},
        {"labels": None},
        {"labels": {"a\x00": "sad"}},
    ):
        assert client.put(mapping, bad, format="json").status_code == 400, bad


def test_rights_of_a_collection_can_be_tightened(client, project, maintainer):
    motion = make_motion(maintainer, project)
    url = f"/api/v1/projects/lab/collections/{Collection.objects.get().pk}"
    assert client.patch(url, {"may_redistribute": "everything"}, format="json").status_code == 400
    assert client.patch(url, {"may_redistribute": "annotations"}, format="json").json()["licence"] == "CC BY 4.0"
    detail = client.get(f"/api/v1/projects/lab/motions/{motion.pk}").json()
    assert detail["rights"]["may_redistribute"] == "annotations"
