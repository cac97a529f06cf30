from decimal import Decimal
from fractions import Fraction

from annotation.drafting.domain.boundaries import AT_REST, IN_GAP, IN_SPEECH, boundaries, windows
from annotation.drafting.domain.clipping import propose_clips
from annotation.drafting.domain.facts import Lengths
from annotation.drafting.domain.options import dealt, in_turn, read_options
from annotation.drafting.domain.proposing import clip_only
from annotation.drafting.drafters.cuts import CutsDrafter
from datasets.videos.segments import frames_of, read_segments
from tests.unit.drafting.examples import a_film, asked

CAUSE, TURN = "emotion cause", "emotion transition"


def test_boundaries_are_ends_cuts_and_gaps_without_a_cut():
    """DR2: the gap from 4 to 6 s holds the cut at 5 s; that from 8 to 10 s is parted at 9 s; half a second between
    lines is no gap; the cut at 3 s is within a line."""
    video = a_film(20, cuts=[3, 5], cues=[(1, 4, "a"), (6, 8, "b"), (10, 12, "c"), (12.5, 14, "d")])

    found = {place.frame / 25: place.cost for place in boundaries(video)}

    assert found == {0: AT_REST, 3: IN_SPEECH, 5: AT_REST, 9: IN_GAP, 20: AT_REST}


def test_clips_stand_between_boundaries_near_the_length_wanted():
    """DR4: of 60 s with cuts every 4 s, clips of 12 s cost nothing: 0–12, 12–24 …"""
    video = a_film(60, cuts=range(4, 60, 4))

    clips = propose_clips(video, lengths=Lengths(), count=10)

    assert [(c.start / 25, c.stop / 25) for c in clips] == [(0, 12), (12, 24), (24, 36), (36, 48), (48, 60)]


def test_a_clip_does_not_part_a_line_where_it_can_be_helped():
    """DR4: a line from 11 to 13 s lies over the cut at 12 s. Parting there costs 0.6 on either side; 10 and 14 s cost
    (2/12)² each."""
    video = a_film(24, cuts=[10, 12, 14], cues=[(11, 13, "over the cut")])

    clips = propose_clips(video, lengths=Lengths(), count=10)

    assert [(c.start / 25, c.stop / 25) for c in clips] == [(0, 10), (10, 24)]


def test_of_each_even_group_the_clip_with_the_most_lines_is_taken():
    """DR4: six clips of 12 s in three groups of two; lines in the 2nd, in the 3rd and 4th (1 and 2), none later."""
    video = a_film(72, cuts=range(12, 72, 12), cues=[(13, 14, "a"), (25, 26, "b"), (37, 38, "c"), (40, 41, "d")])

    clips = propose_clips(video, lengths=Lengths(), count=3)

    assert [(c.start / 25, c.stop / 25) for c in clips] == [(12, 24), (36, 48), (48, 60)]


def test_what_no_boundary_parts_is_left_out():
    """DR4: nothing parts the 100 s after the cut, and no clip may be that long."""
    video = a_film(110, cuts=[10])

    clips = propose_clips(video, lengths=Lengths(), count=5)

    assert [(c.start / 25, c.stop / 25) for c in clips] == [(0, 10)]
    assert propose_clips(a_film(100), lengths=Lengths(), count=5) == ()


def test_the_same_video_gives_the_same_clips_and_they_cut_at_their_frames():
    """DR1, DR4: also at a rate whose frames have no short decimals."""
    video = a_film(90, rate=Fraction(30000, 1001), cuts=[7.1, 13.33, 29.97, 41, 55.5, 70.01])

    clips = propose_clips(video, lengths=Lengths(), count=4)

    assert clips
    assert clips == propose_clips(video, lengths=Lengths(), count=4)
    for frames in clips:
        given = [{name: float(time) for name, time in video.segment(frames).items()}]
        assert frames_of(read_segments(given), video.table) == (frames,)


def test_a_time_goes_to_the_nearest_frame_and_of_two_to_the_earlier():
    """DR1: frames of 40 ms: 1.019 s is 19 ms after 1.00 and 21 ms before 1.04; 1.02 s is as far from both."""
    video = a_film(2)

    assert [video.edge_near(Decimal(text)) for text in ("1.019", "1.02", "1.021", "1.99", "2", "0")] == [
        25,
        25,
        26,
        50,
        50,
        0,
    ]


def test_cuts_propose_clips_without_words_and_deal_the_tasks_in_turn():
    """DR6: a clip with its lines and, where its task has one, its rubric; the question is for people."""
    options = read_options([CAUSE, TURN], 3, {})
    video = a_film(36, cuts=[12, 24], cues=[(13, 14, "No.")])
    drafter = CutsDrafter()

    (window,) = drafter.windows(video, options)
    proposed = drafter.look(asked(video, dict(window.wanted)))

    assert dict(window.wanted) == {CAUSE: 2, TURN: 1}
    assert [(one.type, one.content["source"]["segments"]) for one in proposed] == [
        (CAUSE, [{"start": 0, "end": 12}]),
        (TURN, [{"start": 12, "end": 24}]),
        (CAUSE, [{"start": 24, "end": 36}]),
    ]
    assert proposed[0].content["question"] == ""
    assert proposed[0].content["rubric"] is not None
    assert proposed[1].content["answer"] == {"before": [], "after": []}
    assert proposed[1].content["subtitles"] == [{"id": "U1", "t": [13, 14], "speaker": None, "text": "No."}]
    assert drafter.windows(a_film(100), options) == ()


def test_windows_are_even_parts_at_boundaries_and_drafts_are_dealt_over_them():
    """DR3: 300 s in parts of at most 120 s are three; the boundaries nearest to 100 and 200 s are 96 and 210 s.
    Five drafts go to windows 0, 0, 1, 1, 2, the tasks in turn."""
    video = a_film(300, cuts=[50, 96, 150, 210, 250])

    found = windows(video, longest=Fraction(120), types=(CAUSE, TURN), count=5)

    assert [(w.frames.start / 25, w.frames.stop / 25, dict(w.wanted)) for w in found] == [
        (0, 96, {CAUSE: 1, TURN: 1}),
        (96, 210, {CAUSE: 1, TURN: 1}),
        (210, 300, {CAUSE: 1}),
    ]


def test_a_window_of_which_nothing_is_wanted_is_left_out():
    """DR3: one draft of three parts: only the first is looked at."""
    video = a_film(300, cuts=[100, 200])

    (only,) = windows(video, longest=Fraction(120), types=(CAUSE,), count=1)

    assert (only.frames, dict(only.wanted)) == (range(2500), {CAUSE: 1})


def test_tasks_in_turn():
    assert dealt(["a", "b"], 3) == {"a": 2, "b": 1}
    assert in_turn({"a": 2, "b": 1}) == ["a", "b", "a"]


def test_clips_without_a_task_can_be_proposed():
    video = a_film(12)

    candidate = clip_only(asked(video, {}), 1, range(300), "")

    assert (candidate.type, candidate.content["answer"]) == ("", "")
