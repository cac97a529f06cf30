"""Every column of an exported list is told of, and every path it is read from is there."""

from pathlib import Path

import pytest

from affectory.browsing.actions import ACTIONS
from affectory.browsing.domain import Asked
from affectory.browsing.exporting import rows_of
from affectory.browsing.library import LIBRARIES
from affectory.browsing.rows import matching, ordered_by

TOLD = Path(__file__).resolve().parents[2] / "docs" / "howto" / "exported-lists.md"


@pytest.mark.parametrize("name", LIBRARIES.ids())
def test_columns_are_documented(name):
    library = LIBRARIES.load(name)
    text = TOLD.read_text()
    missing = [c.name for c in library.columns if f"| `{c.name}`{'*' if c.closed else ''} | {c.about} |" not in text]
    assert missing == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", LIBRARIES.ids())
def test_every_order_facet_and_column_can_be_asked_for(name, project, maintainer):
    library = LIBRARIES.load(name)
    visible = library.visible_to(maintainer, project, None)
    chosen = {facet.name: ("none", "x", "yes") for facet in library.facets}
    asked = Asked(chosen, "abcd", tuple(f"-{sort.name}" for sort in library.sorts))
    rows = matching(library, visible, asked, sees_all=True)
    assert list(ordered_by(library, rows, asked, sees_all=True)) == []
    columns, read = rows_of(library, visible, asked, sees_all=True)
    assert (list(read), len(columns)) == ([], len(library.columns))


def test_every_action_is_of_a_list():
    for action in ACTIONS.ids():
        assert action.partition(".")[0] in LIBRARIES.ids()
        assert ACTIONS.load(action).title
