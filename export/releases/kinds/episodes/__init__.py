"""Kept episodes as rows of releases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affectory.accounts.models import Project
from annotation.agreement.scope import Scope
from datasets.motion.models import MotionAsset
from export.formats.kinds import RowForm
from export.formats.kinds.episodes import EPISODES as FORM
from export.releases.agreement import agreement_of
from export.releases.kinds.base import AlikeThings, Material
from export.releases.kinds.episodes.candidates import episode_states, removal_reasons
from export.releases.kinds.episodes.material import EpisodeMaterial
from export.releases.kinds.episodes.protocol import protocol_of
from export.releases.kinds.episodes.terms import TERMS
from export.releases.models import DuplicateRuling


class EpisodeKind:
    form: RowForm = FORM
    terms = TERMS
    name_path = "episode_id"
    named_sql = ("r.episode_id::text", "")
    lost = "Render the episode again, then freeze."
    alike = AlikeThings(
        one="motion", many="motions", model=MotionAsset, rulings=DuplicateRuling, name_of=lambda motion: motion.name
    )

    def material(self, project: Project, *, lock: bool = False) -> Material:
        return EpisodeMaterial(project, lock=lock)

    def states(self, project: Project) -> dict[str, int]:
        return episode_states(project)

    def removal_reasons(self, project: Project) -> dict[str, int]:
        return removal_reasons(project)

    def agreement(self, project: Project) -> Mapping[str, Any]:
        return agreement_of(project, Scope("episode"), self.form.words)

    def protocol(self, project: Project) -> dict[str, Any]:
        return protocol_of(project)


EPISODES = EpisodeKind()
