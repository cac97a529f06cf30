"""A maintainer reads agreement, goes through the splits by keys, names a cause, and sees the progress move."""

from __future__ import annotations

import csv

import pytest
from playwright.sync_api import expect

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role
from annotation.agreement.models import SplitTag
from annotation.questions.models import Revision
from tests.conftest import make_user
from tests.factories import reviewed_items as reviewed
from tests.factories.agreement import add_closed_rounds
from tests.factories.items import run_import
from tests.unit.questions.examples import clip

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def films(db):
    """Two items that were really split, one of which came back, beside many rounds of an older batch."""
    project = accounts.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)
    people = {name: make_user(name) for name in ("maxine", "auberon", "rupert", "rhonda")}
    roles = (Role.MAINTAINER, Role.ANNOTATOR, Role.REVIEWER, Role.REVIEWER)
    for person, role in zip(people.values(), roles, strict=True):
        accounts.grant_role(actor=None, project=project, user=person, role=role)
    reviewers = [people["rupert"], people["rhonda"]]
    records = [clip("emotion cause", question_id=f"G1_Q{number:06}") for number in range(38)]
    run_import(people["maxine"], project, records)
    revisions = Revision.objects.filter(item__project=project).order_by("item__external_id")
    add_closed_rounds(
        project, reviewers, ["aa"] * 30 + ["rr"] * 8, kind="item", granularity="clip",
        subject_type="emotion cause", per_group=2, name="Older", revisions=revisions,
    )  # fmt: skip
    film = reviewed.a_watchable_film(people["maxine"], project)
    items = [reviewed.a_submitted_item(people["auberon"], project, video=film, start=start) for start in (12.5, 60.0)]
    reviewed.put_out(project, people["maxine"], name="Newer", subject_ids=[item.pk for item in items])
    for _ in items:
        reviewed.judge(people["rupert"], project)
        reviewed.judge(people["rhonda"], project, reviewed.REJECT, note="Look at her hands.")
    reviewed.rewrite(people["auberon"], items[0], question="What do her hands say in these seconds?")
    return project


@pytest.mark.parametrize(("scheme", "size"), [("dark", (1280, 720))])
def test_reading_agreement(visitor, films, scheme, size):
    someone = visitor("maxine", scheme=scheme, size=size)
    page = someone.page
    page.goto("/p/films/agreement")
    expect(page.get_by_text("Initial verdicts only: 40 G1 items")).to_be_visible()
    # 38 of 40 alike; 62 accepts and 18 rejects of 80: by chance (62 * 61 + 18 * 17) / (80 * 79) = 64.7 %
    expect(page.get_by_role("img", name="Observed agreement 95.0 %, by chance 64.7 %")).to_be_visible()
    assert someone.accessibility_faults() == []
    # a filter stands in the address, and one card's numbers are saved
    page.get_by_label("Type", exact=True).select_option("emotion cause")
    expect(page.get_by_text("Initial verdicts only: 38 G1 items")).to_be_visible()
    assert "type=emotion+cause" in page.url
    with page.expect_download() as saved:
        page.get_by_role("button", name="By type as CSV").click()
    with open(saved.value.path(), newline="") as file:
        [row] = csv.DictReader(file)
    assert (row["Items"], row["Observed"], row["code_version"]) == ("38", "1", "agreement-2")
    page.get_by_label("Type", exact=True).select_option("")

    page.get_by_role("link", name="Read the 2 splits").click()
    expect(page.get_by_role("heading", name="Splits", level=1)).to_be_visible()
    expect(page.locator(".splitrow")).to_have_count(2)
    first = page.locator(".splitrow[aria-current=page]")
    expect(first).to_have_count(1)
    before = first.get_attribute("href")
    page.keyboard.press("j")
    expect(first).not_to_have_attribute("href", before)
    page.keyboard.press("k")
    expect(first).to_have_attribute("href", before)
    expect(page.get_by_text("Look at her hands.")).to_be_visible()
    assert "rhonda" not in page.content().lower()
    assert "auberon" not in page.content().lower()

    page.get_by_role("button", name="The guideline is unclear 0").click()
    page.get_by_label("Which line of the guideline").select_option(index=2)
    page.get_by_label("Note").fill("Lasting or passing?")
    page.get_by_role("button", name="Name this cause").click()
    expect(page.get_by_text("Lasting or passing?")).to_be_visible()
    expect(page.get_by_text("Guideline 1, line 2:")).to_be_visible()
    assert SplitTag.objects.get().guideline_line == 1
    assert someone.accessibility_faults() == []

    page.goto("/p/films/progress")
    expect(page.get_by_role("heading", name="Items by state")).to_be_visible()
    expect(page.get_by_role("heading", name="Reviewers: pace and likeness")).to_be_visible()
    expect(page.get_by_text("Rupert")).to_have_count(0)
    page.get_by_role("switch", name="Names").click()
    expect(page.get_by_text("Rupert")).to_be_visible()
    assert someone.accessibility_faults() == []
    page.get_by_role("link", name="Returned", exact=True).click()
    expect(page.get_by_role("heading", name="Items", level=1)).to_be_visible()
    assert "state=returned" in page.url
