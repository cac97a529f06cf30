"""A real browser on a real server with real clips. A missing browser or front end fails; nothing is skipped."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

from affectory.accounts.models import User
from affectory.core.models import Job
from tests.conftest import PASSWORD

# A page on a busy machine with software GL takes its time; what is expected ends the wait, not the clock.
expect.set_options(timeout=20_000)

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The same Chromium; the first has no window frame of its own to draw, which takes two thirds of a page's time."""
# Chromium refuses its sandbox to root; software GL is what machines without a graphics card have.
ARGUMENTS = ["--no-sandbox", "--enable-unsafe-swiftshader", "--autoplay-policy=no-user-gesture-required"]
BUSY = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND state <> 'idle'"
)
LOOKS = (("light", (1280, 720)), ("dark", (1440, 900)))
"""Each theme in one of the two sizes that pages are made for."""
AXE = Path(__file__).resolve().parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.fail("No Chromium on PATH. Install it: apt-get install --yes chromium-headless-shell", pytrace=False)
    # Playwright's event loop lives in the tests' thread, where Django would refuse its own queries.
    with pytest.MonkeyPatch.context() as environment, sync_playwright() as playwright:
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def site(live_server) -> str:
    if not (settings.FRONTEND_DIST / "index.html").is_file():
        pytest.fail("The front end is not built. Build it: cd frontend && npm ci && npm run build", pytrace=False)
    return live_server.url


def work_off() -> None:
    """Does what waits for a worker, and what that brings."""
    while jobs := Job.objects.filter(state=Job.State.QUEUED).order_by("created_at"):
        for job in jobs:
            current_app.tasks[job.task](job_id=str(job.pk), **job.arguments)


class Visitor:
    """Somebody at a browser: their context, their page, and what went wrong in it."""

    def __init__(self, browser: Browser, site: str, *, scheme: str, size: tuple[int, int]) -> None:
        width, height = size
        self.site = site
        self.context: BrowserContext = browser.new_context(
            base_url=site, viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
        )
        # Who has been shown around before; a journey that wants to be presses the key.
        self.context.add_init_script("try { localStorage['affectory.toured.g2'] = 'yes' } catch { }")
        self.context.add_init_script("try { localStorage['affectory.toured.g2-write'] = 'yes' } catch { }")
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self._asked: set[Request] = set()
        self.page.on("request", lambda request: self._asked.add(request))
        self.page.on("requestfinished", lambda request: self._asked.discard(request))
        self.page.on("requestfailed", lambda request: self._asked.discard(request))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("response", lambda r: self.errors.append(f"{r.status} {r.url}") if r.status >= 500 else None)

    def opened(self, path: str) -> Page:
        """A page of which nothing is being fetched any more. Playwright's own "networkidle" takes half a second."""
        self._asked.clear()
        self.page.goto(path)
        expect(self.page.locator("main h1")).to_have_count(1)
        expect(self.page.locator("main [aria-busy=true]")).to_have_count(0)
        deadline = time.monotonic() + 20
        quiet = 0
        while quiet < 3:
            self.page.wait_for_timeout(30)
            quiet = 0 if self._asked else quiet + 1
            assert time.monotonic() < deadline, f"still fetching {[request.url for request in self._asked]}"
        return self.page

    def enter(self, username: str) -> Visitor:
        """Signed in by a session of the server's, as after an earlier visit."""
        client = Client()
        client.force_login(User.objects.get(username=username))
        session = client.cookies[settings.SESSION_COOKIE_NAME]
        self.context.add_cookies([{"name": session.key, "value": session.value, "url": self.site}])
        self.page.goto("/")
        return self

    def sign_in(self, username: str) -> Visitor:
        """Signed in by the form."""
        self.page.goto("/login")
        self.page.get_by_label("User name").fill(username)
        self.page.get_by_role("textbox", name="Password").fill(PASSWORD)
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/")
        return self

    def accessibility_faults(self) -> list[str]:
        """Every violation axe finds, of whatever weight."""
        if not AXE.is_file():
            pytest.fail("axe-core is not installed. Install it: cd frontend && npm ci", pytrace=False)
        self.page.evaluate(AXE.read_text())
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [f"{rule['id']}: {node['html'][:160]}" for rule in found["violations"] for node in rule["nodes"]]

    def faults(self, *, scroll: bool = False) -> list[str]:
        """What is wrong with the page as it stands, in each look of LOOKS: axe's violations, and a page that scrolls
        where it is not meant to. Leaves the first look behind."""
        found = []
        for scheme, (width, height) in LOOKS:
            self._look(scheme, width, height)
            found += [f"{scheme}: {fault}" for fault in self.accessibility_faults()]
            if not scroll and self.scrolls():
                found.append(f"{scheme}: scrolls")
        self._look(LOOKS[0][0], *LOOKS[0][1])
        return found

    def _look(self, scheme: str, width: int, height: int) -> None:
        self.page.emulate_media(color_scheme=scheme)
        self.page.set_viewport_size({"width": width, "height": height})
        expect(self.page.locator(f"html[data-mantine-color-scheme={scheme}]")).to_have_count(1)
        self.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    def scrolls(self) -> bool:
        return self.page.evaluate(
            "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
        )


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator:
    opened: list[Visitor] = []

    def open_page(
        username: str | None, *, scheme: str = "light", size: tuple[int, int] = (1280, 720), by_form: bool = False
    ) -> Visitor:
        """Without a name somebody without an account, before any page."""
        opened.append(Visitor(browser, site, scheme=scheme, size=size))
        if username is None:
            return opened[-1]
        return opened[-1].sign_in(username) if by_form else opened[-1].enter(username)

    yield open_page
    errors = [error for each in opened for error in each.errors]
    for each in opened:
        # A page says goodbye to the server; nobody may still be asked while the tables are emptied.
        each.context.route("**/api/**", lambda route: route.abort())
        each.context.close()
    wait_for_quiet()
    assert errors == []


def eventually[T](read: Callable[[], T], expected: T) -> None:
    """What a page sends by itself, after what it shows: the server has it a moment later."""
    deadline = time.monotonic() + 20
    while (found := read()) != expected and time.monotonic() < deadline:
        time.sleep(0.05)
    assert found == expected


def wait_for_quiet() -> None:
    """Until no request is at work in the database any more: emptying the tables would run against it."""
    deadline = time.monotonic() + 30
    quiet = 0
    while quiet < 3:
        with connection.cursor() as cursor:
            cursor.execute(BUSY)
            quiet = 0 if cursor.fetchone()[0] else quiet + 1
        assert time.monotonic() < deadline, "requests are still at work after their pages have gone"
        time.sleep(0.02)
