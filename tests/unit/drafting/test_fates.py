import pytest

from annotation.drafting.domain.fates import distance_between, follow, words_of
from annotation.drafting.domain.states import Fate


def content(question="How does she feel?", answer=("anger", "fear"), start=0.0, end=10.0, **more):
    return {
        "source": {"from": "Reel", "segments": [{"start": start, "end": end}]},
        "question": question,
        "answer": list(answer) if isinstance(answer, tuple) else answer,
        "answer_details": None,
        "evidence": None,
        **more,
    }


def test_the_words_of_a_content():
    """DR21: blanks are joined, e and a combining acute are é, labels stand from A to Z."""
    assert words_of(content("Cafe\u0301  or\n tea? ", ("fear", "anger"))) == "Café or tea?\nanger, fear"
    assert words_of(content("", {"before": ["fear"], "after": ["anger"]})) == "before: fear\nafter: anger"
    assert words_of(content("", {"before": [], "after": []})) == ""
    assert words_of({"question": None, "answer": 7}) == ""


def test_the_distance_counts_letters_put_in_taken_out_and_exchanged():
    """DR21: kitten → sitting: two exchanged and one put in are 3 of 7."""
    found = distance_between("kitten", "sitting")

    assert (found.edits, found.longer, found.share) == (3, 7, pytest.approx(3 / 7))
    assert distance_between("", "").share == 0


def test_fates_of_a_proposal_with_words():
    """DR20. "How does she feel?" has 18 letters, the line break is one and "anger" has 5: 24. From anger to peace all
    five letters are exchanged."""
    proposed = content(answer=("anger",))

    def fate(submitted, state="submitted"):
        return follow(proposed, state=state, submitted=submitted)

    assert fate(None, "draft").fate == Fate.WAITING
    assert fate(None, "discarded").fate == Fate.DISCARDED
    assert follow(proposed, state=None, submitted=None).fate == Fate.DISCARDED
    assert fate(content(answer=("anger",))).fate == Fate.KEPT
    edited = fate(content(answer=("peace",)), "kept")
    assert (edited.fate, edited.distance.edits, edited.distance.longer) == (Fate.EDITED, 5, 24)
    assert fate(content(answer=("anger",), end=9.0)).fate == Fate.EDITED
    assert fate(content(answer=("anger",), end=9.0)).distance.edits == 0
    assert fate(content("Why?", ("joy",))).fate == Fate.REWRITTEN


def test_exactly_half_is_edited():
    """DR20: 2 of 4 letters are not more than half, 3 of 4 are."""
    proposed = content("abcd", "")

    assert follow(proposed, state="kept", submitted=content("abxy", "")).fate == Fate.EDITED
    assert follow(proposed, state="kept", submitted=content("axyz", "")).fate == Fate.REWRITTEN


def test_fates_of_a_proposal_of_a_clip_alone():
    """DR20: of 0–10 s, 2–12 s have 8 of 12 s in common, 6–16 s 4 of 16."""
    proposed = content("", ())

    def fate(start, end):
        found = follow(proposed, state="submitted", submitted=content("Written.", "By a person.", start, end))
        assert found.distance is None
        return found.fate

    assert [fate(0, 10), fate(2, 12), fate(6, 16)] == [Fate.KEPT, Fate.EDITED, Fate.REWRITTEN]
