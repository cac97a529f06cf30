"""The time line of an item: where its draft came from, its revisions, its rounds, what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from affectory.accounts.models import User
from annotation.comments.domain import Part, Standing
from annotation.comments.selectors import COUNTED, FINISHED, KIND, reviewer_numbers, threads_visible_to
from annotation.drafting.selectors import source_of_draft
from annotation.questions.models import Draft, Item
from annotation.reviews.domain import DecisionState, RoundState
from annotation.reviews.models import Decision, Round


def decisions_in_history(user: User, item: Item, standing: Standing) -> list[Decision]:
    """CM6: blindness of the time line. Who maintains the project, did not write the item and does not review sees
    what counts as it comes in. Its author sees closed rounds. All others who take part, a maintainer who reviews
    among them, see their own until the item is finished."""
    decisions = Decision.objects.filter(round__subject_kind=KIND, round__subject_id=item.pk)
    if standing.names:
        seen = decisions.filter(state__in=COUNTED)
    elif standing.wrote:
        seen = decisions.filter(state=DecisionState.FINAL, round__state=RoundState.CLOSED)
    elif standing.finished:
        seen = decisions.filter(state=DecisionState.FINAL)
    else:
        seen = decisions.filter(state=DecisionState.FINAL, reviewer=user)
    return list(seen.select_related("round", "reviewer").order_by("round__number", "final_at", "id"))


def history_of(user: User, item: Item, standing: Standing) -> dict[str, Any]:
    """The caller has looked whether the history may be seen at all (`Standing.sees_history`)."""
    numbers = reviewer_numbers(item.pk)
    decisions = decisions_in_history(user, item, standing)
    revisions = list(item.revisions.select_related("author"))
    threads = threads_visible_to(user, item.project).filter(item=item)
    rounds = Round.objects.filter(subject_kind=KIND, subject_id=item.pk).select_related("revision").order_by("number")
    return {
        "item": item,
        "part": standing.part,
        "names": standing.names,
        "origin": _origin(item, standing),
        "revisions": [
            {
                "number": revision.number,
                "at": revision.created_at,
                "by": shown_person(revision.author, Part.AUTHOR, user=user, standing=standing, numbers=numbers),
                "digest": revision.digest,
                "content": revision.content,
            }
            for revision in revisions
        ],
        "rounds": [_round(round_, decisions, user=user, standing=standing, numbers=numbers) for round_ in rounds],
        "finished": item.state in FINISHED,
        "threads": threads.count(),
        "open_threads": threads.filter(resolved_at=None).count(),
    }


def shown_person(
    person: User, part: str, *, user: User, standing: Standing, numbers: dict[UUID, int]
) -> dict[str, Any]:
    """CM2: somebody as this user may see them. Maintainers who speak as such are named to all; authors and reviewers
    to those who may learn names, and everybody to themselves."""
    named = standing.names or part == Part.MAINTAINER or person.pk == user.pk
    return {
        "part": part,
        "number": numbers.get(person.pk) if part == Part.REVIEWER else None,
        "name": str(person) if named else None,
        "you": person.pk == user.pk,
    }


def _origin(item: Item, standing: Standing) -> dict[str, Any]:
    """What the item began as, for the author and maintainers; others learn nothing of the draft."""
    tells = standing.wrote or (standing.maintains and standing.names)
    source = source_of_draft(item) if tells else None
    draft = Draft.objects.filter(item=item, based_on=0).first() if tells and source is None else None
    return {
        "kind": item.origin if tells else None,
        "at": item.created_at,
        "content": source.proposal.content if source is not None else draft.initial if draft is not None else None,
        "drafter": source,
    }


def _round(
    round_: Round,
    decisions: Iterable[Decision],
    *,
    user: User,
    standing: Standing,
    numbers: dict[UUID, int],
) -> dict[str, Any]:
    """A closed round with what was decided in it; of an open one only what the user may see of it."""
    return {
        "number": round_.number,
        "revision": round_.revision.number if round_.revision is not None else None,
        "state": round_.state,
        "outcome": round_.outcome or None,
        "opened_at": round_.created_at,
        "closed_at": round_.closed_at,
        "judgements": [{"id": j.id, "label": j.label} for j in round_.scheme.judgements],
        "decisions": [
            _decision(decision, round_, user=user, standing=standing, numbers=numbers)
            for decision in decisions
            if decision.round_id == round_.pk
        ],
    }


def _decision(
    decision: Decision, round_: Round, *, user: User, standing: Standing, numbers: dict[UUID, int]
) -> dict[str, Any]:
    labels = {j.id: {reason.code: reason.label for reason in j.reasons} for j in round_.scheme.judgements}
    given = {name: decision.judgements[name] for name in labels if name in decision.judgements}
    return {
        "by": shown_person(decision.reviewer, Part.REVIEWER, user=user, standing=standing, numbers=numbers),
        "verdict": decision.verdict,
        "judgements": [
            {
                "id": name,
                "value": one["value"],
                "reasons": [labels[name].get(code, code) for code in one["reasons"]],
            }
            for name, one in given.items()
        ],
        "note": decision.note,
        "pins": [
            {"judgement": pin["judgement"], "time_s": pin["time_s"], "note": pin["note"]} for pin in decision.pins
        ],
        "at": decision.final_at if standing.names else None,
        "withdrawn": decision.end_reason if decision.state == DecisionState.WITHDRAWN else None,
    }
