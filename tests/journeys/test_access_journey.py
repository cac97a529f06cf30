"""RL54 and RL42 in a browser: what is public is read without an account; else a stranger asks and the maintainer
approves, and the release page says how to pull."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from export.access import services as access
from export.releases import services
from tests.factories.releases import draft, frozen, kept, run_freeze

__all__ = ["draft", "frozen", "kept", "run_freeze"]
pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


def test_rl54_a_public_release_is_read_without_an_account(visitor, kept, frozen, project, maintainer):
    """And what is not public asks for sign-in and comes back."""
    services.publish_release(actor=maintainer, release_id=frozen().pk)
    access.set_mode(actor=maintainer, project=project, mode="public")
    unknown = visitor(None)
    page = unknown.page
    page.goto("/login")
    page.get_by_role("link", name="Data that need no account").click()
    page.get_by_role("link", name="Lab", exact=True).click()
    page.get_by_role("link", name="v0.1.0").click()
    expect(page.get_by_text("no account and no token are needed")).to_be_visible()
    assert unknown.accessibility_faults() == []
    page.get_by_role("tab", name="Data", exact=True).click()
    expect(page.get_by_role("heading", name="First rows")).to_be_visible()
    page.get_by_role("tab", name="Files", exact=True).click()
    with page.expect_download() as got:
        page.get_by_role("button", name="Download rights.csv").click()
    assert got.value.suggested_filename == "rights.csv"
    page.get_by_role("tab", name="Documents", exact=True).click()
    expect(page.get_by_role("link", name="Datasheet", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Withdraw")).to_have_count(0)
    page.get_by_label("Breadcrumb").get_by_role("link", name="Lab", exact=True).click()
    expect(page).to_have_url(re.compile(r"/open/lab$"))

    access.set_mode(actor=maintainer, project=project, mode="gated")
    page.goto("/open/lab")
    expect(page).to_have_url(re.compile(r"/login\?next=%2Fopen%2Flab$"))
    page.goto("/p/lab/releases/0.1.0?tab=files")
    expect(page).to_have_url(re.compile(r"/login\?next=%2Fp%2Flab%2Freleases%2F0\.1\.0%3Ftab%3Dfiles$"))
    page.goto("/p/lab")
    expect(page.get_by_label("User name")).to_be_visible()


def test_access_is_opened_asked_for_given_and_used(visitor, kept, frozen, maintainer, outsider):
    services.publish_release(actor=maintainer, release_id=frozen().pk)
    owner = visitor(maintainer.username).page
    owner.goto("/p/lab/access")
    owner.get_by_label("On request").click()
    owner.get_by_role("button", name="Save", exact=True).click()
    expect(owner.get_by_text("/open/lab")).to_be_visible()

    asking = visitor(outsider.username, scheme="dark", by_form=True)
    page = asking.page
    page.get_by_role("link", name="Data", exact=True).click()
    page.get_by_role("link", name="Lab", exact=True).click()
    expect(page.get_by_label("Terms", exact=True)).to_contain_text("I do not try to find out who anybody")
    page.get_by_label("Where you work or study").fill("University of Tartu")
    page.get_by_label("What you want the data for").fill("I compare recognisers of portrayed emotion.")
    page.get_by_label("I have read the terms").click()
    assert asking.accessibility_faults() == []
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_text("The maintainers decide")).to_be_visible()

    owner.goto("/p/lab/access?tab=requests")
    row = owner.get_by_role("row").filter(has_text="University of Tartu")
    row.get_by_role("button", name="Approve").click()
    owner.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(row.get_by_text("Approved")).to_be_visible()

    page.goto("/open/lab")
    page.get_by_role("link", name="v0.1.0").click()
    code = page.locator("pre").filter(has_text="load_dataset")
    expect(code).to_contain_text('datasets.load_dataset("affectory/lab", revision=sha, token="aff_…")')
    expect(code).to_contain_text('set(part["release"]) <= {"0.1.0"}')
    page.get_by_role("tab", name="curl").click()
    expect(page.locator("pre")).to_contain_text("/datasets/affectory/lab/resolve/v0.1.0")
