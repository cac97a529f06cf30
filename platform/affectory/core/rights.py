"""CO3: derived things inherit the strictest rights of what they were made from."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import models

from .errors import InvalidError


class MayRedistribute(models.TextChoices):
    """What a release may carry, from most to least."""

    MEDIA = "media", "Media"
    DERIVED = "derived", "Derived renders and motions"
    ANNOTATIONS = "annotations", "Annotations only"


_FROM_STRICTEST = (MayRedistribute.ANNOTATIONS, MayRedistribute.DERIVED, MayRedistribute.MEDIA)


@dataclass(frozen=True, slots=True)
class Rights:
    """Licence text or id, what may be redistributed, and whether bytes may go to an external model."""

    licence: str
    may_redistribute: MayRedistribute = MayRedistribute.ANNOTATIONS
    may_send_to_external_model: bool = False

    def allows(self, kind: MayRedistribute) -> bool:
        """Whether something of this kind may be redistributed."""
        return _FROM_STRICTEST.index(self.may_redistribute) >= _FROM_STRICTEST.index(kind)


def allows_less(one: Rights, other: Rights) -> bool:
    """Whether the one forbids something that the other allows."""
    closed_to_models = other.may_send_to_external_model and not one.may_send_to_external_model
    return closed_to_models or not one.allows(other.may_redistribute)


def most_open(*kinds: MayRedistribute) -> MayRedistribute:
    return max(kinds, key=_FROM_STRICTEST.index)


def strictest(*rights: Rights) -> Rights:
    """The rights of something made from all of these. Licences are listed once each, in alphabetical order."""
    if not rights:
        raise InvalidError("Rights cannot be derived from nothing.", code="rights.nothing")
    return Rights(
        licence="; ".join(sorted({r.licence for r in rights})),
        may_redistribute=min((r.may_redistribute for r in rights), key=_FROM_STRICTEST.index),
        may_send_to_external_model=all(r.may_send_to_external_model for r in rights),
    )


class RightsColumns(models.Model):
    """What may leave the house of a thing that came from elsewhere; the default is the strictest."""

    licence = models.CharField(max_length=500, blank=True)
    may_redistribute = models.CharField(
        max_length=20, choices=MayRedistribute.choices, default=MayRedistribute.ANNOTATIONS
    )
    may_send_to_external_model = models.BooleanField(default=False)

    class Meta:
        abstract = True

    @property
    def own_rights(self) -> Rights:
        return Rights(
            licence=self.licence,
            may_redistribute=MayRedistribute(self.may_redistribute),
            may_send_to_external_model=self.may_send_to_external_model,
        )


def rights_as_written(row: RightsColumns) -> dict[str, object]:
    """The columns as the audit log keeps them."""
    return {
        "licence": row.licence,
        "may_redistribute": str(row.may_redistribute),
        "may_send_to_external_model": row.may_send_to_external_model,
    }
