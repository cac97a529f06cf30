"""The collections that an import touches: what it says of their labels, rights and people, before and after."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any

from affectory.core.rights import MayRedistribute, most_open
from affectory.core.withdrawn import Marks
from datasets.motion import audit
from datasets.motion.domain.differences import Difference, plain_differences
from datasets.motion.domain.fields import CONSENT, Field
from datasets.motion.domain.labels import LabelRules, extended_rules, label_key, label_rules
from datasets.motion.domain.mapping import MotionFields
from datasets.motion.models import Collection, Import, Performer
from datasets.motion.selectors import current_label_mapping
from datasets.motion.services.labels import extend_mapping, mapping_diff


@dataclass(slots=True)
class CollectionBook:
    """The collections an import touches: as they are, or as it would make them."""

    motion_import: Import
    preset: str
    labels: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
    rights: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict)
    parts: Counter[tuple[str, str]] = dataclasses.field(default_factory=Counter)
    _rules: dict[str, LabelRules] = dataclasses.field(default_factory=dict)
    _made: dict[str, Collection] = dataclasses.field(default_factory=dict)
    _up_to_date: set[str] = dataclasses.field(default_factory=set)
    _consents: dict[tuple[str, str], dict[str, Any]] = dataclasses.field(default_factory=dict)
    _relabelled: dict[tuple[str, str], int] = dataclasses.field(default_factory=dict)
    _marks: Marks | None = None

    @property
    def marks(self) -> Marks:
        """What was withdrawn from the project, as of this transaction."""
        if self._marks is None:
            self._marks = Marks(self.motion_import.project_id)
        return self._marks

    def note_label(self, collection: str, source_label: str, label: str) -> None:
        self.labels.setdefault(collection, {})[source_label] = label

    def note_part(self, fields: MotionFields) -> None:
        self.parts[fields.collection, fields.performance] += 1

    def note_rights(self, fields: MotionFields) -> None:
        """A collection that an import makes allows what the most open of its motions allows, so that each motion's
        own rights decide."""
        noted = self.rights.setdefault(
            fields.collection,
            {
                "licence": fields.licence,
                "may_redistribute": fields.may_redistribute,
                "may_send_to_external_model": fields.may_send_to_external_model,
            },
        )
        if noted["licence"] != fields.licence:
            noted["licence"] = ""
        noted["may_redistribute"] = most_open(
            MayRedistribute(noted["may_redistribute"]), MayRedistribute(fields.may_redistribute)
        )
        noted["may_send_to_external_model"] |= fields.may_send_to_external_model

    def find(self, name: str) -> Collection | None:
        if name not in self._made:
            found = Collection.objects.filter(project=self.motion_import.project, name=name).first()
            if found is None:
                return None
            self._made[name] = found
        return self._made[name]

    def rules(self, name: str) -> LabelRules:
        """The mapping in force, extended by what the manifest says about labels that it does not know (MO36)."""
        if name not in self._rules:
            collection = self.find(name)
            self._rules[name], is_news = self._extended(name, collection)
            if is_news and collection is not None:
                for change in mapping_diff(collection, self._rules[name]).changes:
                    self._relabelled.setdefault((name, label_key(change.source_label)), change.motions)
        return self._rules[name]

    def relabelled(self, fields: MotionFields) -> int:
        """How many motions that are there get another label by what this import says of theirs; told once."""
        key = fields.collection, label_key(fields.source_label)
        count = self._relabelled.get(key, 0)
        self._relabelled[key] = 0
        return count

    def forget(self) -> None:
        """Another import may have changed collections since the last transaction."""
        self._rules.clear()
        self._made.clear()
        self._up_to_date.clear()
        self._consents.clear()
        self._marks = None

    def consent_news(self, fields: MotionFields) -> tuple[dict[str, Any], tuple[Difference, ...]]:
        """MO70: what a row says of its performer's consent that is not written yet, and what of it replaces
        something. It is news once: the next rows of the person find it written."""
        if fields.performer is None or not fields.consent:
            return {}, ()
        key = fields.collection, fields.performer
        if key not in self._consents:
            person = Performer.objects.filter(collection__project=self.motion_import.project_id)
            written = person.filter(collection__name=key[0], name=key[1]).values(*CONSENT).first()
            self._consents[key] = written or {}
        known = self._consents[key]
        said: dict[str, Any] = dict(fields.consent)
        if Field.CONSENTED_ON in said:
            said[Field.CONSENTED_ON] = date.fromisoformat(said[Field.CONSENTED_ON])
        news = {name: value for name, value in said.items() if known.get(name) != value}
        self._consents[key] = known | news
        return news, plain_differences(known, {name: value for name, value in news.items() if name in known})

    def make(self, name: str) -> Collection:
        """The collection's row with its mapping up to date. Assumes the project's lock."""
        if name in self._up_to_date:
            return self._made[name]
        actor = self.motion_import.created_by
        collection = self.find(name)
        rules, is_news = self._extended(name, collection)
        if collection is None:
            collection = Collection.objects.create(
                project=self.motion_import.project,
                name=name,
                is_synthetic=self.motion_import.is_synthetic,
                **self.rights[name],
            )
            audit.collection_created(actor=actor, collection=collection)
        if is_news:
            because = f"import {self.motion_import.pk}"
            extend_mapping(actor=actor, collection=collection, rules=rules, because_of=because)
        self._made[name], self._rules[name] = collection, rules
        self._up_to_date.add(name)
        return collection

    def _extended(self, name: str, collection: Collection | None) -> tuple[LabelRules, bool]:
        current = current_label_mapping(collection) if collection else None
        base = current.rules if current else label_rules(preset=self.preset)
        rules = extended_rules(base, self.labels.get(name, {}), in_force=current is not None)
        return rules, current is None or rules != base
