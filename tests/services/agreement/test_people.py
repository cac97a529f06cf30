"""AG12, AG13: pace and likeness of reviewers, to maintainers as a range and to oneself when a batch is done."""

import pytest

from annotation.agreement import selectors
from annotation.agreement.scope import Scope
from annotation.reviews import services
from annotation.reviews.models import Batch
from tests.factories.agreement import add_closed_rounds

pytestmark = pytest.mark.django_db

EPISODES = Scope("episode")


def by_name(project, people):
    return {row["reviewer"]: row for row in selectors.people_at_work(project, EPISODES, names=people)}


def test_pace_is_a_range_with_n_and_likeness_has_its_interval(project, reviewer_a, reviewer_b):
    for n, seconds in ((10, 10), (20, 20), (10, 60)):
        add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa"] * (n - 5) + ["ar"] * 5, seconds=seconds)
    rows = by_name(project, people=False)
    row = rows[selectors.pseudonym(project, reviewer_a.pk)]
    assert (row["n"], row["name"]) == (40, None)
    # 10 at 10 s, 20 at 20 s, 10 at 60 s: the quarters lie a quarter of the way to the next: 17.5 and 30
    assert (row["low_s"], row["median_s"], row["high_s"]) == (17.5, 20.0, 30.0)
    assert (row["same"]["n"], row["same"]["share"]) == (40, 25 / 40)
    assert row["same"]["low"] < 25 / 40 < row["same"]["high"]


def test_names_only_when_asked_for(project, reviewer_a, reviewer_b):
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa"])
    assert {row["name"] for row in by_name(project, people=True).values()} == {"Rosa", "Ravi"}


def test_under_twenty_verdicts_there_is_no_pace(project, reviewer_a, reviewer_b):
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa"] * 19)
    assert {row["median_s"] for row in by_name(project, people=False).values()} == {None}


def test_the_order_is_that_of_the_pseudonyms(project, reviewer_a, reviewer_b):
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["ar"] * 30)
    rows = selectors.people_at_work(project, EPISODES)
    assert [row["reviewer"] for row in rows] == sorted(row["reviewer"] for row in rows)


def close(project, maintainer):
    for batch in Batch.objects.filter(state="OPEN"):
        services.close_batch(actor=maintainer, project=project, batch_id=batch.pk)


def test_own_agreement_waits_until_everything_is_finished(project, maintainer, reviewer_a, reviewer_b):
    """AG13"""
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa"] * 20 + ["ar"] * 5)
    assert selectors.own_agreement(reviewer_a, project) == []
    close(project, maintainer)
    [row] = selectors.own_agreement(reviewer_a, project)
    assert (row["name"], row["n"], row["same"]["share"]) == ("b", 25, 0.8)


def test_own_agreement_is_silent_while_something_may_come_back(project, maintainer, reviewer_a, reviewer_b):
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa"] * 20 + ["ar"], split_outcome="RETURNED")
    close(project, maintainer)
    assert selectors.own_agreement(reviewer_a, project) == []


def test_own_agreement_of_few_is_not_worked(project, maintainer, reviewer_a, reviewer_b):
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa"] * 19)
    close(project, maintainer)
    [row] = selectors.own_agreement(reviewer_b, project)
    assert (row["n"], row["same"]) == (19, None)


def test_own_agreement_is_nobody_elses(project, maintainer, reviewer_a, reviewer_b, annotator):
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa"] * 20)
    close(project, maintainer)
    assert selectors.own_agreement(annotator, project) == []
