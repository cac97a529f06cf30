"""Everything that is made of a video once, step by step; a step that is done already is not done again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from datasets.videos.domain import MediaNote, PreparationStep, Probe
from datasets.videos.frames import FrameTable
from worker.media.probe import USUAL_LIMITS, Examination, Limits, examine
from worker.media.proxy import Proxy, make_proxy
from worker.media.shots import find_cuts
from worker.media.sound import make_peaks
from worker.media.stills import Sprite, make_poster, make_sprite

SHARES = {
    PreparationStep.PROBE: 0.02,
    PreparationStep.PROXY: 0.77,
    PreparationStep.POSTER: 0.01,
    PreparationStep.SPRITE: 0.01,
    PreparationStep.PEAKS: 0.01,
    PreparationStep.CUTS: 0.18,
}
"""What part of the time a step takes, roughly, for a bar that does not jump."""


@dataclass(frozen=True, slots=True)
class Probed:
    probe: Probe
    has_sound: bool
    notes: tuple[MediaNote, ...]


@dataclass(frozen=True, slots=True)
class Poster:
    path: Path


@dataclass(frozen=True, slots=True)
class Peaks:
    path: Path | None


@dataclass(frozen=True, slots=True)
class Cuts:
    frames: tuple[int, ...]


Made = Probed | Proxy | Poster | Sprite | Peaks | Cuts


def prepare_video(
    path: Path,
    folder: Path,
    *,
    done: frozenset[str] = frozenset(),
    proxy: tuple[Path, FrameTable] | None = None,
    limits: Limits = USUAL_LIMITS,
    on_progress: Callable[[float], None] = lambda done: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Made]:
    """VI34: what is not ``done`` is made and yielded, one result a step, in the order of the steps. ``proxy``: the
    proxy and its table where that step is done. Raises MediaRefusedError where the file cannot be used."""
    left = [step for step in PreparationStep if step.value not in done]
    before = sum(share for step, share in SHARES.items() if step.value in done)
    examination: Examination | None = None
    if PreparationStep.PROBE in left or PreparationStep.PROXY in left:
        examination = examine(path, limits)
    for step in left:
        share, base = SHARES[step], before

        def told(part: float, base: float = base, share: float = share) -> None:
            on_progress(base + share * part)

        told(0.0)
        if step == PreparationStep.PROBE:
            assert examination is not None
            yield Probed(examination.probe, examination.sound is not None, examination.notes)
        elif step == PreparationStep.PROXY:
            assert examination is not None
            made = make_proxy(path, examination, folder / "proxy.mp4", on_progress=told, cancelled=cancelled)
            proxy = made.path, made.table
            yield made
        else:
            assert proxy is not None, "a video whose proxy is done comes with it"
            yield _from_proxy(step, *proxy, folder, told, cancelled)
        before += share
        told(1.0)


def _from_proxy(
    step: PreparationStep,
    proxy: Path,
    table: FrameTable,
    folder: Path,
    told: Callable[[float], None],
    cancelled: Callable[[], bool],
) -> Made:
    match step:
        case PreparationStep.POSTER:
            return Poster(make_poster(proxy, table, folder / "poster.jpg"))
        case PreparationStep.SPRITE:
            return make_sprite(proxy, table, folder, cancelled=cancelled)
        case PreparationStep.PEAKS:
            return Peaks(make_peaks(proxy, folder / "peaks.bin", cancelled=cancelled))
        case PreparationStep.CUTS:
            return Cuts(tuple(find_cuts(proxy, table, on_progress=told, cancelled=cancelled)))
    raise AssertionError(step)
