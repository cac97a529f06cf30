"""EN16: rates and concurrency of an endpoint, shared by all workers, and its circuit breaker: in the broker.

One script decides and takes in one step. Where the broker does not answer nothing is sent, because nobody could say
how much the others send: `LimitsAwayError`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from uuid import UUID

import redis
from django.conf import settings

from affectory.core.errors import UnavailableError
from affectory.endpoints.domain.rates import Bucket
from affectory.endpoints.models import Attempt, Profile

_TAKE = """
local t = redis.call('TIME')
local now = t[1] + t[2] / 1000000
local state, slots = KEYS[1], KEYS[2]
local most, lease, id = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local r_cap, r_fill, r_want = tonumber(ARGV[4]), tonumber(ARGV[5]), 1
local t_cap, t_fill, t_want = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local trips, probe = tonumber(ARGV[9]), tonumber(ARGV[10])
local v = redis.call('HMGET', state, 'hold', 'failures', 'open', 'r', 'r_at', 't', 't_at')
local hold, failures, open = tonumber(v[1] or 0), tonumber(v[2] or 0), tonumber(v[3] or 0)
local wait = hold - now
if failures >= trips then wait = math.max(wait, open - now) end
redis.call('ZREMRANGEBYSCORE', slots, '-inf', now)
if redis.call('ZCARD', slots) >= most and not redis.call('ZSCORE', slots, id) then wait = math.max(wait, 0.05) end
local function level(stored, at, cap, fill)
  if not stored then return cap end
  return math.min(cap, tonumber(stored) + math.max(0, now - tonumber(at)) * fill)
end
local r, tok = 0, 0
if r_cap > 0 then
  r = level(v[4], v[5], r_cap, r_fill)
  if r < r_want then wait = math.max(wait, (r_want - r) / r_fill) end
end
if t_cap > 0 then
  tok = level(v[6], v[7], t_cap, t_fill)
  local need = math.min(t_want, t_cap)
  if tok < need then wait = math.max(wait, (need - tok) / t_fill) end
end
if wait > 0 then return tostring(wait) end
if failures >= trips then redis.call('HSET', state, 'open', now + probe) end
if r_cap > 0 then redis.call('HSET', state, 'r', r - r_want, 'r_at', now) end
if t_cap > 0 then redis.call('HSET', state, 't', tok - t_want, 't_at', now) end
redis.call('ZADD', slots, now + lease, id)
redis.call('EXPIRE', state, 3600)
redis.call('EXPIRE', slots, 3600)
return '0'
"""

_GIVE = """
local t = redis.call('TIME')
local now = t[1] + t[2] / 1000000
local state, slots = KEYS[1], KEYS[2]
local id, credit, t_cap, hold = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local health, trips, longest = ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7])
redis.call('ZREM', slots, id)
if t_cap > 0 and credit ~= 0 then
  local tok = redis.call('HGET', state, 't')
  if tok then redis.call('HSET', state, 't', math.min(t_cap, tonumber(tok) + credit)) end
end
if hold > 0 then
  local before = tonumber(redis.call('HGET', state, 'hold') or 0)
  redis.call('HSET', state, 'hold', math.max(before, now + hold))
end
if health == 'up' then redis.call('HDEL', state, 'failures', 'since', 'open') return '0' end
if health ~= 'down' then return '0' end
local failures = redis.call('HINCRBY', state, 'failures', 1)
if failures == 1 then redis.call('HSET', state, 'since', now) end
if failures >= trips then
  redis.call('HSET', state, 'open', now + math.min(longest, 0.5 * 2 ^ math.min(failures - trips, 20)))
  return tostring(now - tonumber(redis.call('HGET', state, 'since')))
end
return '0'
"""

_PROBE_S = 30.0
"""After a breaker let one call through, how long until the next one, unless that one's end says otherwise."""
_LONGEST_OPEN_S = 10.0


class LimitsAwayError(UnavailableError):
    """The broker does not answer, so that nothing may be sent."""

    code = "endpoint.limits_away"


@dataclass(frozen=True, slots=True)
class Given:
    """What is given back with a slot: tokens that were taken but not used, for how long all should wait, and whether
    the endpoint was there (None: that is not known)."""

    slot: UUID
    credit: int = 0
    hold_s: float = 0.0
    is_up: bool | None = None


class Limits:
    """One profile's limits. Slots of a sender that is gone are free again after ENDPOINT_SENDER_STALE_S."""

    def __init__(self, profile: Profile) -> None:
        base = _base(profile.pk)
        self._keys = [base, f"{base}:slots"]
        self._most = profile.concurrency
        self._requests = _bucket(profile.requests_per_minute)
        self._tokens = _bucket(profile.tokens_per_minute)

    def take(self, wanted: Sequence[tuple[UUID, int]]) -> list[float]:
        """A slot, a request and so many tokens for each; 0.0 where they were taken, else how long to wait."""
        shared: list[float] = [*self._requests, *self._tokens]
        lease, trips = settings.ENDPOINT_SENDER_STALE_S, settings.ENDPOINT_BREAKER_FAILURES
        with _answering() as broker, broker.pipeline(transaction=False) as pipe:
            for slot, tokens in wanted:
                arguments: list[str | float] = [self._most, lease, str(slot), *shared, tokens, trips, _PROBE_S]
                pipe.evalsha(_sha(_TAKE), 2, *self._keys, *arguments)
            return [float(answer) for answer in pipe.execute()]

    def give(self, given: Sequence[Given]) -> float:
        """Gives back slots. For how long the endpoint has been down, if the breaker is open; else 0.0."""
        trips, capacity = settings.ENDPOINT_BREAKER_FAILURES, self._tokens[0]
        with _answering() as broker, broker.pipeline(transaction=False) as pipe:
            for one in given:
                health = {True: "up", False: "down", None: ""}[one.is_up]
                arguments = (str(one.slot), one.credit, capacity, one.hold_s, health, trips, _LONGEST_OPEN_S)
                pipe.evalsha(_sha(_GIVE), 2, *self._keys, *arguments)
            return max((float(answer) for answer in pipe.execute()), default=0.0)

    def keep(self, slots: Sequence[UUID]) -> None:
        """Hold on to slots whose calls are still on their way."""
        if slots:
            with _answering() as broker:
                seconds, micros = broker.time()
                until = seconds + micros / 1e6 + settings.ENDPOINT_SENDER_STALE_S
                broker.zadd(self._keys[1], {str(slot): until for slot in slots}, xx=True)

    def close_breaker(self) -> None:
        """A person resumed: the endpoint gets another chance, and what it asked us to wait is over."""
        with _answering() as broker:
            broker.hdel(self._keys[0], "failures", "since", "open", "hold")


def free_slots(unknown: Sequence[Attempt]) -> None:
    """The slots of attempts that were given up; without the broker they run out by themselves."""
    with suppress(LimitsAwayError):
        for attempt in unknown:
            with _answering() as broker:
                broker.zrem(f"{_base(attempt.call.profile_id)}:slots", str(attempt.call_id))


class _answering:
    """The broker with both scripts loaded; whatever goes wrong on the way to it is LimitsAwayError."""

    def __enter__(self) -> redis.Redis:
        try:
            broker = _broker(settings.CELERY_BROKER_URL)
            if not all(broker.script_exists(_sha(_TAKE), _sha(_GIVE))):
                broker.script_load(_TAKE)
                broker.script_load(_GIVE)
            return broker
        except redis.RedisError as error:
            raise _away() from error

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, redis.RedisError):
            raise _away() from error


def _base(profile_id: UUID) -> str:
    return f"affectory:endpoint:{{{profile_id}}}"


def _away() -> LimitsAwayError:
    return LimitsAwayError(
        "The broker, which counts how much is sent to an endpoint, does not answer. Nothing is sent until it does."
    )


@cache
def _broker(url: str) -> redis.Redis:
    address = url.replace("redis+socket://", "unix://", 1)
    return redis.Redis.from_url(address, socket_timeout=5, socket_connect_timeout=5)


@cache
def _sha(script: str) -> str:
    return hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()


def _bucket(limit: int | None) -> tuple[float, float]:
    if limit is None:
        return 0.0, 0.0
    bucket = Bucket.per_minute(limit)
    return bucket.capacity, bucket.refill_per_s
