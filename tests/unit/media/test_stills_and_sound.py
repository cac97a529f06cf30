"""VI28 tiles, VI29 the outline of the sound, VI30 cut points."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from datasets.videos.frames import FrameTable
from tests.factories.counter_video import CounterVideo, read_number
from tests.unit.media.conftest import prepared
from worker.media.shots import find_cuts
from worker.media.sound import make_peaks
from worker.media.stills import make_poster, make_sprite

MICROSECOND = Fraction(1, 1_000_000)


def tiles_of(sprite) -> list[np.ndarray]:
    tiles = []
    for path in sprite.sheets:
        sheet = np.asarray(Image.open(path).convert("L"))
        for row in range(sprite.rows):
            for column in range(sprite.columns):
                top, left = row * sprite.tile_height, column * sprite.tile_width
                tiles.append(sheet[top : top + sprite.tile_height, left : left + sprite.tile_width])
    return tiles[: len(sprite.times)]


@pytest.mark.parametrize("kind", ["cfr_25", "vfr", "rotated"])
def test_vi28_every_tile_shows_the_frame_at_its_time(counter, kind, tmp_path):
    source = counter(kind)
    table = source.proxy.table
    sprite = make_sprite(source.proxy.path, table, tmp_path)
    assert len(sprite.times) == int(table.proxy_frames / table.proxy_rate)
    assert list(sprite.times) == sorted(set(sprite.times))
    for tile, time in zip(tiles_of(sprite), sprite.times, strict=True):
        assert read_number(tile) == table.shown_at(Fraction(str(time)) + MICROSECOND)
    # A tile is never further from its place, a second after the one before, than a key frame.
    assert all(number - 1 < time <= number for number, time in enumerate(sprite.times))


def test_vi28_a_long_video_has_240_tiles_on_two_sheets(tmp_path):
    """1,000 s at one frame a second: a tile each 1000/240 s; the 120th stands last on the first sheet."""
    path = tmp_path / "slow.mp4"
    slow = slow_video(path, 1000)
    sprite = make_sprite(slow.proxy.path, slow.proxy.table, tmp_path)
    assert (len(sprite.times), len(sprite.sheets), sprite.columns, sprite.rows) == (240, 2, 10, 12)
    assert [read_number(tile) for tile in tiles_of(sprite)] == [int(number * 1000 / 240) for number in range(240)]


def slow_video(path: Path, frames: int):
    from tests.factories.counter_video import write_counter

    write_counter(path, ticks=range(frames), time_base=Fraction(1), last_ticks=1, size=(128, 48))
    return prepared(CounterVideo(path, tuple(range(frames)), (), Fraction(frames)))


def test_the_poster_is_neither_dark_nor_flat(tmp_path):
    """Three black seconds, then a picture; a tenth of the way in it is still black."""
    path = tmp_path / "fade.mp4"
    write_shots(path, [np.zeros((72, 128, 3), np.uint8)] * 30 + [scene(3)] * 30)
    source = prepared(CounterVideo(path, (), (), Fraction(6)))
    poster = make_poster(source.proxy.path, source.proxy.table, tmp_path / "poster.jpg")
    assert np.asarray(Image.open(poster)).mean() > 40


def test_vi30_cuts_are_frames_of_the_source(tmp_path):
    """Shots of 25, 40 and 30 frames: new ones begin at frames 25 and 65."""
    path = tmp_path / "shots.mp4"
    write_shots(path, [scene(1)] * 25 + [scene(2)] * 40 + [scene(3)] * 30, rate=25)
    source = prepared(CounterVideo(path, (), (), Fraction(4)))
    assert find_cuts(source.proxy.path, source.proxy.table) == [25, 65]


def test_vi30_cuts_of_a_late_picture_count_from_its_first_frame(tmp_path):
    """The proxy is black for 12 frames first; that is no shot."""
    path = tmp_path / "late.mkv"
    write_shots(path, [scene(1)] * 25 + [scene(2)] * 25, rate=25, first=12, sound=True)
    source = prepared(CounterVideo(path, (), (), Fraction(3)))
    assert int(source.proxy.table.slots[0]) == 12
    assert find_cuts(source.proxy.path, source.proxy.table) == [25]


def test_vi29_peaks_are_hundredths_of_a_second_in_signed_bytes(counter, tmp_path):
    """Clicks of a hundredth of a second at 0.8 of full scale (0.8 · 127 = 102), one each half second."""
    source = counter("cfr_25")
    path = make_peaks(source.proxy.path, tmp_path / "peaks.bin")
    head, _, body = path.read_bytes().partition(b"\n")
    header = json.loads(head)
    assert (len(head) + 1) % 8 == 0
    pairs = np.frombuffer(body, np.int8).reshape(-1, 2)
    assert header == {"format": "AFPK1", "rate": 100, "pairs": len(pairs)}
    assert 1000 <= len(pairs) <= 1003
    for second in (0, 0.5, 7.5):
        low, high = pairs[round(second * 100)]
        assert high == pytest.approx(102, abs=12)
        assert low == pytest.approx(-102, abs=12)
    assert np.abs(pairs[20:45]).max() <= 3


def test_vi29_a_silent_video_has_no_peaks(counter, tmp_path):
    assert make_peaks(counter("vfr").proxy.path, tmp_path / "peaks.bin") is None
    assert not (tmp_path / "peaks.bin").exists()


def scene(seed: int) -> np.ndarray:
    """A picture of coloured patches, another one for every seed."""
    patches = np.random.default_rng(seed).integers(0, 256, (6, 8, 3), np.uint8)
    return np.kron(patches, np.ones((12, 16, 1), np.uint8))


def write_shots(
    path: Path, pictures: list[np.ndarray], *, rate: int = 10, first: int = 0, sound: bool = False
) -> None:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=rate, options={"preset": "ultrafast"})
        stream.height, stream.width, stream.pix_fmt = *pictures[0].shape[:2], "yuv420p"
        audio = container.add_stream("aac", rate=48000, layout="mono") if sound else None
        for number, picture in enumerate(pictures, start=first):
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, rate)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        if audio is not None:
            quiet = av.AudioFrame.from_ndarray(np.zeros((1, 48000), np.float32), format="fltp", layout="mono")
            quiet.sample_rate, quiet.pts = 48000, 0
            container.mux(audio.encode(quiet))
            container.mux(audio.encode(None))


def test_a_tile_before_the_picture_says_its_own_time(counter, tmp_path):
    """The late picture begins at 0.521 s; the tile at nought is black and says nought."""
    source = counter("late_picture")
    sprite = make_sprite(source.proxy.path, source.proxy.table, tmp_path)
    assert sprite.times[0] == 0
    assert tiles_of(sprite)[0].max() < 20
    assert isinstance(source.proxy.table, FrameTable)
