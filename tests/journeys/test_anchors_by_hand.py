"""Anchors are placed on the map and by numbers, changed, taken back and removed; what was done is there next time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from affectory.core.rights import Rights
from datasets.scenes import services
from datasets.scenes.models import SceneAnchor
from tests.factories.scene_files import room
from tests.journeys.conftest import eventually

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

ON_SCREEN = "(plan, at) => { const p = new DOMPoint(...at).matrixTransform(plan.getScreenCTM()); return [p.x, p.y] }"


def click_at(page: Page, x_m: float, z_m: float) -> None:
    plan = page.get_by_role("img", name="The scene from above")
    expect(plan).to_be_visible()
    plan.scroll_into_view_if_needed()
    page.mouse.click(*plan.evaluate(ON_SCREEN, [x_m, z_m]))


def test_anchors_are_placed_by_hand(visitor, project, maintainer):
    """SC40, SC47, SC54: the room is 4 × 3 m around the origin, with a block in its east."""
    scene = services.add_scene(
        actor=maintainer,
        project=project,
        name="Hall",
        file=services.SceneFile("hall.glb", room()),
        rights=Rights("CC0-1.0"),
        reading=services.Reading(up_axis="y"),
    )
    by_hand = SceneAnchor.objects.filter(scene=scene, source="hand", taken_out_at=None)
    someone = visitor(maintainer.username)
    page = someone.opened(f"/p/lab/scenes/{scene.pk}")
    mine = page.get_by_role("list", name="Anchors").get_by_role("button").filter(has_text="by hand")
    tools = page.get_by_role("group", name="Place")

    tools.get_by_role("button", name="Free floor").click()
    assert someone.accessibility_faults() == []
    click_at(page, -0.8, 0.2)
    expect(mine).to_have_count(1)
    tools.get_by_role("button", name="Free floor").click()
    x = page.get_by_role("group", name="Values of").get_by_label("x, m")
    expect(x).to_have_value("-0.8")

    with page.expect_response(lambda answer: answer.request.method == "POST" and "/anchors" in answer.url):
        x.fill("-0.6")
    undo, redo = tools.get_by_role("button", name="Undo"), tools.get_by_role("button", name="Redo")
    expect(undo).to_be_enabled()
    undo.click()
    expect(x).to_have_value("-0.8")
    expect(redo).to_be_enabled()
    redo.click()
    expect(x).to_have_value("-0.6")

    # Nudged again while a nudge is being saved: an undo takes back the nudge and not the anchor.
    held: list[Route] = []
    page.route("**/anchors", lambda route: route.continue_() if held else held.append(route))
    page.get_by_role("heading", name="Hall").click()
    with page.expect_request("**/anchors"):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(x).to_have_value("-0.7")
    with page.expect_response(lambda answer: '"position":[-0.7,' in (answer.request.post_data or "")):
        held[0].continue_()
    expect(undo).to_be_enabled()
    undo.click()
    expect(x).to_have_value("-0.65")
    # One that is nudged and removed at once stays away.
    expect(undo).to_be_enabled()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    expect(mine).to_have_count(0)
    expect(undo).to_be_enabled()
    undo.click()
    expect(x).to_have_value("-0.65")
    assert page.get_by_role("alert").count() == 0

    # Without a pointer: a key, and Tab through the fields.
    page.get_by_role("heading", name="Hall").click()
    page.keyboard.press("3")
    page.get_by_role("form", name="Walkway by numbers").get_by_label("From x, m").focus()
    for metres in ("-1.2", "-0.8", "1.2", "-0.8"):
        page.keyboard.press("Control+a")
        page.keyboard.type(metres)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(mine).to_have_count(2)
    expect(mine.filter(has_text="walkway, 2.40 m long")).to_have_count(1)
    page.get_by_role("button", name="Remove").click()
    expect(mine).to_have_count(1)
    undo.click()
    expect(mine.filter(has_text="walkway")).to_have_attribute("aria-pressed", "true")
    mine.filter(has_text="free floor").click()
    expect(mine.filter(has_text="free floor")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Delete")
    expect(mine).to_have_count(1)

    someone.opened(f"/p/lab/scenes/{scene.pk}")
    expect(mine).to_have_count(1)
    expect(mine.filter(has_text="walkway, 2.40 m long")).to_have_count(1)
    # Who leaves before a change has rested has made it.
    mine.click()
    name = page.get_by_role("group", name="Values of").get_by_label("Name")
    with page.expect_response("**/anchors"):
        name.fill("Lane")
        name.press("Enter")
    expect(undo).to_be_enabled()
    undo.click()
    expect(name).to_have_value("")
    expect(redo).to_be_enabled()
    name.fill("Aisle")
    page.get_by_role("link", name="Motions").click()
    expect(page.get_by_role("heading", name="Motions", exact=True)).to_be_visible()
    eventually(lambda: [(row.kind, row.name) for row in by_hand.all()], [("walkway", "Aisle")])
