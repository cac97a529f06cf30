"""A whole-video item from scratch: really watched, marked, written and submitted in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role
from annotation.questions import services
from annotation.questions.models import Item
from annotation.rubrics.models import ProjectRubric
from annotation.watching.models import Mark
from annotation.watching.selectors import coverage_of
from datasets.videos.models import Video
from tests.factories.counter_video import ten_fps
from tests.factories.items import a_draft, a_new_item, content_of
from tests.factories.videos import registered
from tests.journeys.conftest import eventually, work_off
from tests.unit.questions.examples import episode

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

QUESTION = "How do the feelings of the man in green change throughout the tasting?"


@pytest.fixture
def films(db, maintainer, annotator, tmp_path) -> Project:
    """A project with a video of 43 frames, ten a second."""
    project = accounts.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)
    accounts.grant_role(actor=None, project=project, user=maintainer, role=Role.MAINTAINER)
    accounts.grant_role(actor=None, project=project, user=annotator, role=Role.ANNOTATOR)
    counter = ten_fps(tmp_path)
    registered(maintainer, project, {"ten_fps.mp4": counter.path.read_bytes()}, defaults={"licence": "CC0 1.0"})
    work_off()
    return project


def shown(page: Page, frame: int) -> None:
    expect(page.locator('[data-testid="frame"][data-settled="true"]')).to_have_attribute("data-frame", str(frame))


def marked(page: Page, first: int, last: int) -> None:
    """Marks these frames at rest: then nothing is taken off for reacting."""
    page.get_by_label("Go to a time or frame").fill(f"f{first}")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    shown(page, first)
    page.keyboard.press("m")
    expect(page.get_by_role("button", name=re.compile("^End of evidence"))).to_be_visible()
    for frame in range(first + 1, last + 1):
        page.keyboard.press(".")
        shown(page, frame)
    page.keyboard.press("m")
    expect(page.get_by_role("button", name=re.compile("^Start of evidence"))).to_be_visible()


def test_a_mark_that_ends_while_its_beginning_is_on_its_way_keeps_its_end(visitor, films, annotator):
    """WA6: sent one after another, so that the older request cannot arrive last."""
    page = visitor(annotator.username).page
    held: list[Route] = []
    page.route("**/marks/*", lambda route: held.append(route))
    page.goto("/p/films/g2")
    page.get_by_role("button", name="Next video").click()
    expect(page.get_by_role("button", name=re.compile("^Start of evidence"))).to_be_visible()
    marked(page, 5, 8)
    page.wait_for_timeout(500)
    assert len(held) == 1
    # then the end goes out once the beginning has arrived
    page.unroute("**/marks/*")
    eventually(lambda: list(Mark.objects.values_list("first", "end")), [(5, 9)])


def test_an_item_from_scratch_watched_marked_written_and_submitted(visitor, films, annotator):
    video = Video.objects.get()
    page = visitor(annotator.username).page
    page.goto("/p/films/g2")
    expect(page.get_by_text("not begun", exact=True)).to_be_visible()
    page.get_by_role("button", name="Next video").click()
    expect(page.get_by_text(re.compile("^Yours until"))).to_be_visible()

    # Watching: two marks without an item, then the video from its frame 10 to its end.
    expect(page.get_by_role("button", name=re.compile("^Start of evidence"))).to_be_visible()
    marked(page, 5, 8)
    marked(page, 30, 33)
    page.get_by_label("Go to a time or frame").fill("f10")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    shown(page, 10)
    page.keyboard.press("Space")
    shown(page, 42)
    # 33 of 43 frames are 76.7 %.
    expect(page.get_by_role("region", name="Watched")).to_contain_text("76.7 %")
    expect(page.get_by_role("list", name="Marks").get_by_role("listitem")).to_have_count(2)
    page.reload()
    expect(page.get_by_role("region", name="Watched")).to_contain_text("76.7 %")
    expect(page.get_by_role("list", name="Marks").get_by_role("listitem")).to_have_count(2)
    eventually(lambda: list(Mark.objects.values_list("first", "end")), [(5, 9), (30, 34)])

    # Writing.
    page.keyboard.press("v")
    page.get_by_role("button", name="Trajectory, 0–4").click()
    page.get_by_label("Question", exact=True).fill(QUESTION)
    page.get_by_label("Answer", exact=True).fill("He is calm, and then cross because of the call.")
    page.get_by_role("button", name="Add stage S1").click()
    for number, words in enumerate((("Calm.", "At the table.", "peace"), ("Cross.", "The call.", "anger")), start=1):
        for part, text in zip(("description", "anchor", "emotion"), words, strict=True):
            page.get_by_label(f"S{number}, {part}").fill(text)
        if number == 1:
            page.get_by_role("button", name="Add stage S2").click()
    page.get_by_label("What holds for all stages").fill("The stages in order.")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name=re.compile("^Evidence")).click()
    for _ in range(2):
        page.get_by_role("button", name="Into this item").first.click()
    expect(page.get_by_role("textbox", name="Evidence 2, end")).to_have_value("3.4")
    line = page.get_by_role("region", name="Time line")
    for number in ("1", "2"):
        line.get_by_role("button", name=re.compile(f"^{number}")).click()
        page.keyboard.press(number)
        expect(line.get_by_role("button", name=f"{number} S{number}")).to_be_visible()
    expect(page.locator(".savedat")).to_contain_text("Saved")

    # Not watched enough: the gap is a link, and following it plays what is missing.
    page.keyboard.press("Control+Enter")
    links = page.get_by_role("region", name="1 thing to see to before it can be submitted")
    expect(links).to_contain_text("76.7 % of 99 %; missing 00:00.0–00:01.0")
    assert Item.objects.get().state == "draft"
    links.get_by_role("button", name="Watched").click()
    expect(page.get_by_role("region", name="Watched")).to_contain_text("100 %")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Revision 1 is submitted")).to_be_visible()
    expect(page.get_by_text(re.compile("^Yours until"))).to_have_count(0)
    content = Item.objects.get().revisions.get().content
    assert content["evidence"] == [
        {"start": 0.5, "end": 0.9, "item": "S1"},
        {"start": 3, "end": 3.4, "item": "S2"},
    ]
    eventually(lambda: coverage_of(annotator, video).share, 1)
    assert Item.objects.get().author == annotator


def test_what_was_watched_without_a_server_is_told_later(visitor, films, annotator):
    page = visitor(annotator.username).page
    page.goto(f"/p/films/g2/{Video.objects.get().pk}")
    expect(page.get_by_role("button", name=re.compile("^Start of evidence"))).to_be_visible()
    page.route("**/watched", lambda route: route.abort())
    page.keyboard.press("Space")
    shown(page, 42)
    expect(page.get_by_role("region", name="Watched")).to_contain_text("Server not reached")
    page.unroute("**/watched")
    page.reload()
    expect(page.get_by_role("region", name="Watched")).to_contain_text("100 %")
    eventually(lambda: coverage_of(annotator, Video.objects.get()).share, 1)


def test_the_pages_are_open_to_everybody(visitor, films, annotator, maintainer):
    item = a_new_item(annotator, films, "episode", "emotion trajectory", video=Video.objects.get())
    evidence = [{"start": 0.5, "end": 0.9, "item": "S1"}, {"start": 3, "end": 3.4, "item": None}]
    a_draft(annotator, item, content_of(episode("emotion trajectory"), evidence=evidence))
    someone = visitor(annotator.username)
    faults = {}

    def look(name: str) -> None:
        found = someone.faults()
        if found:
            faults[name] = found

    page = someone.page
    page.goto("/p/films/g2")
    expect(page.get_by_role("link", name="ten_fps")).to_be_visible()
    look("list")
    page.goto(f"/p/films/g2/{item.video_id}")
    expect(page.get_by_role("button", name=re.compile("^Start of evidence"))).to_be_visible()
    look("watch")
    page.goto(f"/p/films/g2/{item.video_id}?item={item.pk}")
    expect(page.get_by_label("S2, description")).to_be_visible()
    look("write")
    page.get_by_role("tab", name="Evidence 2").click()
    expect(page.get_by_role("textbox", name="Evidence 2, end")).to_be_visible()
    look("evidence")
    assert faults == {}


def test_a_maintainer_frees_a_video_and_says_a_rubric(visitor, films, maintainer, annotator):
    services.reserve_next_video(actor=annotator, project=films)
    someone = visitor(maintainer.username)
    page = someone.page
    page.goto("/p/films/queues")
    page.get_by_role("button", name="Free the whole video that anna has").click()
    page.get_by_role("button", name="Free it", exact=True).click()
    expect(page.get_by_role("heading", name="Nobody has anything in hand")).to_be_visible()
    expect(page.get_by_label("Writers of one whole video")).to_have_value("1")
    assert someone.accessibility_faults() == []
    page.goto("/p/films/rubrics")
    page.get_by_label("Result, score 1").fill("Right in every part.")
    page.get_by_role("button", name="Save Result as version 1").click()
    expect(page.get_by_text("version 1, mara")).to_be_visible()
    assert ProjectRubric.objects.get().scores["1"] == "Right in every part."
    assert someone.accessibility_faults() == []
