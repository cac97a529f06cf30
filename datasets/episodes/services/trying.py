"""EP3: what a plan would give, before anything is made."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import Sum

from affectory.accounts.models import Project, User
from datasets.episodes import material
from datasets.episodes.composer import Slot
from datasets.episodes.models import Composition
from datasets.episodes.plan import Plan, PlanError, Wanted, read_plan, wanted_of
from datasets.episodes.report import Counts, choose_examples, group_json
from datasets.scenes.models import Scene

from . import access
from .composing import TRIED_SLOTS, Workshop, start

AT_MOST_S = 4.0
NEVER_LONGER_S = 8.0
"""Only to try one slot of every group, on a machine that is busy."""
SCENES_IN_REQUEST = 4
TRIANGLES_IN_REQUEST = 200_000


def dry_run(*, actor: User, project: Project, plan: str | dict[str, Any], seed: int) -> dict[str, Any] | Composition:
    """EP3: from the first slots of each group, with the ids that a run gives. It stops early rather than let somebody
    wait; ``tried`` says how far it came. EP54: scenes that cannot be read within a request are tried by a job, whose
    result one comes back to."""
    access.require_composing(actor, project)
    wanted = access.plan_from(plan)
    access.require_seed(seed)
    pinned = access.pinned_for(project, wanted)
    if _takes_long(pinned):
        with transaction.atomic():
            return start(
                actor=actor,
                project=project,
                text=plan,
                plan=wanted,
                pinned=pinned,
                seed=seed,
                render=False,
                trial=True,
            )
    return _tried(project, wanted, pinned, seed)


def faults_of(*, actor: User, project: Project, plan: str) -> dict[str, Any]:
    """EP12: every fault of a plan with its line, and what it asks for; for an editor that asks while somebody
    writes."""
    access.require_composing(actor, project)
    try:
        wanted = read_plan(plan)
        faults = material.unknown_names_in(project, wanted)
        groups = [{"name": w.name, "family": w.family, "asked": w.count} for w in wanted_of(wanted)]
    except PlanError as error:
        faults, groups = error.faults, []
    return {
        "faults": [{"line": line, "message": message} for line, message in faults],
        "groups": groups,
        "asked": sum(group["asked"] for group in groups),
    }


def _takes_long(pinned: material.Pinned) -> bool:
    if len(pinned.scenes) > SCENES_IN_REQUEST:
        return True
    scenes = Scene.objects.filter(pk__in=[scene.id for scene in pinned.scenes])
    return (scenes.aggregate(n=Sum("triangles"))["n"] or 0) > TRIANGLES_IN_REQUEST


def _tried(project: Project, plan: Plan, pinned: material.Pinned, seed: int) -> dict[str, Any]:
    started = time.monotonic()
    workshop = Workshop(
        Composition(project=project, plan=plan.as_json(), seed=seed, material=pinned.as_json(), trial=True)
    )
    counts = {wanted.name: Counts() for wanted in wanted_of(plan)}
    examples: list[dict[str, Any]] = []
    for wanted, slot in _in_turn(workshop):
        refusals = [workshop.refusal_json(refusal) for refusal in slot.refusals]
        counts[wanted.name].add(is_accepted=slot.spec is not None, refusals=refusals)
        examples = choose_examples([examples, refusals])
        if slot.spec is not None:
            counts[wanted.name].ids.append(str(slot.spec.id_in(project.pk)))
        took = time.monotonic() - started
        if took > NEVER_LONGER_S or (took > AT_MOST_S and all(found.tried for found in counts.values())):
            break
    return {
        "groups": [
            group_json(
                name=wanted.name,
                family=wanted.family,
                asked=wanted.count,
                counts=counts[wanted.name],
                **workshop.outlook(wanted, counts[wanted.name]),
            )
            for wanted in wanted_of(plan)
        ],
        "refusals": examples,
        "episode_ids": [pk for found in counts.values() for pk in found.ids],
        "scenes": len(pinned.scenes),
        "motions": len(pinned.motions),
        "seconds": round(time.monotonic() - started, 2),
    }


def _in_turn(workshop: Workshop) -> Iterator[tuple[Wanted, Slot]]:
    """The first slot of each group, then the second …"""
    for number in range(TRIED_SLOTS):
        for wanted in workshop.wanted.values():
            if number < wanted.count:
                yield wanted, workshop.slot(wanted, number)
