"""How somebody wants a motion to be put onto the avatar, where the usual way will not do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

AUTO, REST = "auto", "rest"
_FRAME: Final = re.compile(r"frame (0|[1-9][0-9]{0,6})")


class OptionsError(ValueError):
    """An option that there is not; ``field`` names it."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class RetargetOptions:
    """``reference``: "auto", "rest" (the file's rest pose) or "frame 12". ``lock_feet`` takes sliding
    out of feet on the floor."""

    reference: str = AUTO
    lock_feet: bool = False

    def __post_init__(self) -> None:
        if self.reference not in (AUTO, REST) and not _FRAME.fullmatch(self.reference):
            raise OptionsError(
                'The pose to align by is "auto", "rest" or a frame such as "frame 12".', field="reference"
            )

    @property
    def frame(self) -> int | None:
        """The frame to align by, counted from 0, if one is wanted."""
        found = _FRAME.fullmatch(self.reference)
        return int(found[1]) if found else None

    def as_json(self) -> dict[str, Any]:
        """Only what differs from the usual."""
        usual = RetargetOptions()
        values = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in values.items() if value != getattr(usual, name)}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> RetargetOptions:
        unknown = sorted(set(given) - set(cls.__slots__))
        if unknown:
            raise OptionsError(f"There is no option {unknown[0]}.", field=unknown[0])
        for name, value in given.items():
            kind = bool if name == "lock_feet" else str
            if not isinstance(value, kind):
                raise OptionsError(f"{name} must be {'yes or no' if kind is bool else 'a text'}.", field=name)
        return cls(**given)
