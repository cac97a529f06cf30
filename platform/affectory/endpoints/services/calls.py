"""Calls: asked for once, put back where no answer came, marked where it could not be used."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, NotAllowedError, NotFoundError
from affectory.core.strict_json import check_text
from affectory.core.transitions import move
from affectory.endpoints import audit, policies, selectors
from affectory.endpoints.domain.requests import RequestSpec, check_request, larger, request_key, upper_estimate
from affectory.endpoints.domain.states import CALL_TRANSITIONS, CallState, Outcome
from affectory.endpoints.models import Budget, Call, CallUse, Profile


@transaction.atomic
def request_call(
    *,
    run: Budget,
    profile: Profile,
    spec: RequestSpec,
    purpose: str,
    title: str = "",
    video_ids: Collection[UUID] = (),
) -> Call:
    """EN1: the call for this request in the run's project. The same request is the same row, with its answer if it
    has one; nothing is sent here. `video_ids` are all videos of which anything stands in the request.

    A call that failed without any answer in an earlier run, or was withheld there, is tried again in this one.
    """
    if not policies.can_use_profile(run.project, profile):
        raise NotFoundError("There is no such endpoint in this project.", code="endpoint.not_found")
    target = profile.target()
    check_request(spec, target)
    request = spec.as_json()
    check_text(request, "request")
    most = upper_estimate(spec, target)
    call, created = Call.objects.get_or_create(
        project_id=run.project_id,
        key=request_key(spec, target),
        defaults={
            "profile": profile,
            "purpose": purpose,
            "title": title[:200],
            "request": request,
            "video_ids": sorted(set(video_ids)),
            "tokens_in_most": most.tokens_in,
            "tokens_out_most": most.tokens_out,
        },
    )
    _, first_use = CallUse.objects.get_or_create(call=call, run=run)
    if not created:
        call = Call.objects.select_for_update(no_key=True).get(pk=call.pk)
        _add_videos(call, video_ids)
        if first_use and selectors.may_go_again(call):
            _put_back(call)
    return call


def request_larger(*, run: Budget, call: Call) -> Call | None:
    """EN7: another call for a truncated one, with room for twice as much; None where the profile allows no more."""
    spec = larger(call.spec(), call.profile.target())
    if spec is None:
        return None
    return request_call(
        run=run, profile=call.profile, spec=spec, purpose=call.purpose, title=call.title, video_ids=call.video_ids
    )


@transaction.atomic
def request_again(*, run: Budget, call: Call) -> Call:
    """DR24: the same request once more. Where no answer ever came it is the same call, with further attempts; where
    one came that could not be used (EN4) it is another call, told apart by its nonce, and the old answer stays. One
    that has an answer by now, or is on its way, is taken as it is."""
    call = Call.objects.select_for_update(no_key=True, of=("self",)).select_related("profile").get(pk=call.pk)
    number = 0
    while call.state == CallState.FAILED and call.outcome != Outcome.API_ERROR:
        number += 1
        call = request_call(
            run=run,
            profile=call.profile,
            spec=replace(call.spec(), nonce=f"again-{number}"),
            purpose=call.purpose,
            title=call.title,
            video_ids=call.video_ids,
        )
    if selectors.may_go_again(call):
        _put_back(call)
    return call


@transaction.atomic
def put_back(*, actor: User, project: Project, call_id: UUID) -> Call:
    """Let a call be tried again that ended without an answer. What it cost so far stays."""
    if not policies.can_manage_endpoints(actor, project):
        raise NotAllowedError("Only a maintainer decides about calls.", code="call.not_maintainer")
    call = Call.objects.select_for_update().filter(project=project, pk=call_id).first()
    if call is None:
        raise NotFoundError("There is no such call in this project.", code="call.not_found")
    if not selectors.may_go_again(call):
        raise ConflictError(
            "Only a call that never got an answer can be tried again; this one is "
            f"{call.outcome or call.state}. Ask anew for another answer.",
            code="call.has_answer",
        )
    _put_back(call)
    audit.call_put_back(actor=actor, call=call)
    return call


@transaction.atomic
def mark_unparsed(*, call_id: UUID, explanation: str) -> Call:
    """EN7: whoever asked could read nothing in the answer. It stays as it is, and is never sent again as it is."""
    call = Call.objects.select_for_update().get(pk=call_id)
    if call.state == CallState.FAILED and call.outcome == Outcome.UNPARSED:
        return call
    move(
        call,
        to=CallState.FAILED,
        transitions={CallState.ANSWERED: {CallState.FAILED}},
        outcome=Outcome.UNPARSED,
        explanation=explanation[:2000],
        ended_at=timezone.now(),
    )
    return call


def _put_back(call: Call) -> None:
    """Needs the caller's transaction."""
    move(
        call,
        to=CallState.QUEUED,
        transitions=CALL_TRANSITIONS,
        outcome="",
        explanation="",
        not_before=None,
        ended_at=None,
        attempts_before=call.attempt_count,
    )


def _add_videos(call: Call, video_ids: Collection[UUID]) -> None:
    """EN11: the same bytes may come from another video; then the rights of both are asked for."""
    if more := set(video_ids) - set(call.video_ids):
        call.video_ids = sorted({*call.video_ids, *more})
        call.save(update_fields=["video_ids"])
