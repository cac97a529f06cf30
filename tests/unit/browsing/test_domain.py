"""Counts of facets, worked by hand."""

from affectory.browsing.domain import as_word, counts_of_facets, in_order

# Six rows; "ready" is chosen in state (bit 1) and "happy" in label (bit 2). A row's missed bits say which of the two
# choices it does not meet. What misses both (rejected and sad) is not looked at by any facet.
GROUPS = [
    ({"state": "ready", "label": "happy"}, 0, 2),
    ({"state": "ready", "label": "sad"}, 2, 3),
    ({"state": "rejected", "label": "happy"}, 1, 4),
    ({"collection": "a"}, 0, 2),
    ({"collection": "a"}, 2, 1),
    ({"collection": "b"}, 1, 4),
]


def test_bw2_a_facet_counts_what_the_others_allow():
    counts = counts_of_facets(GROUPS, {"state": 1, "label": 2})
    assert counts["state"] == {"ready": 2, "rejected": 4}  # of the happy ones
    assert counts["label"] == {"happy": 2, "sad": 3}  # of the ready ones
    assert counts["collection"] == {"a": 2}  # of the ready and happy ones


def test_without_a_choice_everything_counts():
    assert counts_of_facets([({"state": "ready"}, 0, 5)], {})["state"] == {"ready": 5}


def test_values_stand_in_a_fixed_order_and_what_is_chosen_stays():
    counts = {"ready": 2, "odd": 7, "none": 9, "rare": 1}
    assert in_order(counts, ("uploaded", "ready"), ("gone",)) == [
        ("uploaded", 0),
        ("ready", 2),
        ("odd", 7),
        ("rare", 1),
        ("gone", 0),
        ("none", 9),
    ]


def test_empty_values_have_a_word():
    assert [as_word(value) for value in (None, "", True, False, "x", 3)] == ["none", "none", "yes", "no", "x", "3"]
