"""SP10, RL10, RL16 and WD2 in a browser: what blocks is ruled on, the version is typed, the difference is read; then
a performer is withdrawn."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from datasets.episodes.models import Episode
from tests.factories.releases import draft, frozen, kept, run_freeze
from tests.journeys.conftest import work_off

__all__ = ["draft", "frozen", "kept", "run_freeze"]
pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


def test_a_release_is_ruled_on_frozen_and_compared(visitor, kept, frozen, maintainer, settings):
    settings.STORAGE_SETTLED_S = 0
    before = frozen("0.1.0")
    splits = dict(before.rows.values_list("episode_id", "split"))
    first = next(e for e in kept if splits[e.pk] == "train")
    second = next(e for e in kept if splits[e.pk] == "test")
    digest = first.renders.get(setting="P-Init").frames_digest
    second.renders.filter(setting="P-Init").update(frames_digest=digest)
    motion = kept[4].motion
    type(motion).objects.filter(pk=motion.pk).update(label="fearful")
    Episode.objects.filter(motion=motion).update(label="fearful")

    someone = visitor(maintainer.username)
    page = someone.page
    page.goto("/p/lab/releases/new")
    expect(page.get_by_text("One thing stands in the way")).to_be_visible()
    expect(page.get_by_text("2 references changed")).to_be_visible()
    assert someone.accessibility_faults() == []
    page.get_by_role("button", name="Rule on it").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("No duplicates: both may stand").click()
    dialog.get_by_label("Why").fill("Both people stand behind the same wall.")
    dialog.get_by_role("button", name="Record the ruling").click()
    expect(page.get_by_role("cell", name="Both people stand behind the same wall.").first).to_be_visible()

    page.get_by_label("Type the version to freeze").fill("1.0.0")
    page.get_by_role("button", name="Freeze v1.0.0").click()
    expect(page.get_by_text("Freezing: the rows are pinned")).to_be_visible()
    work_off()
    expect(page.get_by_text("v1.0.0 is frozen.")).to_be_visible()
    page.get_by_role("link", name="Open v1.0.0").click()
    page.get_by_role("tab", name="Diff").click()
    expect(page.get_by_text("From v0.1.0 this demands 1.0.0 or higher (MAJOR).")).to_be_visible()
    page.get_by_text("Reference 2").click()
    expect(page.get_by_role("row").filter(has_text="label neutral fearful")).to_have_count(2)
    assert someone.accessibility_faults() == []

    page.goto("/p/lab/withdrawals")
    page.get_by_role("main").get_by_role("link", name="Withdraw something").first.click()
    page.get_by_label("Name").fill("performer 0")
    page.get_by_role("button", name="performer 0").click()
    expect(page.get_by_role("heading", name="Performer “performer 0”: what vanishes")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="v1.0.0")).to_contain_text("not published")
    expect(page.get_by_text("The next release must be 2.0.0")).to_be_visible()
    assert someone.accessibility_faults() == []
    page.get_by_role("radio", name="Consent withdrawn").click()
    page.get_by_label("Sentence").fill("The person who was recorded took back their consent.")
    expect(page.get_by_role("button", name="Withdraw for good")).to_be_disabled()
    page.get_by_label("Type performer 0 to withdraw it").fill("performer 0")
    page.get_by_role("button", name="Withdraw for good").click()
    expect(page.get_by_role("heading", name="Performer withdrawn")).to_be_visible()
    work_off()
    expect(page.get_by_role("status").filter(has_text="deleted,")).to_be_visible()
    assert someone.accessibility_faults() == []
    page.goto("/p/lab/releases/1.0.0")
    expect(page.get_by_text("Material of this release was withdrawn")).to_be_visible()
