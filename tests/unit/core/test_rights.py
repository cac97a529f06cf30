"""CO3: derived things inherit the strictest rights."""

import pytest

from affectory.core.errors import InvalidError
from affectory.core.rights import MayRedistribute, Rights, strictest

OPEN = Rights("CC0 1.0", MayRedistribute.MEDIA, True)
DERIVED = Rights("MIT", MayRedistribute.DERIVED, True)
CLOSED = Rights("CC BY-NC 4.0")


def test_the_default_is_the_strictest():
    assert (CLOSED.may_redistribute, CLOSED.may_send_to_external_model) == (MayRedistribute.ANNOTATIONS, False)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((OPEN,), OPEN),
        ((OPEN, DERIVED), Rights("CC0 1.0; MIT", MayRedistribute.DERIVED, True)),
        ((DERIVED, CLOSED, OPEN), Rights("CC BY-NC 4.0; CC0 1.0; MIT", MayRedistribute.ANNOTATIONS, False)),
    ],
)
def test_each_right_is_as_strict_as_the_strictest_part(given, expected):
    assert strictest(*given) == expected


def test_what_may_be_passed_on_follows_from_the_level():
    allowed = {r: [k.value for k in MayRedistribute if r.allows(k)] for r in (OPEN, DERIVED, CLOSED)}
    assert allowed == {
        OPEN: ["media", "derived", "annotations"],
        DERIVED: ["derived", "annotations"],
        CLOSED: ["annotations"],
    }


def test_rights_of_nothing_are_not_invented():
    with pytest.raises(InvalidError):
        strictest()
