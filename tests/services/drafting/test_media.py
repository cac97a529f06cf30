"""What an endpoint takes: clips and sound of a real film, over sockets, to the fake endpoint."""

from __future__ import annotations

import io
import wave

import av
import numpy as np
import pytest

from affectory.core import storage
from affectory.endpoints.models import Attempt
from annotation.drafting import services
from annotation.drafting.domain.facts import Window
from annotation.drafting.domain.options import read_options
from annotation.drafting.domain.states import RunState
from annotation.drafting.facts import asked_of, facts_of
from annotation.drafting.models import DraftRun, DraftWindow
from datasets.videos.models import Video
from tests.factories.counter_video import clicks, read_number
from tests.factories.drafting import a_run, a_wish, counter_film
from tests.factories.endpoints import made_profile
from tests.services.drafting.asking import CONTEXT, PLENTY, carried_out, draft
from worker.drafters.recordings import clip_of, speech_of
from worker.drafters.showing import shown_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def film(maintainer, project, tmp_path, fake) -> Video:
    fake.always(json={"drafts": [draft(end=9)]})
    return counter_film(maintainer, project, tmp_path, line="Nobody saw it.")


@pytest.fixture
def ask(maintainer, project, fake):
    """A run that shows the film to an endpoint that takes these, and its only window."""

    def asked(*takes: str, slug: str = "eyes", **given) -> tuple[DraftRun, DraftWindow]:
        profile = made_profile(
            project, slug=slug, base_url=fake.base_url, max_output_tokens=2000, takes=takes, **given
        )
        wish = {"drafter_id": "openai-1", "profile_id": profile.pk, "types": [CONTEXT], "per_video": 1}
        run = a_run(maintainer, project, limits=PLENTY, carry_out=False, skip_drafted=False, **wish)
        return carried_out(run), DraftWindow.objects.select_related("call").get(run=run)

    return asked


def numbers_in(clip: bytes) -> list[int | None]:
    with av.open(io.BytesIO(clip)) as container:
        assert not container.streams.audio
        assert container.streams.video[0].codec_context.name == "h264"
        return [read_number(f.to_ndarray(format="gray")) for f in container.decode(container.streams.video[0])]


def samples_of(sound: bytes) -> tuple[int, int, np.ndarray]:
    with wave.open(io.BytesIO(sound)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768
        return file.getnchannels(), file.getframerate(), samples


def test_where_video_and_sound_are_taken_a_clip_and_its_sound_are_sent(fake, film, ask, maintainer, project):
    """DR25, EN1, EN10: by their hashes, and within the most that the dry run said."""
    run, window = ask("video", "audio", "frames")

    (request,) = fake.requests
    clip, sound = request["media"]
    assert [(one["part"], one["type"]) for one in request["media"]] == [
        ("video_url", "video/mp4"),
        ("input_audio", "wav"),
    ]
    assert [window.shown[name]["sha256"] for name in ("clip", "sound")] == [clip["sha256"], sound["sha256"]]
    assert [window.shown[name]["bytes"] for name in ("clip", "sound")] == [clip["bytes"], sound["bytes"]]
    assert (window.shown["pictures"], "notes" in window.shown) == ([], False)
    assert numbers_in(storage.read_bytes(clip["sha256"])) == list(range(250))
    channels, rate, samples = samples_of(storage.read_bytes(sound["sha256"]))
    assert (channels, rate, len(samples)) == (1, 16_000, 160_000)
    parts = [part for part in window.call.request["messages"][1]["content"] if part["type"] == "media"]
    assert [(part["medium"], part["seconds"]) for part in parts] == [("video", 10.0), ("audio", 10.0)]
    assert (run.state, window.state) == (RunState.DONE, "answered")
    wish = a_wish(drafter_id="openai-1", profile_id=run.profile_id, types=[CONTEXT], per_video=1, skip_drafted=False)
    plan = services.plan_run(actor=maintainer, project=project, wish=wish)
    assert (plan.sends.clips, plan.sends.sounds, plan.sends.pictures) == (1, 1, 0)
    # The sound alone is 44 + 2 × 160,000 bytes, four for every three of them on the wire.
    assert plan.sends.bytes > 4 * 106_682
    # 10 s of video and 10 s of sound at 600 tokens a second, 2000 for the answer, and the words; the plan counts on
    # 16 pictures of 2000 tokens instead of the clip, for which of them it will be is not known yet.
    reserved = Attempt.objects.get().reserved_tokens
    assert reserved > 12_000 + 2000
    assert plan.most.tokens - reserved > 32_000 - 6000 - 100


def test_a_clip_that_is_too_large_is_shown_in_pictures_and_the_window_says_so(fake, film, ask):
    """DR25"""
    _, window = ask("video", "frames", max_file_bytes=1000)

    assert {one["part"] for one in fake.requests[0]["media"]} == {"image_url"}
    assert len(window.shown["pictures"]) == len(fake.requests[0]["media"]) == 16
    (note,) = window.shown["notes"]
    assert note.endswith("bytes and the endpoint takes 1,000: it is shown in pictures.")


def test_what_is_too_large_is_left_out_and_lines_are_sent_all_the_same(fake, film, ask):
    """DR25"""
    _, window = ask("video", "audio", max_file_bytes=1000)
    assert fake.requests[0]["media"] == []
    assert [note.split()[1] for note in window.shown["notes"]] == ["clip", "sound"]


def test_a_window_of_which_nothing_can_be_shown_stays_at_home(fake, maintainer, project, tmp_path, ask):
    """DR25"""
    counter_film(maintainer, project, tmp_path)

    run, window = ask("video", "audio", max_file_bytes=1000)

    assert (run.state, window.state, fake.requests) == (RunState.DONE, "not_sent", [])
    assert window.reason.endswith("Nothing of it is left that the endpoint takes.")


def test_a_clip_that_cannot_be_cut_keeps_the_window_at_home(fake, film, ask):
    """DR17, DR25: the file ends before its table does."""
    storage.local_path(film.file_sha256).chmod(0o600)
    data = storage.read_bytes(film.file_sha256)
    storage.local_path(film.file_sha256).write_bytes(data[: len(data) // 2])

    _, window = ask("video")

    assert (window.state, fake.requests) == ("not_sent", [])
    assert window.reason.startswith("The clip cannot be cut")


def test_rights_that_are_lost_after_the_clip_was_cut_keep_it_at_home(fake, film, ask, monkeypatch):
    """EN11, DR18: they are asked for once more when the call is about to leave."""

    def loses_them(*args, **given):
        shown = shown_of(*args, **given)
        Video.objects.update(may_send_to_external_model=False)
        return shown

    monkeypatch.setattr("worker.drafters.asking.shown_of", loses_them)
    _, window = ask("video", "audio")

    assert (window.state, window.call.state, fake.requests) == ("not_sent", "withheld", [])


def test_a_window_in_the_middle_is_cut_to_the_frame_and_to_the_sample(film, tmp_path):
    """DR25: frames 60 to 109 last from 2.4 to 4.4 s; clicks of the film at 2.5, 3, 3.5 and 4 s are 0.1, 0.6, 1.1 and
    1.6 s into the sound. The same window gives the same bytes."""
    window = Window(1, range(60, 110), {CONTEXT: 1})
    asked = asked_of(facts_of(film, None), window, read_options([CONTEXT], 1, {}))
    given = {"most": 10**7, "folder": tmp_path}

    clips = [clip_of(asked, film, height=48, cancelled=lambda: False, **given) for _ in range(2)]
    sound = speech_of(asked, film, **given)

    assert clips[0] == clips[1]
    assert numbers_in(storage.read_bytes(clips[0].sha256)) == list(range(60, 110))
    _, rate, samples = samples_of(storage.read_bytes(sound.sha256))
    assert len(samples) == 2 * rate
    assert clicks(samples, rate) == pytest.approx([0.1, 0.6, 1.1, 1.6], abs=0.005)
