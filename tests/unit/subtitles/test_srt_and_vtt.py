from fractions import Fraction

import pytest

from datasets.videos.subtitles import NoteKind, SubtitleError, read_subtitles


def srt(text, **options):
    return read_subtitles(text.encode(), name="a.srt", **options)


def vtt(text):
    return read_subtitles(text.encode(), name="a.vtt")


def milliseconds(track):
    return [[int(cue.start * 1000), int(cue.end * 1000)] for cue in track.cues]


def codes(track):
    return [(note.line, note.code) for note in track.notes]


def test_vi6_short_fractions_are_decimals_and_are_reported():
    """VI6."""
    # ",8" is 8/10 s = 800 ms, ",25" is 250 ms, "0:0:4" is 4 s.
    track = srt("1\n0:0:4,8 --> 00:00:07,25\nx\n")
    assert milliseconds(track) == [[4800, 7250]]
    assert (2, "odd_fraction") in codes(track)
    assert (2, "short_number") in codes(track)


def test_vi6_what_was_said_may_be_a_number_or_follow_a_blank_line():
    """VI6."""
    track = srt(
        "1\n00:00:01,000 --> 00:00:02,000\nAll in!\n\n\nall the stuff\n\n"
        "2\n00:00:03,000 --> 00:00:04,000\n\n25\n\n"
        "3\n00:00:05,000 --> 00:00:06,000\n\n\n4\n00:00:07,000 --> 00:00:08,000\n1984\n"
    )
    assert [cue.text for cue in track.cues] == ["All in!\n\n\nall the stuff", "25", "", "1984"]
    assert [cue.number for cue in track.cues] == ["1", "2", "3", "4"]
    assert [cue.id for cue in track.empty_cues] == ["U3"]
    assert (6, "blank_line_in_text") in codes(track)


def test_vi6_a_cue_that_lost_its_times_is_pointed_at_and_kept():
    """VI6."""
    track = srt("1\n00:00:01,000 --> 00:00:02,000\none\n\n2\ntwo\n\n3\n00:00:05,000 --> 00:00:06,000\nthree\n")
    assert [cue.text for cue in track.cues] == ["one\n\n2\ntwo", "three"]
    assert (5, "lost_times") in codes(track)


def test_vi9_ids_follow_the_video_and_the_move_is_reported():
    """VI9."""
    track = srt("1\n00:00:09,000 --> 00:00:10,000\nlate\n\n2\n00:00:01,000 --> 00:00:02,000\nearly\n")
    assert [(cue.id, cue.text) for cue in track.cues] == [("U1", "early"), ("U2", "late")]
    assert (6, "out_of_order") in codes(track)


def test_vi10_an_end_that_cannot_be_true_is_the_next_start():
    """VI10."""
    track = srt("1\n00:00:05,000 --> 00:00:02,000\na\n\n2\n00:00:08,000 --> 00:00:1x,000\nb\n")
    assert milliseconds(track) == [[5000, 8000], [8000, 8000]]
    assert (2, "end_before_start") in codes(track)
    assert (6, "bad_end") in codes(track)


def test_vi3_an_unreadable_start_is_left_out_with_its_text_in_the_report():
    """VI3."""
    track = srt("1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n-00:00:01,000 --> 00:00:03,000\nlost words\n")
    assert [cue.text for cue in track.cues] == ["a"]
    (note,) = [note for note in track.notes if note.kind is NoteKind.LEFT_OUT]
    assert note.line == 6
    assert "lost words" in note.message


def test_tags_go_and_other_signs_stay():
    track = srt('1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>Hi</i> <font color="red">you</font> <3 a<b>c\n')
    assert track.cues[0].text == "Hi you <3 ac"


def test_speakers_in_capitals_are_taken_only_when_asked():
    text = "1\n00:00:01,000 --> 00:00:02,000\nNAR: This is it.\n\n2\n00:00:03,000 --> 00:00:04,000\nListen: no.\n"
    assert [cue.speaker for cue in srt(text).cues] == ["", ""]
    asked = srt(text, speaker_prefixes=True)
    assert [(cue.speaker, cue.text) for cue in asked.cues] == [("NAR", "This is it."), ("", "Listen: no.")]
    assert (2, "speaker_prefix") in codes(asked)


def test_vi7_comments_styles_and_stray_blocks_are_named_with_their_lines():
    """VI7."""
    track = vtt(
        "WEBVTT - t\nKind: captions\n\nNOTE a\nb\n\nSTYLE\n::cue {}\n\nstray\n\nid 1\n"
        "00:01.500 --> 00:02.000 align:start\n"
        "<v Ann Lee>a &amp; b</v> <00:01.700><c.red>c</c>\n00:00:03.000 --> 00:00:04.000\nd\n"
    )
    assert track.header == ("WEBVTT - t", "Kind: captions")
    assert [(cue.speaker, cue.text) for cue in track.cues] == [("Ann Lee", "a & b c"), ("", "d")]
    assert track.cues[0].start == Fraction(3, 2)
    assert codes(track) == [(4, "not_speech"), (7, "not_speech"), (10, "no_times"), (15, "no_blank_line")]


def test_vi7_a_missing_header_and_a_bad_end_are_repaired():
    """VI7."""
    track = vtt("00:00:00.500 --> 00:00:1d.000\na\n\n00:00:07.000 --> 00:00:08.000\nb\n")
    assert milliseconds(track) == [[500, 7000], [7000, 8000]]
    assert codes(track) == [(1, "no_header"), (1, "bad_end"), (1, "end_taken")]


@pytest.mark.parametrize("text", ["", " \n", "1\n", "1\nsome text\n", "\x01\x02\x03" * 50])
def test_vi9_what_is_no_subtitle_file_is_refused_with_a_sentence(text):
    """VI9."""
    with pytest.raises(SubtitleError, match=r"a\.srt: "):
        srt(text)


def test_a_header_without_cues_is_an_empty_track():
    track = vtt("WEBVTT\n")
    assert track.cues == ()
    assert codes(track) == [(0, "no_cues")]


def test_line_ends_are_those_of_the_format():
    track = srt("1\r\n00:00:01,000 --> 00:00:02,000\r\na\u2028b\x0cc\r\n\r\n")
    assert track.cues[0].text == "a\u2028b\x0cc"


def test_the_content_decides_what_a_file_is():
    track = read_subtitles(b"WEBVTT\n\n00:01.000 --> 00:02.000\na\n", name="a.srt")
    assert track.format == "vtt"
    assert codes(track) == [(0, "other_format")]


def test_many_cues_are_read_in_linear_time():
    block = "{n}\n00:00:01,000 --> 00:00:00,500\n\nx\n\n\ny\n\n"
    track = srt("".join(block.format(n=n) for n in range(1, 20_001)))
    assert len(track.cues) == 20_000
