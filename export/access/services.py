"""Writes about access."""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.transitions import move
from export.access import audit, notices, policies, selectors
from export.access.domain import (
    MIN_PURPOSE,
    OPEN_STATES,
    STATE_AFTER,
    TRANSITIONS,
    AccessMode,
    Decision,
    Reading,
    RequestState,
)
from export.access.models import AccessPolicy, AccessRequest, Terms


@transaction.atomic
def set_mode(*, actor: User, project: Project, mode: str) -> AccessPolicy:
    """RL41. A gated project has terms; without any, the standing clauses become the first version."""
    _check_maintainer(actor, project)
    if mode not in set(AccessMode):
        message = f"There is no access {mode!r}. Known: {', '.join(AccessMode)}."
        raise InvalidError(message, code="access.unknown_mode", fields={"mode": [message]})
    Project.objects.select_for_update().get(pk=project.pk)
    before = selectors.mode_of(project)
    policy, _ = AccessPolicy.objects.update_or_create(project=project, defaults={"mode": mode, "updated_by": actor})
    if mode == AccessMode.GATED and selectors.terms_of(project) is None:
        write_terms(actor=actor, project=project, text="")
    if before != mode:
        audit.mode_changed(actor=actor, policy=policy, before=before)
    return policy


@transaction.atomic
def write_terms(*, actor: User, project: Project, text: str) -> Terms:
    """RL43: another version. Approvals stay with the version that was accepted; new requests accept this one."""
    _check_maintainer(actor, project)
    Project.objects.select_for_update().get(pk=project.pk)
    latest = selectors.terms_of(project)
    if latest is not None and latest.text == text:
        return latest
    number = 1 if latest is None else latest.number + 1
    terms = Terms.objects.create(project=project, number=number, text=text, created_by=actor)
    audit.terms_written(actor=actor, terms=terms)
    return terms


@transaction.atomic
def change_access(*, actor: User, project: Project, mode: str | None = None, terms_text: str | None = None) -> None:
    """What is given, together: terms first, so that a project that becomes gated has those that were just written."""
    if terms_text is not None:
        write_terms(actor=actor, project=project, text=terms_text)
    if mode is not None:
        set_mode(actor=actor, project=project, mode=mode)


def request_access(*, actor: User, project: Project, terms: int, affiliation: str, purpose: str) -> AccessRequest:
    """RL42: the terms in force are accepted with the request; nobody has two that are open."""
    if selectors.mode_of(project) != AccessMode.GATED or selectors.reading_of(actor, project) is Reading.NOTHING:
        raise ConflictError(
            "This project is not one that access is asked for.",
            code="access.not_gated",
        )
    affiliation, purpose = affiliation.strip(), purpose.strip()
    if not affiliation:
        message = "Say where you work or study."
        raise InvalidError(message, code="access.no_affiliation", fields={"affiliation": [message]})
    if len(purpose) < MIN_PURPOSE:
        message = f"Say in a sentence what you want the data for (at least {MIN_PURPOSE} characters)."
        raise InvalidError(message, code="access.no_purpose", fields={"purpose": [message]})
    try:
        with transaction.atomic():
            Project.objects.select_for_update().get(pk=project.pk)
            in_force = selectors.terms_of(project)
            if in_force is None or in_force.number != terms:
                message = "The terms have changed since you opened this page. Read them again, then accept them."
                raise ConflictError(message, code="access.other_terms", fields={"terms": [message]})
            request = AccessRequest.objects.create(
                project=project, user=actor, terms=in_force, affiliation=affiliation, purpose=purpose
            )
            audit.requested(actor=actor, request=request)
            notices.asked(request)
    except IntegrityError as error:
        raise ConflictError("You have asked already.", code="access.asked_already") from error
    return request


@transaction.atomic
def decide(*, actor: User, project: Project, request_id: UUID, decision: str, note: str = "") -> AccessRequest:
    """RL42: approve or refuse what was asked, or revoke what was approved."""
    _check_maintainer(actor, project)
    request = _locked(project, request_id)
    move(
        request,
        to=STATE_AFTER[Decision(decision)],
        actor=actor,
        transitions=TRANSITIONS,
        decided_at=timezone.now(),
        decided_by=actor,
        note=note.strip(),
    )
    audit.decided(actor=actor, request=request)
    notices.decided(request)
    return request


@transaction.atomic
def take_back(*, actor: User, project: Project) -> None:
    """Somebody no longer wants access; what they had ends at once."""
    states = [state.value for state in OPEN_STATES]
    own = AccessRequest.objects.select_for_update().filter(project=project, user=actor, state__in=states).first()
    if own is None:
        raise NotFoundError("You have no open request here.", code="access.no_request")
    move(own, to=RequestState.TAKEN_BACK, actor=actor, transitions=TRANSITIONS)
    audit.taken_back(actor=actor, request=own)


def _locked(project: Project, request_id: UUID) -> AccessRequest:
    """Needs the caller's transaction."""
    found = AccessRequest.objects.select_for_update(of=("self",)).select_related("user", "terms")
    request = found.filter(project=project, pk=request_id).first()
    if request is None:
        raise NotFoundError("There is no such request in this project.", code="access.request_not_found")
    return request


def _check_maintainer(actor: User, project: Project) -> None:
    if not policies.can_manage_access(actor, project):
        raise NotAllowedError("Only a maintainer decides about access.", code="access.not_maintainer")
