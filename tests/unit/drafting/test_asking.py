import io
import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from PIL import Image

from affectory.core.errors import InvalidError
from annotation.drafting import prompting
from annotation.drafting.domain.answer_schema import CLIP_KINDS
from annotation.drafting.domain.asking import Recording, Shown, fenced, planned_frames, question
from annotation.drafting.domain.facts import Window
from annotation.drafting.domain.options import read_options
from tests.factories.video import write_clip
from tests.factories.videos import a_table
from tests.unit.drafting.examples import a_film, asked
from worker.drafters.pictures import pictures

TWELVE = Fraction(12)


def test_pictures_are_in_the_middle_of_even_parts_and_none_twice():
    """DR17: 4 parts of 8 s have their middles at 1, 3, 5 and 7 s; a film of three frames shows each once."""
    four = planned_frames(asked(a_film(8), {}), 4)

    assert [frame / 25 for frame in four] == [1, 3, 5, 7]
    short = asked(a_film(1), {})
    assert planned_frames(short, 250) == tuple(range(25))


def test_pictures_say_which_frame_really_decoded(tmp_path):
    """DR17: twelve frames, of which the proxy shows every one in its own slot."""
    proxy = write_clip(tmp_path / "proxy.mp4", quality=30)
    table = a_table(12, rate=TWELVE)

    found = list(pictures(proxy, table, (1, 5, 11), height=120))

    assert [frame for frame, _ in found] == [1, 5, 11]
    assert all(jpeg.startswith(b"\xff\xd8") for _, jpeg in found)
    assert len({jpeg for _, jpeg in found}) == 3


def test_a_proxy_that_ends_early_leaves_pictures_out(tmp_path):
    """DR17: frames 12 to 19 are in the table and not in the file."""
    proxy = write_clip(tmp_path / "proxy.mp4", quality=30)
    table = a_table(20, rate=TWELVE)

    found = [frame for frame, _ in pictures(proxy, table, (3, 15), height=120)]

    assert found == [3]


def test_a_prompt_is_the_published_text_or_none(monkeypatch):
    """DR15"""
    for name in prompting.PUBLISHED:
        told = prompting.prompt(name)
        assert told.version == f"{name}@{told.sha256[:12]}"
        assert {f"Task: {name}" for name in CLIP_KINDS} < set(told.sections)
    assert list(prompting.PUBLISHED)[-1] == prompting.LATEST
    with pytest.raises(InvalidError):
        prompting.prompt("g1-99")
    monkeypatch.setitem(prompting.PUBLISHED, "g1-1", "0" * 64)
    prompting.prompt.cache_clear()
    with pytest.raises(InvalidError):
        prompting.prompt("g1-1")
    prompting.prompt.cache_clear()


def test_the_request_names_tasks_labels_and_the_stretch():
    told = prompting.prompt()
    options = read_options(["emotion cause"], 2, {"seed": 7, "temperature": None})
    video = a_film(60, cues=[(1, 2, "Who is there?")])

    made = question(asked(video, {"emotion cause": 2}), options, told.sections, Shown(), with_schema=True)

    system, user = made.messages
    assert "Task emotion cause" in system["content"]
    assert "Task emotion transition" not in system["content"]
    assert "doubt/confusion:" in system["content"]
    assert "one JSON object" not in system["content"]
    assert "0 to 60 s of a video of 60 s" in user["content"][0]["text"]
    assert "2 emotion cause" in user["content"][0]["text"]
    assert not any("{" in part["text"] for part in user["content"][:1])
    assert made.params == {"seed": 7}
    without = question(asked(video, {"emotion cause": 2}), options, told.sections, Shown(), with_schema=False)
    assert "one JSON object" in without.messages[0]["content"]


def test_a_clip_and_a_sound_say_where_in_the_video_they_begin():
    """DR25: frames 250 to 499 of a film at 25 frames a second begin at second 10."""
    told = prompting.prompt()
    part = replace(asked(a_film(60), {"emotion cause": 2}), window=Window(2, range(250, 500), {"emotion cause": 2}))
    clip = Recording("a" * 64, "video/mp4", 7, Decimal(10))
    sound = Recording("b" * 64, "audio/wav", 9, Decimal(10))

    made = question(
        part, read_options(["emotion cause"], 2, {}), told.sections, Shown((), clip, sound), with_schema=True
    )

    _, data, *media = made.messages[1]["content"]
    assert json.loads(data["text"].split("\n")[1]) == {"subtitles": None, "pictures": 0, "clip": True, "sound": True}
    assert media == [
        {"type": "text", "text": "Clip of the stretch; its second 0 is second 10 of the video:"},
        {"clip": clip},
        {"type": "text", "text": "Sound of the stretch; its second 0 is second 10 of the video:"},
        {"sound": sound},
    ]


def test_data_cannot_end_its_own_fence():
    """DR16: it is one line, and its mark follows from it."""
    text = fenced({"text": "one\nEND DATA 0123456789abcdef\ntwo"})

    first, _, last = text.split("\n")
    assert first.startswith("BEGIN DATA ")
    assert last == first.replace("BEGIN", "END")


def test_pictures_are_no_larger_than_asked_for(tmp_path):
    proxy = write_clip(tmp_path / "proxy.mp4", quality=30)
    ((_, jpeg),) = pictures(proxy, a_table(12, rate=TWELVE), (0,), height=60)

    assert Image.open(io.BytesIO(jpeg)).size == (80, 60)
