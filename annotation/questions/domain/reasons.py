"""Why each rule about an item's content is there, as the person who writes the item is told. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

REASONS: Mapping[str, str] = MappingProxyType(
    {
        # The format
        "QU1": "Every field of an item says something, so that nobody who reads it has to guess.",
        "QU2": "What no reader of JSON agrees about could be read in two ways.",
        "QU3": "The task decides the form of the answer and how it is scored.",
        "QU4": "Each task is scored in one form: labels, labels before and after, or text with a rubric.",
        "QU5": "Answers are compared label by label; another word, or a label twice, would count as wrong.",
        "QU6": "A transition leads from one state to another; the same one, stronger or weaker, is a trajectory.",
        "QU7": "The clip is cut from these times and its parts are joined in this order.",
        "QU8": "Scores and evidence refer to stages, factors and components by their number.",
        "QU9": "A text answer is scored by its rubric; without the whole scale two judges would score differently.",
        "QU10": "Subtitle lines are quoted by number, in the order in which they are heard.",
        "QU11": "An id names one item; a second one under it would take its place.",
        "QU12": "An import goes by the ids of its records, so that it can be repeated.",
        "QU14": "An open question asks for more than the choice among options did.",
        "QU51": "Evidence is a stretch that can be played: it begins before it ends.",
        "QU53": "Without its options a question may ask for more, or for less, than its old answer says.",
        "QU54": "What lies beyond the end of the video cannot be cut.",
        "QU60": "A record that says what is known changes nothing.",
        "QU62": "Reviewers and scores count on the task of an item; it stays what it was first submitted as.",
        "QU63": "Without its video an item has no clip and cannot be reviewed.",
        "WA7": "Only somebody who has seen the whole video knows that no other part answers otherwise.",
        # Clips
        "QU30": "With two targets nobody knows which one the answer is about, and half an answer cannot be scored.",
        "QU31": "Whoever answers sees the clip alone and knows nobody's name; what can be seen finds the person.",
        "QU32": "A question that holds its answer is answered without looking.",
        "QU33": "In too long a clip other moments answer as well; in too short a one the cue is missing.",
        "QU34": "Both states have to be seen, and the event says which is which.",
        "QU35": "The same emotion, stronger or weaker, is no other; a trajectory tells strength stage by stage.",
        "QU36": "A trajectory is scored stage by stage, in the order in which the stages happen.",
        "QU37": "Whoever answers sees only the clip; what lies outside it cannot be what the answer rests on.",
        "QU38": "Whoever answers sees no options; a question or answer that leans on them has lost its meaning.",
        # Whole videos
        "QU40": "Without the emotion and the span that are compared, each reader compares something else.",
        "QU41": "Finding the moments is the task; a list of them leaves only a choice.",
        "QU42": "Where two are equally strong, either answer is right and both would be scored wrong.",
        "QU43": "Two careful people count differently unless it is said what counts as one.",
        "QU44": "What stands in the subtitles is answered by reading; these questions are about seeing and hearing.",
        "QU45": "Where one part of the video is enough, the question is one about a clip.",
        "QU46": "People deceive others and themselves; what somebody says is no proof of what they feel.",
        "QU90": "A single scene is a clip; a question about a whole video takes several parts of it.",
        "QU91": "Several stories run side by side; only the one that is named has a beginning and an end.",
        "QU92": "Two ends are a comparison; how one became the other is what a trajectory asks.",
        "QU93": "What happened can be told without understanding anybody's feelings.",
        "QU94": "A grave event can be borne calmly and a small one hurt; strength is seen in the person.",
        "QU95": "A count can be checked only where everything that was counted is marked, once each.",
        "QU96": "Much happens after something else without being brought about by it.",
        "QU97": "What the video does not show, nobody else can find in it.",
        "QU98": "What is said stands in the subtitles and is found by reading.",
        "QU99": "A right or wrong result and an explanation are scored on different scales.",
    }
)


def reason_of(rule: str) -> str:
    """QU106: every objection says why it is made. What an older version kept by a rule that is gone has no reason and
    is shown all the same."""
    return REASONS.get(rule, "")
