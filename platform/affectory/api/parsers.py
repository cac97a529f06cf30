"""Reading request bodies and queries."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from affectory.core.errors import InvalidError
from affectory.core.strict_json import read_json


class StrictJSONParser(JSONParser):
    """JSON as `core.strict_json` reads it: duplicate keys, NaN, U+0000 and lone surrogates are refused."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        data = stream.read()
        if not data.strip():
            raise ParseError("The request has no body; JSON was expected.")
        try:
            return read_json(data)
        except InvalidError as error:
            raise ParseError(error.message) from error


def text_parameter(request: Request, name: str) -> str:
    """A query parameter that a database can compare with: U+0000 never occurs in what is looked for."""
    text = request.query_params.get(name, "")
    if "\x00" in text:
        raise ValidationError({name: ["holds the character U+0000"]})
    return text[:500]
