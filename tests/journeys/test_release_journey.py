"""SP10, RL10 and RL16 in a browser: what blocks is ruled on, the version is typed, the difference is read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from datasets.episodes.models import Episode
from tests.factories.releases import draft, frozen, kept, run_freeze
from tests.journeys.conftest import work_off

__all__ = ["draft", "frozen", "kept", "run_freeze"]
pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


def test_a_release_is_ruled_on_frozen_and_compared(visitor, kept, frozen, maintainer):
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
