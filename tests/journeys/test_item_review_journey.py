"""Items under review in a browser: agreement, a split to its end, taking back, withdrawal, a lapse, a race."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from affectory.accounts import services as accounts
from affectory.accounts.models import Project
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item
from annotation.reviews import services
from annotation.reviews.models import Decision, Lease
from tests.factories.items import a_member
from tests.factories.judged_films import a_playable_film, a_question_about, revise
from tests.factories.reviewed_items import ACCEPT, put_out, state_of
from tests.journeys.conftest import eventually, work_off

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]

ACTIVE = ".rev-page:not(.ahead)"
ACCEPT_BUTTON = f"{ACTIVE} .okb"
QUESTIONS = (
    "How does the officer feel before and after somebody clears his throat?",
    "How does the woman at the gate feel before and after she is sent away?",
    "How does the man behind her feel before and after the gate is shut?",
)


@pytest.fixture
def project(db):
    return accounts.create_project(actor=None, slug="lab", name="Lab", kind=Project.Kind.LONGEMO)


@pytest.fixture
def film(project, maintainer, tmp_path):
    video = a_playable_film(maintainer, project, tmp_path)
    work_off()
    return video


@pytest.fixture
def written(project, film, annotator) -> list[Item]:
    """Three items, submitted, their clips cut."""
    made = [
        a_question_about(annotator, project, film, start=start, end=start + 0.6, question=question)
        for start, question in zip((0.4, 1.4, 2.4), QUESTIONS, strict=True)
    ]
    work_off()
    return made


@pytest.fixture
def items(project, written) -> list[Item]:
    """Out for review in the order of the film, their answers covered at first."""
    put_out(project)
    return written


@pytest.fixture
def uncovered(project, written, maintainer) -> list[Item]:
    services.change_policy(actor=maintainer, project=project, subject_kind="item", covers_answer=False)
    put_out(project)
    return written


def begin(page: Page) -> None:
    page.goto("/p/lab/review")
    page.evaluate("localStorage.setItem('affectory.review.keys-shown', 'yes')")
    expect(page.get_by_role("button", name="Start").or_(page.get_by_role("button", name="Go on"))).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator(f"{ACTIVE}[data-kind=item]")).to_be_visible()
    expect(page.get_by_test_id("frame").first).to_be_attached()


def asked(page: Page) -> str:
    return page.locator(f"{ACTIVE} .item-question").inner_text()


def watch(page: Page) -> None:
    """R shows the answer, P plays what the question is about."""
    page.keyboard.press("r")
    page.keyboard.press("p")
    expect(page.locator(ACCEPT_BUTTON)).to_have_attribute("aria-disabled", "false")


def decide(page: Page, *keys: str) -> None:
    """A verdict by these keys alone; the next one, or the end, is there."""
    before = page.locator(ACTIVE).get_attribute("data-subject")
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator(f"{ACTIVE}[data-subject='{before}']")).to_have_count(0)


def counted(decisions: int, page: Page) -> None:
    for _ in range(100):
        if Decision.objects.filter(state="FINAL").count() == decisions:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{Decision.objects.filter(state='FINAL').count()} verdicts count, not {decisions}")


def test_four_people_agree_on_one_and_bring_a_split_to_its_end(
    project, written, annotator, maintainer, reviewer_a, reviewer_b, visitor
):
    first, second = written[:2]
    put_out(project, maintainer, subject_ids=[first.pk, second.pk])
    fresh = [a_member(project, name, "reviewer") for name in ("rena", "rolf")]
    seen: list[str] = []

    rosa = visitor("rosa").page
    rosa.on("response", lambda r: seen.append(r.text()) if "/review/" in r.url and r.status == 200 else None)
    begin(rosa)
    assert asked(rosa) in QUESTIONS
    # Nobody judges what is covered; the reason is said.
    rosa.keyboard.press("w")
    expect(rosa.locator(f"{ACTIVE} .rests")).to_contain_text("R shows it")
    order = []
    for _ in range(2):
        order.append(rosa.locator(ACTIVE).get_attribute("data-subject"))
        watch(rosa)
        if order[-1] == str(second.pk):
            decide(rosa, "w", "4", "x")  # three keys to reject with a reason
        else:
            decide(rosa, "a")  # one to accept
    expect(rosa.get_by_role("heading", name="That is all for now.")).to_be_visible()
    eventually(lambda: Lease.objects.filter(round__subject_id__in=order, revealed_at=None).count(), 0)
    told = json.dumps(seen).lower()
    assert QUESTIONS[0].lower() in told
    for secret in ("anna", "ravi", "revision", "written", "lint"):
        assert f'"{secret}' not in told

    ravi = visitor("ravi", scheme="dark").page
    begin(ravi)
    for _ in range(2):
        watch(ravi)
        decide(ravi, "a")
    for page in (rosa, ravi):
        page.get_by_role("link", name="Stop here").click()
        expect(page.get_by_role("heading", name="Review queue")).to_be_visible()
    counted(4, ravi)
    assert (state_of(first), state_of(second)) == (ItemState.KEPT, ItemState.RETURNED)

    # The author reads both verdicts' reasons and nobody's name, and writes the next revision.
    anna = visitor("anna").page
    anna.goto(f"/p/lab/g1/{second.pk}")
    returned = anna.get_by_role("region", name="It came back: the reviewers of round 1 did not agree")
    expect(returned.get_by_text("An emotion or an intensity does not fit")).to_be_visible()
    assert "Rosa" not in anna.inner_text("body")
    assert "Ravi" not in anna.inner_text("body")
    revise(annotator, second, answer={"before": ["anger"], "after": ["fear"]})
    work_off()
    put_out(project, maintainer, subject_ids=[second.pk])
    assert services.lease_next(actor=reviewer_a, project=project) is None
    assert services.lease_next(actor=reviewer_b, project=project) is None

    for person in fresh:
        lease = services.lease_next(actor=person, project=project)
        assert lease is not None
        assert lease.round.number == 2
        services.submit_decision(actor=person, project=project, lease_id=lease.pk, judgements=ACCEPT)
        services.leave(actor=person, project=project)
    assert state_of(second) is ItemState.KEPT


def test_a_verdict_is_taken_back_a_lease_lapses_and_a_maintainer_withdraws(
    project, uncovered, maintainer, reviewer_a, visitor
):
    rosa = visitor("rosa").page
    begin(rosa)
    rejected = asked(rosa)
    rosa.keyboard.press("n")
    rosa.keyboard.type("look at the hands")
    rosa.keyboard.press("Escape")
    decide(rosa, "q", "1", "x")
    expect(rosa.locator(f"{ACTIVE} .decided")).to_contain_text("Rejected")
    rosa.keyboard.press("z")
    expect(rosa.locator(f"{ACTIVE} .item-question")).to_have_text(rejected)
    expect(rosa.locator(f"{ACTIVE} [data-judgement=question]")).to_have_attribute("data-value", "problem")
    expect(rosa.locator(f"{ACTIVE}").get_by_label("Note")).to_have_value("look at the hands")
    eventually(lambda: Decision.objects.get().state, "TAKEN_BACK")
    decide(rosa, "x")
    expect(rosa.locator(f"{ACTIVE}[data-lease='']")).to_have_count(0)

    # Time runs out: nothing is counted, and the words are there to be copied.
    rosa.keyboard.press("n")
    rosa.keyboard.type("the gate is not seen")
    rosa.keyboard.press("Escape")
    Lease.objects.filter(state="OPEN").update(expires_at="2020-01-01T00:00:00Z")
    for key in ("q", "2", "x"):
        rosa.keyboard.press(key)
    expect(rosa.get_by_role("heading", name="Your verdict was not counted")).to_be_visible()
    expect(rosa.get_by_text("the gate is not seen").last).to_be_visible()
    rosa.get_by_role("button", name="Next", exact=True).click()
    expect(rosa.get_by_role("heading", name="Your verdict was not counted")).to_be_hidden()
    rosa.goto("/p/lab/review")
    counted(1, rosa)

    mara = visitor("mara").page
    mara.goto("/p/lab/rounds?tab=decisions")
    mara.get_by_role("button", name="Withdraw").click()
    mara.get_by_label("Why").fill("She knows the actor.")
    mara.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(mara.get_by_text("Withdrawn")).to_be_visible()
    withdrawn = Decision.objects.get(state="WITHDRAWN")
    assert (withdrawn.verdict, withdrawn.end_reason) == ("reject", "She knows the actor.")
    assert withdrawn.slot.state == "FREE"
    mara.get_by_role("tab", name="Policy").click()
    expect(mara.get_by_text("Two reviewers judge each item")).to_be_visible()
    mara.get_by_label("Reviewers for each").fill("3")
    mara.get_by_role("button", name="Save").click()
    expect(mara.get_by_text("Three reviewers judge each item")).to_be_visible()
    expect(mara.get_by_text("Not saved yet.")).to_be_hidden()
    expect(mara.get_by_text("Saved.")).to_be_visible()


def test_the_next_one_is_there_at_once_and_is_exchanged_if_somebody_was_faster(
    project, uncovered, maintainer, reviewer_a, reviewer_b, visitor
):
    """RV38: on a network that keeps every verdict for a while."""
    rosa = visitor("rosa").page
    begin(rosa)
    behind = rosa.locator(".rev-page.ahead")
    expect(behind).to_have_count(1)
    shown_ahead = behind.get_attribute("data-subject")
    # Somebody else takes both places of the next one.
    for person in (reviewer_b, a_member(project, "rena", "reviewer")):
        for _ in range(3):
            lease = services.lease_next(actor=person, project=project)
            assert lease is not None
            if str(lease.round.subject_id) == shown_ahead:
                break
            services.submit_decision(actor=person, project=project, lease_id=lease.pk, judgements=ACCEPT)
    rosa.route("**/decision", lambda route: (rosa.wait_for_timeout(700), route.continue_()))
    for key in ("q", "1", "x"):
        rosa.keyboard.press(key)
    expect(rosa.locator(f"{ACTIVE}[data-subject='{shown_ahead}'][data-lease='']")).to_be_visible()
    expect(rosa.get_by_text("Somebody else was given that one meanwhile; here is another")).to_be_attached()
    assert rosa.locator(ACTIVE).get_attribute("data-subject") != shown_ahead
    assert Decision.objects.filter(reviewer=reviewer_a).count() == 1


@pytest.mark.parametrize(("scheme", "size"), [("light", (1280, 720)), ("dark", (1440, 900))])
def test_item_review_and_rounds_have_no_accessibility_faults(
    project, items, film, maintainer, reviewer_a, visitor, scheme, size
):
    type(film).objects.update(content_warnings=["grief"])
    visit = visitor("rosa", scheme=scheme, size=size)
    page = visit.page
    begin(page)
    expect(page.get_by_text("This video shows: Grief").first).to_be_visible()  # before the first picture
    assert visit.accessibility_faults() == []
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    page.keyboard.press("w")
    page.keyboard.press("1")
    page.keyboard.press("m")
    expect(page.locator(f"{ACTIVE} .pin")).to_have_count(1)
    assert visit.accessibility_faults() == []
    assert not visit.scrolls()
    page.keyboard.press("h")
    expect(page.get_by_role("region", name="Guideline")).to_be_visible()
    assert visit.accessibility_faults() == []
    page.keyboard.press("Escape")
    decide(page, "s", "1")
    expect(page.locator(f"{ACTIVE}[data-lease='']")).to_have_count(0)
    assert Lease.objects.filter(state="SKIPPED", end_reason="too_distressing").count() == 1
    page.goto("/me")
    page.get_by_role("checkbox", name="Grief").click()
    expect(page.get_by_role("checkbox", name="Grief")).to_be_checked()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto("/p/lab/review")
    expect(page.get_by_text("Left out for you: grief.")).to_be_visible()
    assert visit.accessibility_faults() == []

    visit = visitor("mara", scheme=scheme, size=size)
    for tab, shown in (("", "Free places"), ("?tab=now", "rosa"), ("?tab=policy", "In plain words")):
        visit.page.goto(f"/p/lab/rounds{tab}")
        expect(visit.page.get_by_text(shown, exact=False).first).to_be_visible()
        assert visit.accessibility_faults() == []
