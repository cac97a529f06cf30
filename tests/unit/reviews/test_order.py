"""RV9: an order of one's own, without long runs of one family or performer."""

import itertools

import pytest

from annotation.reviews import domain


def test_probe_is_fixed_by_seed_person_and_turn():
    assert domain.probe(seed=1, person="a", turn=0) == domain.probe(seed=1, person="a", turn=0)
    variants = {
        domain.probe(seed=seed, person=person, turn=turn)
        for seed, person, turn in itertools.product((1, 2), ("a", "b"), range(50))
    }
    assert len(variants) == 200


def test_probes_spread_over_the_whole_range():
    probes = [domain.probe(seed=4, person="a", turn=turn) for turn in range(4_000)]
    assert min(probes) >= 0
    assert max(probes) < domain.SHUFFLE_RANGE
    quarters = [sum(1 for p in probes if p * 4 // domain.SHUFFLE_RANGE == q) for q in range(4)]
    assert all(900 < n < 1_100 for n in quarters)


def test_runs_are_counted_and_end_at_three():
    run, seen = 0, []
    previous = ""
    for value in ("f", "f", "g", "g", "g", "g", "f"):
        run = domain.run_with(value, previous=previous, run=run)
        previous = value
        seen.append((run, domain.tired_of(value, run)))
    assert seen == [(1, None), (2, None), (1, None), (2, None), (3, "g"), (4, "g"), (1, None)]


def test_an_unknown_performer_is_nobody_in_particular():
    assert domain.run_with("", previous="", run=5) == 1
    assert domain.tired_of("", 5) is None


@pytest.mark.parametrize(
    "transitions",
    [
        (domain.BatchState, domain.BATCH_TRANSITIONS),
        (domain.RoundState, domain.ROUND_TRANSITIONS),
        (domain.SlotState, domain.SLOT_TRANSITIONS),
        (domain.LeaseState, domain.LEASE_TRANSITIONS),
        (domain.DecisionState, domain.DECISION_TRANSITIONS),
    ],
)
def test_every_state_has_its_moves(transitions):
    states, table = transitions
    assert set(table) == set(states)
    assert set().union(*table.values()) <= set(states)
