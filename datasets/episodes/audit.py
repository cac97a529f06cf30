from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.core.audit import record

from .models import Composition, Episode


def composition_started(*, actor: User, composition: Composition) -> None:
    record(
        actor=actor,
        event="composition_started",
        project_id=composition.project_id,
        subject=composition,
        seed=composition.seed,
    )


def composition_ended(*, composition: Composition, accepted: int) -> None:
    record(
        actor=None,
        event=f"composition_{composition.state}",
        project_id=composition.project_id,
        subject=composition,
        accepted=accepted,
    )


def episode_checked(*, episode: Episode) -> None:
    record(
        actor=None,
        event=f"episode_{episode.state}",
        project_id=episode.project_id,
        subject=episode,
        refusal=episode.refusal,
    )


def episode_opened_for_review(*, episode: Episode) -> None:
    record(actor=None, event="episode_opened_for_review", project_id=episode.project_id, subject=episode)


def episode_outcome_recorded(*, actor: User | None, episode: Episode) -> None:
    record(actor=actor, event=f"episode_{episode.state}", project_id=episode.project_id, subject=episode)


def episodes_withdrawn(*, actor: User, project_id: UUID, count: int) -> None:
    record(actor=actor, event="episodes_withdrawn", project_id=project_id, count=count)


def episodes_discarded(*, actor: User | None, project: Project, composition: Composition | None, count: int) -> None:
    record(actor=actor, event="episodes_discarded", project_id=project.pk, subject=composition, count=count)


def episodes_restored(*, actor: User, project: Project, count: int) -> None:
    record(actor=actor, event="episodes_restored", project_id=project.pk, count=count)
