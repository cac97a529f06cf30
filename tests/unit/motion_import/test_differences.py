"""MO45: what an import would change, as a reader sees it."""

from __future__ import annotations

from datasets.motion.domain.differences import Difference, DifferenceCount, counted, differences

BEFORE = {
    "label": "happy",
    "exclusion_kind": "",
    "exclusion_reason": "",
    "licence": "CC0",
    "may_send_to_external_model": True,
    "content_warnings": [],
    "performer": "P1",
    "source_sha256": "a" * 64,
}


def test_mo45_nothing_differs_from_itself():
    assert differences(BEFORE, dict(BEFORE)) == ()


def test_mo45_a_label_and_its_reason_are_one_difference():
    after = BEFORE | {"label": "", "exclusion_kind": "label", "exclusion_reason": "no counterpart"}
    assert differences(BEFORE, after) == (Difference("label", "happy", "left out: no counterpart"),)


def test_mo45_values_are_written_out():
    after = BEFORE | {
        "may_send_to_external_model": False,
        "content_warnings": ["falls", "blood"],
        "performer": None,
        "source_sha256": "b" * 64,
    }
    assert differences(BEFORE, after) == (
        Difference("may_send_to_external_model", "yes", "no"),
        Difference("content_warnings", "", "falls; blood"),
        Difference("performer", "P1", ""),
        Difference("bytes", "aaaaaaaaaaaa", "bbbbbbbbbbbb"),
    )


def test_mo45_equal_differences_are_counted_together_and_labels_come_first():
    def bytes_of(digest: str) -> dict[str, str]:
        return {"field": "bytes", "before": "0", "after": digest}

    licence = {"field": "licence", "before": "", "after": "CC0"}
    label = {"field": "label", "before": "sad", "after": "happy"}
    assert counted([[bytes_of("1"), licence], [bytes_of("2"), licence], [label]]) == (
        DifferenceCount("label", "sad", "happy", 1),
        DifferenceCount("bytes", "", "", 2),
        DifferenceCount("licence", "", "CC0", 2),
    )
