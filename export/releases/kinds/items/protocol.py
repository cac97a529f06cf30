"""How questions and answers came about and who was asked what: the part of the header that documents are made of."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db.models import OuterRef, Subquery

from affectory.accounts.models import Project
from annotation.drafting.domain.fates import follow
from annotation.drafting.domain.states import Fate, ProposalOutcome
from annotation.drafting.models import Proposal
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item, Revision
from annotation.reviews.domain import Outcome, reasons_of
from annotation.reviews.models import Decision, Round
from annotation.taxonomy import catalogue
from annotation.taxonomy.domain import Edition
from export.releases.kinds.reviewing import review_of

KIND = "item"


def protocol_of(project: Project) -> dict[str, Any]:
    """RL17: guidelines, labels and rubrics in force, judgements with their reasons, how many people judged, and how
    drafts served; nobody's name."""
    guidelines, vocabulary = catalogue.guidelines(), catalogue.vocabulary()
    found, policy = review_of(project, KIND)
    return {
        "guidelines": _edition(guidelines.edition),
        "vocabulary": _edition(vocabulary.edition),
        "rubrics": _edition(catalogue.rubrics().edition),
        "labels": [label.name for label in vocabulary.labels],
        "tasks": [
            {"granularity": task.granularity, "type": task.type, "summary": task.summary} for task in guidelines.tasks
        ],
        "drafting": drafting_of(project),
        "round_limit": policy.round_limit,
        **found,
    }


def drafting_of(project: Project) -> dict[str, Any]:
    """Of the kept items how many began as a draft, by what drafted them, and how many went through unchanged."""
    first = Revision.objects.filter(item=OuterRef("item"), number=1)
    rows = (
        Proposal.objects.filter(
            run__project=project, outcome=ProposalOutcome.PROPOSED.value, item__state=ItemState.KEPT
        )
        .annotate(submitted=Subquery(first.values("content")[:1]))
        .values_list("run__drafter", "run__model", "run__prompt", "content", "submitted")
    )
    items: Counter[tuple[str, str, str]] = Counter()
    unchanged: Counter[tuple[str, str, str]] = Counter()
    for *origin, content, submitted in rows.iterator():
        key = (origin[0], origin[1], origin[2])
        items[key] += 1
        unchanged[key] += follow(content or {}, state=ItemState.KEPT, submitted=submitted).fate is Fate.KEPT
    return {
        "kept": Item.objects.filter(project=project, state=ItemState.KEPT).count(),
        "drafted": [
            {"drafter": key[0], "model": key[1], "prompt": key[2], "items": n, "unchanged": unchanged[key]}
            for key, n in sorted(items.items())
        ],
    }


def removal_reasons(project: Project) -> dict[str, int]:
    """Why reviewers had items removed: reason code and number of items."""
    rounds = Round.objects.filter(project=project, subject_kind=KIND, outcome=Outcome.REMOVED)
    counted = Decision.objects.filter(round__in=rounds, state="FINAL").order_by("round_id")
    by_round: dict[Any, list[Any]] = {}
    for round_id, judgements in counted.values_list("round_id", "judgements").iterator():
        by_round.setdefault(round_id, []).append(judgements)
    counts: Counter[str] = Counter()
    for given in by_round.values():
        counts.update({code for codes in reasons_of(given).values() for code in codes})
    return dict(sorted(counts.items()))


def _edition(edition: Edition) -> dict[str, Any]:
    return {"id": edition.id, "version": edition.version, "sha256": edition.sha256}
