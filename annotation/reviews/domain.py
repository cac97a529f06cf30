"""What a review is, without database or clock: states, verdict, outcome, judgement checks, serving order."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

MAX_NOTE = 4_000
MAX_PINS = 50
MAX_PIN_NOTE = 1_000
MAX_RUN = 3
MAX_PRIORITY = 9
SHUFFLE_RANGE = 2**31
PLACE_BITS = 20


class BatchState(StrEnum):
    OPEN = "OPEN"
    CLOSED = "CLOSED"


class RoundState(StrEnum):
    OPEN = "OPEN"
    CLOSED = "CLOSED"


class SlotState(StrEnum):
    FREE = "FREE"
    TAKEN = "TAKEN"


class LeaseState(StrEnum):
    """OPEN: being looked at. HELD: decided, and the decision can still be taken back."""

    OPEN = "OPEN"
    HELD = "HELD"
    DECIDED = "DECIDED"
    SKIPPED = "SKIPPED"
    RELEASED = "RELEASED"
    EXPIRED = "EXPIRED"
    REVOKED = "REVOKED"
    WITHDRAWN = "WITHDRAWN"


class DecisionState(StrEnum):
    """HELD counts nowhere. FINAL counts. The other two are kept for the record."""

    HELD = "HELD"
    FINAL = "FINAL"
    TAKEN_BACK = "TAKEN_BACK"
    WITHDRAWN = "WITHDRAWN"


class Verdict(StrEnum):
    ACCEPT = "accept"
    REJECT = "reject"


class Outcome(StrEnum):
    """Returned: to the author, who writes the next revision. Void: the subject went while it was being judged."""

    KEPT = "KEPT"
    REMOVED = "REMOVED"
    RETURNED = "RETURNED"
    VOID = "VOID"


class ExclusionReason(StrEnum):
    """RV41: why somebody may not judge a round."""

    AUTHOR = "author"
    EARLIER_REVIEWER = "earlier_reviewer"


class Order(StrEnum):
    """RV44: how a batch is gone through: video by video and in time, or shuffled."""

    VIDEO = "video"
    RANDOM = "random"


class Value(StrEnum):
    FINE = "fine"
    PROBLEM = "problem"


BATCH_TRANSITIONS: dict[str, frozenset[str]] = {
    BatchState.OPEN: frozenset({BatchState.CLOSED}),
    BatchState.CLOSED: frozenset({BatchState.OPEN}),
}
ROUND_TRANSITIONS: dict[str, frozenset[str]] = {
    RoundState.OPEN: frozenset({RoundState.CLOSED}),
    RoundState.CLOSED: frozenset(),
}
SLOT_TRANSITIONS: dict[str, frozenset[str]] = {
    SlotState.FREE: frozenset({SlotState.TAKEN}),
    SlotState.TAKEN: frozenset({SlotState.FREE}),
}
LEASE_TRANSITIONS: dict[str, frozenset[str]] = {
    LeaseState.OPEN: frozenset(
        {
            LeaseState.HELD,
            LeaseState.SKIPPED,
            LeaseState.RELEASED,
            LeaseState.EXPIRED,
            LeaseState.REVOKED,
        }
    ),
    LeaseState.HELD: frozenset({LeaseState.OPEN, LeaseState.DECIDED, LeaseState.REVOKED}),
    LeaseState.DECIDED: frozenset({LeaseState.WITHDRAWN}),
    LeaseState.SKIPPED: frozenset(),
    LeaseState.RELEASED: frozenset(),
    LeaseState.EXPIRED: frozenset(),
    LeaseState.REVOKED: frozenset(),
    LeaseState.WITHDRAWN: frozenset(),
}
DECISION_TRANSITIONS: dict[str, frozenset[str]] = {
    DecisionState.HELD: frozenset({DecisionState.FINAL, DecisionState.TAKEN_BACK}),
    DecisionState.FINAL: frozenset({DecisionState.WITHDRAWN}),
    DecisionState.TAKEN_BACK: frozenset(),
    DecisionState.WITHDRAWN: frozenset(),
}

# Leases that occupy their slot, and leases after which the same person never gets the round again (RV2, RV6).
OCCUPYING = (LeaseState.OPEN, LeaseState.HELD, LeaseState.DECIDED)
BARRING = (*OCCUPYING, LeaseState.SKIPPED, LeaseState.WITHDRAWN)
# Decisions that stand in a slot, and those whose slot somebody else may fill or has filled.
STANDING = (DecisionState.HELD, DecisionState.FINAL)
SUPERSEDED = (DecisionState.TAKEN_BACK, DecisionState.WITHDRAWN)
# Outcomes after which a subject is finished: nothing of its review is a secret any more (RV11).
FINISHING = (Outcome.KEPT, Outcome.REMOVED, Outcome.VOID)


@dataclass(frozen=True, slots=True)
class ReasonDef:
    code: str
    label: str


@dataclass(frozen=True, slots=True)
class JudgementDef:
    id: str
    label: str
    reasons: tuple[ReasonDef, ...]


@dataclass(frozen=True, slots=True)
class Scheme:
    id: str
    judgements: tuple[JudgementDef, ...]
    skip_reasons: tuple[ReasonDef, ...]

    @property
    def judgement_ids(self) -> tuple[str, ...]:
        return tuple(j.id for j in self.judgements)


@dataclass(frozen=True, slots=True)
class Judgement:
    value: Value
    reasons: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {"value": self.value.value, "reasons": list(self.reasons)}


class JudgementError(ValueError):
    """Judgements, note or pins that the scheme does not allow; ``fields`` names each fault."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self.fields = fields
        super().__init__("; ".join(f"{name}: {' '.join(texts)}" for name, texts in fields.items()))


def read_judgements(raw: object, scheme: Scheme) -> dict[str, Judgement]:
    """RV5: every judgement of the scheme is given, a problem has at least one reason, fine has none."""
    if not isinstance(raw, Mapping):
        raise JudgementError({"judgements": ["Give one judgement per question as an object."]})
    faults: dict[str, list[str]] = {}
    read: dict[str, Judgement] = {}
    known = {j.id: j for j in scheme.judgements}
    for name in raw:
        if name not in known:
            faults["judgements"] = [f"Unknown judgement; this round asks for {', '.join(known)}."]
    for name, definition in known.items():
        judgement, fault = _read_judgement(raw.get(name), definition)
        if judgement is None:
            faults[f"judgements.{name}"] = [fault]
        else:
            read[name] = judgement
    if faults:
        raise JudgementError(faults)
    return read


def _read_judgement(raw: object, definition: JudgementDef) -> tuple[Judgement | None, str]:
    if not isinstance(raw, Mapping):
        return None, "Not judged: say fine or problem."
    value, reasons = raw.get("value"), raw.get("reasons", [])
    if value not in (Value.FINE.value, Value.PROBLEM.value):
        return None, "Say fine or problem."
    if not isinstance(reasons, list) or not all(isinstance(code, str) for code in reasons):
        return None, "Reasons are a list of codes."
    codes = [reason.code for reason in definition.reasons]
    if any(code not in codes for code in reasons):
        return None, f"Unknown reason; known ones are {', '.join(codes)}."
    if value == Value.FINE.value:
        return (None, "Fine takes no reasons.") if reasons else (Judgement(Value.FINE), "")
    if not reasons:
        return None, "A problem needs at least one reason."
    return Judgement(Value.PROBLEM, tuple(code for code in codes if code in reasons)), ""


def read_note(raw: object, *, field: str = "note", limit: int = MAX_NOTE) -> str:
    if raw is None:
        return ""
    if not isinstance(raw, str):
        raise JudgementError({field: ["Text is expected."]})
    if len(raw) > limit:
        raise JudgementError({field: [f"At most {limit:,} characters."]})
    if "\x00" in raw or any("\ud800" <= letter <= "\udfff" for letter in raw):
        raise JudgementError({field: ["The text has characters that cannot be stored."]})
    return raw


def read_pins(raw: object, scheme: Scheme) -> list[dict[str, Any]]:
    """Moments a reviewer ties to a judgement: frame, time, setting and a note."""
    if raw is None:
        return []
    if not isinstance(raw, list) or len(raw) > MAX_PINS:
        raise JudgementError({"pins": [f"Pins are a list of at most {MAX_PINS}."]})
    return [_read_pin(pin, f"pins.{number}", scheme) for number, pin in enumerate(raw)]


def _read_pin(pin: object, field: str, scheme: Scheme) -> dict[str, Any]:
    if not isinstance(pin, Mapping):
        raise JudgementError({field: ["A pin is an object."]})
    judgement, frame, time_s = pin.get("judgement"), pin.get("frame"), pin.get("time_s")
    if judgement not in scheme.judgement_ids:
        raise JudgementError({f"{field}.judgement": ["Unknown judgement."]})
    if not isinstance(frame, int) or isinstance(frame, bool) or not 0 <= frame < 2**31:
        raise JudgementError({f"{field}.frame": ["A whole number from 0 is expected."]})
    if not isinstance(time_s, int | float) or isinstance(time_s, bool) or not _is_time(time_s):
        raise JudgementError({f"{field}.time_s": ["Seconds from 0 are expected."]})
    return {
        "judgement": judgement,
        "frame": frame,
        "time_s": float(time_s),
        "setting": read_note(pin.get("setting"), field=f"{field}.setting", limit=40),
        "note": read_note(pin.get("note"), field=f"{field}.note", limit=MAX_PIN_NOTE),
    }


def _is_time(value: float) -> bool:
    return 0 <= value <= 1e7 and math.isfinite(value)


def verdict_of(judgements: Mapping[str, Judgement]) -> Verdict:
    """RV7: accept if and only if every judgement is fine."""
    fine = all(judgement.value is Value.FINE for judgement in judgements.values())
    return Verdict.ACCEPT if fine else Verdict.REJECT


def outcome_of(verdicts: Iterable[str], *, number: int, limit: int) -> Outcome:
    """RV8: kept if all accept; removed if all reject or this was the last round allowed; else back to the author.

    What has no author to return to is allowed one round.
    """
    given = set(verdicts)
    if given == {Verdict.ACCEPT.value}:
        return Outcome.KEPT
    return Outcome.REMOVED if given == {Verdict.REJECT.value} or number >= limit else Outcome.RETURNED


def reasons_of(decisions: Iterable[Mapping[str, Mapping[str, Any]]]) -> dict[str, list[str]]:
    """Every reason that anybody gave, by judgement, in alphabetical order."""
    found: dict[str, set[str]] = {}
    for judgements in decisions:
        for name, judgement in judgements.items():
            found.setdefault(name, set()).update(judgement.get("reasons", ()))
    return {name: sorted(codes) for name, codes in sorted(found.items()) if codes}


def told_to_author(decisions: Iterable[Mapping[str, Any]], scheme: Scheme) -> list[dict[str, Any]]:
    """RV48: what reviewers objected to, one entry per judgement, and their notes: no names, no times, and in an order
    that follows from the decisions' random ids alone."""
    known = {j.id: {reason.code: reason.label for reason in j.reasons} for j in scheme.judgements}
    told = []
    for decision in sorted(decisions, key=lambda one: hashlib.sha256(str(one["id"]).encode()).digest()):
        note = decision["note"]
        for name in scheme.judgement_ids:
            given = decision["judgements"][name]
            if given["value"] == Value.PROBLEM.value:
                pins = [pin for pin in decision["pins"] if pin["judgement"] == name]
                told.append(_told(name, given["reasons"], known[name], note, pins))
                note = ""
        if note:
            told.append(_told("", [], {}, note, []))
    return told


def _told(
    judgement: str, codes: Sequence[str], labels: Mapping[str, str], note: str, pins: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    return {
        "judgement": judgement,
        "codes": list(codes),
        "labels": [labels[code] for code in codes],
        "note": note,
        "pins": [{"time_s": pin["time_s"], "note": pin["note"]} for pin in pins],
    }


def problem_mask(judgements: Mapping[str, Judgement], scheme: Scheme) -> int:
    """The problems as bits in the scheme's order, so that reports need not read JSON."""
    return sum(
        1 << position for position, name in enumerate(scheme.judgement_ids) if judgements[name].value is Value.PROBLEM
    )


def probe(*, seed: int, person: str, turn: int) -> int:
    """RV9: where in the shuffled batch this person's next search starts: seeded per person, fixed per turn.

    Slots carry random shuffle keys; searching upwards from a fresh pseudo-random point each turn gives every
    person an order of their own without storing one per person.
    """
    return _seeded(f"{seed}:{person}:{turn}")


def video_key(*, seed: int, video: str, start_s: float) -> int:
    """RV44: a place in the order by video: a seeded place for the video, and within it the time, to a tenth."""
    place = min(max(int(start_s * 10), 0), (1 << PLACE_BITS) - 1)
    return (_seeded(f"{seed}:{video}") << PLACE_BITS) | place


def probe_video(*, seed: int, person: str) -> int:
    """RV44: where a person's way through the videos begins, so that people start at different ones."""
    return probe(seed=seed, person=person, turn=0) << PLACE_BITS


def first_of_video(key: int) -> int:
    return key >> PLACE_BITS << PLACE_BITS


def after_video(key: int) -> int:
    return ((key >> PLACE_BITS) + 1) << PLACE_BITS


def _seeded(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") % SHUFFLE_RANGE


def run_with(value: str, *, previous: str, run: int) -> int:
    """How many in a row, this one included, share a value; an unknown one (empty) shares nothing."""
    return run + 1 if value and value == previous else 1


def tired_of(value: str, run: int) -> str | None:
    """RV9: the family or performer that the next one must not have, after ``MAX_RUN`` in a row."""
    return value if value and run >= MAX_RUN else None
