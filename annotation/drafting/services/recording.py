"""From what a drafter proposed of a window to proposals and items, once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.core.transitions import move
from annotation.drafting.domain.answer_schema import CLIP_KINDS
from annotation.drafting.domain.proposing import Candidate, proposal_digest
from annotation.drafting.domain.states import WINDOW_TRANSITIONS, ProposalOutcome, WindowState
from annotation.drafting.models import DraftRun, DraftWindow, Proposal
from annotation.questions.domain.writing import plain_value
from annotation.questions.judging import problem_values
from annotation.questions.services.drafted import add_drafted_item
from datasets.videos.models import Video


@transaction.atomic
def record_proposals(*, window_id: UUID, candidates: Sequence[Candidate]) -> bool:
    """DR5: each proposal gives one item or none, whoever delivers it and how often: a window is answered once, and
    what an earlier run proposed of the same video is noted as a repeat. False: the window was done already."""
    window = _open_window(window_id)
    if window is None:
        return False
    run = DraftRun.objects.select_related("project", "created_by").get(pk=window.run_id)
    # Two runs over one video take turns, so that the second sees what the first proposed.
    video = Video.objects.select_for_update(no_key=True).get(pk=window.run_video.video_id)
    digests = [proposal_digest(one, video_sha256=video.file_sha256, drafter=run.drafter) for one in candidates]
    earlier = {
        proposal.digest: proposal
        for proposal in Proposal.objects.filter(
            video=video, digest__in=digests, outcome=ProposalOutcome.PROPOSED.value
        )
    }
    for candidate, digest in zip(candidates, digests, strict=True):
        proposal = Proposal(
            run=run,
            window=window,
            number=candidate.number,
            video=video,
            type=candidate.type,
            given=plain_value(candidate.given),
            content=candidate.content,
            moved_s=None if candidate.moved_s is None else [str(moved) for moved in candidate.moved_s],
            digest=digest,
            reasons=problem_values(candidate.reasons),
        )
        if candidate.content is None:
            proposal.outcome = ProposalOutcome.REFUSED.value
        elif digest in earlier:
            proposal.outcome, proposal.earlier = ProposalOutcome.REPEATED.value, earlier[digest]
        else:
            proposal.outcome = ProposalOutcome.PROPOSED.value
            proposal.item = add_drafted_item(
                asked_by=run.created_by,
                project=run.project,
                kind=CLIP_KINDS.get(candidate.type),
                video=video,
                content=candidate.content,
            )
            earlier[digest] = proposal
        proposal.save(force_insert=True)
    _close(window, WindowState.ANSWERED)
    return True


@transaction.atomic
def record_unanswered(*, window_id: UUID, reason: str, state: WindowState = WindowState.UNANSWERED) -> bool:
    """The window gave nothing; the reason stands in it."""
    window = _open_window(window_id)
    if window is None:
        return False
    _close(window, state, reason=reason)
    return True


def _open_window(window_id: UUID) -> DraftWindow | None:
    """Locked; None where it was closed meanwhile. Assumes a transaction."""
    window = (
        DraftWindow.objects.select_for_update(of=("self",)).select_related("run_video").filter(pk=window_id).first()
    )
    return window if window is not None and window.state == WindowState.WAITING else None


def _close(window: DraftWindow, state: WindowState, **columns: Any) -> None:
    move(window, to=state, transitions=WINDOW_TRANSITIONS, done_at=timezone.now(), **columns)
