"""The list of episodes: a filter with a name, an action on all that match, its undo, and the way through the list."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Route, expect

from datasets.episodes.models import Episode
from datasets.scenes.services import add_apartment
from tests.factories.episodes import add_motion
from tests.factories.kept_episodes import make_episode
from tests.journeys.conftest import work_off

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ids(project, maintainer) -> list[str]:
    """A hundred and four, every other one from behind, in the list's order."""
    motion, scene = add_motion(project), add_apartment(actor=maintainer, project=project)
    for number in range(104):
        make_episode(motion, scene, number, state="checked", checked_at=timezone.now(), opened_at=None, checks=[])
    return [str(pk) for pk in Episode.objects.order_by("-created_at", "-id").values_list("pk", flat=True)]


def states() -> set[tuple[str, str]]:
    return set(Episode.objects.values_list("challenge", "state"))


def test_many_episodes_are_discarded_and_brought_back(visitor, project, maintainer, ids):
    """BW6, BW10, BW14, BW15."""
    someone = visitor(maintainer.username)
    page = someone.opened("/p/lab/episodes")
    dialog, kept = page.get_by_role("dialog"), page.get_by_role("region", name="Saved filters")
    # when a filter is given a name
    page.get_by_role("checkbox", name="Rear view").click()
    expect(page.get_by_text("52 match")).to_be_visible()
    kept.get_by_role("button", name="Save this filter").click()
    dialog.get_by_label("Name").fill("From behind")
    dialog.get_by_role("button", name="Save").click()
    expect(kept.get_by_role("button", name="From behind", exact=True)).to_have_attribute("aria-pressed", "true")
    # and all that match are discarded
    page.get_by_role("checkbox", name="Choose all that match").click()
    page.get_by_role("button", name="Discard").click()
    expect(dialog.get_by_text("52 go, and an undo brings them back")).to_be_visible()
    assert someone.faults() == []
    with page.expect_response(lambda answer: answer.status == 202):
        dialog.get_by_role("button", name="Discard 52").click()
    work_off()
    expect(page.get_by_text("52 episodes discarded.")).to_be_visible()
    assert states() == {("far_visible", "checked"), ("rear_view", "discarded")}
    # then they come back
    with page.expect_response(lambda answer: answer.status == 202):
        page.get_by_role("button", name="Undo").click()
    work_off()
    expect(page.get_by_text("52 episodes put back.")).to_be_visible()
    assert states() == {("far_visible", "checked"), ("rear_view", "checked")}
    # and the filter is found by its name, from any list
    page.get_by_role("button", name="Clear all filters").click()
    expect(page.get_by_text("104 in this project")).to_be_visible()
    # (the name typed before the filters were read)
    held: list[Route] = []
    page.route("**/saved-filters", lambda route: held.append(route))
    page.keyboard.press("Control+k")
    page.get_by_role("textbox", name="Search or run a command").fill("behind")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    held[0].continue_()
    expect(page.get_by_text("Saved filter, episodes")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("challenge=rear_view"))
    expect(page.get_by_text("52 match")).to_be_visible()


def test_one_goes_through_the_whole_list_and_comes_back_to_its_place(visitor, project, maintainer, ids):
    page = visitor(maintainer.username).opened("/p/lab/episodes")
    rows = page.get_by_role("region", name="Episodes")
    # given the list scrolled to its fiftieth row
    rows.evaluate("box => { box.scrollTop = 50 * 52 }")
    expect(page.get_by_role("link", name=ids[50][:8])).to_be_visible()
    page.get_by_role("link", name=ids[50][:8]).click()
    expect(page.get_by_text("51 of 104")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("link", name=ids[50][:8])).to_be_visible()
    # when one is past what the list had read
    page.goto(f"/p/lab/episodes/{ids[99]}")
    expect(page.get_by_text("100 of 104")).to_be_visible()
    page.get_by_role("button", name="Render").click()
    expect(page.get_by_text("The clips are queued.")).to_be_visible()
    page.get_by_role("button", name="Next episode of the list").click()
    expect(page.get_by_text("101 of 104")).to_be_visible()
    expect(page.get_by_role("button", name="Render")).to_be_visible()
    expect(page.get_by_text("The clips are queued.")).to_have_count(0)
    # then the keys are the rows' after the view was switched
    page.goto("/p/lab/episodes")
    page.get_by_role("radio", name="Grid").locator("xpath=..").click()
    expect(page.get_by_role("region", name="Episodes")).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(page.get_by_text("1 episode chosen")).to_be_visible()


def test_one_who_turns_back_before_the_next_page_was_there_finds_the_place_again(visitor, project, maintainer, ids):
    page = visitor(maintainer.username).opened("/p/lab/episodes")
    rows, link = page.get_by_role("region", name="Episodes"), page.get_by_role("link", name=ids[50][:8])
    held: list[Route] = []
    page.route(re.compile(r"/EpisodePage-[^/]*\.js"), lambda route: held.append(route))
    rows.evaluate("box => { box.scrollTop = 50 * 52 }")
    link.click()
    expect(rows).to_be_hidden()
    page.go_back()
    expect(link).to_be_visible()
    # then it is found after the next page was shown, too
    held[0].continue_()
    link.click()
    expect(page.get_by_text("51 of 104")).to_be_visible()
    page.go_back()
    expect(link).to_be_visible()
