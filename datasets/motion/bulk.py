"""What can be done to many motions at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from affectory.accounts.models import User
from affectory.browsing.actions import Action, each, each_back
from affectory.browsing.arguments import read_list, read_text
from affectory.core.errors import ConflictError
from datasets.motion.domain.states import ExclusionKind
from datasets.motion.models import MotionAsset
from datasets.motion.services import curating, labels

LONGEST_REASON = 2_000
LONGEST_SCENARIO = 200
MOST_WARNINGS = 10


def _exclude(actor: User, motion_id: UUID, arguments: Mapping[str, Any]) -> str | None:
    """Returns the reason that a person had given before, or None."""
    before = _reason(motion_id)
    if before == arguments["reason"]:
        raise ConflictError("It is left out for this reason already.", code="motion.excluded")
    labels.exclude_motion(actor=actor, motion_id=motion_id, reason=arguments["reason"])
    return before


def _unexclude(actor: User, motion_id: UUID, before: str | None) -> None:
    if before is None:
        labels.include_motion(actor=actor, motion_id=motion_id)
    else:
        labels.exclude_motion(actor=actor, motion_id=motion_id, reason=before)


def _include(actor: User, motion_id: UUID, arguments: Mapping[str, Any]) -> str | None:
    before = _reason(motion_id)
    labels.include_motion(actor=actor, motion_id=motion_id)
    return before


def _reason(motion_id: UUID) -> str | None:
    """Why a person left it out, if one did."""
    by_person = MotionAsset.objects.filter(pk=motion_id, exclusion_kind=ExclusionKind.PERSON.value)
    return by_person.values_list("exclusion_reason", flat=True).first()


def _set_scenario(actor: User, motion_id: UUID, scenario: str) -> str:
    return curating.set_scenario(actor=actor, motion_id=motion_id, scenario=scenario)


def _set_warnings(actor: User, motion_id: UUID, warnings: list[str]) -> list[str]:
    return curating.set_content_warnings(actor=actor, motion_id=motion_id, warnings=warnings)


EXCLUDE = Action(
    "Leave out",
    each(_exclude),
    check=lambda given: {"reason": read_text(given, "reason", longest=LONGEST_REASON)},
    revert=each_back(_unexclude),
)
INCLUDE = Action(
    "Take in again",
    each(_include),
    revert=each_back(lambda actor, motion_id, reason: _exclude(actor, motion_id, {"reason": reason})),
)
SCENARIO = Action(
    "Set the scenario",
    each(lambda actor, motion_id, given: _set_scenario(actor, motion_id, given["scenario"])),
    check=lambda given: {"scenario": read_text(given, "scenario", longest=LONGEST_SCENARIO, may_be_empty=True)},
    revert=each_back(_set_scenario),
)
WARNINGS = Action(
    "Set content warnings",
    each(lambda actor, motion_id, given: _set_warnings(actor, motion_id, given["warnings"])),
    check=lambda given: {"warnings": read_list(given, "warnings", most=MOST_WARNINGS)},
    revert=each_back(_set_warnings),
)
INSPECT = Action(
    "Inspect again",
    each(lambda actor, motion_id, _: curating.inspect_again(actor=actor, motion_id=motion_id)),
)
