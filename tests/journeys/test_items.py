"""Questions from a file to a corrected file, in a real browser; what the worker would do is done by its task here."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role
from annotation.questions.domain.mapping import PRESETS
from annotation.questions.models import Item
from datasets.videos.models import Video
from tests.factories.counter_video import ten_fps
from tests.factories.items import OLDER, a_draft, a_new_item, content_of, run_import
from tests.factories.videos import registered
from tests.journeys.conftest import work_off
from tests.unit.questions.examples import ALL, as_bytes, clip, numbered

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

QUESTION = "What does the woman with the red scarf feel once the call has ended?"


@pytest.fixture
def films(db, maintainer) -> Project:
    project = accounts.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)
    accounts.grant_role(actor=None, project=project, user=maintainer, role=Role.MAINTAINER)
    return project


@pytest.fixture
def items_file(tmp_path) -> Path:
    path = tmp_path / "questions.json"
    path.write_bytes(as_bytes(numbered(ALL)))
    return path


def opened(page: Page, item: Item) -> None:
    page.goto(f"/p/films/items/{item.pk}")
    expect(page.get_by_label("Question", exact=True)).to_be_visible()


def saved(page: Page) -> None:
    expect(page.locator(".savedat")).to_contain_text("Saved")


def test_a_file_comes_in_is_corrected_from_the_keyboard_and_goes_out(visitor, films, maintainer, items_file):
    page = visitor(maintainer.username).page
    page.goto("/p/films/items")
    page.get_by_role("main").get_by_role("link", name="Import").last.click()
    page.get_by_label("Choose files").set_input_files(items_file)
    expect(page.get_by_text("Recognised: ten fields")).to_be_visible()
    page.get_by_role("button", name="Dry run").click()
    page.wait_for_url("**/import/*")
    work_off()
    expect(page.get_by_text("Dry run: nothing is stored")).to_be_visible()
    assert not Item.objects.exists()
    page.get_by_role("button", name="Import 8 records").click()
    expect(page.get_by_text("Import", exact=True).last).to_be_visible()
    expect(page.get_by_text("Dry run: nothing is stored")).to_have_count(0)
    work_off()
    page.get_by_role("region", name="Report").get_by_role("link", name="X1").click()

    # Contextual emotion: happiness and doubt/confusion become doubt/confusion and fear.
    expect(page.get_by_role("list", name="Answer: chosen").get_by_role("listitem")).to_have_text(
        ["Happiness", "Doubt/Confusion"]
    )
    page.keyboard.press("w")
    expect(page.get_by_role("option")).to_have_count(26)
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    for letters in ("confu", "fea", "fea"):
        page.keyboard.type(letters)
        expect(page.get_by_role("option").first).to_be_visible()
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    chosen = page.get_by_role("list", name="Answer: chosen").get_by_role("listitem")
    expect(chosen).to_have_text(["Doubt/Confusion", "Fear"])
    page.keyboard.press("q")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(QUESTION)
    page.keyboard.press("Control+z")
    expect(page.get_by_label("Question", exact=True)).to_have_value(ALL[0]["question"])
    page.keyboard.press("Control+Shift+Z")
    expect(page.get_by_label("Question", exact=True)).to_have_value(QUESTION)
    saved(page)
    page.reload()
    expect(page.get_by_label("Question", exact=True)).to_have_value(QUESTION)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Revision 2 is submitted.")).to_be_visible()
    page.get_by_role("tab", name="History").click()
    expect(page.locator(".worddiff ins").first).to_be_visible()
    expect(page.locator(".worddiff del").first).to_be_visible()

    page.goto("/p/films/items")
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="JSON, one list").click()
    first, *others = numbered(ALL)
    expected = [{**first, "question": QUESTION, "answer": ["doubt/confusion", "fear"]}, *others]
    assert json.loads(Path(download.value.path()).read_bytes()) == expected


def test_what_was_typed_survives_a_lost_server_and_a_reload(visitor, films, maintainer):
    run_import(maintainer, films, [clip()])
    item = Item.objects.get()
    page = visitor(maintainer.username).page
    opened(page, item)
    page.route("**/draft", lambda route: route.abort())
    page.get_by_label("Question", exact=True).fill("Typed while the server was away?")
    expect(page.locator(".savedat")).to_contain_text("Server not reached, kept here")
    page.reload()
    expect(page.get_by_label("Question", exact=True)).to_have_value("Typed while the server was away?")
    expect(page.get_by_text("Restored from this browser")).to_be_visible()
    page.unroute("**/draft")
    saved(page)
    assert Item.objects.get().draft.content["question"] == "Typed while the server was away?"


def test_two_on_one_item_lose_no_word(visitor, films, maintainer):
    run_import(maintainer, films, [clip()])
    item = Item.objects.get()
    page = visitor(maintainer.username).page
    opened(page, item)
    a_draft(maintainer, item, content_of(clip(question="Theirs, meanwhile?", answer=["pain"])))
    page.get_by_label("Question", exact=True).fill("Mine, meanwhile?")
    conflict = page.get_by_role("alert", name="Changed by two")
    expect(conflict).to_contain_text("Mine, meanwhile?")
    expect(conflict).to_contain_text(clip()["question"])
    expect(conflict).to_contain_text("Theirs, meanwhile?")
    expect(page.get_by_role("list", name="Answer: chosen").get_by_role("listitem")).to_have_text(["Pain"])
    page.get_by_role("button", name="Keep mine").click()
    saved(page)
    content = Item.objects.get().draft.content
    assert (content["question"], content["answer"]) == ("Mine, meanwhile?", ["pain"])


def test_an_older_question_is_opened_after_its_scope_was_rechecked(visitor, films, maintainer, tmp_path):
    path = tmp_path / "older.json"
    path.write_bytes(as_bytes([OLDER]))
    page = visitor(maintainer.username).page
    page.goto("/p/films/items/import")
    page.get_by_label("Choose files").set_input_files(path)
    expect(page.get_by_text("Recognised: longemo choice")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url("**/import/*")
    work_off()
    page.get_by_role("region", name="Report").get_by_role("link", name="old_1").first.click()
    expect(page.get_by_text("given answer", exact=True)).to_be_visible()
    page.get_by_label("Question", exact=True).fill("What does the man in the hat feel after the remark?")
    page.get_by_label("Source", exact=False).last.fill("Reel 2")
    saved(page)
    page.keyboard.press("Control+Enter")
    links = page.get_by_role("region", name=re.compile("to see to before it can be submitted"))
    expect(links).to_be_focused()
    links.get_by_role("button", name="Older question").click()
    box = page.get_by_role("checkbox", name=re.compile("I have rechecked"))
    expect(box).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Revision 1 is submitted.")).to_be_visible()
    assert Item.objects.get().revisions.get().content["answer"] == ["anger"]


def test_every_kind_of_item_has_its_form(visitor, films, maintainer):
    run_import(maintainer, films, numbered(ALL))
    run_import(maintainer, films, [OLDER], mapping=PRESETS["longemo-choice"])
    someone = visitor(maintainer.username)
    faults = {}
    for item in Item.objects.order_by("external_id"):
        opened(someone.page, item)
        expect(someone.page.locator("main [aria-busy=true]")).to_have_count(0)
        if item.external_id == "X1":
            someone.page.keyboard.press("h")
            expect(someone.page.get_by_role("heading", name="The 26 labels and their meanings")).to_be_visible()
        if item.external_id == "X3":
            someone.page.keyboard.press("e")
            expect(someone.page.get_by_role("listbox")).to_be_in_viewport()
        faults[item.external_id] = someone.faults()
    assert {name: found for name, found in faults.items() if found} == {}


def test_stages_are_added_moved_and_removed_from_the_keyboard(visitor, films, maintainer):
    run_import(maintainer, films, [clip("emotion trajectory")])
    page = visitor(maintainer.username).page
    opened(page, Item.objects.get())
    page.get_by_role("button", name="Add stage S3").click()
    expect(page.get_by_label("S3, description")).to_be_focused()
    page.keyboard.type("Calm again.")
    page.keyboard.press("Control+ArrowUp")
    expect(page.get_by_label("S2, description")).to_be_focused()
    expect(page.get_by_label("S2, description")).to_have_value("Calm again.")
    page.get_by_role("button", name="Remove S1").click()
    expect(page.get_by_label("S1, description")).to_be_focused()
    saved(page)
    items = Item.objects.get().draft.content["answer_details"]["items"]
    assert [(one["id"], one["description"]) for one in items] == [("S1", "Calm again."), ("S2", "Cross.")]
    page.keyboard.press("Control+z")
    expect(page.get_by_label("S3, description")).to_have_value("Cross.")


def test_an_interval_is_set_from_the_video(visitor, films, maintainer, tmp_path):
    """Ten frames a second: frame 10 begins at 1 s. In on frame 12, out on frame 22, one frame back; all undone."""
    counter = ten_fps(tmp_path)
    registered(maintainer, films, {"ten_fps.mp4": counter.path.read_bytes()}, defaults={"licence": "CC0 1.0"})
    work_off()
    item = a_new_item(maintainer, films, video=Video.objects.get(), segments=[{"start": 1, "end": 3}])
    page = visitor(maintainer.username).page
    opened(page, item)
    shown = page.locator('[data-testid="frame"][data-settled="true"]')
    expect(shown).to_have_attribute("data-frame", "10")
    for key, number in ((".", "11"), (".", "12")):
        page.keyboard.press(key)
        expect(shown).to_have_attribute("data-frame", number)
    page.keyboard.press("i")
    expect(page.get_by_role("textbox", name="Segment 1, start")).to_have_value("1.2")
    page.keyboard.press("Shift+ArrowRight")
    expect(shown).to_have_attribute("data-frame", "22")
    page.keyboard.press("o")
    expect(page.get_by_role("textbox", name="Segment 1, end")).to_have_value("2.3")
    page.keyboard.press("[")
    expect(page.get_by_role("textbox", name="Segment 1, end")).to_have_value("2.2")
    saved(page)
    expect(page.get_by_text("00:01.000 together")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(page.get_by_role("textbox", name="Segment 1, start")).to_have_value("1")
    expect(page.get_by_role("textbox", name="Segment 1, end")).to_have_value("3")
