"""The life of a run as people steer it: start, pause, resume, cancel."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core import jobs
from affectory.core.errors import ConflictError, InvalidError
from affectory.core.transitions import move
from affectory.endpoints import services as endpoints
from annotation.drafting import audit
from annotation.drafting.domain.states import AT_WORK, RUN_TRANSITIONS, PauseReason, RunState
from annotation.drafting.errors import no_such_run
from annotation.drafting.facts import wanted_value
from annotation.drafting.models import DraftRun, DraftWindow, RunVideo
from annotation.drafting.registry import drafter as load_drafter
from annotation.drafting.selectors import is_worked_on, run_counts
from annotation.drafting.services.planning import Plan, Wish, plan_run, require_maintainer

BATCH = 1000


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may spend, in millionths of the endpoint's currency and in tokens; None: no limit of this kind."""

    micros: int | None = None
    tokens: int | None = None


@transaction.atomic
def start_run(
    *, actor: User, project: Project, wish: Wish, limits: Limits | None = None, queue: bool = True
) -> DraftRun:
    """DR9: what the dry run said, kept as rows, and a job that does it."""
    plan = plan_run(actor=actor, project=project, wish=wish)
    if not plan.taken:
        message = "No chosen video can be drafted from; the dry run says of each why."
        raise InvalidError(message, code="drafting.nothing_to_do", fields={"videos": [message]})
    run = DraftRun(
        project=project,
        created_by=actor,
        drafter=wish.drafter_id,
        types=list(plan.options.types),
        per_video=wish.per_video,
        options=dict(wish.options),
        is_synthetic=project.is_synthetic,
    )
    if plan.profile is not None and plan.prompt is not None:
        given = limits or Limits()
        run.profile, run.model = plan.profile, plan.profile.model
        run.prompt, run.prompt_sha256 = plan.prompt.id, plan.prompt.sha256
        run.budget = endpoints.open_budget(
            actor=actor,
            project=project,
            purpose="drafting",
            title=f"Drafts by {plan.profile.name}",
            limit_micros=given.micros,
            limit_tokens=given.tokens,
            currency=plan.profile.currency,
        )
    run.save(force_insert=True)
    _keep(run, plan)
    if queue:
        _send(actor, run)
    audit.run_started(
        actor=actor,
        run=run,
        videos=len(plan.taken),
        left_out=len(plan.videos) - len(plan.taken),
        windows=plan.windows,
    )
    return run


@transaction.atomic
def pause_run(*, actor: User, run_id: UUID) -> DraftRun:
    """DR13: calls under way are waited for and their answers kept; no other is sent."""
    run = own_run(actor, run_id)
    move(
        run,
        to=RunState.PAUSED,
        transitions=RUN_TRANSITIONS,
        actor=actor,
        pause_reason=PauseReason.ASKED.value,
        message="Paused by hand. Everything so far is kept.",
    )
    if run.budget_id is not None:
        endpoints.pause(actor=actor, run_id=run.budget_id)
    audit.run_paused(actor=actor, run=run)
    return run


@transaction.atomic
def resume_run(*, actor: User, run_id: UUID, limits: Limits | None = None) -> DraftRun:
    """DR13: goes on with what is still to do, within other limits where some are given; a run whose job ended without
    it is taken up in the same way."""
    run = own_run(actor, run_id)
    if run.state in AT_WORK and is_worked_on(run):
        raise ConflictError("This run is being worked on already.", code="drafting.under_way")
    go_on(run, actor=actor, transitions=RUN_TRANSITIONS, limits=limits)
    audit.run_resumed(actor=actor, run=run)
    return run


def go_on(run: DraftRun, *, actor: User, transitions: Mapping[str, Collection[str]], limits: Limits | None) -> None:
    """A job takes it up, within these limits where some are given. Assumes a transaction, and that nobody works on
    it."""
    if run.state not in AT_WORK:
        cleared = {"pause_reason": "", "message": "", "finished_at": None}
        move(run, to=RunState.QUEUED, transitions=transitions, actor=actor, **cleared)
    if run.budget_id is not None:
        if limits is not None:
            endpoints.change_budget(
                actor=actor, run_id=run.budget_id, limit_micros=limits.micros, limit_tokens=limits.tokens
            )
        endpoints.resume(actor=actor, run_id=run.budget_id)
    _send(actor, run)


@transaction.atomic
def cancel_run(*, actor: User, run_id: UUID) -> DraftRun:
    """What was proposed stays; the rest is not done."""
    run = own_run(actor, run_id)
    end_run(run, to=RunState.CANCELLED, actor=actor, message="Cancelled. What was proposed so far stays.")
    return run


def own_run(actor: User, run_id: UUID) -> DraftRun:
    """Locked, for a maintainer of its project. Assumes a transaction."""
    run = DraftRun.objects.select_for_update(of=("self",)).select_related("project").filter(pk=run_id).first()
    if run is None:
        raise no_such_run()
    require_maintainer(actor, run.project)
    return run


def end_run(run: DraftRun, *, to: RunState, actor: User | None, message: str = "") -> None:
    """Assumes a transaction."""
    move(
        run,
        to=to,
        transitions=RUN_TRANSITIONS,
        actor=actor,
        pause_reason="",
        message=message,
        finished_at=timezone.now(),
    )
    if run.budget_id is not None:
        endpoints.close_budget(run_id=run.budget_id)
    audit.run_ended(actor=actor, run=run, counts=run_counts(run))


def _keep(run: DraftRun, plan: Plan) -> None:
    videos = [
        RunVideo(
            run=run,
            number=number,
            video=planned.video,
            track=planned.track,
            left_out=planned.left_out.value if planned.left_out is not None else "",
        )
        for number, planned in enumerate(plan.videos, start=1)
    ]
    RunVideo.objects.bulk_create(videos, batch_size=BATCH)
    taken = [
        (row, window)
        for row, planned in zip(videos, plan.videos, strict=True)
        if planned.left_out is None
        for window in planned.windows
    ]
    DraftWindow.objects.bulk_create(
        (
            DraftWindow(
                run=run,
                run_video=row,
                position=position,
                number=window.number,
                first_frame=window.frames.start,
                end_frame=window.frames.stop,
                wanted=wanted_value(window.wanted),
            )
            for position, (row, window) in enumerate(taken, start=1)
        ),
        batch_size=BATCH,
    )


def _send(actor: User, run: DraftRun) -> None:
    drafter = load_drafter(run.drafter)
    job = jobs.start_job(
        actor=actor,
        project_id=run.project_id,
        task="drafting.ask" if drafter.uses_model else "drafting.run",
        title=f"Drafts: {drafter.title}",
        total=run.windows.count(),
        run_id=run.pk,
    )
    run.job_id = job.pk
    run.save(update_fields=["job_id"])
