"""Reading request bodies."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

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
