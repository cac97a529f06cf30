"""Rounds that closed with unlike judgements, and what each side said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from affectory.accounts.models import Project, User
from affectory.core.errors import InvalidError, NotFoundError
from annotation.questions.models import Revision
from annotation.reviews import domain as reviews
from annotation.reviews.models import Decision, Round
from annotation.reviews.selectors import reviews_visible_to
from annotation.reviews.subjects import subject_of
from annotation.taxonomy import catalogue
from annotation.taxonomy.domain import Guideline

from ..causes import Cause
from ..models import SplitTag
from ..scope import Scope
from .decisions import judgements_of, pseudonym, rounds_in

UNTAGGED = "none"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What else narrows a list of splits. ``reason`` is "judgement.code"; ``cause`` may be "none"."""

    reason: str = ""
    cause: str = ""
    later_rounds: bool = False


def splits_visible_to(user: User, project: Project, scope: Scope, wanted: Wanted | None = None) -> QuerySet[Round]:
    """AG10: closed rounds whose counted decisions differ, as far as RV11 lets the user see them.

    With a judgement in the scope they differ in that judgement, else in the verdict.
    """
    wanted = wanted or Wanted()
    seen = _seen_by(user, project).filter(round=OuterRef("pk"))
    accepting = Q(verdict=reviews.Verdict.ACCEPT)
    if scope.judgement:
        seen = seen.alias(problem=F("problem_mask").bitand(_bit(scope)))
        accepting = Q(problem=0)
    one, other = seen.filter(accepting), seen.exclude(accepting)
    splits = rounds_in(project, scope).filter(Exists(one), Exists(other), state=reviews.RoundState.CLOSED)
    if not wanted.later_rounds:
        splits = splits.filter(number=1)
    if wanted.reason:
        judgement, _, code = wanted.reason.partition(".")
        given = {judgement: {"value": reviews.Value.PROBLEM.value, "reasons": [code]}}
        splits = splits.filter(
            Exists(_seen_by(user, project).filter(round=OuterRef("pk"), judgements__contains=given))
        )
    if wanted.cause:
        tags = SplitTag.objects.filter(round=OuterRef("pk"), removed_at=None)
        splits = splits.filter(~Exists(tags) if wanted.cause == UNTAGGED else Exists(tags.filter(cause=wanted.cause)))
    return splits


def split_for(user: User, project: Project, round_id: UUID) -> Round:
    """AG10: one split, first round or later."""
    round_ = Round.objects.filter(project=project, pk=round_id).first()
    if round_ is not None:
        wanted = Wanted(later_rounds=True)
        for judgement in ("", *(each.id for each in judgements_of(round_.subject_kind))):
            scope = Scope(round_.subject_kind, judgement=judgement)
            if splits_visible_to(user, project, scope, wanted).filter(pk=round_id).exists():
                return round_
    raise NotFoundError("There is no such split, or its round is still open.", code="split.not_found")


def split_rows(user: User, project: Project, rounds: Sequence[Round]) -> list[dict[str, Any]]:
    """A page of splits with their questions, the reasons of both sides and the causes named so far."""
    decisions: dict[UUID, list[Decision]] = {round_.pk: [] for round_ in rounds}
    for decision in _seen_by(user, project).filter(round__in=decisions):
        decisions[decision.round_id].append(decision)
    judged = Revision.objects.filter(pk__in={round_.revision_id for round_ in rounds})
    questions: dict[UUID | None, str] = dict(judged.values_list("pk", "content__question"))
    causes: dict[UUID, list[str]] = {pk: [] for pk in decisions}
    for pk, cause in SplitTag.objects.filter(round__in=decisions, removed_at=None).values_list("round", "cause"):
        causes[pk].append(cause)
    return [
        {
            "id": round_.pk,
            "kind": round_.subject_kind,
            "granularity": round_.granularity,
            "type": round_.subject_type,
            "subject": round_.subject_id,
            "question": questions.get(round_.revision_id, ""),
            "number": round_.number,
            "outcome": round_.outcome,
            "closed_at": round_.closed_at,
            "reasons": _reasons(decisions[round_.pk]),
            "causes": sorted(causes[round_.pk]),
        }
        for round_ in rounds
    ]


def counts_of_splits(user: User, project: Project, splits: QuerySet[Round]) -> dict[str, Any]:
    """How many splits have each type, reason and cause; one split may have several of the latter two."""
    rounds = list(splits.values_list("pk", "granularity", "subject_type"))
    ids = [pk for pk, _, _ in rounds]
    reasons: Counter[str] = Counter()
    given: dict[UUID, set[str]] = {}
    for round_id, judgements in _seen_by(user, project).filter(round__in=ids).values_list("round_id", "judgements"):
        given.setdefault(round_id, set()).update(_codes(judgements))
    for codes in given.values():
        reasons.update(codes)
    causes: Counter[str] = Counter()
    tagged: set[UUID] = set()
    for round_id, cause in SplitTag.objects.filter(round__in=ids, removed_at=None).values_list("round", "cause"):
        causes[cause] += 1
        tagged.add(round_id)
    types = Counter((granularity, name) for _, granularity, name in rounds)
    return {
        "n": len(rounds),
        "types": [{"granularity": g, "type": name, "n": n} for (g, name), n in sorted(types.items())],
        "reasons": [{"reason": reason, "n": n} for reason, n in sorted(reasons.items())],
        "causes": [
            *({"cause": cause.value, "n": causes[cause]} for cause in Cause),
            {"cause": UNTAGGED, "n": len(ids) - len(tagged)},
        ],
    }


def side_by_side(user: User, project: Project, round_: Round) -> dict[str, Any]:
    """AG10: one split with what each side said, under pseudonyms; nothing says who wrote what is judged."""
    [row] = split_rows(user, project, [round_])
    decisions = _seen_by(user, project).filter(round=round_).order_by("problem_mask", "id")
    judged, following = _revisions(round_)
    version, lines = guideline_of(round_)
    return {
        **row,
        "sides": [
            {
                "reviewer": pseudonym(project, decision.reviewer_id),
                "verdict": decision.verdict,
                "judgements": decision.judgements,
                "note": decision.note,
                "pins": decision.pins,
            }
            for decision in decisions
        ],
        "scheme": [
            {
                "id": judgement.id,
                "label": judgement.label,
                "reasons": [{"code": r.code, "label": r.label} for r in judgement.reasons],
            }
            for judgement in round_.scheme.judgements
        ],
        **_media(project, round_),
        "judged": judged and judged.content,
        "following": following and following.content,
        "guideline": {"version": version, "lines": lines},
        "tags": _tags(round_),
    }


def _media(project: Project, round_: Round) -> dict[str, Any]:
    """What the reviewers looked at: the clips, and of an item the video that its evidence is in."""
    shown = subject_of(round_.subject_kind).payload(project=project, round_=round_, shows_checks=False)
    if "item" in shown:
        clip, video = shown["item"]["clip"], shown["item"]["video"]
        return {"video": video["id"], "media": [_clip("Clip", clip)] if clip else []}
    return {"video": None, "media": [_clip(clip["setting"], clip) for clip in shown["episode"].get("clips", ())]}


def _clip(name: str, clip: dict[str, Any]) -> dict[str, str]:
    return {"name": name, "video_url": clip["video_url"], "poster_url": clip["poster_url"] or ""}


def guideline_of(round_: Round) -> tuple[int | None, list[str]]:
    """The lines of the task's guideline in the edition in force; a kind without one has none."""
    guidelines = catalogue.guidelines()
    found = _task(guidelines.tasks, round_)
    return (guidelines.edition.version, _lines(found)) if found else (None, [])


def _tags(round_: Round) -> list[dict[str, Any]]:
    tags = (
        SplitTag.objects.filter(round=round_, removed_at=None).select_related("author").order_by("created_at", "id")
    )
    return [
        {
            "id": tag.pk,
            "cause": tag.cause,
            "note": tag.note,
            "author": tag.author.display_name or tag.author.username,
            "created_at": tag.created_at,
            "guideline": _line_of(tag, round_),
        }
        for tag in tags
    ]


def _line_of(tag: SplitTag, round_: Round) -> dict[str, Any] | None:
    """The line as it stood in the edition that was in force when the cause was named."""
    if tag.guideline_version is None or tag.guideline_line is None:
        return None
    found = _task(catalogue.guidelines(tag.guideline_version).tasks, round_)
    text = _lines(found)[tag.guideline_line] if found else ""
    return {"version": tag.guideline_version, "line": tag.guideline_line, "text": text}


def _task(tasks: Iterable[Guideline], round_: Round) -> Guideline | None:
    return next((t for t in tasks if (t.granularity, t.type) == (round_.granularity, round_.subject_type)), None)


def _lines(guideline: Guideline) -> list[str]:
    return [guideline.summary, *guideline.points, *guideline.general]


def _revisions(round_: Round) -> tuple[Revision | None, Revision | None]:
    """The revision that was judged, and the one that its author wrote next."""
    if round_.revision_id is None:
        return None, None
    judged = Revision.objects.get(pk=round_.revision_id)
    return judged, Revision.objects.filter(item=judged.item_id, number=judged.number + 1).first()


def _seen_by(user: User, project: Project) -> QuerySet[Decision]:
    return reviews_visible_to(user, project).filter(state=reviews.DecisionState.FINAL)


def _bit(scope: Scope) -> int:
    names = [judgement.id for judgement in judgements_of(scope.kind)]
    if scope.judgement not in names:
        raise InvalidError(
            f"There is no such judgement. Known: {', '.join(names)}.", code="agreement.unknown_judgement"
        )
    return 1 << names.index(scope.judgement)


def _codes(judgements: dict[str, dict[str, Any]]) -> set[str]:
    return {f"{name}.{code}" for name, given in judgements.items() for code in given.get("reasons", ())}


def _reasons(decisions: Iterable[Decision]) -> list[str]:
    return sorted(set().union(*(_codes(decision.judgements) for decision in decisions)))
