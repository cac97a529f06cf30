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


@pytest.mark.parametrize(
    ("recent", "tired"),
    [
        ([], (None, None)),
        ([("f", "p")] * 2, (None, None)),
        ([("f", "p")] * 3, ("f", "p")),
        ([("f", "p"), ("f", "q"), ("f", "p")], ("f", None)),
        ([("f", "p"), ("g", "p"), ("f", "p")], (None, "p")),
        ([("g", "q"), ("f", "p"), ("f", "p"), ("f", "p")], ("f", "p")),
        # an unknown performer is nobody in particular
        ([("f", "")] * 3, ("f", None)),
    ],
)
def test_tired_of(recent, tired):
    assert domain.tired_of(recent) == tired


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
