"""A video from its file to a clip, in a real browser; what the workers would do is done by their own tasks here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from affectory.accounts import services
from affectory.accounts.models import Project, Role, User
from datasets.videos.models import PreparedClip, Video
from tests.factories.counter_video import cfr_25, ten_fps
from tests.factories.videos import registered, video_bytes
from tests.journeys.conftest import work_off

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

SUBTITLES = """1
00:00:00,400 --> 00:00:01,600
OFFICER: Nobody goes through here.

2
00:00:03,000 --> 00:00:04,200
[clears throat]
"""


@pytest.fixture
def films(db, maintainer, annotator) -> Project:
    project = services.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)
    for person, role in ((maintainer, Role.MAINTAINER), (annotator, Role.ANNOTATOR)):
        services.grant_role(actor=None, project=project, user=person, role=role)
    return project


def prepared(actor: User, project: Project, path: Path, **said: object) -> Video:
    registered(actor, project, {path.name: path.read_bytes()}, defaults={"licence": "CC0 1.0"} | said)
    work_off()
    return Video.objects.get(project=project, name=path.name)


def frame(page: Page, number: int) -> None:
    expect(page.locator(f'[data-testid="frame"][data-frame="{number}"][data-settled="true"]')).to_be_visible()


def test_a_video_is_registered_watched_and_cut(visitor, films, maintainer, tmp_path):
    counter = cfr_25(tmp_path)
    subtitles = tmp_path / "cfr_25.en.srt"
    subtitles.write_text(SUBTITLES)
    page = visitor(maintainer.username).page
    page.goto("/p/films/videos")
    page.get_by_role("main").get_by_role("link", name="Register videos").last.click()
    page.get_by_label("Choose files").set_input_files([counter.path, subtitles])
    expect(page.get_by_text("Subtitles of cfr_25.mp4")).to_be_visible()
    expect(page.get_by_text(re.compile("2 files, .*, all sent"))).to_be_visible()
    page.get_by_label("Licence").fill("CC0 1.0")
    page.get_by_role("button", name="Dry run").click()
    page.wait_for_url("**/register/*")
    work_off()
    expect(page.get_by_text("Dry run: nothing is registered")).to_be_visible()
    expect(page.get_by_role("region", name="Report").get_by_role("row")).to_have_count(3)
    assert not Video.objects.exists()
    page.get_by_role("button", name="Register 2 files").click()
    expect(page.get_by_text("Registration", exact=True)).to_be_visible()
    work_off()

    page.goto("/p/films/videos")
    expect(page.get_by_role("row", name=re.compile("cfr_25.mp4.*Ready"))).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    frame(page, 0)
    page.keyboard.press(".")
    page.keyboard.press(".")
    frame(page, 2)
    page.keyboard.press("i")
    page.keyboard.press("Shift+ArrowRight")
    frame(page, 27)
    page.keyboard.press("o")
    total = page.get_by_test_id("clip-sum")
    expect(total).to_have_text("26 frames, 00:01.040")
    page.keyboard.press("Shift+ArrowRight")
    frame(page, 52)
    page.keyboard.press("i")
    page.keyboard.press(".")
    frame(page, 53)
    page.keyboard.press("o")
    expect(total).to_have_text("28 frames, 00:01.120")
    page.get_by_role("button", name="Part 2 earlier in the clip").click()
    page.wait_for_url("**?marks=2.08-2.16_0.08-1.12")
    page.keyboard.press("Control+z")
    page.wait_for_url("**?marks=0.08-1.12_2.08-2.16")
    page.keyboard.press("Control+Shift+Z")
    page.wait_for_url("**?marks=2.08-2.16_0.08-1.12")
    page.goto(page.url.split("?")[0])
    expect(total).to_have_text("28 frames, 00:01.120")

    with page.expect_response(lambda reply: reply.url.endswith("/clips") and reply.request.method == "POST"):
        page.get_by_role("button", name="Make clip").click()
    # PL6: the head of a clip that is ready comes before anybody asks to play it.
    with page.expect_response(lambda reply: "/prepared-clips/" in reply.url and "video.mp4" in reply.url) as ahead:
        work_off()
    assert ahead.value.request.headers["range"].startswith("bytes=0-")
    assert PreparedClip.objects.get().source_frames == [[52, 53], [2, 27]]
    made = page.get_by_role("region", name="Clips of this video")
    expect(made.get_by_text("Ready")).to_be_visible()
    made.get_by_role("button", name="Play").click()
    expect(page.get_by_test_id("frame")).to_contain_text("of 28")
    with page.expect_download() as download:
        made.get_by_role("link", name="Download").click()
    assert download.value.path().stat().st_size > 1000
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("frame")).to_contain_text("of 250")

    page.keyboard.press("/")
    page.keyboard.type("throat")
    page.keyboard.press("Enter")
    frame(page, 75)
    expect(page.locator(".vs-captions")).to_have_text("[clears throat]")


def test_a_connection_that_breaks_costs_one_file_and_is_taken_up_again(visitor, films, maintainer, tmp_path):
    for number in range(3):
        (tmp_path / f"film{number}.mp4").write_bytes(video_bytes(number))
    page = visitor(maintainer.username).page
    page.goto("/p/films/videos/register")
    left = [1]

    def break_the_second(route: Route) -> None:
        if b'filename="film1.mp4"' in (route.request.post_data_buffer or b"") and left:
            left.pop()
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/videos/uploads", break_the_second)
    page.get_by_label("Choose files").set_input_files(sorted(tmp_path.glob("*.mp4")))
    expect(page.get_by_text("2 of 3 files sent")).to_be_visible()
    expect(page.get_by_role("row", name="film1.mp4")).to_contain_text("Broke off")
    page.get_by_role("button", name="Send the broken ones again").click()
    expect(page.get_by_text("all sent")).to_be_visible()
    page.reload()
    again = []
    page.on("request", lambda request: again.append(request.url) if request.method == "POST" else None)
    page.get_by_label("Choose files").set_input_files(sorted(tmp_path.glob("*.mp4")))
    expect(page.get_by_text("all sent")).to_be_visible()
    assert again == []


def test_a_file_that_cannot_be_used_says_why(visitor, films, maintainer, tmp_path):
    registered(maintainer, films, {"broken.mp4": video_bytes()}, defaults={"licence": "CC0 1.0"})
    work_off()
    page = visitor(maintainer.username).page
    page.goto("/p/films/videos?state=refused")
    page.get_by_role("link", name="broken.mp4").click()
    expect(page.get_by_role("heading", name="This video was refused")).to_be_visible()
    reason = Video.objects.get().notes[-1]["message"]
    expect(page.get_by_role("region", name="State")).to_contain_text(reason)
    page.get_by_role("button", name="Prepare again").click()
    expect(page.get_by_role("heading", name="Waits for a worker")).to_be_visible()
    work_off()
    expect(page.get_by_role("heading", name="This video was refused")).to_be_visible()


def test_the_pages_of_videos_have_no_fault(visitor, films, maintainer, tmp_path):
    video = prepared(maintainer, films, ten_fps(tmp_path).path, content_warnings=["grief"])
    refused = registered(maintainer, films, {"broken.mp4": video_bytes(), "notes.txt": b"hello"})
    work_off()
    broken = Video.objects.get(name="broken.mp4")
    someone = visitor(maintainer.username)
    page = someone.page
    faults = {}
    for path in ("", f"/register/{refused.pk}", f"/{broken.pk}", f"/{video.pk}?marks=1-2_0.5-0.9"):
        page.goto(f"/p/films/videos{path}")
        expect(page.locator("main h1")).to_have_count(1)
        page.wait_for_load_state("networkidle")
        if "marks" in path:
            page.keyboard.press("Enter")
            frame(page, 0)
            for tab in ("Subtitles", "About", "Clip"):
                if (found := page.get_by_role("tab", name=tab)).count():
                    found.click()
                    faults[f"{path} {tab}"] = someone.faults(scroll=True)
        faults[path] = someone.faults()
    assert {path: found for path, found in faults.items() if found} == {}


def test_an_annotator_cuts_and_changes_nothing_about_the_video(visitor, films, maintainer, annotator, tmp_path):
    video = prepared(maintainer, films, ten_fps(tmp_path).path)
    page = visitor(annotator.username).page
    page.goto(f"/p/films/videos/{video.pk}?marks=1-2")
    frame(page, 0)
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Make clip")).to_be_visible()
    page.get_by_role("tab", name="About").click()
    expect(page.get_by_text("CC0 1.0")).to_be_visible()
    expect(page.get_by_role("button", name="Edit")).to_have_count(0)
    page.keyboard.press("g")
    page.keyboard.press("v")
    expect(page.get_by_role("heading", level=1)).to_have_text("Videos")
    expect(page.get_by_role("link", name="Register videos")).to_have_count(0)
