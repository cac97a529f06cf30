"""VI20, VI21: how ffmpeg is run."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from worker.media import ffmpeg
from worker.media.ffmpeg import FfmpegCancelledError, FfmpegError


def endless(out: Path, *, in_real_time: bool = True):
    options = {"re": None} if in_real_time else {}
    source = ffmpeg.ffmpeg.input("testsrc2=s=64x64:r=25", f="lavfi", **options)
    return ffmpeg.output(out, source, f="matroska", vcodec="mpeg4", flush_packets=1)


def test_vi21_an_endless_run_stops_when_it_is_no_longer_wanted(tmp_path):
    seen = []
    with pytest.raises(FfmpegCancelledError):
        ffmpeg.run(endless(tmp_path / "a.mkv"), on_progress=seen.append, cancelled=lambda: len(seen) >= 2)
    assert len(seen) >= 2
    assert seen == sorted(seen)


def test_vi21_a_run_without_headway_is_ended(tmp_path):
    """It reads a pipe into which nobody writes."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    keep = os.open(pipe, os.O_RDWR)
    try:
        source = ffmpeg.source(pipe, "mpegts")
        began = time.monotonic()
        with pytest.raises(FfmpegError, match="no headway for 1 seconds"):
            ffmpeg.run(ffmpeg.output(tmp_path / "a.mkv", source, f="matroska"), stall_s=1.0)
        assert time.monotonic() - began < 30
    finally:
        os.close(keep)


def test_vi21_reports_without_headway_are_no_headway(tmp_path, monkeypatch):
    """A program that says every tenth of a second that it is where it was."""
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nwhile :; do printf 'total_size=48\\nout_time_us=0\\n'; sleep 0.1; done\n")
    program.chmod(0o755)
    monkeypatch.setattr(ffmpeg, "executable", lambda: str(program))
    with pytest.raises(FfmpegError, match="no headway for 1 seconds"):
        ffmpeg.run(endless(tmp_path / "a.mkv"), stall_s=1.0)


def test_an_error_is_told_in_ffmpeg_s_last_words(tmp_path):
    (tmp_path / "text").write_text("no video\n" * 50)
    with pytest.raises(FfmpegError, match=r"(?s)ended with code .*Invalid data"):
        ffmpeg.run(ffmpeg.output(tmp_path / "a.mkv", ffmpeg.source(tmp_path / "text", "mov"), f="matroska"))


def test_vi20_a_playlist_forced_open_still_reaches_no_other_host(tmp_path):
    """Even if a list of files were opened as one, its lines could name files only."""
    (tmp_path / "list").write_text("ffconcat version 1.0\nfile http://127.0.0.1:9/film.mp4\n")
    output = ffmpeg.output(tmp_path / "a.mkv", ffmpeg.source(tmp_path / "list", "concat", safe=0), f="matroska")
    with pytest.raises(FfmpegError, match="not on whitelist"):
        ffmpeg.run(output)


def test_a_file_whose_name_looks_like_an_option_or_a_pattern_is_a_file(counter, tmp_path):
    odd = tmp_path / "-y %03d http:x.mp4"
    odd.write_bytes(counter("ten_fps").video.path.read_bytes())
    ffmpeg.run(ffmpeg.output(tmp_path / "out.mp4", ffmpeg.source(odd, "mov"), c="copy", f="mp4"))
    assert (tmp_path / "out.mp4").stat().st_size > 1000
