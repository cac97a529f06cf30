"""OB30, OB31: the same frames give the same file, which browsers play and seek in."""

import numpy as np
import pytest

from tests.factories.video import frames_of
from worker.media.encode import ClipEncoder, EncodingError, save_poster

WIDTH, HEIGHT, FPS = 64, 48, 12


def _frames(count: int = 30) -> list[np.ndarray]:
    """A bright square that moves over grey by two pixels a frame."""
    frames = []
    for i in range(count):
        frame = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
        frame[16:32, i : i + 16] = (220, 160, 40)
        frames.append(frame)
    return frames


def _encode(path, frames):
    with ClipEncoder(path, width=WIDTH, height=HEIGHT, fps=FPS) as encoder:
        for frame in frames:
            encoder.write(frame)
    return path.read_bytes()


def test_the_same_frames_give_the_same_bytes(tmp_path):
    first = _encode(tmp_path / "a.mp4", _frames())

    assert first == _encode(tmp_path / "another name.mp4", _frames())
    assert first != _encode(tmp_path / "c.mp4", _frames()[::-1])


def test_colours_and_order_survive(tmp_path):
    frames = _frames()
    _encode(tmp_path / "a.mp4", frames)
    decoded = frames_of(tmp_path / "a.mp4", width=WIDTH, height=HEIGHT)

    assert len(decoded) == len(frames)
    # Chroma is halved and quantised; the middle of the square and the background keep their colours.
    for i in (0, 13, 29):
        assert np.abs(decoded[i, 24, i + 8].astype(int) - (220, 160, 40)).max() < 14
        assert np.abs(decoded[i, 4, 60].astype(int) - 90).max() < 6


def test_a_key_frame_stands_at_every_second_and_the_index_in_front(tmp_path):
    data = _encode(tmp_path / "a.mp4", _frames(30))

    # 30 frames at 12 a second: key frames 0, 12, 24.
    keys = frames_of(tmp_path / "a.mp4", width=WIDTH, height=HEIGHT, only_keys=True)
    assert len(keys) == 3
    assert data.index(b"moov") < data.index(b"mdat")


def test_nothing_of_the_machine_is_in_the_file(tmp_path):
    data = _encode(tmp_path / "a.mp4", _frames(3))

    assert b"Lavf6" not in data
    assert b"creation" not in data


def test_a_frame_of_another_size_is_refused_and_leaves_no_encoder_behind(tmp_path):
    with (
        pytest.raises(EncodingError, match="not \\(48, 64, 3\\)"),
        ClipEncoder(tmp_path / "a.mp4", width=WIDTH, height=HEIGHT, fps=FPS) as encoder,
    ):
        encoder.write(np.zeros((HEIGHT, WIDTH + 2, 3), np.uint8))

    assert encoder._process.poll() is not None


def test_ffmpeg_s_own_words_are_in_the_error(tmp_path):
    with pytest.raises(EncodingError, match="No such file"):
        _encode(tmp_path / "no folder" / "a.mp4", _frames(3))


def test_a_poster_is_the_same_bytes_twice(tmp_path):
    frame = _frames(1)[0]
    save_poster(frame, tmp_path / "a.jpg")
    save_poster(frame, tmp_path / "b.jpg")

    assert (tmp_path / "a.jpg").read_bytes() == (tmp_path / "b.jpg").read_bytes()
