"""Files that other people made, where they are at hand: each with the right cues and complaints."""

import json
from pathlib import Path

import pytest

from datasets.videos.subtitles import SubtitleError, read_subtitles

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
SUBS, CASES = DATA / "subs", DATA / "cases"

pytestmark = pytest.mark.skipif(not SUBS.is_dir(), reason="the shared subtitle files are not at hand")

CUES = {
    "elephantsdream_captions.ar.vtt": 77,
    "elephantsdream_captions.en.vtt": 78,
    "elephantsdream_captions.ja.vtt": 77,
    "elephantsdream_captions.ru.vtt": 84,
    "elephantsdream_chapters.en.vtt": 9,
    "elephantsdream_descriptions.en.vtt": 63,
    "moviepy_subtitles-unicode.srt": 1,
    "moviepy_subtitles.srt": 5,
    "nasa_13013.srt": 4,
    "pysubs2_subtitle_with_attached_images_aegisub.ass": 1,
    "pysubs2_ttml_example_apple.ass": 38,
    "srt_gb2312.srt": 3,
    "webvttpy_captions_with_bom.vtt": 4,
    "webvttpy_comments.vtt": 3,
    "webvttpy_cue_tags.vtt": 3,
    "webvttpy_empty.vtt": None,
    "webvttpy_invalid.vtt": 7,
    "webvttpy_invalid_format1.srt": None,
    "webvttpy_invalid_format3.srt": None,
    "webvttpy_invalid_format4.srt": 1,
    "webvttpy_invalid_timeframe.srt": 5,
    "webvttpy_invalid_timeframe.vtt": 7,
    "webvttpy_invalid_timeframe_in_cue_text.vtt": 4,
    "webvttpy_metadata_headers_multiline.vtt": 2,
    "webvttpy_missing_caption_text.srt": 5,
    "webvttpy_missing_caption_text.vtt": 5,
    "webvttpy_missing_timeframe.srt": 4,
    "webvttpy_missing_timeframe.vtt": 6,
    "webvttpy_no_captions.vtt": 0,
    "webvttpy_sample.srt": 5,
    "webvttpy_styles.vtt": 1,
    "webvttpy_using_identifiers.vtt": 6,
    "webvttpy_youtube_dl.vtt": 4,
}
COMPLAINTS = {
    "moviepy_subtitles.srt": [(10, "short_number"), (14, "short_number"), (18, "short_number")],
    "srt_gb2312.srt": [(0, "encoding_guessed"), (5, "number_gap"), (9, "number_gap")],
    "webvttpy_invalid.vtt": [(1, "no_header")],
    "webvttpy_invalid_format4.srt": [(1, "before_first_cue"), (2, "no_number"), (2, "empty")],
    "webvttpy_invalid_timeframe.srt": [(6, "odd_time_mark")],
    "webvttpy_invalid_timeframe.vtt": [(6, "bad_end"), (6, "end_taken")],
    "webvttpy_invalid_timeframe_in_cue_text.vtt": [(6, "empty"), (7, "no_blank_line")],
    "webvttpy_missing_caption_text.vtt": [(6, "empty")],
    "webvttpy_missing_timeframe.srt": [(5, "lost_times"), (8, "number_gap")],
    "webvttpy_missing_timeframe.vtt": [(6, "no_times")],
    "webvttpy_no_captions.vtt": [(0, "no_cues")],
    "webvttpy_sample.srt": [],
    "webvttpy_youtube_dl.vtt": [(19, "no_blank_line")],
}


def read(path):
    return read_subtitles(path.read_bytes(), name=path.name)


@pytest.mark.parametrize("name", sorted(CUES))
def test_vi9_every_file_has_its_outcome(name):
    """VI9."""
    if CUES[name] is None:
        with pytest.raises(SubtitleError, match=name):
            read(SUBS / name)
        return
    track = read(SUBS / name)
    assert len(track.cues) == CUES[name]
    assert [cue.id for cue in track.cues] == [f"U{n}" for n in range(1, CUES[name] + 1)]
    if name in COMPLAINTS:
        assert [(note.line, note.code) for note in track.notes] == COMPLAINTS[name]


def test_no_given_file_is_left_untried():
    assert {path.name for path in SUBS.iterdir()} - {"INDEX.tsv"} == set(CUES)


def test_case_12_and_15_and_20():
    for case in ("12-srt-short-number-fields/input.srt", "20-ass-commas-tags-drawings/input.ass"):
        track = read(CASES / case)
        wanted = json.loads((CASES / case).with_name("expected.json").read_text())
        times = wanted.get("times_ms") or [[cue["start_ms"], cue["end_ms"]] for cue in wanted["spoken"]]
        assert [[int(cue.start * 1000), int(cue.end * 1000)] for cue in track.cues] == times
        if "spoken" in wanted:
            assert [cue.text for cue in track.cues] == [cue["text"] for cue in wanted["spoken"]]
            assert [cue.speaker for cue in track.cues] == [cue["name"] for cue in wanted["spoken"]]
    case = CASES / "15-srt-blank-lines-and-numbers-in-text"
    wanted = json.loads((case / "expected.json").read_text())
    track = read(case / "input.srt")
    assert [cue.text for cue in track.cues] == wanted["texts"]
    assert [int(cue.number) for cue in track.cues] == wanted["numbers"]
    assert [int(cue.number) for cue in track.empty_cues] == wanted["empty_cues"]


def test_case_16_encodings():
    case = CASES / "16-subtitle-encodings"
    wanted = json.loads((case / "expected.json").read_text())
    plain = read(case / "utf8.srt").cues
    assert plain[0].text == wanted["utf8.srt"]["text_1"]
    for name in wanted["same_cues_as_utf8.srt"]:
        assert read(case / name).cues == plain
    western = read(case / "cp1252.srt")
    assert western.encoding_shown == wanted["cp1252.srt"]["encoding_reported"]
    assert western.cues[0].text == wanted["cp1252.srt"]["text_1"]
    broken = read(case / "broken_utf8.srt")
    assert "\ufffd" in broken.cues[0].text
    assert [note.message.split(" (")[0] for note in broken.notes if note.code == "bad_bytes"] == ["byte 43"]
