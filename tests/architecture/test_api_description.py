"""The OpenAPI description is complete: the browser's types and other people's clients are made from it."""

from __future__ import annotations

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema


def test_the_description_is_made_without_a_warning():
    GENERATOR_STATS.reset()
    with GENERATOR_STATS.silence():
        description = SchemaGenerator().get_schema(request=None, public=True)
        told = [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]
    assert told == []
    validate_schema(description)
