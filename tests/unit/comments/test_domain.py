"""Who may begin which thread, who is meant, how long a comment can be mended."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from annotation.comments.domain import Circle, Part, Standing, handles_in, is_editable, may_open, part_in


def standing(**facts) -> Standing:
    nothing = dict.fromkeys(("maintains", "wrote", "reviews", "judged", "holds_lease", "finished"), False)
    return Standing(part=facts.pop("part", Part.REVIEWER), **(nothing | facts))


@pytest.mark.parametrize(
    ("facts", "circles"),
    [
        ({"wrote": True}, ["author"]),
        ({"wrote": True, "finished": True}, ["author", "everybody"]),
        ({"maintains": True}, ["author"]),
        ({"maintains": True, "reviews": True, "holds_lease": True}, ["author", "reviewer"]),
        ({"reviews": True}, []),
        ({"reviews": True, "holds_lease": True}, ["reviewer"]),
        ({"reviews": True, "judged": True}, ["reviewer"]),
        ({"reviews": True, "judged": True, "finished": True}, ["reviewer", "everybody"]),
        ({"reviews": True, "finished": True}, []),
        ({"reviews": True, "wrote": True, "judged": True}, ["author"]),
    ],
)
def test_threads_are_begun_by_those_whom_the_item_concerns(facts, circles):
    """CM1"""
    assert may_open(standing(**facts)) == circles


@pytest.mark.parametrize(
    ("facts", "names"),
    [
        ({"maintains": True}, True),
        ({"maintains": True, "wrote": True, "finished": True}, False),
        ({"maintains": True, "reviews": True}, False),
        ({"maintains": True, "reviews": True, "finished": True}, True),
        ({"wrote": True, "finished": True}, False),
        ({"reviews": True, "judged": True, "finished": True}, False),
    ],
)
def test_names_are_for_maintainers_who_stay_out_of_it(facts, names):
    """CM2"""
    assert standing(**facts).names is names


def test_somebody_writes_in_the_part_that_the_thread_gives_them():
    """CM2"""
    both = standing(maintains=True, reviews=True, judged=True, finished=True)
    assert part_in(Circle.EVERYBODY, both, opened=False) == Part.REVIEWER
    assert part_in(Circle.AUTHOR, both, opened=False) == Part.MAINTAINER
    assert part_in(Circle.REVIEWER, both, opened=True) == Part.REVIEWER
    assert part_in(Circle.REVIEWER, both, opened=False) == Part.MAINTAINER
    assert part_in(Circle.EVERYBODY, standing(maintains=True), opened=True) == Part.MAINTAINER
    assert part_in(Circle.REVIEWER, standing(wrote=True, maintains=True), opened=False) == Part.AUTHOR
    assert part_in(Circle.REVIEWER, standing(reviews=True, judged=True), opened=False) == Part.REVIEWER


def test_handles_are_found_in_a_text():
    """CM3"""
    assert handles_in("@author, see 12:04.3. @Mara? (@reviewer-1) @mara.") == ["author", "mara", "reviewer-1"]
    assert handles_in("Write to anna@example.org @ noon, a@b, @@x") == []
    assert handles_in("@mara.lee. and @x-") == ["mara.lee", "x"]


def test_a_comment_can_be_mended_for_a_quarter_of_an_hour():
    """CM4"""
    now = datetime(2026, 3, 1, tzinfo=UTC)
    assert is_editable(now - timedelta(minutes=15), now)
    assert not is_editable(now - timedelta(minutes=15, seconds=1), now)
