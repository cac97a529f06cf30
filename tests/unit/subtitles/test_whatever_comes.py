"""Whatever somebody sends is a track or a sentence; no line with words is lost without a note."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from datasets.videos.subtitles import SubtitleError, read_subtitles

LINES = st.sampled_from(
    [
        "1",
        "2",
        "",
        " ",
        "hello",
        "WEBVTT",
        "NOTE x",
        "00:00:01,000 --> 00:00:02,000",
        "00:00:05.5 -> 0:0:4,1",
        "00:01.000 --> 00:00:1x.000",
        "--> 00:00:01,000",
        "[Events]",
        "Dialogue: 0,0:00:01.00,0:00:02.00,D,Ann,0,0,0,,{\\p1}m 0 0{\\p0}hi",
        "Dialogue: a,b",
        "{\\an8}<i>x</i>\u2028y",
        "<v Bob>hm</v> <00:01.000>",
    ]
)
NAMES = st.sampled_from(["a.srt", "a.vtt", "a.ass", "a"])


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(LINES, max_size=12), NAMES, st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_any_lines(lines, name, encoding):
    data = "\n".join(lines).encode(encoding, "replace")
    track, sentence = None, ""
    try:
        track = read_subtitles(data, name=name, speaker_prefixes=True)
    except SubtitleError as error:
        sentence = str(error)
    if track is None:
        assert sentence.startswith(name)
        return
    assert [cue.id for cue in track.cues] == [f"U{n}" for n in range(1, len(track.cues) + 1)]
    starts = [cue.start for cue in track.cues]
    assert starts == sorted(starts)
    assert all(cue.start <= cue.end for cue in track.cues)
    assert "hello" not in lines or _told(track, "hello")


def _told(track, word):
    said = [*(cue.text for cue in track.cues), *(cue.number for cue in track.cues), *track.header]
    return any(word in text for text in (*said, *(note.message for note in track.notes)))


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=80), NAMES)
def test_any_bytes(data, name):
    try:
        track = read_subtitles(data, name=name)
    except SubtitleError:
        return
    for cue in track.cues:
        assert "\x00" not in cue.text
        cue.text.encode()
