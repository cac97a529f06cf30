"""BW1, BW2, BW4, BW5, BW9: the list of motions with facets, orders and files; every other list works alike."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, defaultdict
from itertools import combinations

import pytest

from datasets.motion.models import Collection, MotionAsset
from tests.factories.motion import make_motion

URL = "/api/v1/projects/lab/motions"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


@pytest.fixture
def four(project, maintainer):
    """Two collections, three labels, one motion that is left out."""
    make_motion(maintainer, project, name="a.bvh", source_label="happy", performer="Ines", frames=60)
    make_motion(maintainer, project, name="b.bvh", source_label="happy", performer="Omar", frames=90)
    make_motion(maintainer, project, name="c.bvh", source_label="sad", collection="other", frames=60)
    make_motion(maintainer, project, name="d.bvh", source_label="shrug", collection="other", frames=60)
    return {motion.name: motion for motion in MotionAsset.objects.all()}


def names(client, query: str) -> list[str]:
    return [row["name"] for row in client.get(f"{URL}?{query}").json()["results"]]


def facets(client, query: str = "") -> dict[str, dict[str, int]]:
    body = client.get(f"{URL}/facets?{query}").json()
    return {f["id"]: {o["label"]: o["n"] for o in f["options"]} for f in body["facets"]} | {"total": body["total"]}


def test_bw1_values_of_a_facet_are_alternatives_and_facets_are_all_to_hold(client, four):
    assert names(client, "label=happy&label=sad&sort=name") == ["a.bvh", "b.bvh", "c.bvh"]
    assert names(client, "label=happy&label=sad&collection=other") == ["c.bvh"]
    assert names(client, "label=none") == names(client, "exclusion=label") == ["d.bvh"]
    assert names(client, "performer=none&sort=name") == ["c.bvh", "d.bvh"]
    assert names(client, "synthetic=yes") == names(client, "synthetic=perhaps") == []


def test_bw2_counts_take_the_other_facets_into_account(client, four):
    found = facets(client, "label=happy&collection=studio")
    assert found["total"] == 2
    assert (found["label"]["happy"], found["label"]["sad"]) == (2, 0)
    assert found["collection"] == {"studio": 2}
    assert found["performer"] == {"Ines": 1, "Omar": 1}
    found = facets(client, "collection=other")
    assert found["label"] == {"angry": 0, "fearful": 0, "happy": 0, "neutral": 0, "sad": 1, "none": 1}
    assert found["collection"] == {"other": 2, "studio": 2}
    assert found["total"] == 2


CHOICES = ("label=happy", "label=none", "exclusion=label", "collection=other", "performer=none", "synthetic=no")


@pytest.mark.parametrize("size", [1, 2, 3])
def test_bw2_counts_are_those_of_looking_at_each_row(client, four, size):
    """Facets of few values and of many, alone and together: each counts what holds all choices but its own."""
    rows = [
        {
            "label": motion.label or "none",
            "exclusion": motion.exclusion_kind or "none",
            "collection": motion.collection.name,
            "performer": motion.performer.name if motion.performer else "none",
            "synthetic": "yes" if motion.is_synthetic else "no",
        }
        for motion in four.values()
    ]
    for choices in combinations(CHOICES, size):
        chosen = defaultdict(set)
        for name, value in (choice.split("=") for choice in choices):
            chosen[name].add(value)
        found = facets(client, "&".join(choices))
        for name in rows[0]:
            others = [row for row in rows if all(row[o] in kept for o, kept in chosen.items() if o != name)]
            there = {value: n for value, n in found[name].items() if n}
            assert there == Counter(row[name] for row in others), (choices, name)
        assert found["total"] == sum(all(row[o] in kept for o, kept in chosen.items()) for row in rows)


def test_a_chosen_value_that_nothing_matches_stays_to_be_taken_back(client, four):
    other = Collection.objects.get(name="other")
    found = client.get(f"{URL}/facets?label=happy&collection={other.pk}").json()
    shown = next(f for f in found["facets"] if f["id"] == "collection")["options"]
    assert {"value": str(other.pk), "label": "other", "n": 0} in shown


def test_search_looks_in_names_and_at_the_beginning_of_ids(client, four):
    assert names(client, "search=INES") == ["a.bvh"]
    assert names(client, f"search={str(four['b.bvh'].pk)[:8]}") == ["b.bvh"]
    assert facets(client, "search=shrug")["total"] == 1
    assert names(client, "search=%25") == []


def test_bw4_a_list_is_sorted_by_several_columns_and_pages_hold_every_row_once(client, four):
    assert names(client, "sort=-duration,name") == ["b.bvh", "a.bvh", "c.bvh", "d.bvh"]
    assert names(client, "sort=label,-name") == ["d.bvh", "b.bvh", "a.bvh", "c.bvh"]
    seen, cursor = [], ""
    while cursor is not None:
        page = client.get(f"{URL}?sort=-duration,performer,name&limit=1{cursor}").json()
        seen += [row["name"] for row in page["results"]]
        cursor = f"&cursor={page['next']}" if page["next"] else None
    assert seen == ["b.bvh", "c.bvh", "d.bvh", "a.bvh"]
    refused = client.get(f"{URL}?sort=colour")
    assert (refused.status_code, refused.json()["code"]) == (400, "list.sort")


def test_bw5_the_file_has_the_rows_of_the_list_in_its_order(client, four):
    answer = client.get(f"{URL}.csv?label=happy&sort=-name")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert [(row["name"], row["performer"], row["frames"]) for row in rows] == [
        ("b.bvh", "Omar", "90"),
        ("a.bvh", "Ines", "60"),
    ]
    lines = b"".join(client.get(f"{URL}.jsonl?collection=other&sort=name").streaming_content).decode().splitlines()
    read = [json.loads(line) for line in lines]
    assert [(row["name"], row["performer"], row["synthetic"]) for row in read] == [
        ("c.bvh", None, False),
        ("d.bvh", None, False),
    ]


def test_bw9_no_cell_is_a_formula(client, four):
    MotionAsset.objects.filter(name="a.bvh").update(scenario='=HYPERLINK("http://x")')
    rows = list(csv.DictReader(io.StringIO(b"".join(client.get(f"{URL}.csv").streaming_content).decode())))
    assert {row["scenario"] for row in rows} == {"", '\'=HYPERLINK("http://x")'}
