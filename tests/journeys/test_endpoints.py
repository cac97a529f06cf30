"""A maintainer adds an endpoint in a real browser, tries it, and reads the call."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.factories.threads import at_once
from tests.fakes.running import fake_endpoint

from .conftest import work_off


@pytest.mark.journey
@pytest.mark.django_db(transaction=True)
def test_an_endpoint_is_added_tried_and_its_call_read(visitor, project, maintainer, settings, tmp_path, monkeypatch):
    settings.ENDPOINT_ALLOW_PRIVATE = True
    monkeypatch.setattr("affectory.core.jobs.enqueue", lambda *args, **options: None)
    with fake_endpoint(tmp_path) as fake:
        fake.script({"json": {"ready": True}, "model": "lab/tiny"})
        mara = visitor("mara")
        page = mara.page
        page.goto("/p/lab/endpoints")
        page.get_by_role("button", name="Add an endpoint").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Short name").fill("lab")
        dialog.get_by_label("Name", exact=True).fill("The lab’s model")
        dialog.get_by_label("Model", exact=True).fill("model-1")
        dialog.get_by_label("Address").fill("ftp://nowhere")
        dialog.get_by_role("button", name="Add").click()
        expect(dialog.get_by_text("Begin the address with").first).to_be_visible()
        dialog.get_by_label("Address").fill(fake.base_url)
        dialog.get_by_role("button", name="Add").click()
        expect(page.get_by_role("cell", name="The lab’s model")).to_be_visible()
        assert mara.accessibility_faults() == []
        with page.expect_response("**/try"):
            page.get_by_role("button", name="Try it: lab").click()
        at_once([work_off])  # in a thread without the browser's event loop, as a worker has it
        expect(page.get_by_text("It says that lab/tiny answered, not model-1.")).to_be_visible()
        page.get_by_role("link", name="What was sent and what came back").click()
        expect(page.get_by_role("heading", name="Try lab v1")).to_be_visible()
        expect(page.get_by_text("Another model answered", exact=True)).to_be_visible()
        assert mara.accessibility_faults() == []
        page.goto("/p/lab/calls?flag=other_model")
        expect(page.get_by_role("link", name="Try lab v1")).to_be_visible()
        assert mara.accessibility_faults() == []
