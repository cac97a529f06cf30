"""Answers come late and out of order: what was said last stays, and nobody is fetched back to a page they left."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from affectory.accounts.models import Membership, User
from datasets.scenes.services import add_apartment
from tests.factories.episodes import add_motion
from tests.factories.kept_episodes import make_episode
from tests.factories.motion import bvh_bytes
from tests.journeys.conftest import eventually

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

# Longer than a request that does not wait for the one before it takes to be answered.
OVERTAKES_MS = 300


class FirstHeld:
    """The first request of a kind stays on its way until it is let go; those after it go through."""

    def __init__(self, page: Page, method: str, url: str) -> None:
        self.page, self.method = page, method
        self.met: list[Route] = []
        page.route(re.compile(url), lambda route: self._meet(route))

    def _meet(self, route: Route) -> None:
        if route.request.method != self.method:
            route.fallback()
            return
        self.met.append(route)
        if len(self.met) > 1:
            route.continue_()

    def let_go(self, *, of: int = 2) -> None:
        """What comes after it has had time to overtake it, and is on its way in the end."""
        self.page.wait_for_timeout(OVERTAKES_MS)
        first = self.met[0]
        with self.page.expect_event("requestfinished", lambda request: request == first.request):
            first.continue_()
        deadline = time.monotonic() + 20
        while len(self.met) < of:
            assert time.monotonic() < deadline, f"{len(self.met)} requests of {of}"
            self.page.wait_for_timeout(20)


def test_what_was_said_last_stays(visitor, project, maintainer, annotator):
    """AC7: a tick that overtakes another, on the profile, among roles and beside two lists."""
    make_episode(
        add_motion(project), add_apartment(actor=maintainer, project=project), 1,
        state="checked", opened_at=None, checks=[],
    )  # fmt: skip
    page = visitor(maintainer.username).opened("/p/lab/people")

    def roles() -> set[str]:
        return set(Membership.objects.filter(user=annotator).values_list("role", flat=True))

    def preferences() -> dict[str, object]:
        return User.objects.get(pk=maintainer.pk).preferences

    held = FirstHeld(page, "PUT", "/members/")
    page.get_by_label("Anna: Reviewer").click()
    page.get_by_label("Anna: Researcher").click()
    held.let_go()
    eventually(roles, {"annotator", "reviewer", "researcher"})
    expect(page.get_by_label("Anna: Reviewer")).to_be_checked()

    page.goto("/p/lab/episodes")
    held = FirstHeld(page, "PATCH", "/api/v1/me$")
    page.get_by_role("radio", name="Grid").locator("xpath=..").click()
    page.get_by_role("link", name="Motions").click()
    page.get_by_role("radio", name="Grid").locator("xpath=..").click()
    held.let_go()
    views = {"episodes": {"view": "grid", "dense": False}, "motions": {"view": "grid", "dense": False}}
    eventually(lambda: preferences().get("lists"), views)

    page.clock.install()
    page.goto("/me")
    held = FirstHeld(page, "PATCH", "/api/v1/me$")
    page.get_by_role("checkbox", name="Violence").click()
    page.get_by_role("checkbox", name="Grief").click()
    held.let_go()
    eventually(lambda: preferences().get("unwanted_content"), ["grief", "violence"])
    # What is typed outlives the window's coming back to the front, for which forms are read anew.
    page.get_by_label("Send unread lines").select_option("daily")
    page.get_by_label("Address").fill("mara@lab.example")
    page.clock.fast_forward(60_000)
    with page.expect_response("**/api/v1/me/digest"):
        page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(OVERTAKES_MS)
    expect(page.get_by_label("Address")).to_have_value("mara@lab.example")


def test_nobody_is_fetched_back_to_a_page_they_left(visitor, project, maintainer):
    episode = make_episode(
        add_motion(project), add_apartment(actor=maintainer, project=project), 1,
        state="checked", opened_at=None, checks=[],
    )  # fmt: skip
    page = visitor(maintainer.username).opened("/p/lab/episodes")
    # given a filter of one's own that arrives after another one was asked for
    late: list[Route] = []
    page.route(re.compile("/saved-filters"), lambda route: late.append(route))
    page.goto("/p/lab/episodes")
    page.get_by_role("checkbox", name="Rear view").click()
    expect(page).to_have_url(re.compile("challenge=rear_view$"))
    own = {"id": "1", "library": "episodes", "name": "Far ones", "query": "challenge=far_visible", "owner": ""}
    late[0].fulfill(json=[{**own, "is_mine": True, "is_default": True, "is_shared": False}])
    expect(page.get_by_text("Far ones")).to_be_visible()
    expect(page).to_have_url(re.compile("challenge=rear_view$"))
    page.unroute_all()
    page.goto("/p/lab/episodes")
    # given a search that rests for a quarter of a second, and a row opened before
    waiting: list[Route] = []
    page.route(re.compile(r"/EpisodePage-[^/]*\.js"), lambda route: waiting.append(route))
    page.get_by_role("textbox", name="Find by motion, scene, id").fill("a")
    page.get_by_role("link", name=str(episode.pk)[:8]).click()
    page.wait_for_timeout(OVERTAKES_MS)
    waiting[0].continue_()
    expect(page.get_by_role("heading", name="Checks")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/episodes/{episode.pk}$"))
    # when an import is begun, and another page is opened before it is answered
    page.goto("/p/lab/import")
    page.get_by_label("Choose files").set_input_files([{"name": "a.bvh", "mimeType": "a/b", "buffer": bvh_bytes(1)}])
    page.get_by_label("Collection", exact=True).fill("Takes")
    held = FirstHeld(page, "POST", "/imports$")
    with page.expect_request(lambda request: request.url.endswith("/imports") and request.method == "POST"):
        page.get_by_role("button", name="Dry run").click()
    page.get_by_role("link", name="Scenes").click()
    expect(page.get_by_role("heading", name="Scenes", exact=True)).to_be_visible()
    held.let_go(of=1)
    page.wait_for_timeout(OVERTAKES_MS)
    expect(page).to_have_url(re.compile("/p/lab/scenes$"))
