"""Who may, what a plan names, and the locked row: what several services of this package begin with."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.core.errors import InvalidError, NotAllowedError, NotFoundError
from affectory.core.rows import fetch
from datasets.episodes import material, policies
from datasets.episodes.models import Composition, Episode
from datasets.episodes.plan import Plan, PlanError, read_plan

SEEDS = (-(2**53) + 1, 2**53 - 1)


def require_composing(actor: User, project: Project) -> None:
    if not policies.can_compose(actor, project):
        raise NotAllowedError("Only a maintainer composes episodes.", code="composition.not_allowed")


def plan_from(given: str | dict[str, Any]) -> Plan:
    """EP12: a plan with every fault named, with its line where it has one."""
    try:
        return read_plan(given)
    except PlanError as error:
        raise invalid_plan(error.faults) from error


def invalid_plan(faults: list[tuple[int | None, str]], *, code: str = "plan.invalid") -> InvalidError:
    sentences = [f"line {line}: {text}" if line else text for line, text in faults]
    return InvalidError(sentences[0], code=code, fields={"plan": sentences})


def require_seed(seed: int) -> None:
    if not SEEDS[0] <= seed <= SEEDS[1]:
        sentence = f"The seed must be a whole number between {SEEDS[0]} and {SEEDS[1]}."
        raise InvalidError(sentence, code="plan.seed", fields={"seed": [sentence]})


def pinned_for(project: Project, plan: Plan) -> material.Pinned:
    """EP12: the scenes and motions that a plan may use as they are at this moment; refused where nothing fits."""
    faults = material.unknown_names_in(project, plan)
    if faults:
        raise invalid_plan(faults, code="plan.no_scene" if faults[0][1].startswith("scenes") else "plan.unknown_name")
    pinned = material.pin(project, plan)
    if not pinned.scenes:
        raise invalid_plan([(None, "scenes: there is no scene in this project yet.")], code="plan.no_scene")
    if not pinned.motions:
        sentence = (
            "motions: no motion fits. A motion can be composed when it is inspected, labelled, not left out, and its "
            "checks hold."
        )
        raise invalid_plan([(None, sentence)], code="plan.no_motion")
    return pinned


def locked_episode(episode_id: UUID) -> Episode:
    found = fetch(Episode, "WHERE id = %s FOR UPDATE", [episode_id])
    if not found:
        raise NotFoundError("There is no such episode.", code="episode.not_found")
    return found[0]


def locked_composition(composition_id: UUID) -> Composition:
    found = Composition.objects.select_for_update().defer("material").filter(pk=composition_id).first()
    if found is None:
        raise NotFoundError("There is no such composition.", code="composition.not_found")
    return found


def counted(count: int) -> str:
    return f"{count:,} episode" if count == 1 else f"{count:,} episodes"
