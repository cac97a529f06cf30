"""One way to write a value as bytes, for digests, ids and frozen files."""

from __future__ import annotations

import hashlib
import json
import uuid
from typing import Any

from .errors import InvalidError


def canonical_json(value: Any) -> bytes:
    """Sorted keys, no blanks, UTF-8, shortest numbers. Refuses NaN, infinities and lone surrogates."""
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidError(
            f"Half of a surrogate pair stands at character {error.start}; UTF-8 cannot hold it.",
            code="json.lone_surrogate",
        ) from error
    except ValueError as error:
        raise InvalidError("NaN and infinities cannot be written as JSON.", code="json.not_finite") from error


def sha256_hex(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def content_uuid(*parts: Any) -> uuid.UUID:
    """An id made from content: version 8 of RFC 9562 over the SHA-256 of the canonical JSON of `parts`."""
    raw = bytearray(hashlib.sha256(canonical_json(list(parts))).digest()[:16])
    raw[6] = (raw[6] & 0x0F) | 0x80
    raw[8] = (raw[8] & 0x3F) | 0x80
    return uuid.UUID(bytes=bytes(raw))
