"""Every page of the shell, empty and filled, light and dark, in both sizes: a heading, no fault, no error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from affectory.accounts import services
from affectory.accounts.models import Membership, Project, Role
from datasets.episodes.models import Episode
from datasets.scenes.gltf import read_gltf
from export.releases.services import create_release
from tests.factories.rendered import SMALL, episodes_in_review

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

OF_MAINTAINERS = (
    "", "/motions", "/motions/calibration", "/import", "/scenes", "/episodes", "/compose", "/render", "/progress",
    "/agreement", "/splits", "/releases", "/releases/new", "/access", "/withdrawals", "/people", "/jobs", "/audit",
    "/avatars",
)  # fmt: skip
# Pages of projects of videos and questions; one video, one item and reviewing have journeys of their own.
OF_VIDEOS = (
    "", "/videos", "/videos/register", "/items", "/items/import", "/drafting", "/drafting/new", "/drafting/measures",
    "/progress", "/agreement", "/splits", "/endpoints", "/calls", "/rounds", "/queues", "/rubrics", "/g2",
)  # fmt: skip
OF_JOURNEYS = {
    "/drafting/:id", "/review/:lease?", "/videos/:id", "/items/:id", "/items/:id/history", "/threads/:id",
    "/g1/:item?", "/g2/:video", "/calls/:id",
}  # fmt: skip
OF_THINGS = {
    "/motions/:id": "/motions/{0.motion_id}",
    "/motions/:id/joints": "/motions/{0.motion_id}/joints",
    "/scenes/:id": "/scenes/{0.scene_id}",
    "/episodes/:id": "/episodes/{0.pk}",
    "/import/mapping/:id": "/import/mapping/{0.motion.collection_id}",
    "/import/terms/:id": "/import/terms/{0.motion.collection_id}",
    "/releases/:version": "/releases/0.1.0",
}
ROUTES = Path(__file__).resolve().parents[2] / "frontend" / "src" / "app" / "Routes.tsx"


@pytest.fixture
def filled(settings, project, maintainer, tmp_path) -> Episode:
    for name, value in SMALL.items():
        setattr(settings, name, value)
    assert len(episodes_in_review(project, maintainer, tmp_path, rear_view=1)) == 1
    create_release(actor=maintainer, project=project, version="0.1.0")
    return Episode.objects.select_related("scene", "motion").get()


def test_no_route_of_the_site_is_left_out():
    routes = set(re.findall(r'<Route path="/p/:slug([^"]*)"', ROUTES.read_text()))
    looked_at = {*OF_MAINTAINERS, *OF_VIDEOS, *OF_THINGS}
    assert {route.removesuffix("/:id?") for route in routes - OF_JOURNEYS} == looked_at


def test_an_empty_project_says_what_to_do(visitor, project, maintainer):
    someone = visitor(maintainer.username)
    faults = {}
    films = services.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)
    services.grant_role(actor=None, project=films, user=maintainer, role=Role.MAINTAINER)
    of_projects = [f"/p/lab{page}" for page in OF_MAINTAINERS] + [f"/p/films{page}" for page in OF_VIDEOS]
    for path in ("/", "/me", "/inbox", *of_projects):
        someone.opened(path)
        faults[path] = someone.faults()
    assert {path: found for path, found in faults.items() if found} == {}


def test_the_pages_of_things(visitor, filled, maintainer):
    someone = visitor(maintainer.username)
    faults = {}
    of_things = [address.format(filled) for address in OF_THINGS.values()]
    for path in (f"/p/lab{page}" for page in (*of_things, *OF_MAINTAINERS)):
        someone.opened(path)
        faults[path] = someone.faults()
    assert {path: found for path, found in faults.items() if found} == {}


def test_the_menu_fits_the_role_and_the_project(visitor, project, reviewer_a, researcher, annotator, maintainer):
    films = services.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)
    services.grant_role(actor=None, project=films, user=annotator, role=Role.ANNOTATOR)
    services.grant_role(actor=None, project=films, user=maintainer, role=Role.MAINTAINER)
    for person, home, entries in (
        (reviewer_a, "/p/lab", ["My work", "Inbox", "Data", "Overview", "Review", "Agreement"]),
        (researcher, "/p/lab", ["My work", "Inbox", "Data", "Overview", "Releases"]),
        (
            annotator,
            "/p/films",
            ["My work", "Inbox", "Data", "Overview", "Clip items", "Whole videos", "Videos", "Items"],
        ),
        (
            maintainer,
            "/p/films",
            [
                "My work",
                "Inbox",
                "Data",
                "Overview",
                "Whole videos",
                "Videos",
                "Items",
                "Drafting",
                "Review rounds",
                "Progress",
                "Agreement",
                "Splits",
                "Releases",
                "Access",
                "Withdrawals",
                "Endpoints",
                "People",
                "Jobs",
                "Audit log",
            ],
        ),
    ):
        page = visitor(person.username).page
        page.goto(home)
        expect(page.get_by_role("navigation", name="Main").get_by_role("link")).to_have_text(entries)


def test_a_list_is_worked_from_the_keyboard(visitor, filled, maintainer):
    page = visitor(maintainer.username).opened("/p/lab/motions")
    first = page.locator("tbody .rowlink").first.inner_text()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(first)
    page.keyboard.press(".")
    expect(page.locator(".transport")).to_contain_text("frame 2 of")
    with page.expect_download() as saved:
        page.get_by_role("button", name="GLB").click()
    assert len(read_gltf(Path(saved.value.path()).read_bytes(), name="motion.glb").skins[0].joints) == 22
    page.keyboard.press("g")
    page.keyboard.press("p")
    expect(page.get_by_role("heading", level=1)).to_have_text("Progress")
    page.keyboard.press("Control+k")
    page.get_by_placeholder("Go to, do, or paste an id").fill("compose")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Compose episodes")


def test_a_plan_is_tried_and_its_faults_are_marked(visitor, filled, maintainer):
    page = visitor(maintainer.username).opened("/p/lab/compose")
    plan = page.get_by_label("Composition plan (YAML)")
    plan.fill("format: affectory-plan-1\nchallenges:\n  rear_view:\n    count: many\n")
    page.get_by_role("button", name="Dry run").click()
    expect(page.get_by_role("alert")).to_contain_text("line 4")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    plan.fill("format: affectory-plan-1\nchallenges:\n  rear_view:\n    count: 2\n")
    page.get_by_role("button", name="Dry run").click()
    expect(page.get_by_text("asked 2, expected")).to_be_visible(timeout=60_000)
    expect(page.locator(".cm-lint-marker-error")).to_have_count(0)
    expect(page.get_by_role("button", name="Compose 2", exact=True)).to_be_visible()


def test_a_token_is_shown_once(visitor, researcher):
    page = visitor(researcher.username).opened("/me")
    page.get_by_label("Name", exact=False).first.fill("Notebook")
    page.get_by_role("button", name="Make token").click()
    secret = page.locator(".secret")
    expect(secret).to_contain_text("aff_")
    page.reload()
    expect(page.get_by_role("cell", name="Notebook", exact=True)).to_be_visible()
    expect(page.get_by_text("aff_")).to_have_count(0)


def test_a_role_is_given_in_the_table(visitor, project, maintainer, reviewer_a):
    page = visitor(maintainer.username).opened("/p/lab/people")
    box = page.get_by_role("checkbox", name=f"{reviewer_a.display_name}: Researcher")
    # The box follows the page's own state, a moment after the click; `check` would look before that.
    # Leaving before the server has answered would race it.
    with page.expect_response(lambda reply: reply.request.method == "PUT" and reply.ok):
        box.click()
    expect(box).to_be_checked()
    page.reload()
    expect(page.get_by_role("checkbox", name=f"{reviewer_a.display_name}: Researcher")).to_be_checked()
    assert Membership.objects.filter(user=reviewer_a, role=Role.RESEARCHER).exists()
