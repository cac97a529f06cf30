import pytest

from annotation.drafting.domain.fates import Distance, Followed
from annotation.drafting.domain.measures import Observed, Origin, Spent, costs, outcomes, spread
from annotation.drafting.domain.states import Fate

MODEL = Origin("openai-1", "lab/model-1", "g1-1")
CUTS = Origin("cuts-1")


def seen(fate, type_name="emotion cause", origin=MODEL, share=None, **more):
    distance = None if share is None else Distance(round(share * 100), 100)
    return Observed(type_name, origin, Followed(fate, distance), **more)


def test_outcomes_are_counted_for_all_types_and_for_each():
    """DR22: of five, one waits; kept and edited are two of the four that are decided. The shares changed are 0, 0.2
    and 0.9: their mean is 1.1 / 3, their median 0.2."""
    rows = [
        seen(Fate.KEPT, share=0.0),
        seen(Fate.EDITED, share=0.2),
        seen(Fate.REWRITTEN, "emotion influence", share=0.9),
        seen(Fate.DISCARDED),
        seen(Fate.WAITING),
    ]

    everything, cause, influence = outcomes(rows)

    assert (everything.type, everything.total, everything.share_used.value, everything.share_used.n) == (
        "",
        5,
        0.5,
        4,
    )
    assert everything.changed.mean == pytest.approx(1.1 / 3)
    assert (everything.changed.median, everything.changed.n) == (0.2, 3)
    # 0, 20 and 90 letters of 100.
    assert everything.edits.mean == pytest.approx(110 / 3)
    assert (everything.edits.median, everything.edits.n) == (20, 3)
    assert cause.counts == {
        Fate.WAITING: 1,
        Fate.KEPT: 1,
        Fate.EDITED: 1,
        Fate.REWRITTEN: 0,
        Fate.DISCARDED: 1,
    }
    assert influence.share_used.value == 0


def test_what_is_not_defined_says_why():
    """DR22"""
    (everything, _) = outcomes([seen(Fate.WAITING)])

    assert (everything.share_used.value, everything.share_used.undefined_reason) == (
        None,
        "all of these drafts still wait",
    )
    assert (everything.changed.mean, everything.changed.n) == (None, 0)
    assert everything.changed.undefined_reason
    assert (everything.edits.mean, everything.edits.undefined_reason) == (None, everything.changed.undefined_reason)
    assert spread([], none="why").undefined_reason == "why"


def test_cost_per_item_divides_all_that_was_spent_by_what_came_of_it():
    """DR22: 3 dollars over two submitted items are 1.50, over one kept item 3; the cuts' items do not count."""
    rows = [
        seen(Fate.KEPT, is_submitted=True, is_kept=True),
        seen(Fate.EDITED, is_submitted=True),
        seen(Fate.WAITING),
        seen(Fate.KEPT, origin=CUTS, is_submitted=True),
    ]
    spent = Spent(MODEL, "USD", 3_000_000, 1000, 0)

    (cost,) = costs([spent], rows)
    (none,) = costs([Spent(Origin("openai-1", "other"), "USD", 5, 1, 0)], rows)

    assert (cost.per_submitted.value, cost.per_submitted.n) == (1.5, 2)
    assert (cost.per_kept.value, cost.per_kept.n) == (3.0, 1)
    assert none.per_submitted.value is None
    assert none.per_submitted.undefined_reason


def test_each_origin_stands_by_itself():
    found = outcomes([seen(Fate.KEPT, origin=CUTS), seen(Fate.KEPT)])

    assert [(row.origin, row.type) for row in found] == [
        (CUTS, ""),
        (CUTS, "emotion cause"),
        (MODEL, ""),
        (MODEL, "emotion cause"),
    ]
