"""DR26: somebody who maintains and reviews, over every road to what a model wrote."""

from __future__ import annotations

import pytest

from affectory.accounts.services import grant_role
from affectory.endpoints.models import Call
from annotation.drafting import services
from annotation.drafting.services import Limits
from annotation.questions.models import Item
from annotation.questions.services.reservations import reserve_item
from tests.factories.drafting import a_run, answered, cut_film
from tests.factories.endpoints import made_profile

pytestmark = pytest.mark.django_db

API = "/api/v1/projects/lab"
SECRET = "What does the man with the umbrella feel?"
DRAFT = {"type": "contextual emotion", "start": 1, "end": 11, "question": SECRET, "labels": ["fear"]}


@pytest.fixture
def asked(maintainer, project, tmp_path, settings):
    """A run over one film, answered so."""
    settings.ENDPOINT_ALLOW_PRIVATE = True
    cut_film(maintainer, project, tmp_path, may_send_to_external_model=True)
    profile = made_profile(project, max_output_tokens=2000)

    def ask(*drafts, text=None, **given):
        run = a_run(
            maintainer,
            project,
            drafter_id="openai-1",
            profile_id=profile.pk,
            types=["contextual emotion"],
            per_video=1,
            limits=Limits(tokens=10**9),
            skip_drafted=False,
            carry_out=False,
            **given,
        )
        return run, answered(run, *drafts, text=text)

    return ask


@pytest.fixture
def roads(client_for, project):
    """What somebody reads over each road to a call and to what came of it."""

    def read(person, run, call):
        client = client_for(person)
        runs = f"{API}/drafting/runs/{run.pk}"
        return {
            "call": client.get(f"{API}/calls/{call.pk}"),
            "raw": client.get(f"{API}/calls/{call.pk}/attempts/1"),
            "calls": client.get(f"{API}/calls?run={run.budget_id}"),
            "run": client.get(runs),
            "windows": client.get(f"{runs}/windows"),
            "proposals": client.get(f"{runs}/proposals"),
            "measures": client.get(f"{API}/drafting/measures"),
            "csv": client.get(f"{API}/drafting/measures.csv"),
            "call run": client.get(f"{API}/call-runs/{run.budget_id}"),
            "log": client.get(f"{API}/audit"),
        }

    return read


def told(found) -> set[str]:
    """Over which roads the draft was read."""
    return {name for name, answer in found.items() if SECRET.encode() in answer.content}


READS = {"call", "raw", "proposals"}


def test_whoever_may_still_judge_a_draft_reads_figures_and_no_text(asked, roads, maintainer, project):
    """DR26"""
    run, (call,) = asked(DRAFT)
    assert told(roads(maintainer, run, call)) == READS
    grant_role(actor=None, project=project, user=maintainer, role="reviewer")

    found = roads(maintainer, run, call)

    assert told(found) == set()
    assert {name: answer.status_code for name, answer in found.items() if answer.status_code != 200} == {"raw": 403}
    assert (found["raw"].json()["code"], "once those items are finished" in found["raw"].json()["detail"]) == (
        "call.blind",
        True,
    )
    seen = found["call"].json()
    assert (seen["answer"], seen["answer_hidden"], seen["tokens_in"], seen["tokens_out"]) == ("", True, 100, 20)
    assert (len(seen["attempts"]), seen["attempts"][0]["raw_length"] > 0) == (1, True)
    (row,) = found["proposals"].json()["results"]
    assert (row["is_hidden"], row["outcome"], row["type"]) == (True, "proposed", "contextual emotion")
    assert {row[name] for name in ("given", "content", "moved_s", "item", "fate", "share")} == {None}


@pytest.mark.parametrize("state", ["draft", "submitted", "in_review", "returned", "discarded"])
def test_it_stays_so_until_the_item_is_finished(asked, roads, maintainer, annotator, project, state):
    """DR26: a discarded draft can be taken back."""
    run, (call,) = asked(DRAFT)
    grant_role(actor=None, project=project, user=maintainer, role="reviewer")
    has_revision = state not in ("draft", "discarded")
    Item.objects.update(state=state, author=annotator if has_revision else None, revision_count=int(has_revision))
    assert told(roads(maintainer, run, call)) == set()


@pytest.mark.parametrize("state", ["kept", "removed"])
def test_a_finished_item_gives_its_text_back(asked, roads, maintainer, annotator, project, state):
    """DR26"""
    run, (call,) = asked(DRAFT)
    grant_role(actor=None, project=project, user=maintainer, role="reviewer")
    Item.objects.update(state=state, author=annotator, revision_count=1)
    assert told(roads(maintainer, run, call)) == READS


def test_one_open_item_hides_the_whole_answer_but_only_its_own_proposal(asked, roads, maintainer, project):
    """DR26: an answer is one text."""
    run, (call,) = asked(DRAFT, {**DRAFT, "start": 99})
    grant_role(actor=None, project=project, user=maintainer, role="reviewer")
    found = roads(maintainer, run, call)
    assert told(found) == {"proposals"}
    assert [(row["outcome"], row["is_hidden"]) for row in found["proposals"].json()["results"]] == [
        ("proposed", True),
        ("refused", False),
    ]


def test_whoever_had_a_hand_in_the_item_is_never_given_it_and_reads_on(asked, roads, maintainer, project):
    """DR26, RV41: it was opened and reserved by them."""
    run, (call,) = asked(DRAFT)
    grant_role(actor=None, project=project, user=maintainer, role="reviewer")
    grant_role(actor=None, project=project, user=maintainer, role="annotator")
    reserve_item(actor=maintainer, item_id=Item.objects.get().pk)
    assert told(roads(maintainer, run, call)) == READS


def test_a_repeat_is_hidden_with_the_item_of_the_first(asked, roads, maintainer, project):
    """DR26: another call, whose draft was proposed before in the same words."""
    asked(DRAFT)
    second, (other,) = asked(DRAFT, options={"seed": 7})
    assert (Call.objects.count(), Item.objects.count()) == (2, 1)
    grant_role(actor=None, project=project, user=maintainer, role="reviewer")
    assert told(roads(maintainer, second, other)) == set()


def test_an_answer_that_could_not_be_read_is_hidden_once_its_window_is_asked_about_again(
    asked, roads, maintainer, project
):
    """DR26, DR24: also while nothing has come of it yet."""
    run, (unread,) = asked(text=f"Sure: {SECRET}")
    grant_role(actor=None, project=project, user=maintainer, role="reviewer")
    assert told(roads(maintainer, run, unread)) == {"call", "raw"}
    services.ask_again(actor=maintainer, run_id=run.pk)
    assert told(roads(maintainer, run, unread)) == set()
    (good,) = answered(run, DRAFT)
    assert (Call.objects.count(), Item.objects.count()) == (2, 1)
    assert told(roads(maintainer, run, unread)) == told(roads(maintainer, run, good)) == set()


def test_the_admin_site_shows_no_answers(asked, admin_user, client_for, project):
    """DR26: an administrator acts as a maintainer, and may review as well."""
    _, (call,) = asked(DRAFT)
    client = client_for(admin_user)
    for address in (f"endpoints/call/{call.pk}/change/", f"endpoints/attempt/{call.attempts.get().pk}/change/"):
        page = client.get(f"/django-admin/{address}")
        assert (page.status_code, SECRET.encode() in page.content) == (200, False)
