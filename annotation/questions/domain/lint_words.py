"""The few English words that lints look for."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
# Word forms of the 26 labels: the beginnings by which a question would give them away.
_LABEL_STEMS: dict[str, tuple[str, ...]] = {
    "peace": ("peace", "calm", "relax"),
    "affection": ("affection", "tender", "fond"),
    "esteem": ("esteem", "admir", "gratef", "gratitude", "respect"),
    "anticipation": ("anticipat", "hopeful", "hoping"),
    "engagement": ("engag", "absorb", "curious", "curiosity"),
    "confidence": ("confiden", "proud", "pride"),
    "happiness": ("happ", "joy", "amus", "delight", "cheer"),
    "pleasure": ("pleasur", "pleas"),
    "excitement": ("excit", "enthusias", "thrill"),
    "surprise": ("surpris", "astonish", "startl", "shock"),
    "sympathy": ("sympath", "compassion"),
    "doubt/confusion": ("doubt", "confus", "puzzl"),
    "disconnection": ("disconnect", "bored", "boredom", "indifferen"),
    "fatigue": ("fatigu", "tired", "weary", "sleepy", "exhaust"),
    "embarrassment": ("embarrass", "asham", "guilt"),
    "yearning": ("yearn", "longing", "jealous", "envy", "envious", "lust"),
    "disapproval": ("disapprov", "contempt", "hostil"),
    "aversion": ("avers", "disgust", "repuls", "hate", "hatred"),
    "annoyance": ("annoy", "irritat", "frustrat", "impatien"),
    "anger": ("anger", "angry", "furious", "rage", "resent"),
    "sensitivity": ("sensitiv", "vulnerab"),
    "sadness": ("sad", "sorrow", "grief", "griev", "disappoint"),
    "disquietment": ("disquiet", "nervous", "worr", "anxi", "tense", "tension", "alarm"),
    "fear": ("fear", "afraid", "frighten", "scared", "terrif", "horrif"),
    "pain": ("pain", "hurting"),
    "suffering": ("suffer", "distress", "anguish", "despair"),
}
# Words that begin like a label and are none.
_NOT_MEANT = ("please", "happen", "happens", "happened", "happening", "saddle", "painting", "paint", "painter",
              "paints", "respective", "respectively")  # fmt: skip
_MORE_EMOTION = (
    "emotion",
    "feel",
    "mood",
    "enjoy",
    "love",
    "uncomfortab",
    "comfort",
    "relie",
    "tense",
    "upset",
    "mov",
)
_STRENGTH = re.compile(
    r"\b(?:intensif\w+|escalat\w+|weaken\w*|strengthen\w*|more and more|less and less|how (?:strongly|intense\w*)|"
    r"increas\w+|decreas\w+|stronger|weaker)\b",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def emotion_words(text: str) -> frozenset[str]:
    """The words of a text that belong to some label."""
    return frozenset(word for word in _WORD.findall(text.casefold()) if _stem_of(word))


def has_emotion(text: str) -> bool:
    return bool(emotion_words(text)) or any(word.startswith(_MORE_EMOTION) for word in _WORD.findall(text.casefold()))


def has_strength(text: str) -> bool:
    return bool(_STRENGTH.search(text))


def belongs(word: str, label: str) -> bool:
    return word not in _NOT_MEANT and word.startswith(_LABEL_STEMS.get(label, (label,)))


@lru_cache(maxsize=4096)
def _stem_of(word: str) -> bool:
    return any(belongs(word, label) for label in _LABEL_STEMS)
