"""VI20, VI22, VI25, VI27: what is no video, points elsewhere, never ends or is broken has a clear outcome, and
nothing that it names is opened."""

from __future__ import annotations

import subprocess
from fractions import Fraction
from pathlib import Path

import av
import imageio_ffmpeg
import numpy as np
import pytest

from tests.factories.counter_video import cfr_25, write_counter
from tests.unit.media.conftest import heard, prepared, shown
from worker.media.containers import MediaRefusedError
from worker.media.probe import Limits, examine
from worker.media.proxy import make_proxy

PLAYLISTS = {
    "hls": "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n{target}\n#EXT-X-ENDLIST\n",
    "ffconcat": "ffconcat version 1.0\nfile '{target}'\n",
    "dash": '<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>{target}</BaseURL></MPD>',
    "sdp": "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video 5004 RTP/AVP 96\r\n",
    "pls": "[playlist]\nFile1={target}\n",
}


def refusal(path: Path, **options: object) -> str:
    with pytest.raises(MediaRefusedError) as refused:
        examine(path, **options)
    assert refused.value.message.endswith(".")
    return refused.value.code


def ffmpeg(*arguments: str) -> None:
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-nostdin", "-y", *arguments]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> Path:
    return cfr_25(tmp_path_factory.mktemp("good")).path


@pytest.mark.parametrize("kind", PLAYLISTS)
def test_a_playlist_is_refused_and_nothing_it_names_is_opened(kind, good, tmp_path):
    path = tmp_path / "film.mp4"
    path.write_text(PLAYLISTS[kind].format(target=good))
    assert refusal(path) == "media.playlist"


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("empty.mp4", b"", "media.empty"),
        ("text.mp4", b"hello\n" * 100, "media.unreadable"),
        ("noise.mp4", bytes(np.random.default_rng(7).integers(0, 256, 50_000, np.uint8)), "media.unreadable"),
        ("zeros.mp4", bytes(20_000), "media.zeros"),
        ("brackets.mp4", b"\x00\x00\x00\x18ftypisom" + b"\xff" * 4000, "media.unreadable"),
    ],
)
def test_what_is_no_video_is_refused(name, data, code, tmp_path):
    (tmp_path / name).write_bytes(data)
    assert refusal(tmp_path / name) == code


def test_two_gigabytes_of_zeros_are_refused_without_reading_them(tmp_path):
    path = tmp_path / "zeros.mkv"
    with path.open("wb") as file:
        file.truncate(2 * 1024**3)
    assert refusal(path) == "media.zeros"


def test_pictures_are_no_video(tmp_path):
    ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64:d=1", str(tmp_path / "a.gif"))
    ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64:d=1", "-frames:v", "1", str(tmp_path / "a.png"))
    assert {refusal(tmp_path / "a.gif"), refusal(tmp_path / "a.png")} == {"media.unreadable"}


def test_sound_alone_is_no_video_with_a_cover_neither(tmp_path):
    sound, cover, both = tmp_path / "a.m4a", tmp_path / "a.png", tmp_path / "b.m4a"
    ffmpeg("-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac", str(sound))
    ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64:d=1", "-frames:v", "1", str(cover))
    tags = ("-map", "0", "-map", "1", "-c", "copy", "-disposition:v:0", "attached_pic")
    ffmpeg("-i", str(sound), "-i", str(cover), *tags, str(both))
    assert [refusal(sound), refusal(both)] == ["media.no_picture", "media.no_picture"]


def test_a_movie_whose_pictures_lie_in_another_file_is_refused(good, tmp_path):
    data = bytearray(good.read_bytes())
    place = data.index(b"url \x00\x00\x00\x01")
    data[place + 7] = 0  # no longer "in this file"
    path = tmp_path / "reference.mov"
    path.write_bytes(data)
    assert refusal(path) == "media.points_elsewhere"


def test_vi22_too_long_and_too_large_are_refused_before_anything_is_decoded(good):
    """256 × 96 = 24,576 pixels, 10 s."""
    assert refusal(good, limits=Limits(seconds=9)) == "media.too_long"
    assert refusal(good, limits=Limits(seconds=4)) == "media.too_long"
    assert refusal(good, limits=Limits(pixels=24_575)) == "media.too_large"
    assert examine(good, Limits(seconds=10, pixels=24_576)).probe.frame_count == 250


def test_a_file_cut_before_its_index_is_refused(good, tmp_path):
    path = tmp_path / "cut.mp4"
    path.write_bytes(good.read_bytes()[:20_000])
    assert refusal(path) == "media.unreadable"


def test_a_file_that_breaks_off_is_used_up_to_there(good, tmp_path):
    whole, path = tmp_path / "whole.mkv", tmp_path / "cut.mkv"
    ffmpeg("-i", str(good), "-c", "copy", str(whole))
    path.write_bytes(whole.read_bytes()[:20_000])
    examination = examine(path)
    proxy = make_proxy(path, examination, tmp_path / "proxy.mp4")
    notes = {note.code for note in (*examination.notes, *proxy.notes)}
    assert "media.duration_differs" in notes
    assert 100 < len(proxy.table) == len(shown(path)[0]) < 250


def test_a_video_without_one_whole_picture_is_refused(tmp_path):
    """The container stands, what it holds is noise."""
    path = tmp_path / "noise.mkv"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=25)
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuv420p"
        for number in range(10):
            packet = av.Packet(bytes(np.random.default_rng(number).integers(0, 256, 300, np.uint8)))
            packet.stream, packet.pts, packet.dts, packet.time_base = stream, number, number, Fraction(1, 25)
            container.mux(packet)
    with pytest.raises(MediaRefusedError) as refused:
        make_proxy(path, examine(path), tmp_path / "proxy.mp4")
    assert refused.value.code == "media.broken"


def test_frames_that_do_not_decode_are_left_out_and_named(tmp_path):
    """Packets 40 to 43 of a file without B-frames are noise; decoding goes on at the next key frame, frame 50."""
    plain, path = tmp_path / "plain.mkv", tmp_path / "noisy.mkv"
    write_counter(plain, ticks=range(100), time_base=Fraction(1, 25), last_ticks=1, gop=25, b_frames=0, codec="mpeg4")
    with av.open(str(plain)) as source, av.open(str(path), "w") as target:
        given = source.streams.video[0]
        stream = target.add_stream_from_template(given)
        for number, packet in enumerate(p for p in source.demux(given) if p.size):
            if 40 <= number <= 43:
                noise = av.Packet(b"\x00" * packet.size)
                noise.pts, noise.dts, noise.time_base = packet.pts, packet.dts, packet.time_base
                packet = noise
            packet.stream = stream
            target.mux(packet)
    examination = examine(path)
    assert examination.probe.frame_count == 100
    proxy = make_proxy(path, examination, tmp_path / "proxy.mp4")
    assert [note.message for note in proxy.notes] == [
        "4 of 100 frames cannot be decoded and are left out, at 1.600 s, 1.640 s, 1.680 s, 1.720 s."
    ]
    assert (proxy.probe.frame_count, proxy.table.duration) == (96, 4)
    assert [float(proxy.table.time(frame)) for frame in (39, 40)] == [1.56, 1.76]


def test_vi25_of_two_pictures_the_default_one_is_used_and_it_is_said(good, tmp_path):
    path = tmp_path / "two.mkv"
    small = tmp_path / "small.mp4"
    write_counter(small, ticks=range(20), time_base=Fraction(1, 10), last_ticks=1, size=(128, 48))
    chosen = ("-disposition:v:0", "0", "-disposition:v:1", "default")
    ffmpeg("-i", str(good), "-i", str(small), "-map", "0:v", "-map", "1:v", "-c", "copy", *chosen, str(path))
    examination = examine(path)
    assert (examination.picture, examination.probe.width, examination.probe.video_streams) == (1, 128, 2)
    assert "media.several_pictures" in {note.code for note in examination.notes}


def test_a_sound_that_does_not_decode_leaves_a_silent_proxy_and_a_warning(good, tmp_path):
    path = with_noise_for_sound(good, tmp_path / "noise.mkv", range(10_000))
    examination = examine(path)
    proxy = make_proxy(path, examination, tmp_path / "proxy.mp4")
    with av.open(str(proxy.path)) as container:
        assert not container.streams.audio
    assert "media.sound_broken" in {note.code for note in (*examination.notes, *proxy.notes)}
    assert (len(proxy.table), proxy.has_sound) == (250, False)


def test_what_decodes_of_a_sound_is_kept_in_its_place(good, tmp_path):
    """Packets of 1024 samples at 48 kHz: 100 to 119 are 2.13 to 2.56 s, with the click at 2.5 s."""
    path = with_noise_for_sound(good, tmp_path / "gap.mkv", range(100, 120))
    proxy = make_proxy(path, examine(path), tmp_path / "proxy.mp4")
    assert [note.code for note in proxy.notes] == ["media.sound_gaps"]
    found = [time for time in heard(proxy.path) if not 2.05 < time < 2.7]
    assert found == pytest.approx([0, 0.5, 1, 1.5, 2, 3, 3.5, 4, 4.5, *np.arange(5, 10, 0.5)], abs=0.03)


def with_noise_for_sound(source: Path, path: Path, packets: range) -> Path:
    with av.open(str(source)) as given, av.open(str(path), "w") as target:
        streams = {stream.index: target.add_stream_from_template(stream) for stream in given.streams}
        sounds = 0
        for packet in given.demux():
            if not packet.size:
                continue
            kept = packet
            if packet.stream.type == "audio":
                if sounds in packets:
                    noise = np.random.default_rng(sounds).integers(0, 256, packet.size - 1)
                    kept = av.Packet(bytes([0, *noise]))
                    kept.pts, kept.dts, kept.time_base = packet.pts, packet.dts, packet.time_base
                sounds += 1
            kept.stream = streams[packet.stream_index]
            target.mux(kept)
    return path


def test_vi27_times_that_contradict_the_pictures_order_are_replaced_by_counting(tmp_path):
    """What AVI does to B-frames: every packet has the time of its place in the file."""
    path = tmp_path / "packed.mkv"
    plain = tmp_path / "plain.mp4"
    write_counter(plain, ticks=range(60), time_base=Fraction(1, 25), last_ticks=1, b_frames=2)
    with av.open(str(plain)) as source, av.open(str(path), "w") as target:
        given = source.streams.video[0]
        stream = target.add_stream_from_template(given)
        for number, packet in enumerate(p for p in source.demux(given) if p.size):
            packet.pts = packet.dts = number * 40
            packet.time_base, packet.stream = Fraction(1, 1000), stream
            target.mux(packet)
    examination = examine(path)
    assert not examination.in_order
    proxy = make_proxy(path, examination, tmp_path / "proxy.mp4")
    assert shown(proxy.path)[0] == list(range(60))
    assert [note.code for note in proxy.notes] == ["media.disordered"]
    assert proxy.table.time(30) == Fraction(30, 25)


def test_odd_and_tiny_pictures_have_a_proxy(tmp_path):
    for width, height, proxied in ((321, 243, (320, 244)), (1, 1, (16, 16)), (2000, 30, (1280, 20))):
        path = tmp_path / f"{width}x{height}.mkv"
        write_odd(path, width, height)
        examination = examine(path)
        proxy = make_proxy(path, examination, tmp_path / f"{width}.mp4")
        assert (examination.probe.width, examination.probe.height) == (width, height)
        with av.open(str(proxy.path)) as container:
            stream = container.streams.video[0]
            assert (stream.width, stream.height) == proxied


def write_odd(path: Path, width: int, height: int) -> None:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("ffv1", rate=5)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv444p"
        for number in range(5):
            picture = np.full((height, width, 3), number * 50, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode(None))


def test_a_quick_video_keeps_all_its_frames_for_cutting(tmp_path):
    """480 frames a second: the proxy shows what it can, the table names all."""
    path = tmp_path / "quick.mp4"
    write_counter(path, ticks=range(240), time_base=Fraction(1, 480), last_ticks=1)
    source = prepared_at(path)
    assert (len(source.proxy.table), source.proxy.table.proxy_rate) == (240, 60)
    assert "media.frames_too_quick" in {note.code for note in source.proxy.notes}


def prepared_at(path: Path):
    from tests.factories.counter_video import CounterVideo

    return prepared(CounterVideo(path, (), (), Fraction(0)))
