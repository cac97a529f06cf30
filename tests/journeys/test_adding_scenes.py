"""A room in centimetres is sent, looked at and added; a scene set comes in as a whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from datasets.scenes.models import Scene
from tests.factories.scene_files import room, scene_set, zipped
from tests.journeys.conftest import work_off

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


def test_a_room_is_looked_at_before_it_is_added(visitor, project, maintainer):
    """SC34, SC26: its unit is recognised, said otherwise, and what it would be then is refused in the same words."""
    someone = visitor(maintainer.username)
    page = someone.opened("/p/lab/scenes")
    page.get_by_role("button", name="Add a scene").first.click()
    dialog = page.get_by_role("dialog")
    files = dialog.get_by_label("Choose files")
    files.set_input_files({"name": "hall.glb", "mimeType": "model/gltf-binary", "buffer": room(0.01)})
    expect(dialog.get_by_text("In centimetres a chair is 0.90 m tall, as is usual.")).to_be_visible()
    expect(dialog.get_by_text("m² to stand on")).to_be_visible()
    scale = dialog.get_by_label("Metres per unit")
    scale.fill("1")
    expect(dialog.get_by_text("an absurd scale for a stage")).to_be_visible()
    expect(dialog.get_by_role("button", name="Add the scene")).to_be_disabled()
    scale.fill("0.01")
    expect(dialog.get_by_text("m² to stand on")).to_be_visible()
    assert someone.faults() == []
    dialog.get_by_label("Licence").fill("CC0-1.0")
    dialog.get_by_role("button", name="Add the scene").click()
    expect(page.get_by_role("heading", name="hall")).to_be_visible()
    assert Scene.objects.get().bounds == [[-2.0, 0.0, -1.5], [2.0, 0.9, 1.5]]


def test_all_scenes_of_a_set_are_added(visitor, project, maintainer):
    """SC35."""
    page = visitor(maintainer.username).opened("/p/lab/scenes")
    page.get_by_role("button", name="Add a scene").first.click()
    dialog = page.get_by_role("dialog")
    entries = zipped(scene_set())
    dialog.get_by_label("Choose files").set_input_files(
        {"name": "mini.zip", "mimeType": "application/zip", "buffer": entries}
    )
    dialog.get_by_label("Scene (2 in this file)").click()
    page.get_by_role("option", name="All 2 scenes").click()
    dialog.get_by_label("Licence").fill("CC BY-NC 4.0")
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.status == 202):
        dialog.get_by_role("button", name="Add 2 scenes").click()
    work_off()
    expect(dialog.get_by_text("Added").nth(1)).to_be_visible()
    assert sorted(Scene.objects.values_list("name", flat=True)) == ["first", "second"]
