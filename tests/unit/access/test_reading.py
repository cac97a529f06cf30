"""RL40, RL43, RL45: the one decision about reading, in full; and what stands in all terms."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from export.access import metering
from export.access.domain import STANDING_CLAUSES, TRANSITIONS, Facts, Reading, RequestState, reading, whole_terms
from export.access.metering import Exceeded
from export.access.selectors import Asker

# mode × (nobody, somebody, somebody approved) for people without a role in the project
TABLE = {
    "members": ("nothing", "nothing", "nothing"),
    "token": ("nothing", "published", "published"),
    "gated": ("gated", "gated", "published"),
    "public": ("published", "published", "published"),
}


@pytest.mark.parametrize("mode", TABLE)
def test_rl40_each_mode_for_those_without_a_role_that_reads(mode: str) -> None:
    for roles in ((), ("annotator",), ("reviewer", "annotator")):
        people = ((False, False), (True, False), (True, True))
        found = [
            reading(Facts(mode, roles, is_administrator=False, is_known=known, is_approved=approved))
            for known, approved in people
        ]
        assert tuple(found) == TABLE[mode]


@pytest.mark.parametrize("mode", TABLE)
def test_rl40_roles_read_whatever_the_mode(mode: str) -> None:
    def of(*roles: str, administrator: bool = False) -> Reading:
        return reading(Facts(mode, roles, is_administrator=administrator, is_known=True, is_approved=False))

    assert of("researcher") is Reading.FROZEN
    assert of("annotator", "researcher") is Reading.FROZEN
    assert of("researcher", "maintainer") is Reading.ALL
    assert of(administrator=True) is Reading.ALL


def test_rl43_no_terms_are_without_the_standing_clauses() -> None:
    assert "identify" in STANDING_CLAUSES[0]
    assert "high stakes" in STANDING_CLAUSES[1]
    for text in ("", "  ", "Cite us."):
        whole = whole_terms(text)
        assert all(clause in whole for clause in STANDING_CLAUSES)
    assert whole_terms(" Cite us. ").endswith("\n\nCite us.\n")


def test_rl42_what_is_over_stays_over() -> None:
    over = {RequestState.REFUSED, RequestState.REVOKED, RequestState.TAKEN_BACK}
    assert {state for state, after in TRANSITIONS.items() if not after} == over


def test_rl45_the_limit_starts_again_at_midnight(settings, monkeypatch) -> None:
    settings.DOWNLOAD_BYTES_PER_DAY_UNKNOWN = 1000
    person, noon = Asker(None, "x"), datetime(2026, 3, 1, 12, 30, 15, tzinfo=UTC)

    def after(used: int, size: int = 10**7) -> Exceeded | None:
        monkeypatch.setattr(metering, "bytes_today", lambda asked: used)
        return metering.exceeded(person, size, noon)

    assert after(999) is None
    assert after(1000) == Exceeded(1000, 11 * 3600 + 29 * 60 + 45)
    assert "in 11 h 30 min" in after(1000).message
    assert after(10**9, size=1000) is None
