"""What a model is shown of one window: cut, taken, and said where something is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from affectory.core import storage
from affectory.endpoints.models import Profile
from annotation.drafting.domain.asking import Picture, Recording, Shown, cues_in
from annotation.drafting.domain.options import Options
from annotation.drafting.domain.proposing import Asked
from annotation.drafting.requests import wanted_of
from datasets.videos.models import Video
from worker.drafters.pictures import pictures
from worker.drafters.recordings import NotCutError, TooLargeError, clip_of, speech_of


class NothingToShowError(Exception):
    """The window stays at home; the text says why."""


def shown_of(
    asked: Asked,
    video: Video,
    options: Options,
    profile: Profile,
    *,
    folder: Path,
    cancelled: Callable[[], bool],
) -> Shown:
    """DR25: a clip where the endpoint takes video and this one is small enough, else pictures where it takes those;
    sound where it takes sound. DR17: what was planned and cannot be had keeps the window at home."""
    wanted = wanted_of(asked, options, profile)
    most, notes = profile.max_file_bytes, []
    clip: Recording | None = None
    sound: Recording | None = None
    taken: tuple[Picture, ...] = ()
    try:
        if wanted.clip:
            clip = clip_of(asked, video, height=options.frame_height, most=most, folder=folder, cancelled=cancelled)
    except TooLargeError as error:
        instead = "it is shown in pictures" if wanted.pictures else "it is not shown"
        notes.append(f"The clip has {error} and the endpoint takes {most:,}: {instead}.")
    except NotCutError as error:
        raise NothingToShowError(f"The clip cannot be cut: {error}") from error
    try:
        if wanted.sound:
            sound = speech_of(asked, video, most=most, folder=folder)
    except TooLargeError as error:
        notes.append(f"The sound has {error} and the endpoint takes {most:,}: it is left out.")
    except NotCutError as error:
        raise NothingToShowError(f"The sound cannot be taken: {error}") from error
    if clip is None and wanted.pictures:
        taken = tuple(_pictures(asked, wanted.pictures, video, options.frame_height))
        if [picture.frame for picture in taken] != list(wanted.pictures):
            raise NothingToShowError(
                f"Of {len(wanted.pictures)} planned pictures {len(taken)} could be taken; prepare the video again."
            )
    if clip is None and sound is None and not taken and not cues_in(asked):
        raise NothingToShowError(" ".join([*notes, "Nothing of it is left that the endpoint takes."]))
    return Shown(taken, clip, sound, tuple(notes))


def _pictures(asked: Asked, wanted: tuple[int, ...], video: Video, height: int) -> Iterator[Picture]:
    taken = pictures(storage.local_path(video.proxy_sha256), asked.video.table, wanted, height=height)
    for planned, (frame, jpeg) in zip(wanted, taken, strict=False):
        yield Picture(
            planned=asked.video.time_of(planned),
            decoded=asked.video.time_of(frame),
            frame=frame,
            sha256=storage.put_bytes(jpeg),
            size=len(jpeg),
        )
