"""RV9: an order of one's own, without long runs."""

import itertools

import pytest

from annotation.reviews import services
from annotation.reviews.models import Lease
from tests.factories.reviews import KIND, SHELF, decide

pytestmark = pytest.mark.django_db


def serve_all(actor, project):
    lease = services.lease_next(actor=actor, project=project)
    while lease is not None:
        lease = decide(actor, project, lease).next_lease
    return list(Lease.objects.filter(reviewer=actor).order_by("position").select_related("slot", "round"))


def longest_run(values):
    longest = run = 0
    previous = object()
    for value in values:
        run = run + 1 if value == previous else 1
        previous = value
        longest = max(longest, run)
    return longest


def open_mixed(project, families=("far", "rear"), performers=("p1", "p2", "p3"), each=10):
    for family in families:
        for performer in performers:
            SHELF.add(each, family=family, performer=performer)
    services.open_rounds(actor=None, project=project, subject_kind=KIND)


def test_everything_is_served_once_and_everybody_has_an_order(project, reviewer_a, reviewer_b):
    open_mixed(project)
    first, second = serve_all(reviewer_a, project), serve_all(reviewer_b, project)
    rounds = [[lease.round_id for lease in leases] for leases in (first, second)]
    assert len(set(rounds[0])) == len(rounds[0]) == 60
    assert set(rounds[0]) == set(rounds[1])
    assert rounds[0] != rounds[1]
    assert [lease.position for lease in first] == list(range(1, 61))
    # nobody's order is the other's, shifted or reversed: neighbours of one are rarely neighbours of the other
    neighbours = [set(itertools.pairwise(order)) for order in rounds]
    assert len(neighbours[0] & neighbours[1]) < 10


def test_no_run_of_more_than_three_while_there_is_a_choice(project, reviewer_a):
    open_mixed(project)
    leases = serve_all(reviewer_a, project)
    choice = leases[:45]  # towards the end one kind may be all that is left
    assert longest_run([lease.slot.family for lease in choice]) <= 3
    assert longest_run([lease.slot.performer_key for lease in choice]) <= 3


def test_a_single_family_is_served_all_the_same(project, reviewer_a):
    open_mixed(project, families=("far",), performers=("p1",), each=8)
    assert len(serve_all(reviewer_a, project)) == 8


def test_unknown_performers_are_no_run(project, reviewer_a):
    open_mixed(project, performers=("",), each=20)
    assert longest_run([lease.slot.family for lease in serve_all(reviewer_a, project)[:30]]) <= 3


def test_looking_ahead_leases_nothing_and_tells_what_comes(project, reviewer_a):
    open_mixed(project, each=4)
    lease = services.lease_next(actor=reviewer_a, project=project)
    ahead = services.look_ahead(actor=reviewer_a, project=project, count=2)
    assert Lease.objects.count() == 1
    following = []
    for _ in range(2):
        lease = decide(reviewer_a, project, lease).next_lease
        following.append(lease.round_id)
    assert [round_.pk for round_ in ahead] == following


def test_nothing_is_ahead_without_a_lease_or_at_the_end(project, reviewer_a):
    assert services.look_ahead(actor=reviewer_a, project=project, count=2) == []
    open_mixed(project, families=("far",), performers=("p1",), each=1)
    services.lease_next(actor=reviewer_a, project=project)
    assert services.look_ahead(actor=reviewer_a, project=project, count=2) == []
