"""Kept items as rows of releases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affectory.accounts.models import Project
from annotation.agreement.scope import Scope
from annotation.questions.judging import question_id_of
from annotation.questions.models import Item
from annotation.questions.selectors import item_counts
from export.formats.kinds import RowForm
from export.formats.kinds.items import ITEMS as FORM
from export.releases.agreement import agreement_of
from export.releases.kinds.base import AlikeThings, Material
from export.releases.kinds.items.material import ItemMaterial
from export.releases.kinds.items.protocol import protocol_of, removal_reasons
from export.releases.kinds.items.terms import TERMS
from export.releases.models import QuestionRuling


class ItemKind:
    form: RowForm = FORM
    terms = TERMS
    name_path = "item__external_id"
    named_sql = ("i.external_id", "JOIN questions_item i ON i.id = r.item_id")
    lost = "Ask for its clip again, or bring the video in again, then freeze."
    alike = AlikeThings(one="item", many="items", model=Item, rulings=QuestionRuling, name_of=question_id_of)

    def material(self, project: Project, *, lock: bool = False) -> Material:
        return ItemMaterial(project, lock=lock)

    def states(self, project: Project) -> dict[str, int]:
        return item_counts(project)

    def removal_reasons(self, project: Project) -> dict[str, int]:
        return removal_reasons(project)

    def agreement(self, project: Project) -> Mapping[str, Any]:
        return agreement_of(project, Scope("item"), self.form.words)

    def protocol(self, project: Project) -> dict[str, Any]:
        return protocol_of(project)


ITEMS = ItemKind()
