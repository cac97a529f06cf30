"""When a call that failed is sent again. This is the one place of retry: the client library does none (EN6)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

FIRST_DELAY_S = 0.5
LONGEST_DELAY_S = 60.0
LONGEST_RETRY_AFTER_S = 300.0
_ALSO = frozenset({408, 409, 429})
_NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?")


class Lost:
    """Codes of what has no HTTP status, in the column of the status."""

    NOT_SENT = 0
    """No connection came about: nothing can have been billed."""
    BROKEN = -1
    """The connection broke or timed out after the request was on its way."""


@dataclass(frozen=True, slots=True)
class Retry:
    """Send again, after so many seconds. `endpoint_says` holds where others on this endpoint should wait as well."""

    after_s: float
    endpoint_says_s: float = 0.0


def is_retryable(code: int) -> bool:
    return code in (Lost.NOT_SENT, Lost.BROKEN) or code in _ALSO or 500 <= code <= 599


def may_be_billed(code: int) -> bool:
    """EN5: an answer that did not reach us may have been made all the same: broken connections and the statuses by
    which a gateway says that it stopped waiting."""
    return code == Lost.BROKEN or code in (408, 502, 504, 524)


def is_down(code: int) -> bool:
    """Whether a failure speaks against the endpoint as a whole rather than against this request."""
    return code in (Lost.NOT_SENT, Lost.BROKEN, 408) or 500 <= code <= 599


def next_try(*, attempt: int, most: int, code: int, retry_after_s: float | None, chance: float) -> Retry | None:
    """What follows the failed attempt number `attempt` (from 1); None: nothing does. `chance` is from [0, 1): full
    jitter over a window that doubles; after a Retry-After the jitter is of the first window and comes on top."""
    if attempt >= most or not is_retryable(code):
        return None
    if retry_after_s is not None:
        asked = min(retry_after_s, LONGEST_RETRY_AFTER_S)
        return Retry(asked + chance * FIRST_DELAY_S, asked)
    return Retry(chance * min(LONGEST_DELAY_S, FIRST_DELAY_S * 2.0 ** min(attempt - 1, 20)))


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that the endpoint asks for, from either form of Retry-After; None if it does not, or not clearly."""
    if (milliseconds := headers.get("retry-after-ms", "").strip()) and _NUMBER.fullmatch(milliseconds):
        return float(milliseconds) / 1000
    text = headers.get("retry-after", "").strip()
    if _NUMBER.fullmatch(text):
        return float(text)
    if not text:
        return None
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    at = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
    return max(0.0, (at - now).total_seconds())
