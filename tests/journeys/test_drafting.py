"""Drafts from cuts, in a real browser; what the worker would do is done by its task here."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role
from annotation.questions.models import Item
from tests.factories.drafting import cut_film
from tests.journeys.conftest import work_off

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def films(db, maintainer) -> Project:
    project = accounts.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)
    accounts.grant_role(actor=None, project=project, user=maintainer, role=Role.MAINTAINER)
    return project


def test_a_maintainer_asks_for_drafts_sees_them_arrive_and_opens_one(visitor, films, maintainer, tmp_path):
    cut_film(maintainer, films, tmp_path)
    cut_film(maintainer, films, tmp_path, name="later.mp4", seed=2, ready=False)
    visit = visitor(maintainer.username)
    page = visit.page
    page.goto("/p/films/drafting")
    page.get_by_role("main").get_by_role("link", name="Ask for drafts").first.click()
    expect(page.get_by_role("radio", name=re.compile("Cuts and subtitle gaps"))).to_be_checked()
    ask = page.get_by_role("button", name=re.compile("^Ask for"))
    expect(ask).to_be_disabled()
    page.get_by_label("Drafts per video").fill("3")
    page.get_by_role("button", name="Try out").click()
    expect(page.get_by_text("1 video left out: not prepared, or refused")).to_be_visible()
    assert not Item.objects.exists()
    assert visit.accessibility_faults() == []
    page.get_by_role("button", name="Ask for 3 drafts").click()

    page.wait_for_url(re.compile(r"/drafting/[0-9a-f-]{36}"))
    expect(page.get_by_text("Queued")).to_be_visible()
    work_off()
    expect(page.get_by_text("Done", exact=True).first).to_be_visible()
    rows = page.get_by_role("region", name="Proposals").get_by_role("row")
    expect(rows).to_have_count(4)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Proposal", exact=True)).to_be_visible()
    assert visit.accessibility_faults() == []
    page.get_by_role("link", name="Open the item").click()
    expect(page.get_by_label("Question", exact=True)).to_be_visible()
    assert Item.objects.count() == 3
