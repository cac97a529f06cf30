"""Items of each task, as JSON has them, made up for the tests."""

import copy
import json

RUBRICS = {
    "result": {"criterion": "Right?", "scores": {"0": "no", "1": "yes"}},
    "trajectory": {"criterion": "Stages?", "scores": {str(n): f"level {n}" for n in range(5)}},
    "causal": {"criterion": "Cause?", "scores": {str(n): f"level {n}" for n in range(4)}},
}
STAGES = {
    "description": "Stages in order.",
    "items": [
        {"id": "S1", "description": "Calm.", "anchor": "At the door.", "emotion": "peace", "intensity": None},
        {"id": "S2", "description": "Cross.", "anchor": "The call.", "emotion": "anger", "intensity": "strong"},
    ],
}


def clip(type_name="contextual emotion", **changes):
    answer, details, rubric = {
        "contextual emotion": (["happiness", "doubt/confusion"], None, None),
        "emotion influence": (["surprise"], None, None),
        "emotion transition": ({"before": ["engagement", "annoyance"], "after": ["sadness"]}, None, None),
        "emotion trajectory": ("Calm, then cross.", STAGES, RUBRICS["trajectory"]),
        "emotion cause": ("The call upset her.", None, RUBRICS["causal"]),
    }[type_name]
    value = {
        "question_id": "G1_Q000001",
        "video_id": "G1_V000001",
        "source": {"from": "Made up S01E01", "segments": [{"start": 687.6, "end": 778}]},
        "granularity": "clip",
        "type": type_name,
        "question": "What does the woman with the red scarf feel after the call?",
        "answer": answer,
        "answer_details": details,
        "rubric": rubric,
        "subtitles": [{"id": "U1", "t": [687.61, 688.82], "speaker": "Ann", "text": "This one?"}],
    }
    return copy.deepcopy({**value, **changes})


def episode(type_name="emotional intensity comparison", **changes):
    answer, details, rubric = {
        "emotional intensity comparison": ("The soup.", None, RUBRICS["result"]),
        "emotion trajectory": ("Calm, then cross.", STAGES, RUBRICS["trajectory"]),
        "emotional reasoning": (
            "Envy and guilt.",
            {"description": "All needed.", "items": [{"id": "R1", "description": "Envy."}]},
            RUBRICS["causal"],
        ),
    }[type_name]
    value = {
        "question_id": "G2_Q000001",
        "video_id": "G2_V000001",
        "source": {"from": "https://example.org/v", "segments": None},
        "granularity": "episode",
        "type": type_name,
        "question": "Which dish does the man in green enjoy most during the tasting?",
        "answer": answer,
        "answer_details": details,
        "rubric": rubric,
        "subtitles": None,
    }
    return copy.deepcopy({**value, **changes})


ALL = [
    *(clip(name) for name in ("contextual emotion", "emotion influence", "emotion transition", "emotion trajectory")),
    clip("emotion cause"),
    episode(),
    episode("emotion trajectory"),
    episode("emotional reasoning"),
]


def numbered(values):
    return [{**value, "question_id": f"X{place}"} for place, value in enumerate(values, start=1)]


def as_bytes(values):
    return json.dumps(values, ensure_ascii=False).encode()
