import pytest

from datasets.videos.subtitles import SubtitleError, read_subtitles
from datasets.videos.subtitles.encoding import decode

TEXT = "1\n00:00:01,000 --> 00:00:02,500\n{}\n\n2\n00:00:03,000 --> 00:00:04,000\nzwei\n"
GREETING = TEXT.format("Čau – ça va? 你好 🙂")


@pytest.mark.parametrize(
    ("data", "encoding", "guessed"),
    [
        (GREETING.encode(), "utf-8", False),
        (GREETING.encode("utf-8-sig"), "utf-8", False),
        (b"\xff\xfe" + GREETING.encode("utf-16-le"), "utf-16-le", False),
        (b"\xfe\xff" + GREETING.encode("utf-16-be"), "utf-16-be", False),
        (GREETING.encode("utf-16-le"), "utf-16-le", True),
        (GREETING.encode("utf-16-be"), "utf-16-be", True),
    ],
)
def test_vi4_a_mark_decides_and_is_no_text(data, encoding, guessed):
    """VI4."""
    track = read_subtitles(data, name="a.srt")
    assert (track.encoding, track.encoding_guessed) == (encoding, guessed)
    assert [cue.text for cue in track.cues] == ["Čau – ça va? 你好 🙂", "zwei"]
    assert track.cues[0].number == "1"


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        ("Cau – ça va? “naïve” €", "cp1252"),
        ("Où est-il ? Ça m'est égal, j'étais à côté de l'école.", "cp1252"),
        ("Schöne Grüße – wir müssen größere Übungen machen.", "cp1252"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy.", "cp1250"),
        ("Gdzie jesteś? Nie wiem, dokąd poszedł. Miło cię widzieć.", "cp1250"),
        ("Где он? Я не знаю, куда он пошёл.", "cp1251"),
        ("你在哪里？我不知道他去了哪里。请在这里等我。", "gb18030"),
        ("你在哪裡？我不知道他去了哪裡。請在這裡等我。", "big5"),
        ("どこにいるの？彼がどこへ行ったのかわからない。", "shift_jis"),
        ("어디에 있어? 그가 어디로 갔는지 모르겠어.", "euc_kr"),
    ],
)
def test_vi5_a_code_page_is_guessed_and_shown_as_a_guess(words, encoding):
    """VI5."""
    track = read_subtitles(TEXT.format(words).encode(encoding), name="a.srt")
    assert track.encoding_shown == f"{encoding} (guessed)"
    assert track.cues[0].text == words
    assert track.notes[0].code == "encoding_guessed"


def test_vi4_damaged_utf8_is_shown_with_its_byte_offset():
    """VI4."""
    # The ç of "ça" is C3 A7; its second byte is missing. Before it: 32 bytes of number and times, "Čau – " is 10.
    data = TEXT.format("Čau – \xff").replace("\xff", "ça va? 你好").encode().replace(b"\xc3\xa7", b"\xc3")
    track = read_subtitles(data, name="a.srt")
    assert track.cues[0].text == "Čau – \ufffda va? 你好"
    (note,) = [note for note in track.notes if note.code == "bad_bytes"]
    assert note.line == 3
    assert f"byte {data.index(b'\xc3a')} (c3)" in note.message


def test_vi4_a_sequence_across_a_window_is_no_damage():
    """VI4."""
    text = "a" + "é" * 70_000
    decoded = decode(text.encode(), encoding="utf-8")
    assert decoded.text == text
    assert decoded.notes == ()


def test_vi4_a_person_may_choose_the_encoding():
    """VI4."""
    track = read_subtitles(TEXT.format("žena").encode("cp1250"), name="a.srt", encoding="cp1250")
    assert track.encoding_shown == "cp1250"
    assert track.cues[0].text == "žena"
    with pytest.raises(SubtitleError, match="no text encoding"):
        read_subtitles(b"1", name="a.srt", encoding="klingon")


def test_vi4_nul_is_replaced_because_the_database_cannot_hold_it():
    """VI4."""
    track = read_subtitles(TEXT.format("a\x00b").encode(), name="a.srt")
    assert track.cues[0].text == "a\ufffdb"
    assert [note.code for note in track.notes] == ["nul"]
