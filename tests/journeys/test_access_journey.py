"""RL42 in a browser: a stranger asks, the maintainer approves, the release page says how to pull."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from export.releases import services
from tests.factories.releases import draft, frozen, kept, run_freeze

__all__ = ["draft", "frozen", "kept", "run_freeze"]
pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


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
