"""Two reviewers work through a queue by keyboard, in a browser, on clips that the engine made."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from annotation.reviews.models import Decision, Lease
from datasets.episodes.models import Episode
from tests.factories.rendered import SMALL, episodes_in_review, open_batch

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

CLIPS_PLAYED_MS = 60_000
ACCEPT = ".okb"
JUDGED = "[data-judgement='{}']"


@pytest.fixture
def small(settings):
    for name, value in SMALL.items():
        setattr(settings, name, value)


@pytest.fixture
def queue(small, project, maintainer, reviewer_a, reviewer_b, tmp_path):
    assert len(episodes_in_review(project, maintainer, tmp_path, far_visible=2, rear_view=1)) == 3
    return open_batch(project, maintainer)


@pytest.fixture
def one(small, project, maintainer, reviewer_a, tmp_path):
    assert len(episodes_in_review(project, maintainer, tmp_path, rear_view=1)) == 1
    return open_batch(project, maintainer)


def begin(page: Page) -> None:
    """From the queue to the first episode, by one key; the sheet with the keys shows itself once."""
    page.goto("/p/lab/review")
    expect(page.get_by_role("heading", name="Review queue")).to_be_visible()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Keys of this page")
    for _ in range(20):  # a key may come before the sheet listens
        page.keyboard.press("Escape")
        page.wait_for_timeout(250)
        if not sheet.is_visible():
            return
    raise AssertionError("the sheet does not close")


def until(page: Page, expression: str) -> None:
    """Waits for something true in the page. (`wait_for_function` needs eval, which the site's policy forbids.)"""
    for _ in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"not true within ten seconds: {expression}")


def watch(page: Page) -> None:
    page.keyboard.press("Space")
    expect(page.locator(ACCEPT)).to_have_attribute("aria-disabled", "false", timeout=CLIPS_PLAYED_MS)
    page.keyboard.press("k")


def at(page: Page) -> str:
    return page.locator(".rev-page").get_attribute("data-lease") or ""


def press_and_move_on(page: Page, *keys: str) -> None:
    before = at(page)
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_url(lambda url: before not in url)


def accept_the_rest(page: Page) -> int:
    count = 0
    while not page.url.endswith("/done"):
        watch(page)
        press_and_move_on(page, "a")
        count += 1
    return count


def test_two_reviewers_decide_by_keyboard_and_the_outcome_follows(queue, visitor, reviewer_a, reviewer_b):
    rosa = visitor("rosa").page
    begin(rosa)

    # Accept rests until the clips have run once, and says why.
    rosa.keyboard.press("a")
    expect(rosa.locator(".rests")).to_contain_text("Accept wakes once the clips have run")
    assert not Decision.objects.exists()

    # Reject asks for what is wrong; then it takes three keys, with a pin and a note along the way.
    rosa.keyboard.press("x")
    expect(rosa.locator(".rests")).to_contain_text("Q, W or E")
    rosa.keyboard.press("w")
    for _ in range(3):
        rosa.keyboard.press(".")
    expect(rosa.locator(".rev-time")).to_have_text("0.25 s")  # frame 3 at twelve a second
    rosa.keyboard.press("m")
    rosa.keyboard.press("2")
    rosa.keyboard.press("n")
    rosa.keyboard.type("axe: no room by the sofa")  # letters in a field are text, not verdicts
    rosa.keyboard.press("Escape")
    press_and_move_on(rosa, "x")
    first = Decision.objects.get()
    assert (first.verdict, first.state, first.note) == ("reject", "HELD", "axe: no room by the sofa")
    assert first.judgements["motion_scene_compatibility"] == {"value": "problem", "reasons": ["too_little_room"]}
    assert [(pin["frame"], pin["setting"]) for pin in first.pins] == [(3, "P-Init")]
    expect(rosa.locator(".decided")).to_contain_text("Rejected · Too little room for the motion")

    # Z takes the held verdict back, with every word of it; she decides again.
    rosa.keyboard.press("z")
    rosa.wait_for_url(f"**/{first.lease_id}")
    expect(rosa.locator(JUDGED.format("motion_scene_compatibility"))).to_have_attribute("data-value", "problem")
    expect(rosa.get_by_label("Note")).to_have_value("axe: no room by the sofa")
    first.refresh_from_db()
    assert first.state == "TAKEN_BACK"
    press_and_move_on(rosa, "x")
    accept_the_rest(rosa)
    expect(rosa.get_by_role("heading", name="That is all for now.")).to_be_visible()

    # The other reviewer sees nothing of it and accepts everything.
    ravi = visitor("ravi", scheme="dark").page
    begin(ravi)
    assert accept_the_rest(ravi) == 3

    for page in (rosa, ravi):
        page.get_by_role("link", name="Stop here").click()
        expect(page.get_by_role("heading", name="Review queue")).to_be_visible()
    expect(rosa.get_by_text("Nothing waits for you").or_(rosa.get_by_text("Nothing waits for you"))).to_be_visible()
    standing = Decision.objects.filter(state="FINAL")
    for _ in range(100):  # leaving the page makes the last verdicts count
        if standing.count() == 6:
            break
        rosa.wait_for_timeout(150)
    assert standing.count() == 6
    assert sorted(standing.values_list("verdict", flat=True)) == ["accept"] * 5 + ["reject"]
    rejected = standing.get(verdict="reject").round.subject_id
    assert {e.pk: e.state for e in Episode.objects.all()} == {
        e.pk: ("removed" if e.pk == rejected else "kept") for e in Episode.objects.all()
    }
    assert Episode.objects.get(pk=rejected).removal_reasons == ["motion_scene_compatibility.too_little_room"]


def test_what_is_typed_survives_a_reload_and_the_network_going_away(one, visitor):
    visit = visitor("rosa")
    page = visit.page
    begin(page)
    page.keyboard.press("e")
    page.keyboard.press("3")
    page.keyboard.press("n")
    page.keyboard.type("flickers at the lamp")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.get_by_label("Note")).to_have_value("flickers at the lamp")
    expect(page.locator(JUDGED.format("rendering_quality"))).to_have_attribute("data-value", "problem")

    visit.context.set_offline(True)
    page.keyboard.press("x")
    expect(page.get_by_role("heading", name="Waiting for the network")).to_be_visible()
    expect(page.get_by_text("Offline since")).to_be_visible()
    assert not Decision.objects.exists()
    before = at(page)
    visit.context.set_offline(False)
    page.wait_for_url(lambda url: before not in url)
    decision = Decision.objects.get()
    assert (decision.verdict, decision.note) == ("reject", "flickers at the lamp")


def test_a_lease_that_ended_keeps_the_words_beside_the_newer_state(one, visitor):
    page = visitor("rosa").page
    begin(page)
    page.keyboard.press("q")
    page.keyboard.press("1")
    page.keyboard.press("n")
    page.keyboard.type("through the table")
    page.keyboard.press("Escape")
    Lease.objects.update(expires_at="2020-01-01T00:00:00Z")
    page.keyboard.press("x")
    expect(page.get_by_role("heading", name="Your verdict was not counted")).to_be_visible()
    expect(page.get_by_text("through the table").last).to_be_visible()
    before = at(page)
    page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_url(lambda url: before not in url)
    assert not Decision.objects.exists()
    page.goto(f"/p/lab/review/{before}")
    expect(page.get_by_role("heading", name="This one is no longer yours to judge")).to_be_visible()
    expect(page.get_by_text("through the table")).to_be_visible()


def test_skipping_takes_two_keys_and_a_break_hides_everything(one, visitor):
    page = visitor("rosa").page
    begin(page)
    page.keyboard.press("b")
    expect(page.get_by_role("heading", name="On a break")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("b")
    expect(page.get_by_role("heading", name="On a break")).to_be_hidden()
    skipped = at(page)
    press_and_move_on(page, "s", "1")
    lease = Lease.objects.get(pk=skipped)
    assert (lease.state, lease.end_reason) == ("SKIPPED", "too_distressing")
    assert not Decision.objects.exists()


def test_nothing_that_reaches_the_browser_tells_label_file_or_performer(one, visitor):
    seen: list[str] = []
    page = visitor("rosa").page
    page.on("response", lambda r: seen.append(r.text()) if "json" in (r.headers.get("content-type") or "") else None)
    begin(page)
    expect(page.locator(".lane")).to_have_count(3)
    page.wait_for_timeout(500)
    text = json.dumps(seen).lower()
    assert "physical_plausibility" in text
    for secret in ("secret-name", "happy", "angry", "take-", '"label": "sad"', ".bvh"):
        assert secret not in text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_queue_and_review_have_no_accessibility_faults_and_no_page_scroll(one, visitor, scheme):
    for size in ((1280, 720), (1440, 900)):
        visit = visitor("rosa", scheme=scheme, size=size)
        page = visit.page
        page.goto("/p/lab/review")
        expect(page.get_by_role("button", name="Start").or_(page.get_by_role("button", name="Go on"))).to_be_visible()
        assert visit.accessibility_faults() == []
        begin(page)
        page.keyboard.press("w")
        page.keyboard.press("1")
        page.keyboard.press("m")
        expect(page.locator(".lane")).to_have_count(3)
        assert visit.accessibility_faults() == []
        assert not visit.scrolls()
        page.keyboard.press("s")
        assert visit.accessibility_faults() == []
        page.keyboard.press("Escape")
        page.keyboard.press("b")
        assert visit.accessibility_faults() == []


def test_at_twice_the_size_everything_is_in_one_column(one, visitor):
    visit = visitor("rosa", size=(640, 360))
    begin(visit.page)
    expect(visit.page.locator(".lane")).to_have_count(3)
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 640
    expect(visit.page.locator(ACCEPT)).to_be_in_viewport()
    assert visit.accessibility_faults() == []


def test_every_clip_shows_the_frame_that_the_clock_names(one, visitor):
    """RV35"""
    page = visitor("rosa").page
    begin(page)
    until(page, "[...document.querySelectorAll('video')].every(v => v.readyState >= 2)")
    for _ in range(7):
        page.keyboard.press(".")
    page.keyboard.press(",")
    expect(page.locator(".rev-transport")).to_contain_text("frame 7 of")
    # Frame 6 at twelve a second is on screen from 0.500 s to 0.583 s; the clock aims at its middle. Between two
    # seeks a video says for a moment that it seeks no more.
    until(page, "[...document.querySelectorAll('video')].every(v => Math.abs(v.currentTime - 6.5 / 12) < 1e-3)")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".rev-time")).to_have_text("1.50 s")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".rev-time")).to_have_text("0.50 s")


def test_review_goes_on_without_webgl(one, visitor):
    visit = visitor("rosa")
    visit.context.add_init_script(
        "const real = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {"
        "  return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest); };"
    )
    page = visit.page
    begin(page)
    expect(page.get_by_text("This browser shows no 3D here.")).to_be_visible()
    expect(page.get_by_role("img", name="First frame of a clip")).to_be_visible()
    expect(page.get_by_role("img", name="Top-down map")).to_be_visible()
    watch(page)
    press_and_move_on(page, "a")
    assert Decision.objects.get().verdict == "accept"


def test_a_break_is_offered_between_items_and_the_palette_knows_the_keys(one, visitor):
    """RV36, RV37"""
    page = visitor("rosa").page
    begin(page)
    page.keyboard.press("Control+k")
    page.keyboard.type("skip with")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Skip: why?")).to_be_visible()
    page.keyboard.press("Escape")

    name = page.evaluate("Object.keys(localStorage).find(key => key.startsWith('affectory.pace.'))")
    page.evaluate(
        "name => localStorage.setItem(name, JSON.stringify({active_s: 46 * 60, since_s: 0, last_at: Date.now()}))",
        name,
    )
    page.reload()
    expect(page.get_by_role("heading", name="46 minutes of work")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="46 minutes of work")).to_be_hidden()
    assert not Decision.objects.exists()


def test_a_second_tab_shows_the_same_lease_and_says_so(one, visitor):
    visit = visitor("rosa")
    begin(visit.page)
    other = visit.context.new_page()
    other.goto(visit.page.url)
    for page in (visit.page, other):
        expect(page.get_by_text("This episode is open in another tab as well.")).to_be_visible()


def test_a_session_that_ended_keeps_the_verdict_until_one_signs_in_again(one, visitor):
    visit = visitor("rosa")
    page = visit.page
    begin(page)
    cookies = [cookie for cookie in visit.context.cookies() if cookie["name"] == "sessionid"]
    visit.context.clear_cookies(name="sessionid")
    before = at(page)
    for key in ("q", "1", "x"):
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="You were signed out")).to_be_visible()
    assert not Decision.objects.exists()
    visit.context.add_cookies(cookies)
    page.wait_for_url(lambda url: before not in url)
    assert Decision.objects.get().verdict == "reject"
