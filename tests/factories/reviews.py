"""A kind of review subject for tests: facts in a dictionary instead of an app, outcomes written down."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest import mock

from annotation.reviews import schemes, services, subjects
from annotation.reviews.domain import Outcome, Scheme
from annotation.reviews.subjects import SubjectFacts

KIND = "specimen"
SCHEME: Scheme = schemes.EPISODE_1


@dataclass
class Shelf:
    """What the specimens are and what became of them."""

    facts: dict[uuid.UUID, SubjectFacts] = field(default_factory=dict)
    ready: list[uuid.UUID] = field(default_factory=list)
    outcomes: dict[uuid.UUID, tuple[bool, dict[str, list[str]]]] = field(default_factory=dict)

    def add(self, count: int = 1, *, family: str = "far", performer: str = "", group: str = "") -> list[uuid.UUID]:
        ids = [uuid.uuid4() for _ in range(count)]
        for subject_id in ids:
            self.facts[subject_id] = SubjectFacts(subject_id, family, family, performer, group or str(subject_id))
        self.ready += ids
        return ids


SHELF = Shelf()


class SpecimenSubject:
    warned = None

    def waiting(self, project, *, limit, by_itself=False):
        return SHELF.ready[:limit]

    def take_in(self, *, actor, project, ids):
        taken = [subject_id for subject_id in ids if subject_id in SHELF.ready]
        SHELF.ready = [subject_id for subject_id in SHELF.ready if subject_id not in set(taken)]
        return [SHELF.facts[subject_id] for subject_id in taken]

    def payload(self, *, project, round_, shows_checks):
        return {"episode": {"id": round_.subject_id, "checks": ["shown"] if shows_checks else []}}

    def record_outcome(self, *, round_, ending):
        SHELF.outcomes[round_.subject_id] = (ending.outcome is Outcome.KEPT, ending.reasons)

    def cannot_be_shown(self, *, project):
        return set()

    def funnel(self, *, project, now):
        return []

    def blocks(self, *, project):
        return []


@contextmanager
def specimens() -> Iterator[Shelf]:
    """Make the kind known and its shelf empty while the block runs."""
    SHELF.facts.clear()
    SHELF.ready.clear()
    SHELF.outcomes.clear()
    targets = {**subjects.KINDS._targets, KIND: "tests.factories.reviews:SpecimenSubject"}
    with (
        mock.patch.object(subjects.KINDS, "_targets", targets),
        mock.patch.dict(schemes.CURRENT, {KIND: SCHEME.id}),
    ):
        yield SHELF


def open_specimens(project, count=1, **facts):
    """A batch of fresh specimens out for review, with their ids."""
    ids = SHELF.add(count, **facts)
    batch, _ = services.open_rounds(actor=None, project=project, subject_ids=ids, subject_kind=KIND)
    return batch, ids


def judgements(**problems: str) -> dict[str, dict[str, object]]:
    """All fine but for the named ones: judgement=reason."""
    return {
        name: {"value": "problem", "reasons": [problems[name]]}
        if name in problems
        else {"value": "fine", "reasons": []}
        for name in SCHEME.judgement_ids
    }


ACCEPT = judgements()
REJECT = judgements(rendering_quality="clip_broken")


def decide(actor, project, lease, given=None, **kwargs):
    return services.submit_decision(
        actor=actor, project=project, lease_id=lease.pk, judgements=given or ACCEPT, **kwargs
    )


def review_next(actor, project, given=None):
    """Ask for the next one, decide it, leave: the verdict counts at once."""
    lease = services.lease_next(actor=actor, project=project)
    submitted = decide(actor, project, lease, given)
    services.leave(actor=actor, project=project)
    return submitted.decision
