"""Joins that pinning and comparing share: an episode with the split of its people, and the label that it asks for."""

from __future__ import annotations

from typing import Any

from datasets.episodes.domain import Target
from export.releases.kinds.episodes.sources import split_of_people
from export.releases.kinds.episodes.terms import NOBODY
from export.releases.plan import Placement

SECOND = f"coalesce(e.second_motion_id, '{NOBODY}'::uuid)"
AVATAR = f"coalesce(e.avatar_id, '{NOBODY}'::uuid)"
ASKED_LABEL = f"CASE e.target WHEN '{Target.B.value}' THEN e.second_label ELSE e.label END"
# Takes the five lists of ``placed_people``.
OF_PLACED = f"""
JOIN unnest(%s::uuid[], %s::text[], %s::uuid[], %s::text[], %s::text[])
  AS p(motion_id, label, second_id, second_label, split)
  ON p.motion_id = e.motion_id AND p.label = e.label AND p.second_id = {SECOND} AND p.second_label = e.second_label
"""


def placed_people(placement: Placement) -> list[list[Any]]:
    """Motions, labels, second motions, second labels and splits of what is placed, side by side."""
    places = split_of_people(placement.bundles)
    columns = [[people[n] for people in places] for n in range(4)]
    return [*columns, list(places.values())]
