from datasets.videos.subtitles import NoteKind, read_subtitles

HEAD = """[Script Info]
ScriptType: v4.00+

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""


def ass(events, head=HEAD):
    return read_subtitles((head + events).encode(), name="a.ass")


def test_vi8_commas_stay_tags_and_pictures_go():
    """VI8."""
    track = ass(
        "Dialogue: 0,0:00:00.00,0:00:01.05,Default,Ann,0,0,0,,Hi, I am new here, too\n"
        "Dialogue: 0,0:00:02.00,0:00:03.50,Default,Bob,0,0,0,,{\\i1}Really?{\\i0}\\NYes{\\pos(10,20)}, really\n"
        "Comment: 0,0:00:02.00,0:00:03.50,Default,,0,0,0,,not spoken\n"
        "Dialogue: 0,0:01:19:24,0:01:20:00,Default,,0,0,0,,colon\n"
        "Dialogue: 0,0:01:30.00,0:01:31.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}\n"
        "Dialogue: 0,0:01:32.00,0:01:33.00,Default,,0,0,0,,{\\p1}m 0 0{\\p0}but {note}this is said\n"
    )
    assert [(cue.speaker, cue.text) for cue in track.cues] == [
        ("Ann", "Hi, I am new here, too"),
        ("Bob", "Really?\nYes, really"),
        ("", "colon"),
        ("", "but this is said"),
    ]
    # .05 is five hundredths: 50 ms; 1:19:24 is 79.24 s.
    assert [int(cue.end * 1000) for cue in track.cues[:1]] == [1050]
    assert int(track.cues[2].start * 1000) == 79240
    left_out = [(note.line, note.code) for note in track.notes if note.kind is NoteKind.LEFT_OUT]
    assert left_out == [(8, "not_speech"), (10, "drawing"), (11, "comment"), (11, "drawing")]
    assert [(n.line, n.code) for n in track.notes if n.kind is NoteKind.REPAIRED] == [(9, "odd_time_mark")]


def test_vi8_ssa_with_its_own_fields_and_a_missing_format_line():
    """VI8."""
    head = "[Events]\nFormat: Marked, Start, End, Style, Actor, Text\n"
    track = ass("Dialogue: Marked=0,0:00:01.00,0:00:02.00,D,Cy,a,b\n", head=head)
    assert [(cue.speaker, cue.text) for cue in track.cues] == [("Cy", "a,b")]
    bare = ass("[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,a\nDialogue: too,few\n", head="")
    assert [cue.text for cue in bare.cues] == ["a"]
    assert [(note.line, note.code) for note in bare.notes] == [(2, "no_format"), (3, "too_few_fields")]


def test_vi8_embedded_pictures_are_no_events():
    """VI8."""
    track = ass("", head="[Graphics]\nDialogue: x\n[Q!\n" + HEAD + "Dialogue: 0,0:00:00.00,0:00:05.00,D,,0,0,0,,\n")
    assert [cue.text for cue in track.cues] == [""]
    assert [note.code for note in track.notes] == ["empty"]
