from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum

from affectory.accounts.models import Project, User
from affectory.core import jobs
from annotation.drafting import policies
from annotation.drafting.domain.fates import Followed, follow
from annotation.drafting.domain.states import AT_WORK, ProposalOutcome, WindowState
from annotation.drafting.errors import no_such_run
from annotation.drafting.models import DraftRun, DraftWindow, Proposal, RunVideo
from annotation.drafting.registry import drafter as load_drafter
from annotation.drafting.veil import hidden_proposals
from annotation.questions.models import Item, Revision


def runs_visible_to(user: User, project: Project) -> QuerySet[DraftRun]:
    """DR8"""
    runs = DraftRun.objects.filter(project=project).select_related("created_by", "budget", "profile")
    return runs if policies.can_run_drafting(user, project) else runs.none()


def run_visible_to(user: User, project: Project, run_id: UUID) -> DraftRun:
    run = runs_visible_to(user, project).filter(pk=run_id).first()
    if run is None:
        raise no_such_run()
    return run


def is_stalled(run: DraftRun) -> bool:
    """Nobody works on it although it is not at rest: its job was cancelled, or given up."""
    return run.state in AT_WORK and not is_worked_on(run)


def is_worked_on(run: DraftRun) -> bool:
    at_work = (jobs.Job.State.QUEUED, jobs.Job.State.RUNNING)
    return run.job_id is not None and jobs.Job.objects.filter(pk=run.job_id, state__in=at_work).exists()


def run_counts(run: DraftRun) -> dict[str, int]:
    return counts_of_runs([run])[run.pk]


def counts_of_runs(runs: Iterable[DraftRun]) -> dict[UUID, dict[str, int]]:
    """Windows by state and proposals by outcome of each run, every one there, with the videos taken and left out."""
    ids = [run.pk for run in runs]
    none = {f"windows_{state.value}": 0 for state in WindowState}
    none |= {outcome.value: 0 for outcome in ProposalOutcome}
    found = {run_id: none | {"videos": 0, "left_out": 0, "windows": 0, "asked_again": 0} for run_id in ids}
    windows = DraftWindow.objects.filter(run__in=ids).order_by().values_list("run", "state")
    for run_id, state, count, again in windows.annotate(n=Count("id"), again=Sum("asked_again")):
        found[run_id][f"windows_{state}"] = count
        found[run_id]["windows"] += count
        found[run_id]["asked_again"] += again
    proposals = Proposal.objects.filter(run__in=ids).order_by().values_list("run", "outcome").annotate(n=Count("id"))
    for run_id, outcome, count in proposals:
        found[run_id][outcome] = count
    videos = RunVideo.objects.filter(run__in=ids).order_by().values_list("run")
    for run_id, taken, out in videos.annotate(
        taken=Count("id", filter=Q(left_out="")), out=Count("id", filter=~Q(left_out=""))
    ):
        found[run_id] |= {"videos": taken, "left_out": out}
    return found


def videos_left_out(run: DraftRun) -> QuerySet[RunVideo]:
    return run.videos.exclude(left_out="").select_related("video").order_by("number")


def waiting_windows(run_id: UUID) -> QuerySet[DraftWindow]:
    windows = DraftWindow.objects.filter(run=run_id, state=WindowState.WAITING.value)
    return windows.select_related("run_video__video", "run_video__track").order_by("position")


def windows_of(run: DraftRun) -> QuerySet[DraftWindow]:
    counted = {
        outcome.value: Count("proposals", filter=Q(proposals__outcome=outcome.value)) for outcome in ProposalOutcome
    }
    videos = run.windows.select_related("run_video__video", "call")
    return videos.defer("call__request", "call__answer").annotate(**counted)


def proposals_of(user: User, run: DraftRun, *, outcome: str = "", video: UUID | None = None) -> QuerySet[Proposal]:
    """All of them; ``is_hidden``: what was proposed is kept from the user (DR26)."""
    hidden = hidden_proposals(user, run.project).filter(pk=OuterRef("pk"))
    proposals = Proposal.objects.filter(run=run).annotate(is_hidden=Exists(hidden))
    if outcome:
        proposals = proposals.filter(outcome=outcome)
    if video is not None:
        proposals = proposals.filter(video=video)
    return with_submitted(proposals).select_related("video", "window", "item", "earlier")


def with_submitted(proposals: QuerySet[Proposal]) -> QuerySet[Proposal]:
    """With the state of its item and the content of the first revision, by which its fate is known."""
    first = Revision.objects.filter(item=OuterRef("item"), number=1)
    return proposals.annotate(item_state=F("item__state"), submitted=Subquery(first.values("content")[:1]))


def followed(proposal: Proposal) -> Followed | None:
    """DR20; None of what made no item. For a row of `with_submitted`."""
    if proposal.outcome != ProposalOutcome.PROPOSED:
        return None
    row: Any = proposal
    return follow(proposal.content or {}, state=row.item_state, submitted=row.submitted)


@dataclass(frozen=True, slots=True)
class DraftSource:
    """Where an item's draft came from."""

    run_id: UUID
    drafter: str
    drafter_title: str
    model: str
    prompt: str
    proposed_at: Any
    call_id: UUID | None
    proposal: Proposal


def source_of_draft(item: Item) -> DraftSource | None:
    """DR14: for those who may see the item while it is written; nothing that a reviewer is served asks this."""
    proposal = Proposal.objects.filter(item=item).select_related("run", "window").first()
    if proposal is None:
        return None
    run = proposal.run
    return DraftSource(
        run_id=run.pk,
        drafter=run.drafter,
        drafter_title=load_drafter(run.drafter).title,
        model=run.model,
        prompt=run.prompt,
        proposed_at=proposal.created_at,
        call_id=proposal.window.call_id,
        proposal=proposal,
    )
