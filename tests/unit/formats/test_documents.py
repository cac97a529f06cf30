"""RL9, RL17, RL18: documents that are made from what was pinned, each number with what it was counted over."""

from __future__ import annotations

import numpy as np
import pytest

from annotation.agreement.report import Decided, build_report
from export.formats.documents import DOCUMENTS, DocumentExporter
from export.formats.markdown import page
from export.releases.kinds.distributions import weighted_median
from export.releases.kinds.episodes.terms import distributions
from tests.factories.snapshots import PROFILE, bundle, candidate, plan, snapshot_of


def documents(**changes) -> dict[str, str]:
    files = DocumentExporter().files(snapshot_of(plan(**changes)))
    return {file.path: b"".join(file.chunks).decode() for file in files}


def agreement(patterns: list[str]) -> dict:
    """A report as the project's own is worked, with one group per item."""
    item = np.repeat(np.arange(len(patterns)), 2)
    accepts = np.array([letter == "a" for pattern in patterns for letter in pattern])
    zeros = np.zeros(len(patterns), dtype=np.int64)
    decided = Decided(
        item=item, reviewer=np.tile([0, 1], len(patterns)), accepts=accepts, fine=accepts[:, None],
        item_type=zeros, item_group=np.arange(len(patterns)), item_week=zeros,
        reviewers=["a", "b"], judgements=["rendering_quality"], types=[("", "rear_view")], weeks=["2026-W48"],
    )  # fmt: skip
    report = build_report(decided, seed=1, resamples=50)
    return {**report, "available": True}


def test_every_document_comes_as_text_and_as_a_page() -> None:
    files = documents()
    assert set(files) == {f"{name}.{form}" for name in DOCUMENTS for form in ("md", "html")}
    assert "<h1>Lab 0.1.0: annotation protocol</h1>" in files["annotation-protocol.html"]
    assert "<td>far_visible" not in files["annotation-protocol.html"]
    assert "<table>" in files["datasheet.html"]


def test_peoples_words_bring_neither_markup_nor_pictures_into_a_page() -> None:
    bad = "<script>x</script> ![p](http://elsewhere/p.png) [l](javascript:x)"
    html = documents(profile={**PROFILE, "known_limits": bad})["datasheet.html"]
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert page("<b>", "x").count("<title>&lt;b&gt;</title>") == 1


def test_rl17_the_protocol_names_mappings_judgements_and_how_many_people_judged() -> None:
    text = documents()["annotation-protocol.md"]
    assert "| anger | angry |" in text
    assert "| disgust | left out: no class |" in text
    assert "This collection has no mapping" in text
    assert "2 reviewers judged every episode by themselves" in text
    assert "5 people took part" in text
    assert "- Too dark or too bright" in text
    assert "- Too distressing" in text


def test_rl18_the_published_agreement_comes_out_in_the_report() -> None:
    """SPEC 5: 374 both accept, 165 split, 35 both reject of 574 give 71.25 % and α 0.118."""
    report = agreement(["aa"] * 374 + ["ar"] * 165 + ["rr"] * 35)
    text = documents(agreement=report)["quality-report.md"]
    assert "574 items with two initial verdicts. Observed agreement 71.25 %. Krippendorff's α 0.118" in text
    # By chance: 1148 verdicts, 913 accept; 574 · 913·912/(1148·1147) = 362.97, and so on (UX: 363/187/24).
    assert "| Both accept | 374 | 363.0 |" in text
    assert "| Split | 165 | 187.1 |" in text
    assert "| Both reject | 35 | 24.0 |" in text
    assert "| rear_view | 574 | 71.25 % | 0.118 |" in text


def test_rl18_an_undefined_number_is_said_with_its_reason() -> None:
    text = documents(agreement=agreement(["aa"] * 30))["quality-report.md"]
    assert "Krippendorff's α is undefined" in text
    assert documents()["quality-report.md"].count("No agreement figure: no batch is finished") == 1


def test_rl18_what_reviewers_removed_stands_with_its_reasons() -> None:
    text = documents()["quality-report.md"]
    assert "| kept | 24 |" in text
    assert "| clip_broken | 2 |" in text
    assert "| distance | 24 | 0 | 0 |" in text


@pytest.mark.parametrize(
    ("values", "middle"),
    [
        ([], None),
        ([(2.0, 1)], 2.0),
        ([(1.0, 1), (4.0, 1)], 2.5),
        # 1 1 1 4 9: the third is 1.
        ([(4.0, 1), (9.0, 1), (1.0, 3)], 1.0),
        # 1 1 4 4: between 1 and 4.
        ([(1.0, 2), (4.0, 2)], 2.5),
    ],
)
def test_the_median_counts_each_episode_once(values, middle) -> None:
    assert weighted_median(values) == middle


def test_durations_fall_into_the_bin_they_begin_and_unknown_ones_are_not_counted() -> None:
    lengths = [0.5, 1.0, 4.999, 60.0]
    made = [bundle(candidate(n, duration_s=length)) for n, length in enumerate(lengths)]
    made.append(bundle(candidate(9, duration_s=None, performer_id=None)))
    found = distributions(made)
    duration = found["duration_s"]
    assert (duration["n"], duration["min"], duration["max"]) == (4, 0.5, 60.0)
    assert [b["n"] for b in duration["bins"]] == [1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1]
    # Candidates 0 to 3 are two takes each of p0 and p1 by one person; 9 is of p4, and nobody knows by whom.
    assert found["sources"] == {
        "motions": 5, "performances": 3, "performers": 1, "scenes": 1, "performer_unknown": 1,
    }  # fmt: skip


def test_the_datasheet_tells_durations_and_sources() -> None:
    text = documents()["datasheet.md"]
    assert "24 episodes: shortest 3.70 s, median 3.70 s, longest 3.70 s." in text
    assert "| 3 to under 4 | 24 |" in text
    assert "| Known performers | 4 |" in text
