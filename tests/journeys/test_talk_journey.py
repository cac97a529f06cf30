"""An item that came back: its author reads why, asks a maintainer, and both learn of it in their inboxes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role
from affectory.inbox.models import InboxLine
from annotation.comments.models import Comment, Thread
from tests.factories.items import a_member
from tests.factories.reviewed_items import ACCEPT, REJECT, a_submitted_item, a_watchable_film, judge, put_out
from tests.journeys.conftest import eventually

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def films(db) -> Project:
    return accounts.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)


@pytest.fixture
def people(films):
    roles = {"mara": Role.MAINTAINER, "anna": Role.ANNOTATOR, "rosa": Role.REVIEWER, "ravi": Role.REVIEWER}
    return {name: a_member(films, name, role) for name, role in roles.items()}


def test_a_returned_item_is_read_and_talked_about(visitor, films, people):
    """CM1, CM2, IN2: in the browser, light and dark, by keys where there are keys."""
    film = a_watchable_film(people["mara"], films)
    item = a_submitted_item(people["anna"], films, video=film, text="Why does she laugh?")
    put_out(films)
    judge(people["rosa"], films, REJECT, note="She smiles at 12:04.3 already.")
    judge(people["ravi"], films, ACCEPT)

    author = visitor("anna")
    expect(author.page.get_by_role("link", name="Inbox: 1 unread")).to_be_visible()
    author.page.keyboard.press("g")
    author.page.keyboard.press("i")
    line = author.page.get_by_role("link", name="“Why does she laugh?” came back to you.")
    expect(line).to_be_visible()
    assert author.accessibility_faults() == []
    author.page.goto(f"/p/films/items/{item.pk}/history#round-1")
    first = author.page.locator(".decision").first
    expect(first).to_contain_text("Reviewer 1")
    expect(first).to_contain_text("It is wrong: the video shows something else")
    expect(author.page.locator("main")).not_to_contain_text("rosa")
    expect(first.get_by_role("button", name="12:04.3")).to_be_visible()
    author.page.keyboard.press("n")
    field = author.page.get_by_label("What do you want to say?")
    field.fill("May I ask what counts as laughing")
    author.page.reload()
    expect(author.page.get_by_role("button", name="Start a thread")).to_be_visible()
    author.page.keyboard.press("n")
    expect(field).to_have_value("May I ask what counts as laughing")
    field.press_sequentially(", @mara?")
    field.press("Control+Enter")
    expect(author.page.locator(".comment")).to_contain_text("@mara?")
    assert author.accessibility_faults() == []

    maintainer = visitor("mara", scheme="dark")
    maintainer.page.goto("/inbox")
    maintainer.page.get_by_role("link", name="You were mentioned in a thread about “Why does she laugh?”.").click()
    expect(maintainer.page.locator(".comment")).to_contain_text("anna, author")
    maintainer.page.get_by_label("Reply").fill("Open mouth and sound.")
    maintainer.page.get_by_role("button", name="Reply").click()
    expect(maintainer.page.locator(".comment")).to_have_count(2)
    assert maintainer.accessibility_faults() == []
    maintainer.page.get_by_role("button", name="Settle").click()
    expect(maintainer.page.get_by_text("Settled")).to_be_visible()
    maintainer.page.goto("/p/films/audit?event=comment")
    expect(maintainer.page.get_by_role("row")).to_have_count(5)
    assert maintainer.accessibility_faults() == []
    with maintainer.page.expect_download() as download:
        maintainer.page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "audit-films.csv"

    author.page.goto("/inbox")
    expect(author.page.get_by_role("link", name="There is a reply about “Why does she laugh?”.")).to_be_visible()
    author.page.get_by_role("button", name="Mark all as read").click()
    expect(author.page.get_by_role("heading", name="Nothing is unread")).to_be_visible()
    expect(author.page.get_by_role("link", name="Inbox: nothing unread")).to_be_visible()
    assert (Thread.objects.count(), Comment.objects.count()) == (1, 2)
    eventually(lambda: InboxLine.objects.filter(person=people["anna"], read_at=None).count(), 0)
