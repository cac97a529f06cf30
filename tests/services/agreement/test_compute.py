"""AG5, AG6: which decisions the stored report counts, and how it is kept up to date."""

import json

import pytest

from annotation.agreement import selectors
from annotation.agreement.models import AgreementReport
from annotation.agreement.scope import Scope
from annotation.agreement.services import compute_report, current_report, work_report
from annotation.agreement.table import report_csv
from annotation.reviews import services
from annotation.reviews.models import ReviewPolicy
from tests.factories import reviews as making
from tests.factories.agreement import add_closed_rounds
from tests.factories.reviews import KIND, REJECT, decide, open_specimens, review_next
from worker.tasks.reviews import compute_agreement, expire_leases

pytestmark = pytest.mark.django_db

PAPER = ["aa"] * 374 + ["ar"] * 80 + ["ra"] * 85 + ["rr"] * 35


@pytest.fixture
def shelf():
    with making.specimens() as shelf:
        yield shelf


def test_the_papers_figures_through_the_database(project, reviewer_a, reviewer_b):
    add_closed_rounds(project, [reviewer_a, reviewer_b], PAPER)
    stored = compute_report(project=project)
    assert (stored.level, stored.n_items, stored.code_version) == ("nominal", 574, "agreement-2")
    report = stored.report
    assert round(report["observed"] * 100, 2) == 71.25
    assert round(report["alpha"]["value"], 4) == 0.1179
    assert report["alpha"]["low"] < 0.1179 < report["alpha"]["high"]
    by_judgement = {row["id"]: row for row in report["by_judgement"]}
    assert by_judgement["physical_plausibility"]["alpha"]["value"] is None
    assert round(by_judgement["rendering_quality"]["alpha"]["value"], 4) == 0.1179
    json.dumps(report, allow_nan=False)


def test_what_is_counted_and_what_is_not(project, maintainer, reviewer_a, reviewer_b, shelf):
    """AG5: held, withdrawn and skipped ones, and rounds that are still open, stay out."""
    open_specimens(project, 1)
    review_next(reviewer_a, project)
    review_next(reviewer_b, project, REJECT)
    # a round with one verdict and a skip
    open_specimens(project, 1)
    review_next(reviewer_a, project)
    lease = services.lease_next(actor=reviewer_b, project=project)
    services.skip_lease(actor=reviewer_b, project=project, lease_id=lease.pk, reason="cannot_judge")
    # a withdrawn one and a held one
    open_specimens(project, 1)
    decision = review_next(reviewer_a, project)
    services.withdraw_decision(actor=maintainer, project=project, decision_id=decision.pk, reason="test")
    decide(reviewer_b, project, services.lease_next(actor=reviewer_b, project=project))
    report = current_report(project, Scope(KIND))
    assert (report["n_items"], report["n_decisions"]) == (1, 2)
    assert report["excluded"] == {
        "open_rounds": 2,
        "later_rounds": 0,
        "void_rounds": 0,
        "withdrawn": 1,
        "skipped": 1,
        "single": 0,
    }
    assert report["contingency"]["split"] == 1


def test_a_second_delivery_changes_nothing(project, reviewer_a, reviewer_b):
    """AG6, case 44"""
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa", "ar", "rr"] * 10)
    compute_agreement(str(project.pk))
    first = AgreementReport.objects.get()
    compute_agreement(str(project.pk))
    second = AgreementReport.objects.get()
    assert first.report == second.report
    assert ReviewPolicy.objects.get().report_wanted_at is None


def test_a_report_that_lags_behind_is_not_served(project, reviewer_a, reviewer_b):
    """AG6"""
    assert current_report(project)["n_items"] == 0
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa", "rr"] * 10)
    compute_report(project=project)
    assert current_report(project)["n_items"] == 20
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["ar"])
    assert current_report(project)["n_items"] == 21
    assert AgreementReport.objects.get().n_items == 20


def test_closing_rounds_ask_for_it(project, reviewer_a, reviewer_b, shelf, django_capture_on_commit_callbacks):
    """AG6: from the second verdict to the stored report by way of the queue's message."""
    open_specimens(project, 1)
    review_next(reviewer_a, project)
    review_next(reviewer_b, project)
    assert ReviewPolicy.objects.get(subject_kind=KIND).report_wanted_at is not None
    compute_agreement(str(project.pk), KIND)
    assert AgreementReport.objects.get().n_items == 1
    assert ReviewPolicy.objects.get(subject_kind=KIND).report_wanted_at is None
    expire_leases()
    expire_leases()


def test_names_in_the_report_are_pseudonyms(project, reviewer_a, reviewer_b):
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa", "ar"] * 12)
    text = json.dumps(work_report(project))
    for person in (reviewer_a, reviewer_b):
        assert person.username not in text
        assert str(person.pk) not in text
        assert selectors.pseudonym(project, person.pk) in text


def test_the_table_has_a_line_per_part_and_empty_cells_for_the_undefined(project, reviewer_a, reviewer_b):
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa"] * 25, subject_type="=cmd()")
    lines = report_csv(current_report(project)).splitlines()
    assert lines[0].startswith("part,name,n,observed,chance,alpha,low,high,undefined_reason")
    nothing = "no variation: expected disagreement is 0"
    assert lines[1] == f"all,,25,1.000000,1.000000,,,,{nothing},,fleiss,1.000000,agreement-2"
    assert any(line.startswith("type,'=cmd()") for line in lines)
    assert "left out,open_rounds,0,,,,,,,,,,agreement-2" in lines
    [rate] = [line for line in lines if line.startswith(f"accept rate,{selectors.pseudonym(project, reviewer_a.pk)}")]
    # Wilson's interval of 25 of 25: 1 / (1 + 1.96^2 / 25)
    assert rate.split(",")[2:8] == ["25", "1.000000", "", "", "0.866808", "1.000000"]


def test_a_filtered_report_is_worked_once_for_what_it_is_about(project, reviewer_a, reviewer_b, monkeypatch):
    """AG6: asked for again it is the same one; a round that closes makes it another."""
    worked = []

    def work(*args):
        worked.append(args)
        return work_report(*args)

    monkeypatch.setattr("annotation.agreement.services.reports.work_report", work)
    scope = Scope("episode", judgement="rendering_quality")
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa", "ar"])
    first, again = (current_report(project, scope) for _ in range(2))
    assert (first, len(worked)) == (again, 1)
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa"])
    assert (current_report(project, scope)["n_items"], len(worked)) == (3, 2)
