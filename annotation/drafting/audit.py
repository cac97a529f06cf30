"""One function per event that is kept about drafting."""

from __future__ import annotations

from affectory.accounts.models import User
from affectory.core import audit
from annotation.drafting.models import DraftRun


def run_started(*, actor: User, run: DraftRun, videos: int, left_out: int, windows: int) -> None:
    _of_run(actor, run, "drafting.started", drafter=run.drafter, videos=videos, left_out=left_out, windows=windows)


def run_paused(*, actor: User | None, run: DraftRun) -> None:
    _of_run(actor, run, "drafting.paused", reason=run.pause_reason)


def run_resumed(*, actor: User, run: DraftRun, **raised: object) -> None:
    _of_run(actor, run, "drafting.resumed", **raised)


def asked_again(*, actor: User, run: DraftRun, windows: int) -> None:
    _of_run(actor, run, "drafting.asked_again", windows=windows)


def run_ended(*, actor: User | None, run: DraftRun, counts: dict[str, int]) -> None:
    _of_run(actor, run, "drafting.ended", state=run.state, counts=counts)


def _of_run(actor: User | None, run: DraftRun, event: str, **data: object) -> None:
    audit.record(actor=actor, event=event, project_id=run.project_id, subject=run, **data)
