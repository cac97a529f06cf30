"""Uploads, previews, imports of many scenes, and what may change of a scene afterwards."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, transaction

from affectory.core import storage
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent, Job
from affectory.core.rights import MayRedistribute, Rights
from datasets.scenes import selectors, services
from datasets.scenes.models import Scene, SceneImport
from datasets.scenes.services import Reading, SceneFile, SceneOutcome
from tests.factories.scene_files import room, scene_set, zipped
from worker.tasks.scenes import import_scenes

pytestmark = pytest.mark.django_db
RIGHTS = Rights("CC0-1.0")


def sent(actor, project, name: str, data: bytes):
    digest = storage.put_bytes(data)
    return services.keep_upload(actor=actor, project=project, name=name, sha256=digest, size=len(data))


def look(actor, project, upload, scale=None, **reading):
    return services.preview_upload(
        actor=actor, project=project, upload=upload, reading=Reading(**reading), scale=scale
    )


def add(actor, project, data: bytes | None = None, name: str = "Room", **reading):
    return services.add_scene(
        actor=actor,
        project=project,
        name=name,
        file=SceneFile("room.glb", room() if data is None else data),
        rights=RIGHTS,
        reading=Reading(**reading),
    )


def test_a_preview_stores_nothing_and_the_upload_is_added_from(project, maintainer):
    """SC34."""
    upload = sent(maintainer, project, "C:\\rooms\\room.glb", room(0.01))
    body = look(maintainer, project, upload)
    assert (upload.name, body["scale"], body["same_as"], body["name"]) == ("room.glb", 0.01, None, "room")
    assert look(maintainer, project, upload, scale=1.0)["problems"][0]["field"] == "scale"
    assert Scene.objects.count() == 0
    scene = services.add_upload(
        actor=maintainer, project=project, upload=upload, name="Room", rights=RIGHTS, reading=Reading(scale=0.01)
    )
    assert (scene.bounds, scene.source_sha256) == ([[-2.0, 0.0, -1.5], [2.0, 0.9, 1.5]], upload.sha256)
    again = look(maintainer, project, upload)
    assert again["same_as"] == {"id": str(scene.pk), "name": "Room", "taken_out": False}
    assert sent(maintainer, project, "room.glb", room(0.01)).pk == upload.pk


def test_only_who_sent_a_file_and_maintains_the_project_looks_at_it(project, maintainer, reviewer_a):
    upload = sent(maintainer, project, "room.glb", room())
    with pytest.raises(NotFoundError):
        services.upload_of(reviewer_a, project, upload.pk)
    with pytest.raises(NotAllowedError):
        look(reviewer_a, project, upload)
    with pytest.raises(NotAllowedError):
        sent(reviewer_a, project, "room.glb", room())


def test_a_large_file_is_looked_at_and_added_by_a_worker(project, maintainer, reviewer_a, settings):
    """SC34, SC35: the task is delivered twice and does its work once."""
    settings.SCENE_INLINE_BYTES = 10
    upload = sent(maintainer, project, "room.glb", room())
    work = look(maintainer, project, upload)
    assert isinstance(work, SceneImport)
    import_scenes(str(work.job_id), str(work.pk))
    work.refresh_from_db()
    assert work.report[0]["preview"]["navigable_m2"] > 8
    adding = services.add_upload(
        actor=maintainer, project=project, upload=upload, name="Hall", rights=RIGHTS, reading=Reading()
    )
    for _ in range(2):
        import_scenes(str(adding.job_id), str(adding.pk))
    adding.refresh_from_db()
    scene = Scene.objects.get()
    assert [(row["outcome"], row["scene"]) for row in adding.report] == [("added", str(scene.pk))]
    assert Job.objects.get(pk=adding.job_id).state == Job.State.DONE
    with pytest.raises(NotFoundError):
        selectors.scene_import_of(reviewer_a, project, adding.pk)


def test_what_a_worker_refuses_stands_in_its_report(project, maintainer, settings):
    settings.SCENE_INLINE_BYTES = 1
    work = look(maintainer, project, sent(maintainer, project, "room.glb", b"glTF" + b"\0" * 40))
    import_scenes(str(work.job_id), str(work.pk))
    work.refresh_from_db()
    (row,) = work.report
    assert (row["outcome"], row["field"], row["preview"]) == ("refused", "file", None)
    assert row["reason"].startswith("room.glb: ")


def test_all_scenes_of_a_set_come_in_and_one_that_is_refused_stops_no_other(project, maintainer):
    """SC35: what was added before the import broke off is told as here already, without its meshes being read."""
    entries = scene_set()
    entries["set/scenes/broken.scene_instance.json"] = b'{"stage_instance": {"template_name": "hut"}}'
    upload = sent(maintainer, project, "mini.zip", zipped(entries))
    source = services.source_of(upload)
    assert [entry.name for entry in services.scenes_in(source)] == ["broken", "first", "second"]
    first = add_all(maintainer, project, source, entries=["set/scenes/first.scene_instance.json"])
    assert [row.outcome for row in first] == [SceneOutcome.ADDED]
    rows = add_all(maintainer, project, source)
    assert [(row.name, row.outcome) for row in rows] == [
        ("broken", SceneOutcome.REFUSED),
        ("first", SceneOutcome.UNCHANGED),
        ("second", SceneOutcome.ADDED),
    ]
    assert "template_name: 'hut' is missing" in rows[0].reason
    assert {s.name: s.source_entry for s in Scene.objects.all()} == {
        "first": "set/scenes/first.scene_instance.json",
        "second": "set/scenes/second.scene_instance.json",
    }


def add_all(actor, project, source, **options):
    return list(
        services.add_scenes(actor=actor, project=project, source=source, rights=RIGHTS, reading=Reading(), **options)
    )


def test_all_scenes_of_an_upload_are_added_by_a_worker(project, maintainer):
    upload = sent(maintainer, project, "mini.zip", zipped(scene_set()))
    with pytest.raises(InvalidError, match="holds 2 scenes; say which one"):
        look(maintainer, project, upload)
    work = services.add_upload(
        actor=maintainer, project=project, upload=upload, name="-", rights=RIGHTS, reading=Reading(services.WHOLE)
    )
    import_scenes(str(work.job_id), str(work.pk))
    work.refresh_from_db()
    assert [(row["name"], row["outcome"]) for row in work.report] == [("first", "added"), ("second", "added")]


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("import_scenes", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_takes_a_folder_and_says_first_what_would_come(project, maintainer, tmp_path):
    """SC35: a dry run changes nothing; a second run finds all there, and a file that changed is another scene."""
    for path, data in scene_set().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    (tmp_path / "set/scenes/broken.scene_instance.json").write_bytes(b'{"stage_instance": {"template_name": "hut"}}')
    where = (str(tmp_path / "set"), "--project", "lab", "--licence", "CC BY-NC 4.0")
    told = run(*where, "--dry-run")
    assert "would add  scenes/first.scene_instance.json as 'first', 4.0 × 3.0 m, 3 objects" in told
    assert "refused    scenes/broken.scene_instance.json: scenes/broken.scene_instance.json: names what is" in told
    assert "2 would come in, 0 here already, 1 refused." in told
    assert Scene.objects.count() == 0
    assert "2 added, 0 here already, 1 refused." in run(*where, "--prefix", "HSSD ")
    assert sorted(Scene.objects.values_list("name", flat=True)) == ["HSSD first", "HSSD second"]
    assert "0 added, 2 here already, 1 refused." in run(*where, "--prefix", "HSSD ")
    assert "1 scenes in" in run(*where, "--only", "second", "--dry-run")
    with pytest.raises(CommandError, match="neither a folder nor a file"):
        run(str(tmp_path / "nowhere"), "--project", "lab", "--licence", "x")


def test_the_same_bytes_say_which_scene_they_are(project, maintainer):
    """SC37: also when that one was taken out, which it then says."""
    scene = add(maintainer, project)
    with pytest.raises(ConflictError, match="These bytes are the scene 'Room' already") as caught:
        add(maintainer, project, name="Another")
    assert caught.value.about == {"scene": str(scene.pk)}
    with pytest.raises(ConflictError, match="Another scene is named 'Room'"):
        add(maintainer, project, scale=1.5)
    services.take_out_scene(actor=maintainer, project=project, scene_id=scene.pk)
    with pytest.raises(ConflictError, match="which was taken out; bring it back instead"):
        add(maintainer, project, name="Another")
    assert Scene.objects.count() == 1


def test_a_scene_is_renamed_and_its_rights_change_with_an_audit(project, maintainer, reviewer_a):
    """SC36."""
    scene = add(maintainer, project)
    other = add(maintainer, project, name="Other", scale=1.5)
    open_rights = Rights("CC BY 4.0", MayRedistribute.MEDIA, may_send_to_external_model=True)
    changed = services.change_scene(
        actor=maintainer, project=project, scene_id=scene.pk, name=" Hall ", rights=open_rights
    )
    assert (changed.name, changed.rights) == ("Hall", open_rights)
    events = AuditEvent.objects.filter(subject_id=str(scene.pk)).order_by("id")
    assert [(e.event, e.data.get("before")) for e in events][1:] == [
        ("scene_renamed", "Room"),
        (
            "scene_rights_changed",
            {"licence": "CC0-1.0", "may_redistribute": "annotations", "may_send_to_external_model": False},
        ),
    ]
    services.change_scene(actor=maintainer, project=project, scene_id=scene.pk, name="Hall", rights=open_rights)
    assert events.count() == 3
    for actor, name, error in (
        (maintainer, "Other", ConflictError),
        (maintainer, " ", InvalidError),
        (reviewer_a, "Mine", NotAllowedError),
    ):
        with pytest.raises(error):
            services.change_scene(actor=actor, project=project, scene_id=scene.pk, name=name)
    other.refresh_from_db()
    assert Scene.objects.get(pk=scene.pk).name == "Hall"


def test_a_scene_is_taken_out_and_brought_back(project, maintainer, reviewer_a):
    """SC36: it is in no list and in no composition meanwhile; its page stays, and its name is free."""
    scene = add(maintainer, project)
    services.take_out_scene(actor=maintainer, project=project, scene_id=scene.pk)
    assert list(selectors.scenes_visible_to(maintainer, project)) == []
    assert list(selectors.scenes_of(project)) == []
    assert selectors.scene_visible_to(reviewer_a, project, scene.pk).taken_out_at is not None
    other = add(maintainer, project, scale=1.5)
    with pytest.raises(ConflictError, match="rename one of the two first"):
        services.bring_back_scene(actor=maintainer, project=project, scene_id=scene.pk)
    services.change_scene(actor=maintainer, project=project, scene_id=other.pk, name="Wide")
    back = services.bring_back_scene(actor=maintainer, project=project, scene_id=scene.pk)
    assert back.taken_out_at is None
    assert selectors.scenes_of(project).count() == 2


def test_the_database_refuses_to_exchange_what_a_scene_is(project, maintainer):
    """SC36."""
    scene = add(maintainer, project)
    for change in ({"glb_sha256": "0"}, {"scale": 2.0}, {"bounds": []}):
        with pytest.raises(ProgrammingError, match="never edited"), transaction.atomic():
            Scene.objects.filter(pk=scene.pk).update(**change)
