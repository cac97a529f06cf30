"""Harmonising source labels to the five classes, with presets for known collections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from datasets.intake.text import shown


class EmotionLabel(StrEnum):
    ANGRY = "angry"
    FEARFUL = "fearful"
    HAPPY = "happy"
    NEUTRAL = "neutral"
    SAD = "sad"


FIVE_LABELS = tuple(label.value for label in EmotionLabel)
NOT_AMONG_THE_FIVE = "the manifest says that it is none of the five classes"
NO_SOURCE_LABEL = "no source label: add one to the manifest, or leave the motion out"


@dataclass(frozen=True, slots=True)
class Harmonised:
    """A label of the five, or the reason why there is none. Never both, never neither."""

    label: str
    exclusion_reason: str


@dataclass(frozen=True, slots=True)
class LabelRules:
    """A collection's mapping: source label → one of the five, or → the reason for leaving it out.

    Keys are compared without regard to case and to blanks around them. A source label in parts ("bow/angry") that
    is not listed as a whole goes by its last part.
    """

    preset: str = "free"
    labels: Mapping[str, str] = field(default_factory=dict)
    exclusions: Mapping[str, str] = field(default_factory=dict)

    def lookup(self, source_label: str) -> Harmonised | None:
        """What the mapping says about a source label; None where it says nothing."""
        whole = label_key(source_label)
        for key in (whole, whole.rsplit("/", 1)[-1].strip()):
            if key in self.labels:
                return Harmonised(self.labels[key], "")
            if key in self.exclusions:
                return Harmonised("", self.exclusions[key])
        return None


@dataclass(frozen=True, slots=True)
class LabelPreset:
    id: str
    title: str
    rules: LabelRules


class LabelRulesError(ValueError):
    """A mapping that cannot be used; ``field`` names the offending key."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


def label_key(source_label: str) -> str:
    return " ".join(source_label.split()).casefold()


def _no_counterpart(collection: str, *names: str) -> dict[str, str]:
    return {name: f"{collection}: {name} has no counterpart among the five classes" for name in names}


_OWN_NAMES = {name: name for name in FIVE_LABELS}

LABEL_PRESETS: dict[str, LabelPreset] = {
    preset.id: preset
    for preset in (
        LabelPreset("free", "The five names only", LabelRules("free", _OWN_NAMES)),
        LabelPreset(
            "kdae",
            "KDAE (A F H N SA; D and SU are left out)",
            LabelRules(
                "kdae",
                {"a": "angry", "f": "fearful", "h": "happy", "n": "neutral", "sa": "sad"}
                | {"anger": "angry", "fear": "fearful", "happiness": "happy", "neutral": "neutral"}
                | {"sadness": "sad"},
                _no_counterpart("KDAE", "d", "disgust", "su", "surprise"),
            ),
        ),
        LabelPreset(
            "emilya",
            "Emilya (anger, panic fear, joy, neutral, sadness)",
            LabelRules(
                "emilya",
                {
                    "anger": "angry",
                    "panic fear": "fearful",
                    "panicfear": "fearful",
                    "panic-fear": "fearful",
                    "joy": "happy",
                    "neutral": "neutral",
                }
                | {"sadness": "sad"},
                _no_counterpart("Emilya", "anxiety", "pride", "shame"),
            ),
        ),
        LabelPreset(
            "bandai-namco",
            "Bandai-Namco (angry, happy, sad, normal; every other style is left out)",
            LabelRules(
                "bandai-namco",
                {"angry": "angry", "happy": "happy", "sad": "sad", "normal": "neutral"},
                _no_counterpart(
                    "Bandai-Namco",
                    *(
                        "tired",
                        "not-confident",
                        "proud",
                        "active",
                        "childish",
                        "chimpira",
                        "elderly",
                        "exhausted",
                    ),
                    *(
                        "feminine",
                        "giant",
                        "masculine",
                        "masculinity",
                        "musical",
                        "old",
                        "youthful",
                        "mechanical",
                    ),
                ),
            ),
        ),
    )
}


def harmonise(source_label: str, rules: LabelRules) -> Harmonised:
    """MO23: a source label without a clear counterpart is excluded with a reason, never dropped silently."""
    if not source_label.strip():
        return Harmonised("", NO_SOURCE_LABEL)
    found = rules.lookup(source_label)
    if found is not None:
        return found
    return Harmonised(
        "",
        f"source label {shown(source_label)} is not in the collection's label mapping ({rules.preset}): map it to "
        "one of the five classes or leave it out there",
    )


def label_rules(*, preset: str = "free", labels: object = None, exclusions: object = None) -> LabelRules:
    """Checked rules from a preset and free pairs; free pairs win over the preset's."""
    if preset not in LABEL_PRESETS:
        raise LabelRulesError(f"unknown preset {shown(preset)}; there are {', '.join(LABEL_PRESETS)}", field="preset")
    base = LABEL_PRESETS[preset].rules
    own_labels = _pairs(labels, "labels")
    own_exclusions = _pairs(exclusions, "exclusions")
    for source, label in own_labels.items():
        if label not in FIVE_LABELS:
            raise LabelRulesError(
                f"{shown(source)} is mapped to {shown(label)}, which is none of {', '.join(FIVE_LABELS)}",
                field="labels",
            )
        if source in own_exclusions:
            raise LabelRulesError(f"{shown(source)} is both mapped and excluded; choose one", field="exclusions")
    for source, reason in own_exclusions.items():
        if not reason.strip():
            raise LabelRulesError(f"{shown(source)} is excluded without a reason; write one", field="exclusions")
    return LabelRules(
        preset,
        {key: value for key, value in base.labels.items() if key not in own_exclusions} | own_labels,
        {key: value for key, value in base.exclusions.items() if key not in own_labels} | own_exclusions,
    )


def extended_rules(base: LabelRules, said: Mapping[str, str], *, in_force: bool) -> LabelRules:
    """MO36: rules with what a manifest says of source labels, as class or "" for none of the five.

    A preset yields to the manifest's word; a mapping in force is extended and not overruled.
    """
    news = {source: label for source, label in said.items() if not in_force or base.lookup(source) is None}
    labels = {source: label for source, label in news.items() if label}
    exclusions = {source: NOT_AMONG_THE_FIVE for source, label in news.items() if not label}
    return LabelRules(
        base.preset,
        {source: label for source, label in base.labels.items() if source not in exclusions} | labels,
        {source: reason for source, reason in base.exclusions.items() if source not in labels} | exclusions,
    )


def _pairs(given: object, name: str) -> dict[str, str]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise LabelRulesError(f"{name} must be an object of source label and value", field=name)
    pairs: dict[str, str] = {}
    for source, value in given.items():
        if not isinstance(source, str) or not isinstance(value, str):
            raise LabelRulesError(f"{name} must hold text only; look at {shown(str(source))}", field=name)
        key = label_key(source)
        if not key:
            raise LabelRulesError(f"{name} holds an empty source label; remove it", field=name)
        if pairs.get(key, value) != value:
            raise LabelRulesError(f"{name} gives {shown(source)} two different values", field=name)
        pairs[key] = value
    return pairs
