"""Clip items from drafts in a real browser: taken, corrected, cut to the frame, submitted, and never a word lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role
from annotation.questions import services
from annotation.questions.models import Draft, Item, Reservation, Revision, WorkTime
from datasets.videos.models import Video
from tests.conftest import PASSWORD
from tests.factories.counter_video import ten_fps
from tests.factories.items import a_draft, content_of
from tests.factories.queues import a_proposal, time_out
from tests.factories.videos import registered
from tests.journeys.conftest import eventually, work_off
from tests.unit.questions.examples import clip

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

DRAFTED = "What does the woman with the red scarf feel?"
# Ten frames a second: one second is ten frames, frame 10 begins at 1 s.
SOURCE = {"from": "Counter", "segments": [{"start": 1, "end": 2}]}


@pytest.fixture
def films(db, maintainer, annotator) -> Project:
    project = accounts.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)
    accounts.grant_role(actor=None, project=project, user=maintainer, role=Role.MAINTAINER)
    accounts.grant_role(actor=None, project=project, user=annotator, role=Role.ANNOTATOR)
    return project


@pytest.fixture
def film(films, maintainer, tmp_path) -> Video:
    counter = ten_fps(tmp_path)
    registered(maintainer, films, {"ten_fps.mp4": counter.path.read_bytes()}, defaults={"licence": "CC0 1.0"})
    work_off()
    return Video.objects.get()


def drafted(maintainer, film, **changes) -> Item:
    given = {"question": DRAFTED, "source": SOURCE, "subtitles": None, **changes}
    return a_proposal(maintainer, film.project, video=film, **given)


def without_marks(page: Page) -> None:
    """Somebody who has been shown around before."""
    page.evaluate("localStorage.setItem('affectory.g1', JSON.stringify({toured: true}))")


def opened(page: Page, item: Item) -> None:
    page.goto(f"/p/films/g1/{item.pk}")
    expect(question(page)).to_be_visible()
    expect(page.locator('[data-testid="frame"][data-settled="true"]')).to_have_attribute("data-frame", "10")


def question(page: Page):
    return page.get_by_label("Question", exact=True)


def saved(page: Page) -> None:
    expect(page.locator(".savedat")).to_contain_text("Saved")


def test_a_draft_is_taken_corrected_cut_to_the_frame_and_submitted(visitor, film, maintainer, annotator):
    first = drafted(maintainer, film)
    page = visitor(annotator.username).page
    page.get_by_role("link", name="Continue writing").click()
    page.get_by_role("button", name="Skip these").click()
    assert Reservation.objects.get().item == first
    page.keyboard.press("q")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("What does the woman with the red scarf feel at the door?")
    expect(page.get_by_role("region", name="Draft").locator("ins")).to_have_text(" at the door")
    page.keyboard.press("Escape")
    page.keyboard.press("]")
    expect(page.get_by_role("textbox", name=re.compile("^Clip, start"))).to_have_value("1.1 s")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator('[data-testid="frame"][data-settled="true"]')).to_have_attribute("data-frame", "21")
    page.keyboard.press("o")
    expect(page.get_by_role("textbox", name=re.compile("^Clip, end"))).to_have_value("2.2 s")
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(question(page)).to_have_value(DRAFTED)
    for _ in range(3):
        page.keyboard.press("Control+Shift+Z")
    saved(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="1 item submitted in this sitting")).to_be_visible()
    revision = Revision.objects.get()
    assert revision.content["question"] == "What does the woman with the red scarf feel at the door?"
    assert revision.content["source"]["segments"] == [{"start": 1.1, "end": 2.2}]
    assert (revision.author, revision.confirmed, Reservation.objects.get().end_reason) == (
        annotator,
        False,
        "submitted",
    )
    eventually(lambda: WorkTime.objects.filter(seconds__gt=0).count(), 1)
    page.get_by_role("button", name="Undo").click()
    expect(question(page)).to_have_value(revision.content["question"])
    assert Draft.objects.get(item=first).based_on == 1


def test_a_draft_that_is_right_is_confirmed_in_three_keys_after_its_clip_has_played(
    visitor, film, maintainer, annotator
):
    """QU84; at most four keys are allowed."""
    item = drafted(maintainer, film)
    page = visitor(annotator.username).page
    without_marks(page)
    opened(page, item)
    page.keyboard.press("u")
    expect(page.get_by_text("Play the whole clip first")).to_be_visible()
    page.keyboard.press("p")
    expect(page.get_by_text("Play the whole clip first")).to_be_hidden()
    page.keyboard.press("u")
    expect(page.get_by_text("Press again to confirm it as it is.")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_text("Confirmed unchanged.")).to_be_visible()
    assert Revision.objects.get().confirmed


def test_a_killed_tab_a_lost_session_and_a_lost_reservation_lose_no_word(visitor, film, maintainer, annotator):
    item = drafted(maintainer, film)
    someone = visitor(annotator.username)
    page = someone.page
    without_marks(page)
    opened(page, item)
    page.route("**/draft", lambda route: route.abort())
    question(page).fill("Typed in the tab that dies?")
    page.close(run_before_unload=False)
    page = someone.page = someone.context.new_page()
    opened(page, item)
    expect(page.get_by_text("Restored from this browser")).to_be_visible()
    expect(question(page)).to_have_value("Typed in the tab that dies?")
    saved(page)

    cookies = someone.context.cookies()
    someone.context.clear_cookies()
    question(page).fill("Typed without a session?")
    field = page.get_by_placeholder("Password of anna")
    expect(field).to_be_visible()
    someone.context.add_cookies([cookie for cookie in cookies if cookie["name"] == "csrftoken"])
    field.fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    saved(page)
    assert Draft.objects.get().content["question"] == "Typed without a session?"

    time_out(item)
    services.expire_reservations()
    assert Draft.objects.get().content["question"] == DRAFTED
    page.clock.install()
    page.reload()
    expect(question(page)).to_have_value("Typed without a session?")
    time_out(item)
    services.expire_reservations()
    page.clock.run_for(31_000)
    told = page.get_by_role("alert").filter(has_text="Your time with this draft ran out")
    expect(told).to_be_visible()
    page.get_by_role("button", name="Take it again").click()
    page.clock.resume()
    expect(told).to_be_hidden()
    expect(question(page)).to_have_value("Typed without a session?")
    saved(page)


def test_a_stale_write_is_merged_and_a_skip_goes_on_to_the_next(visitor, film, maintainer, annotator):
    item, other = drafted(maintainer, film), drafted(maintainer, film, question="What does the man feel?")
    services.reserve_item(actor=annotator, item_id=item.pk)
    a_draft(annotator, item, content_of(clip(), question=DRAFTED, source=SOURCE, subtitles=None))
    page = visitor(annotator.username).page
    without_marks(page)
    opened(page, item)
    a_draft(maintainer, item, content_of(clip(), question="Theirs?", source=SOURCE, subtitles=None))
    question(page).fill("Mine?")
    conflict = page.get_by_role("alert", name="Changed by two")
    for words in ("Mine?", "Theirs?", DRAFTED):
        expect(conflict).to_contain_text(words)
    page.get_by_role("button", name="Keep mine").click()
    saved(page)
    assert Draft.objects.get(item=item).content["question"] == "Mine?"

    page.keyboard.press("Escape")
    page.keyboard.press("s")
    expect(page.get_by_role("heading", name="Skip: why?")).to_be_visible()
    # The next one is on screen before it is taken.
    with page.expect_response(lambda response: response.url.endswith("/queue/next")):
        page.keyboard.press("1")
    expect(question(page)).to_have_value("What does the man feel?")
    assert Reservation.objects.get(item=item).end_reason == "distressing"
    assert Reservation.objects.get(item=other).state == "open"


def test_queue_and_workbench_have_no_faults(visitor, film, maintainer, annotator):
    kinds = ("contextual emotion", "emotion transition", "emotion trajectory")
    items = [a_proposal(maintainer, film.project, video=film, **clip(kind, source=SOURCE)) for kind in kinds]
    someone = visitor(annotator.username)
    without_marks(someone.page)
    faults = {}
    someone.page.goto("/p/films/g1")
    expect(someone.page.get_by_role("heading", name="New drafts")).to_be_visible()
    faults["queue"] = someone.faults(scroll=True)
    for item in items:
        opened(someone.page, item)
        faults[item.type] = someone.faults()
    someone.page.keyboard.press("t")
    expect(someone.page.get_by_role("heading", name="Watch first")).to_be_visible()
    faults["marks"] = someone.faults(scroll=True)
    assert {name: found for name, found in faults.items() if found} == {}
