"""RL44 and RL45: counting what was sent, after it was sent, and refusing who has had enough for today.

A client that reads a Parquet file in blocks sends dozens of requests for it. They are added up in this process and
written together, at the latest after DOWNLOAD_LOG_EVERY_S seconds and when the process ends.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

from affectory.api.files import SMALL
from export.access.domain import DAY_S
from export.access.selectors import Asker, bytes_today, limit_of

AGENT_LENGTH = 200
_AT_ONCE = 1000

logger = logging.getLogger(__name__)


class Fetched(NamedTuple):
    """Whose bytes of which file count together."""

    day: str
    project_id: UUID
    version: str
    path: str
    who: str
    user_id: UUID | None
    token_hint: str
    agent: str


class Exceeded(NamedTuple):
    """RL45: why nothing more is sent today, for the body and the headers of a 429."""

    limit: int
    seconds: int

    @property
    def message(self) -> str:
        hours, minutes = divmod(-(-self.seconds // 60), 60)
        return (
            f"You have fetched {self.limit:,} bytes today, which is the limit. It starts again at midnight UTC, in "
            f"{hours} h {minutes} min."
        )

    def headers(self) -> dict[str, str]:
        return {
            "RateLimit": f'"bytes";r=0;t={self.seconds}',
            "RateLimit-Policy": f'"fixed window";"bytes";q={self.limit};w={DAY_S}',
            "Retry-After": str(self.seconds),
        }


def exceeded(person: Asker, size: int | None, now: datetime | None = None) -> Exceeded | None:
    """RL45: whether the day's bytes are used up. ``size`` is that of the file, also where a part of it is asked for;
    None where nobody knows it before it is sent.

    Small files are sent all the same: clients read cards and lists before the data, and some take data from their
    cache without a word when those cannot be had.
    """
    limit = limit_of(person)
    if (size is not None and size <= SMALL) or BUFFER.bytes_today(person) < limit:
        return None
    now = now or datetime.now(UTC)
    return Exceeded(limit, DAY_S - (now.hour * 3600 + now.minute * 60 + now.second))


def metered[R: HttpResponseBase](
    request: HttpRequest,
    response: R,
    *,
    person: Asker,
    project_id: UUID,
    version: str,
    path: str,
    sent_elsewhere: int = 0,
) -> R:
    """The same response, whose bytes are noted when it is closed. Heads, 304 and errors send no bytes of a file; with
    an address of the object store its bytes count as if they came from here."""
    if request.method != "GET" or response.status_code not in (200, 206, 302):
        return response
    fetched = Fetched(
        day=f"{datetime.now(UTC):%Y-%m-%d}",
        project_id=project_id,
        version=version,
        path=path,
        who=person.who,
        user_id=None if person.user is None else person.user.pk,
        token_hint=person.token_hint,
        agent=request.META.get("HTTP_USER_AGENT", "").replace("\x00", "")[:AGENT_LENGTH],
    )
    if isinstance(response, StreamingHttpResponse):
        response.streaming_content = _Counted(response.streaming_content, fetched)
    else:
        size = sent_elsewhere or len(response.content)  # type: ignore[attr-defined]  # it does not stream, so it has it
        # What Django runs when the bytes are on their way; the stubs leave it out.
        response._resource_closers.append(lambda: BUFFER.add(fetched, size))  # type: ignore[attr-defined]
    return response


class _Counted:
    """Pieces of a body; counts those that were asked for, which a client that hung up did not do to the end."""

    def __init__(self, pieces: Any, fetched: Fetched) -> None:
        self._pieces: Iterator[bytes] = iter(pieces)
        self._fetched = fetched
        self._sent = 0

    def __iter__(self) -> _Counted:
        return self

    def __next__(self) -> bytes:
        piece = next(self._pieces)
        self._sent += len(piece)
        return piece

    def close(self) -> None:
        BUFFER.add(self._fetched, self._sent)


class Buffer:
    """What was sent and is not written yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[Fetched, list[int]] = {}
        self._known: dict[str, tuple[float, int]] = {}
        self._last = 0.0
        self._timer: threading.Timer | None = None

    def add(self, fetched: Fetched, sent: int) -> None:
        wait = settings.DOWNLOAD_LOG_EVERY_S
        with self._lock:
            count = self._counts.setdefault(fetched, [0, 0])
            count[0] += sent
            count[1] += 1
            due = len(self._counts) >= _AT_ONCE or time.monotonic() - self._last >= wait
            if not due and self._timer is None:
                self._timer = threading.Timer(wait, self._by_timer)
                self._timer.daemon = True
                self._timer.start()
        if due:
            self.flush()

    def bytes_today(self, person: Asker) -> int:
        """As it was at most DOWNLOAD_LOG_EVERY_S seconds ago: a file read in blocks asks for it again and again."""
        now = time.monotonic()
        with self._lock:
            asked_at, known = self._known.get(person.who, (-1e9, 0))
            if now - asked_at < settings.DOWNLOAD_LOG_EVERY_S:
                return known
        known = bytes_today(person)
        with self._lock:
            if len(self._known) >= _AT_ONCE:
                self._known.clear()
            self._known[person.who] = (now, known)
        return known

    def flush(self) -> None:
        """Write what has come together; what the database refuses is kept for the next time."""
        with self._lock:
            counts, self._counts = self._counts, {}
            self._last = time.monotonic()
        if not counts:
            return
        try:
            _write(counts)
        except DatabaseError:
            logger.exception("the download log was not written; it is tried again")
            with self._lock:
                for fetched, (sent, requests) in counts.items():
                    count = self._counts.setdefault(fetched, [0, 0])
                    count[0] += sent
                    count[1] += requests

    def _by_timer(self) -> None:
        with self._lock:
            self._timer = None
        try:
            self.flush()
        finally:
            connection.close()


def _write(counts: dict[Fetched, list[int]]) -> None:
    now = datetime.now(UTC)
    # One order for everybody, so that two processes that write the same rows do not wait for each other.
    ordered = sorted(counts.items(), key=lambda pair: tuple(map(str, pair[0])))
    rows = [(*fetched, sent, requests, now, now) for fetched, (sent, requests) in ordered]
    used: dict[tuple[str, str], int] = {}
    for fetched, (sent, _) in counts.items():
        used[fetched.day, fetched.who] = used.get((fetched.day, fetched.who), 0) + sent
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(_DOWNLOADS, rows)
        cursor.executemany(_USAGE, [(day, who, sent) for (day, who), sent in sorted(used.items())])


_DOWNLOADS = """
INSERT INTO access_download (day, project_id, version, path, who, user_id, token_hint, agent, bytes, requests,
                             first_at, last_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (project_id, day, version, path, who, token_hint, agent) DO UPDATE
SET bytes = access_download.bytes + EXCLUDED.bytes, requests = access_download.requests + EXCLUDED.requests,
    last_at = EXCLUDED.last_at
"""
_USAGE = """
INSERT INTO access_usage (day, who, bytes) VALUES (%s, %s, %s)
ON CONFLICT (who, day) DO UPDATE SET bytes = access_usage.bytes + EXCLUDED.bytes
"""

BUFFER = Buffer()
atexit.register(BUFFER.flush)
