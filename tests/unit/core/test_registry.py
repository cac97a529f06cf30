import pytest

from affectory.core.errors import InvalidError
from affectory.core.registry import Registry


def test_a_plug_in_is_imported_on_first_use():
    registry = Registry("engine")
    registry.register("fraction-1", "fractions:Fraction")
    assert registry.load("fraction-1").__name__ == "Fraction"


def test_an_id_is_taken_once():
    registry = Registry("engine")
    registry.register("a-1", "x:Y")
    with pytest.raises(ValueError, match="registered already"):
        registry.register("a-1", "x:Z")


def test_an_unknown_id_lists_the_known_ones():
    registry = Registry("engine")
    registry.register("b-1", "x:Y")
    registry.register("a-1", "x:Y")
    with pytest.raises(InvalidError, match=r"no engine 'c-1'\. Known: a-1, b-1"):
        registry.load("c-1")
