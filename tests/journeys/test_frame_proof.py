"""The frame in the browser, the frame in a cut file and the frame counted from the original are the same one.

Videos whose frames carry their own number are prepared by the code that workers run and opened on the real page in a
real browser. What the player says is compared with the number read from its picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page, expect

from affectory.accounts.models import Project, User
from affectory.core import storage
from datasets.videos import services
from datasets.videos.models import PreparedClip, Video
from tests.factories.counter_video import KINDS, CounterVideo, read_number, vfr
from worker.tasks import videos as tasks

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

# Long, and shown by the same code as the others: the benchmark of seeks has a long one.
SHORT_KINDS = [name for name in KINDS if name != "twenty_minutes"]
GIVEN = ("counter_vfr.mp4", "counter_video_late_500ms.mkv", "counter_editlist_cut.mp4")

# The frame that is said and the picture that is shown, at one moment.
SEEN = """([width, height]) => {
  const ink = Object.assign(document.createElement('canvas'), {width, height}).getContext('2d');
  ink.drawImage(document.querySelector('video'), 0, 0, width, height);
  const {data} = ink.getImageData(0, 0, width, height);
  return {
    frame: Number(document.querySelector('[data-testid=frame]').dataset.frame),
    time: document.querySelector('[data-testid=time]').textContent,
    grey: Array.from({length: width * height}, (_, i) => data[4 * i]),
  };
}"""


def prepare(path: Path, project: Project, actor: User, **columns: Any) -> Video:
    """Registered and prepared, as a server and a worker do it."""
    upload = services.keep_upload(
        actor=actor, project=project, name=path.name, sha256=storage.put_file(path), size=path.stat().st_size
    )
    registration = services.register_videos(actor=actor, project=project, upload_ids=[upload.pk])
    services.run_registration(registration_id=registration.pk)
    video = Video.objects.get(project=project, name=path.name)
    tasks.prepare(str(video.job_id), str(video.pk))
    Video.objects.filter(pk=video.pk).update(**columns)
    video.refresh_from_db()
    assert video.state == "ready", video.notes
    return video


class Player:
    """The player of the page that is open."""

    def __init__(
        self,
        page: Page,
        read: Callable[[NDArray[np.uint8]], int | None] = read_number,
        size: tuple[int, int] = (128, 16),
    ) -> None:
        self.page = page
        self._read = read
        self._size = size

    def open(self, video: Video, query: str = "") -> Player:
        self.page.goto(f"/p/lab/videos/{video.pk}{query}")
        self.settled()
        return self

    def at(self, state: str = "") -> Locator:
        return self.page.locator(f'[data-testid="frame"]{state}')

    def settled(self) -> None:
        expect(self.at('[data-settled="true"]')).to_be_visible()

    def go(self, frame: int) -> None:
        field = self.page.get_by_label("Go to a time or frame")
        field.fill(f"f {frame}")
        field.press("Enter")
        expect(self.at(f'[data-frame="{frame}"][data-settled="true"]')).to_be_visible()

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.settled()

    def play_until(self, key: str, passes: str) -> None:
        """Plays until the frame said is one of those, and stops."""
        self.page.keyboard.press(key)
        expect(self.at()).to_have_attribute("data-frame", re.compile(passes))
        self.page.keyboard.press("KeyK")
        expect(self.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        self.settled()

    def seen(self) -> tuple[int, int | None, str]:
        """The frame said, the number in the picture, the time said."""
        width, height = self._size
        found = self.page.evaluate(SEEN, [width, height])
        grey = np.array(found["grey"], np.uint8).reshape(height, width)
        return found["frame"], self._read(grey), found["time"]


def timecode(seconds: Fraction) -> str:
    milliseconds = int(seconds * 1000)
    return f"{milliseconds // 60_000:02}:{milliseconds // 1000 % 60:02}.{milliseconds % 1000:03}"


def looked_at(player: Player, numbers: Sequence[int]) -> list[tuple[int, int | None, str]]:
    """Jumps, steps, plays on and back; what was said and shown at each stop."""
    last = len(numbers) - 1
    stops = []
    for frame in (last, 0, min(102, last), last // 3):
        player.go(frame)
        stops.append(player.seen())
    for key in (".", "ArrowRight", ",", "Shift+ArrowRight"):
        player.press(key)
        stops.append(player.seen())
    player.go(2)
    player.play_until("Space", r"^([89]|\d\d+)$")
    stops.append(player.seen())
    player.play_until("KeyJ", r"^(-1|[0-4])$")
    stops.append(player.seen())
    return stops


@pytest.fixture
def made(tmp_path) -> Callable[[str], CounterVideo]:
    return lambda kind: KINDS[kind](tmp_path)


def test_the_player_names_the_frame_it_shows(visitor, project, maintainer, made):
    """PL2, PL3."""
    player = Player(visitor(maintainer.username).page)
    wrong = {}
    for kind in SHORT_KINDS:
        counter = made(kind)
        player.open(prepare(counter.path, project, maintainer))
        stops = looked_at(player, counter.numbers)
        assert {frame for frame, _, _ in stops} >= {0, len(counter.numbers) - 1}
        wrong[kind] = [
            stop
            for stop in stops
            if stop[1:] != (counter.numbers[stop[0]], timecode(counter.times[stop[0]])) and stop[0] >= 0
        ]
    assert wrong == {kind: [] for kind in SHORT_KINDS}


def test_before_a_late_picture_there_is_no_frame(visitor, project, maintainer, made):
    """PL2, PL3."""
    player = Player(visitor(maintainer.username).page)
    player.open(prepare(made("late_picture").path, project, maintainer))
    expect(player.at()).to_have_text("before the first picture")
    expect(player.page.get_by_text("No picture yet: it starts at 0.521 seconds.")).to_be_visible()
    assert player.seen() == (-1, None, "00:00.000")
    player.press(".")
    assert player.seen() == (0, 0, "00:00.521")
    player.press(",")
    assert player.seen()[:2] == (-1, None)


def test_a_clip_holds_the_frames_that_were_marked(visitor, project, maintainer, tmp_path):
    """PL1, PL4: marked by keys where the rate changes, cut by a worker, and looked at again."""
    counter = vfr(tmp_path)
    video = prepare(counter.path, project, maintainer)
    page = visitor(maintainer.username).page
    player = Player(page).open(video)
    player.go(97)
    page.keyboard.press("KeyI")
    player.go(104)
    page.keyboard.press("KeyO")
    for key, frame in (("[", 103), ("[", 102), ("]", 103)):
        page.keyboard.press(key)
        expect(player.at(f'[data-frame="{frame}"]')).to_be_visible()
    start = page.get_by_role("slider", name="start")
    start.focus()
    start.press("ArrowRight")
    expect(start).to_have_attribute("aria-valuenow", "98")
    expect(page.get_by_test_id("clip-sum")).to_contain_text("6 frames")
    player.settled()
    assert player.seen()[:2] == (98, 98)
    with page.expect_response(lambda r: r.url.endswith("/clips") and r.request.method == "POST"):
        page.get_by_role("button", name="Make clip").click()
    clip = PreparedClip.objects.get(video=video)
    tasks.cut(str(clip.job_id), str(clip.pk))
    clip.refresh_from_db()
    assert (clip.state, clip.source_frames) == ("ready", [[98, 103]])
    with av.open(str(storage.local_path(clip.video_sha256))) as file:
        held = [read_number(frame.to_ndarray(format="gray")) for frame in file.decode(video=0)]
    assert held == list(range(98, 104))

    player.open(video, f"?clip={clip.pk}")
    shown = []
    for frame in range(6):
        player.go(frame)
        shown.append(player.seen()[1])
    assert shown == held


def test_edges_are_dragged_typed_and_taken_back(visitor, project, maintainer, made):
    """PL5: 43 frames at ten a second, a cut at frame 20."""
    video = prepare(made("ten_fps").path, project, maintainer, cuts=[20])
    page = visitor(maintainer.username).page
    player = Player(page).open(video)
    player.go(5)
    page.keyboard.press("KeyI")
    player.go(9)
    page.keyboard.press("KeyO")
    edge = page.get_by_role("slider", name="end")
    expect(edge).to_have_attribute("aria-valuenow", "10")

    def drag_to(frame: int) -> None:
        handle, lane = edge.bounding_box(), page.locator(".vt-spans").bounding_box()
        assert handle is not None
        assert lane is not None
        height = handle["y"] + handle["height"] / 2
        page.mouse.move(handle["x"] + handle["width"] / 2, height)
        page.mouse.down()
        page.mouse.move(lane["x"] + lane["width"] * frame / 43, height, steps=4)
        page.mouse.up()

    drag_to(17)
    expect(edge).to_have_attribute("aria-valuenow", "20")
    expect(player.at('[data-frame="19"][data-settled="true"]')).to_be_visible()
    assert player.seen()[:2] == (19, 19)
    page.keyboard.press("Control+KeyZ")
    expect(edge).to_have_attribute("aria-valuenow", "10")
    page.keyboard.down("Control")
    drag_to(17)
    page.keyboard.up("Control")
    expect(edge).to_have_attribute("aria-valuenow", "17")
    field = page.get_by_label("end, seconds on the video's own time line")
    field.fill("3.05")
    field.press("Enter")
    # Frame 30 begins at 3 s and frame 31 at 3.1 s, the first boundary that is not before 3.05 s.
    expect(edge).to_have_attribute("aria-valuenow", "31")
    expect(edge).to_have_attribute("aria-valuetext", "3.1 seconds, frame 31")


def test_a_warning_stands_before_the_picture(visitor, project, maintainer, made):
    """PL7."""
    video = prepare(made("ten_fps").path, project, maintainer, content_warnings=["violence", "grief"])
    someone = visitor(maintainer.username)
    page = someone.page
    page.goto(f"/p/lab/videos/{video.pk}")
    expect(page.get_by_text("This video shows: Violence, grief")).to_be_visible()
    assert someone.accessibility_faults() == []
    player = Player(page)
    for key in ("Space", ".", "KeyI"):
        page.keyboard.press(key)
    expect(player.at('[data-frame="0"]')).to_be_attached()
    assert page.evaluate("[document.querySelector('video').paused, document.querySelector('video').muted]") == [
        True,
        True,
    ]
    page.keyboard.press("Enter")
    expect(page.get_by_text("This video shows")).to_have_count(0)
    player.press(".")
    assert player.seen()[:2] == (1, 1)


def given_number(grey: NDArray[np.uint8]) -> int | None:
    """The number of the given files: sixteen cells above a bar for their parity."""
    bits = [grey[16:48, 16 * bit + 4 : 16 * bit + 12].mean() > 128 for bit in range(16)]
    is_odd = grey[66:86].mean() > 128
    return int("".join("1" if bit else "0" for bit in bits), 2) if sum(bits) % 2 == is_odd else None


def test_the_given_files_show_the_frames_they_name(visitor, project, maintainer, shared_data):
    player = Player(visitor(maintainer.username).page, given_number, (256, 96))
    wrong = {}
    for name in GIVEN:
        first = 83 if "editlist" in name else 0
        video = prepare(shared_data / "video" / name, project, maintainer)
        player.open(video)
        numbers = range(first, first + (video.frame_count or 0))
        stops = looked_at(player, numbers)
        # Played back, a late picture may be left for the time before it, where no frame is named.
        wrong[name] = [stop for stop in stops if stop[0] >= 0 and stop[1] != numbers[stop[0]]]
    assert wrong == {name: [] for name in GIVEN}
