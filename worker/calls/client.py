"""One attempt: the request out, and what came back as a value. No database here, and no retry (EN6)."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx2
import openai
from django.conf import settings

from affectory.endpoints import credentials
from affectory.endpoints.domain.answers import Answer, read_answer
from affectory.endpoints.domain.requests import RequestSpec, wire_body
from affectory.endpoints.domain.retries import Lost, Retry, is_down, next_try, retry_after
from affectory.endpoints.domain.states import Outcome, PauseReason
from affectory.endpoints.models import Profile
from affectory.endpoints.services import Reply
from worker.calls.ledger import ContentOf, Sent
from worker.calls.transport import AnswerTooLargeError, GuardedTransport

_PAUSE = {
    401: (PauseReason.CREDENTIALS, "The endpoint does not accept the key (401)."),
    402: (PauseReason.CREDENTIALS, "The endpoint wants to be paid first (402)."),
    403: (PauseReason.CREDENTIALS, "The endpoint does not allow this key to use it (403)."),
    404: (PauseReason.REQUEST_REFUSED, "The endpoint knows no such address or model (404)."),
}
_NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.UnsupportedProtocol)


class Client:
    """A profile's endpoint over the client library, which sends once and follows nothing."""

    def __init__(self, profile: Profile, *, connections: int) -> None:
        self.profile = profile
        self._target = profile.target()
        self._key = credentials.key_named(profile.secret_name)
        transport = GuardedTransport(
            connections=connections,
            allow_private=settings.ENDPOINT_ALLOW_PRIVATE,
            largest=settings.ENDPOINT_ANSWER_MAX_BYTES,
        )
        timeout = httpx2.Timeout(float(profile.timeout_s), connect=min(10.0, profile.timeout_s))
        http = httpx2.AsyncClient(transport=transport, timeout=timeout, follow_redirects=False, trust_env=False)
        self._api = openai.AsyncOpenAI(
            base_url=profile.base_url, api_key=self._key or "none", max_retries=0, timeout=timeout, http_client=http
        )

    async def close(self) -> None:
        await self._api.close()

    async def send(
        self, *, attempt_id: UUID, number: int, most: int, key: str, spec: RequestSpec, content_of: ContentOf
    ) -> Sent:
        """`number` of `most` attempts of this round. Media are read here: after the rights were looked at."""
        body = wire_body(spec, self._target, content_of)
        try:
            response = await self._api.post(
                "/chat/completions",
                cast_to=httpx2.Response,
                body=body,
                options={"headers": {"Idempotency-Key": key}},
            )
        except openai.APIStatusError as error:
            return self._refused(attempt_id, number, most, error.response)
        except openai.APIConnectionError as error:
            return self._lost(attempt_id, number, most, error.__cause__ or error)
        return self._answered(attempt_id, number, most, response)

    def _answered(self, attempt_id: UUID, number: int, most: int, response: httpx2.Response) -> Sent:
        raw = self._shown(response.text)
        try:
            answer = read_answer(json.loads(raw))
        except (ValueError, RecursionError):
            answer = Answer(Outcome.API_ERROR, explanation="The body is no JSON.")
        reply = Reply(
            attempt_id,
            response.status_code,
            answer=answer,
            request_id=_request_id(response),
            raw=raw,
        )
        return Sent(reply, 0.0, True)

    def _refused(self, attempt_id: UUID, number: int, most: int, response: httpx2.Response) -> Sent:
        code, raw = response.status_code, self._shown(response.text)
        asked = retry_after(response.headers, datetime.now(UTC))
        retry = _next(number, most, code, asked)
        pause, sentence = _PAUSE.get(code, (None, f"The endpoint answered {code}{_message(raw)}"))
        if 300 <= code < 400:
            sentence = f"The endpoint points elsewhere ({code}); write that address into the profile instead."
            pause = PauseReason.REQUEST_REFUSED
        reply = Reply(
            attempt_id,
            code,
            explanation=sentence if pause is None else sentence.rstrip(".") + _message(raw),
            request_id=_request_id(response),
            retry_after_s=asked,
            retry_in_s=None if retry is None else retry.after_s,
            raw=raw,
            pause=pause,
        )
        return Sent(reply, 0.0 if retry is None else retry.endpoint_says_s, not is_down(code))

    def _lost(self, attempt_id: UUID, number: int, most: int, cause: BaseException) -> Sent:
        if isinstance(cause, AnswerTooLargeError):
            answer = Answer(Outcome.API_ERROR, explanation=f"{cause} Its rest was not read.")
            return Sent(Reply(attempt_id, 200, answer=answer), 0.0, True)
        code = Lost.NOT_SENT if isinstance(cause, _NOT_SENT) else Lost.BROKEN
        retry = _next(number, most, code, None)
        reply = Reply(
            attempt_id,
            code,
            explanation=self._shown(_lost_sentence(cause, self.profile.timeout_s)),
            retry_in_s=None if retry is None else retry.after_s,
        )
        return Sent(reply, 0.0, not is_down(code))

    def _shown(self, text: str) -> str:
        """EN14: as it is kept: without the key, and without what the database cannot hold."""
        return credentials.hidden(text, self._key).replace("\x00", "\ufffd")


def _next(number: int, most: int, code: int, asked: float | None) -> Retry | None:
    chance = random.random()  # noqa: S311  jitter, not a secret
    return next_try(attempt=number, most=most, code=code, retry_after_s=asked, chance=chance)


def _request_id(response: httpx2.Response) -> str:
    return response.headers.get("x-request-id", "")


def _message(raw: str) -> str:
    """The endpoint's own words, if it has any."""
    try:
        body: Any = json.loads(raw)
        error = body["error"]
        text = error if isinstance(error, str) else error["message"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return "."
    return f": {str(text)[:500]}"


def _lost_sentence(cause: BaseException, timeout_s: int) -> str:
    if isinstance(cause, httpx2.ConnectTimeout | httpx2.PoolTimeout):
        return "No connection came about in time; nothing was sent."
    if isinstance(cause, _NOT_SENT):
        return f"No connection came about; nothing was sent: {cause}"
    if isinstance(cause, httpx2.TimeoutException):
        return f"No answer within {timeout_s} s. The endpoint may bill it all the same."
    return f"The connection broke off before the answer was whole: {cause}. The endpoint may bill it all the same."
