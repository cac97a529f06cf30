"""VI26, VI31, VI32: the frame counted in the original, the frame in the proxy at its slot and the frame in the cut
file are the same one. The pictures themselves say so: each carries its number."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from datasets.videos.frames import FrameTable
from tests.factories.counter_video import CounterVideo, read_number, twenty_minutes
from tests.unit.media.conftest import Prepared, cut, heard, prepared, shown
from worker.media.cutting import clip_table
from worker.media.probe import examine
from worker.media.proxy import make_proxy

KINDS = [
    "cfr_25",
    "vfr",
    "edit_list",
    "rotated",
    "late_picture",
    "film_23976",
    "transport_stream",
    "ten_fps",
]
MICROSECOND = Fraction(1, 1_000_000)


def in_proxy(video: CounterVideo, table: FrameTable) -> list[int | None]:
    """What each frame of the proxy has to show: the number of the source frame whose slot began last."""
    frames = np.searchsorted(table.slots, np.arange(table.proxy_frames), side="right") - 1
    return [None if frame < 0 else video.numbers[frame] for frame in frames]


@pytest.mark.parametrize("kind", KINDS)
def test_the_original_counts_as_its_maker_says(counter, kind):
    source = counter(kind)
    table = source.proxy.table
    assert shown(source.video.path)[0] == list(source.video.numbers)
    assert [table.time(frame) for frame in range(len(table))] == list(source.video.times)
    assert table.duration == source.video.end


@pytest.mark.parametrize("kind", KINDS)
def test_every_frame_of_the_proxy_shows_the_source_frame_of_its_slot(counter, kind):
    source = counter(kind)
    table = source.proxy.table
    numbers, times = shown(source.proxy.path)
    assert times == [slot / table.proxy_rate for slot in range(table.proxy_frames)]
    assert numbers == in_proxy(source.video, table)
    assert (np.diff(table.slots) > 0).all()
    # A frame is never shown further from its own time than half a frame of the proxy.
    away = [abs(int(slot) / table.proxy_rate - table.time(frame)) for frame, slot in enumerate(table.slots)]
    assert max(away) <= 1 / table.proxy_rate / 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_clip_holds_exactly_the_frames_asked_for_in_their_order(counter, kind, tmp_path):
    source = counter(kind)
    count = len(source.proxy.table)
    stretches = [range(count // 3, count // 3 + 9), range(1, 2), range(count - 4, count), range(0, 3)]
    clip, parts, table = cut(source, stretches, tmp_path)
    for frames, part in zip(stretches, parts, strict=True):
        numbers, times = shown(part)
        assert numbers == [source.video.numbers[frame] for frame in frames]
        assert times[0] == 0
    numbers, times = shown(clip)
    assert numbers == [source.video.numbers[frame] for frames in stretches for frame in frames]
    assert times[0] == 0
    assert max(abs(time - table.time(frame)) for frame, time in enumerate(times)) <= MICROSECOND


def test_case_22_a_cut_starts_at_the_first_frame_not_before_its_start(counter, tmp_path):
    """25 frames a second: 3.3 s lies between frames 82 (3.28) and 83 (3.32), and 5.3 s between 132 (5.28) and 133
    (5.32); frame 99 begins at 3.96 and frame 101 at 4.04; the last of 250 begins at 9.96."""
    source = counter("cfr_25")
    table = source.proxy.table
    asked = [("3.2", "5.2"), ("3.3", "5.3"), ("3.96", "4.04"), ("9.96", "10")]
    stretches = [table.inside(Fraction(start), Fraction(end)) for start, end in asked]
    assert [(frames[0], frames[-1], len(frames)) for frames in stretches] == [
        (80, 129, 50),
        (83, 132, 50),
        (99, 100, 2),
        (249, 249, 1),
    ]
    clip, parts, _ = cut(source, stretches, tmp_path)
    assert [shown(part)[0] for part in parts] == [list(frames) for frames in stretches]
    # Nothing but the 103 frames is in the file, hidden or not, and they begin at nought.
    assert shown(clip)[0] == [*range(80, 130), *range(83, 133), 99, 100, 249]
    assert packets_of(clip) == [round(number * 0.04, 6) for number in range(103)]


def test_vi32_a_clip_of_a_changing_rate_keeps_its_times_and_one_of_a_constant_rate_is_even(counter):
    """Frames 98 to 101 of the changing one last 1/30, 1/30, 1/12 and 1/12 s: nought, 2, 4 and 9 sixtieths. The late
    one runs at 25 a second: frames 0, 1, 5 and 6 are 40 ms apart in the clip."""
    changing = clip_table(counter("vfr").proxy.table, [range(98, 102)])
    assert [changing.time(frame) * 60 for frame in range(5)] == [0, 2, 4, 9, 14]
    assert changing.slots.tolist() == [0, 2, 4, 9]
    fine = clip_table(uneven_table([0, 62_003, 131_007]), [range(1, 3), range(0, 1)])
    # At 0, 69.004 and 138.006 ms: the next tenth of a millisecond is 0, 69.1 and 138.1.
    assert (fine.proxy_rate, fine.slots.tolist()) == (10_000, [0, 691, 1381])
    even = clip_table(counter("late_picture").proxy.table, [range(0, 2), range(5, 7)])
    assert [even.time(frame) * 25 for frame in range(5)] == [0, 1, 2, 3, 4]
    assert even.slots.tolist() == [0, 1, 2, 3]


def test_case_23_a_frame_at_a_time_is_looked_up_and_never_computed(counter):
    """A hundred frames of 1/30 s, then a hundred of 1/12 s: frame 100 begins at 3.3333…, frame 102 at 3.5, frame 120
    at 5, frame 156 at 8, frame 198 at 11.5 and frame 199 at 11.58333…"""
    table = counter("vfr").proxy.table
    asked = ["0", "2", "3.3333", "3.5", "5", "8", "11.5", "11.57", "11.584"]
    assert [table.shown_at(Fraction(time)) for time in asked] == [0, 60, 99, 102, 120, 156, 198, 198, 199]
    # 200 frames in 100/30 + 100/12 = 35/3 s.
    probe = counter("vfr").proxy.probe
    assert (probe.is_vfr, probe.rate, probe.duration) == (True, Fraction(120, 7), Fraction(35, 3))


def test_sound_keeps_its_time_in_the_proxy_and_in_the_clip(counter, tmp_path):
    """Clicks begin at every half second of the original. Frames 30 to 79 are 1.2 s to 3.2 s: clicks at 0.3, 0.8, 1.3
    and 1.8 s of the clip; frames 100 to 124 are 4 s to 5 s: clicks at 2 s and 2.5 s."""
    source = counter("cfr_25")
    assert heard(source.proxy.path) == pytest.approx([number / 2 for number in range(20)], abs=0.005)
    clip, _, _ = cut(source, [range(30, 80), range(100, 125)], tmp_path)
    assert heard(clip) == pytest.approx([0.3, 0.8, 1.3, 1.8, 2.0, 2.5], abs=0.005)


def test_sound_starts_before_a_late_picture_and_stays_there(counter, tmp_path):
    """Frame 12 begins at 0.521 + 0.48 = 1.001 s, frame 62 at 3.001 s: clicks at 1.5, 2, 2.5 and 3 s of the source are
    0.499, 0.999, 1.499 and 1.999 s of the clip."""
    source = counter("late_picture")
    assert heard(source.proxy.path)[:3] == pytest.approx([0.0, 0.5, 1.0], abs=0.005)
    clip, _, _ = cut(source, [range(12, 62)], tmp_path)
    assert heard(clip)[-4:] == pytest.approx([0.499, 0.999, 1.499, 1.999], abs=0.005)


def test_many_joined_stretches_do_not_drift(counter, tmp_path):
    """VI33: 24 stretches of one frame of 1001/24000 s: frame k of the clip is at k · 1001/24000 s, to the tick."""
    source = counter("film_23976")
    stretches = [range(frame, frame + 1) for frame in range(0, 240, 10)]
    clip, _, table = cut(source, stretches, tmp_path)
    numbers, times = shown(clip)
    assert numbers == list(range(0, 240, 10))
    assert times == [number * Fraction(1001, 24000) for number in range(24)]
    assert table.slots.tolist() == list(range(24))


def test_the_same_cut_gives_the_same_bytes(counter, tmp_path):
    """VI31: segments are kept under their digest, so a cut made again is the same file."""
    made = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        clip, parts, _ = cut(counter("cfr_25"), [range(83, 133), range(3, 7)], folder)
        made.append([path.read_bytes() for path in (clip, *parts)])
    assert made[0] == made[1]


def test_twenty_minutes(tmp_path):
    """12,000 frames, one in 250 a key frame: the proxy is compared at every 97th frame, and a clip across the whole
    length holds its 1 + 300 + 1 frames."""
    source = prepared(twenty_minutes(tmp_path, sound=False))
    table = source.proxy.table
    assert len(table) == table.proxy_frames == 12_000
    assert table.duration == 1200
    for slot in range(0, 12_000, 97):
        assert number_at(source.proxy.path, slot, table) == slot
    clip, _, _ = cut(source, [range(11_999, 12_000), range(7_300, 7_600), range(0, 1)], tmp_path)
    assert shown(clip)[0] == [11_999, *range(7_300, 7_600), 0]


def test_case_22_on_the_given_file(shared_data, tmp_path):
    case = shared_data / "cases" / "22-cut-starts-at-frame-not-keyframe"
    expected = json.loads((case / "expected.json").read_text())["counters"]
    source = examined(shared_data / "video" / "counter_25_bframes.mp4", tmp_path)
    table = source.proxy.table
    stretches = []
    for asked in json.loads((case / "input.json").read_text())["cuts"]:
        if "start_s" in asked:
            stretches.append(table.inside(Fraction(str(asked["start_s"])), Fraction(str(asked["end_s"]))))
        else:
            stretches.append(range(asked["start_frame"], asked["end_frame_exclusive"]))
    assert [[frames[0], frames[-1], len(frames)] for frames in stretches] == expected
    clip, _, _ = cut(source, stretches, tmp_path)
    assert given_numbers(clip) == [frame for frames in stretches for frame in frames]


def test_case_23_on_the_given_file(shared_data, tmp_path):
    case = shared_data / "cases" / "23-vfr-time-to-frame"
    expected = json.loads((case / "expected.json").read_text())
    asked = json.loads((case / "input.json").read_text())["ask_time_s"]
    source = examined(shared_data / "video" / "counter_vfr.mp4", tmp_path)
    table, probe = source.proxy.table, source.proxy.probe
    assert [table.shown_at(Fraction(str(time))) for time in asked] == expected["frame_shown_at"]
    assert (probe.frame_count, float(probe.duration), probe.is_vfr, str(probe.rate)) == (200, 11.6, True, "500/29")
    assert given_numbers(source.proxy.path) == in_proxy(replace(source.video, numbers=range(200)), table)


def test_the_given_copied_cut_shows_its_52_frames(shared_data, tmp_path):
    source = examined(shared_data / "video" / "counter_editlist_cut.mp4", tmp_path)
    assert given_numbers(source.proxy.path) == list(range(83, 135))
    clip, _, _ = cut(source, [range(0, 52)], tmp_path)
    assert given_numbers(clip) == list(range(83, 135))


def examined(path: Path, folder: Path) -> Prepared:
    examination = examine(path)
    proxy = make_proxy(path, examination, folder / "proxy.mp4")
    return Prepared(CounterVideo(path, (), (), Fraction(0)), examination, proxy)


def given_numbers(path: Path) -> list[int]:
    """The given files carry sixteen bits side by side in 256 columns, the highest left, in rows 8 to 55."""
    with av.open(str(path)) as container:
        pictures = [frame.to_ndarray(format="gray") for frame in container.decode(container.streams.video[0])]
    bits = [picture[16:48].reshape(32, 16, 16)[:, :, 4:12].mean(axis=(0, 2)) > 128 for picture in pictures]
    return [int("".join("1" if bit else "0" for bit in row), 2) for row in bits]


def uneven_table(micros: list[int]) -> FrameTable:
    """Frames at these microseconds, the last one 69,002 long."""
    ticks = np.array(micros, np.int64)
    slots = (ticks // 50_000).astype(np.int32)
    return FrameTable(Fraction(1, 1_000_000), Fraction(0), ticks, micros[-1] + 69_002, slots * 2, Fraction(40), 6)


def packets_of(path: Path) -> list[float]:
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        return [round(float(packet.pts * stream.time_base), 6) for packet in container.demux(stream) if packet.size]


def number_at(path: Path, slot: int, table: FrameTable) -> int | None:
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        target = round(slot / table.proxy_rate / stream.time_base)
        container.seek(target, stream=stream)
        return next(read_number(f.to_ndarray(format="gray")) for f in container.decode(stream) if f.pts >= target)
