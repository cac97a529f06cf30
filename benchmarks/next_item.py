"""From the key of a verdict to the next item on screen, in a browser: python -m benchmarks.next_item [items]

Questions about one proxy of some minutes, made as in `seek`, each with two pieces of evidence at places of their own,
wait for a reviewer on the real site. Each is rejected by its three keys. From the last of them time runs until the
next question is on screen *and* its video stands, decoded, on its own first evidence, and the page has been painted
with both. The reviewer thinks for two seconds before each verdict, as people do at the very least; in that time the
page fetches ahead. By the clock, like `seek`: it needs a machine with little else to do.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import time
from typing import Any

from .episodes import make_people
from .seek import RATE, SIZE, make_proxy, register
from .serving import STATE, Server, scratch_database, session_of

LIMIT_MS = 100.0
THINKING_S = 2.0
EVIDENCE_S = 4

DECIDED = """
async () => {
  const bench = () => document.querySelector('.rev-page:not(.ahead)');
  const before = bench().dataset.subject;
  const press = (code) => document.body.dispatchEvent(
    new KeyboardEvent('keydown', {code, key: code.slice(-1).toLowerCase(), bubbles: true, cancelable: true}));
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  press('KeyQ');
  await painted();
  press('Digit1');
  await painted();
  const from = performance.now();
  press('KeyX');
  for (;;) {
    const now = bench();
    const video = now?.querySelector('video');
    const there = now && now.dataset.subject !== before && now.querySelector('.item-question')
      && video && video.readyState >= 2 && !video.seeking;
    if (there) {
      await painted();
      const ms = performance.now() - from;
      return {ms, at: video.currentTime, asked: now.querySelector('.item-question').textContent};
    }
    if (performance.now() - from > 5000) return null;
    await painted();
  }
}
"""


def put_out_items(project: Any, maintainer: Any, video: Any, count: int, seconds: int) -> dict[str, int]:
    """Imported questions about the video, each with evidence of its own, out for review; where each one's begins."""
    import json

    from annotation.questions import services
    from annotation.questions.models import Item, Revision
    from annotation.reviews import services as reviews
    from tests.unit.questions.examples import episode

    places = random.Random(7).sample(range(5, seconds - 60), count)
    asked = {f"What makes the person in the picture of second {place} turn around?": place for place in places}
    records = [
        episode("emotional reasoning", question_id=f"G2_Q{n:06d}", video_id="G2_V000001", question=question)
        for n, question in enumerate(asked, start=1)
    ]
    made = services.import_items(
        actor=maintainer,
        project=project,
        name="items.json",
        content=json.dumps(records).encode(),
        mapping=None,
        dry_run=False,
        queue=False,
    )
    services.run_import(import_id=made.pk)
    for item in Item.objects.filter(project=project):
        latest = item.revisions.get()
        place = asked[latest.content["question"]]
        evidence = [{"start": at, "end": at + EVIDENCE_S, "item": "R1"} for at in (place, place + 40)]
        content = {**latest.content, "evidence": evidence}
        Revision.objects.create(item=item, number=2, author=maintainer, content=content, digest=latest.digest)
        Item.objects.filter(pk=item.pk).update(video=video, revision_count=2)
    reviews.change_policy(
        actor=maintainer, project=project, subject_kind="item", covers_answer=False, order="random", reviewers=1
    )
    _, opened = reviews.open_rounds(actor=maintainer, project=project, subject_kind="item")
    if opened != count:
        raise RuntimeError(f"{opened} of {count} items were put out")
    return asked


def measured(origin: str, path: str, session: str, count: int) -> list[dict[str, Any] | None]:
    from playwright.sync_api import sync_playwright

    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path,
            args=["--no-sandbox", "--enable-unsafe-swiftshader", "--autoplay-policy=no-user-gesture-required"],
        )
        context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
        context.add_cookies([{"name": "sessionid", "value": session, "url": origin}])
        page = context.new_page()
        page.goto(origin + path)
        page.evaluate("localStorage.setItem('affectory.review.keys-shown', 'yes')")
        page.get_by_role("button", name="Start").click()
        page.locator(".rev-page:not(.ahead) .item-question").wait_for(timeout=60_000)
        found = []
        for _ in range(count):
            page.locator(".rev-page:not(.ahead):not([data-lease=''])").wait_for(timeout=30_000)
            time.sleep(THINKING_S)
            if page.locator(".cover").count():  # after 25 same verdicts in a row a pause is suggested
                page.keyboard.press("Escape")
                page.locator(".cover").wait_for(state="detached")
            found.append(page.evaluate(DECIDED))
        browser.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("items", type=int, nargs="?", default=40)
    parser.add_argument("minutes", type=int, nargs="?", default=5)
    asked = parser.parse_args()
    frames = asked.minutes * 60 * RATE
    proxy = STATE / f"seek-{asked.minutes}-minutes.mp4"
    if not proxy.exists():
        make_proxy(proxy, asked.minutes * 60)
    with scratch_database("affectory_bench_next_item"):
        project, maintainer, reviewers = make_people()
        video = register(project, maintainer, proxy, frames)
        questions = put_out_items(project, maintainer, video, asked.items, asked.minutes * 60)
        server = Server()
        try:
            origin = f"http://127.0.0.1:{server.port}"
            session = session_of(reviewers[0])
            found = measured(origin, f"/p/{project.slug}/review", session, asked.items - 1)
        finally:
            server.stop()
    return told(found, questions, asked.minutes)


def told(found: list[dict[str, Any] | None], questions: dict[str, int], minutes: int) -> int:
    arrived = [one for one in found if one is not None]
    # The middle of the first frame of the evidence is where a picture at rest stands.
    astray = [one for one in arrived if abs(one["at"] - questions[one["asked"]]) > 2 / RATE]
    times = sorted(one["ms"] for one in arrived)
    misses = len(found) - len(times)
    if not times:
        print("no next item arrived")
        return 1
    p50, p95 = times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.95))]
    print(
        f"{len(found)} verdicts on questions about {minutes} min of video, {SIZE[0]}×{SIZE[1]}: next one painted "
        f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, longest {times[-1]:.0f} ms, {misses} missed, "
        f"{len(astray)} not on their evidence; at most {LIMIT_MS:.0f} ms"
    )
    return 0 if misses == 0 and not astray and p95 <= LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
