"""What a kind of row has to do so that there can be releases of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from affectory.accounts.models import Project
from export.formats.kinds import RowForm
from export.releases.models import Release
from export.releases.plan import Bundle, Pins, Placement, Terms
from export.releases.rows import PlannedRow, UnwritableRow

type Planned = PlannedRow | UnwritableRow


class Material(Protocol):
    """What a project's releases can be made from, read at one moment."""

    def kept(self) -> list[Bundle]:
        """All kept rows of the project, those that stay out among them."""
        ...

    def pinned(self, release: Release) -> list[Bundle]:
        """The pinned rows of a release, as what they are made of is at present."""
        ...

    def earlier_pins(self) -> Pins:
        """SP6: where releases since the last new split put each key."""
        ...

    def pin(self, release: Release, placement: Placement) -> int:
        """Write the pins of what was placed, in one statement; how many there are."""
        ...

    def rows(self, placement: Placement, version: str, hidden: Collection[str]) -> Iterator[Planned]:
        """What a freeze would pin and write, with these splits hidden, in ascending order of the ids. Needs the
        caller's transaction."""
        ...

    def pinned_rows(self, release: Release, hidden: Collection[str]) -> Iterator[tuple[int, Planned]]:
        """(key of the pin, row) of what is pinned, in ascending order of the ids. Needs the caller's transaction."""
        ...

    def duplicates(self, bundles: Sequence[Bundle]) -> dict[str, Any]:
        """SP10: what of different splits is the same or nearly so."""
        ...


@dataclass(frozen=True, slots=True)
class AlikeThings:
    """SP10: what two of may be ruled on as twins or distinct: the model of the things, and that of the rulings."""

    one: str
    many: str
    model: Any
    rulings: Any
    name_of: Callable[[Any], str]


class RowKind(Protocol):
    """``name_path`` leads from a pin to the id under which its row is exported; so does ``named_sql``, an expression
    and a join on a pin ``r``. ``lost``: what to do where a file of a row is gone."""

    form: RowForm
    terms: Terms
    name_path: str
    named_sql: tuple[str, str]
    lost: str
    alike: AlikeThings

    def material(self, project: Project, *, lock: bool = False) -> Material:
        """With ``lock`` nobody changes what the rows are made of until the transaction ends."""
        ...

    def states(self, project: Project) -> dict[str, int]:
        """How many are in which state."""
        ...

    def removal_reasons(self, project: Project) -> dict[str, int]:
        """Why reviewers had some removed: reason code and number."""
        ...

    def agreement(self, project: Project) -> Mapping[str, Any]:
        """The agreement report as it goes into a release."""
        ...

    def protocol(self, project: Project) -> dict[str, Any]:
        """RL17: how references came about and who was asked what; nobody's name."""
        ...
