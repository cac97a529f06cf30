"""From asking for a frame to seeing it, in a browser: python -m benchmarks.seek [seeks] [minutes]

A proxy is made as workers make them (1280×720, 25 frames a second, a key frame every second, sound), of moving
colours with every frame's number in it as a bar code. The real site serves it and the real video page is opened in
headless Chromium. Each seek goes to a random frame: typed into the page's field and sent by Enter. From that key time
runs until the number read from the picture is the one asked for; what has not arrived after 3 s is a miss. The proxy
takes minutes to make and stays in the state folder.

Unlike the other figures this one is by the clock, because people wait by it: it needs a machine with little to do.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from .episodes import make_people
from .serving import STATE, Server, scratch_database, session_of

LIMIT_MS = 250.0
RATE = 25
SIZE = (1280, 720)
BAR = (640, 96)
BITS = 16
WARM_UP = 3

# The picture is looked at before every repaint of the page; both rows of the bar code have to agree.
SEEK = """
async ([frame, limit, width, height]) => {
  const video = document.querySelector('video');
  const canvas = Object.assign(document.createElement('canvas'), {width, height});
  window.bar ??= canvas.getContext('2d', {willReadFrequently: true});
  const read = () => {
    window.bar.drawImage(video, 0, 0, width, height, 0, 0, width, height);
    const {data} = window.bar.getImageData(0, 0, width, height);
    let number = 0;
    for (let bit = 0; bit < 16; bit += 1) {
      const x = Math.floor((bit + 0.5) * width / 16);
      const up = data[4 * (Math.floor(height / 4) * width + x)];
      const down = data[4 * (Math.floor(height * 3 / 4) * width + x)];
      if (Math.abs(up - down) < 80) return null;
      number = number * 2 + (up > down ? 1 : 0);
    }
    return number;
  };
  const field = document.querySelector('input[aria-label="Go to a time or frame"]');
  field.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, `f ${frame}`);
  field.dispatchEvent(new Event('input', {bubbles: true}));
  await new Promise(requestAnimationFrame);
  const from = performance.now();
  field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', code: 'Enter', bubbles: true}));
  for (;;) {
    if (!video.seeking && read() === frame) return performance.now() - from;
    if (performance.now() - from > limit) return null;
    await new Promise(requestAnimationFrame);
  }
}
"""


def bar_code(number: int) -> bytes:
    bits = (number >> np.arange(BITS - 1, -1, -1)) & 1
    cells = np.where(np.stack([bits, 1 - bits]), 235, 20).astype(np.uint8)
    width, height = BAR
    return np.kron(cells, np.ones((height // 2, width // BITS), np.uint8)).tobytes()


def make_proxy(path: Path, seconds: int) -> None:
    import imageio_ffmpeg

    size = f"{SIZE[0]}x{SIZE[1]}"
    part = path.with_suffix(".part.mp4")
    command = [
        imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-nostdin", "-y",
        "-f", "lavfi", "-i", f"testsrc2=size={size}:rate={RATE}:duration={seconds}",
        "-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{BAR[0]}x{BAR[1]}", "-r", str(RATE), "-i", "pipe:0",
        "-f", "lavfi", "-i", f"sine=frequency=220:sample_rate=48000:duration={seconds}",
        "-filter_complex", "[0:v][1:v]overlay=0:0:format=yuv420[v]", "-map", "[v]", "-map", "2:a",
        "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-g", str(RATE), "-pix_fmt", "yuv420p",
        "-c:a", "aac", "-movflags", "+faststart", "-t", str(seconds), str(part),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE) as ffmpeg:
        assert ffmpeg.stdin is not None
        for number in range(seconds * RATE):
            ffmpeg.stdin.write(bar_code(number))
        ffmpeg.stdin.close()
    if ffmpeg.returncode:
        raise RuntimeError("the proxy could not be made")
    part.rename(path)


def register(project: Any, actor: Any, proxy: Path, frames: int) -> Any:
    """A row as a worker leaves it, without pictures, sound levels and cuts, which seeking does not need."""
    from affectory.core import storage
    from datasets.videos.domain import AudioStream, Probe, VideoState
    from datasets.videos.frames import FrameTable
    from datasets.videos.models import Video
    from datasets.videos.probes import probe_json

    rate = Fraction(RATE)
    table = FrameTable(
        time_base=1 / rate,
        start=Fraction(0),
        ticks=np.arange(frames, dtype=np.int64),
        end_tick=frames,
        slots=np.arange(frames, dtype=np.int32),
        proxy_rate=rate,
        proxy_frames=frames,
    )
    probe = Probe(
        container="mov",
        video_codec="h264",
        width=SIZE[0],
        height=SIZE[1],
        rotation=0,
        time_base=1 / rate,
        start=Fraction(0),
        rate=rate,
        is_vfr=False,
        frame_count=frames,
        duration=frames / rate,
        header_duration=frames / rate,
        video_streams=1,
        audio=(AudioStream(1, "aac", 1, 48000, ""),),
        subtitles=(),
    )
    sha256 = storage.put_file(proxy)
    return Video.objects.create(
        project=project,
        created_by=actor,
        name=proxy.name,
        file_sha256=sha256,
        size_bytes=storage.size(sha256),
        state=VideoState.READY.value,
        probe=probe_json(probe),
        frame_count=frames,
        duration_s=frames / RATE,
        rate=f"{RATE}/1",
        width=SIZE[0],
        height=SIZE[1],
        has_audio=True,
        frames_sha256=storage.put_bytes(table.to_bytes()),
        proxy_sha256=sha256,
        proxy_rate=f"{RATE}/1",
        proxy_frames=frames,
        proxy_size_bytes=storage.size(sha256),
    )


def measured(origin: str, path: str, session: str, frames: int, seeks: int) -> list[float | None]:
    from playwright.sync_api import sync_playwright

    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox", "--enable-unsafe-swiftshader"]
        )
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        context.add_cookies([{"name": "sessionid", "value": session, "url": origin}])
        page = context.new_page()
        page.goto(origin + path)
        page.locator('[data-testid=frame][data-settled="true"]').wait_for(timeout=60_000)
        chance = random.Random(20)
        for _ in range(WARM_UP):
            page.evaluate(SEEK, [chance.randrange(frames), 10_000, *BAR])
        found = []
        for _ in range(seeks):
            found.append(page.evaluate(SEEK, [chance.randrange(frames), 3_000, *BAR]))
            time.sleep(0.1)
        browser.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeks", type=int, nargs="?", default=100)
    parser.add_argument("minutes", type=int, nargs="?", default=20)
    asked = parser.parse_args()
    frames = asked.minutes * 60 * RATE
    proxy = STATE / f"seek-{asked.minutes}-minutes.mp4"
    if not proxy.exists():
        make_proxy(proxy, asked.minutes * 60)
    with scratch_database("affectory_bench_seek"):
        project, maintainer, _ = make_people()
        video = register(project, maintainer, proxy, frames)
        server = Server()
        try:
            origin = f"http://127.0.0.1:{server.port}"
            path = f"/p/{project.slug}/videos/{video.pk}"
            found = measured(origin, path, session_of(maintainer), frames, asked.seeks)
        finally:
            server.stop()
            video.delete()
    times = sorted(ms for ms in found if ms is not None)
    misses = len(found) - len(times)
    if not times:
        print("no seek arrived")
        return 1
    p50, p95 = times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.95))]
    print(
        f"{len(found)} seeks in a proxy of {asked.minutes} min, {SIZE[0]}×{SIZE[1]}: "
        f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, longest {times[-1]:.0f} ms, {misses} missed; at most {LIMIT_MS:.0f} ms"
    )
    return 0 if misses == 0 and p95 <= LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
