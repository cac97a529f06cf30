"""Still pictures of a proxy: the poster and the sheets of small tiles for the time line.

Only key frames are decoded. A proxy has one every second and stands upright, so nothing is asked of the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PIL import Image

from datasets.videos.frames import FrameTable

MAX_TILES = 240
TILE_LONG_SIDE = 160
SHEET_COLUMNS, SHEET_ROWS = 10, 12
LEAST_DISTANCE_S = 1
POSTER_LONG_SIDE = 640
_POSTER_AT = Fraction(1, 10)
_POSTERS_TRIED = 8
_DARK, _FLAT = 24.0, 8.0


@dataclass(frozen=True, slots=True)
class Sprite:
    """``times``: seconds on the original timeline of the frame that each tile really shows."""

    sheets: tuple[Path, ...]
    columns: int
    rows: int
    tile_width: int
    tile_height: int
    times: tuple[float, ...]


def make_sprite(
    proxy: Path, table: FrameTable, folder: Path, *, cancelled: Callable[[], bool] = lambda: False
) -> Sprite:
    """VI28: tiles at even distances of a second or more, at most 240, each with the time of the frame it shows."""
    keys = _key_slots(proxy, table)
    length = table.proxy_frames / table.proxy_rate
    distance = max(Fraction(LEAST_DISTANCE_S), length / MAX_TILES)
    targets = [int(distance * number * table.proxy_rate) for number in range(max(1, int(length / distance)))]
    wanted = sorted({int(keys[max(0, int(np.searchsorted(keys, target, side="right")) - 1)]) for target in targets})
    tiles: list[Image.Image] = []
    times: list[float] = []
    size = (1, 1)
    for slot, image in _pictures(proxy, table, wanted, TILE_LONG_SIDE):
        if cancelled():
            break
        tiles.append(image)
        times.append(_time_shown(table, slot))
        size = image.size
    width, height = size
    per_sheet = SHEET_COLUMNS * SHEET_ROWS
    columns = min(SHEET_COLUMNS, len(tiles))
    rows = min(SHEET_ROWS, -(-len(tiles) // SHEET_COLUMNS))
    sheets: list[Path] = []
    for first in range(0, len(tiles), per_sheet):
        sheet = Image.new("RGB", (columns * width, rows * height))
        for number, tile in enumerate(tiles[first : first + per_sheet]):
            sheet.paste(tile, (number % columns * width, number // columns * height))
        sheets.append(folder / f"sprite-{len(sheets)}.jpg")
        sheet.save(sheets[-1], "JPEG", quality=78)
    return Sprite(tuple(sheets), columns, rows, width, height, tuple(times))


def make_poster(proxy: Path, table: FrameTable, out: Path) -> Path:
    """A picture from a tenth of the way in; the first of the next few that is neither dark nor flat."""
    keys = [key for key in _key_slots(proxy, table) if key >= int(table.slots[0])] or [int(table.slots[0])]
    begin = int(table.slots[0]) + int((table.proxy_frames - int(table.slots[0])) * _POSTER_AT)
    candidates = [key for key in keys if key >= begin][:_POSTERS_TRIED] or keys[-1:]
    chosen: Image.Image | None = None
    for _, image in _pictures(proxy, table, candidates, POSTER_LONG_SIDE):
        chosen = chosen or image
        grey = np.asarray(image.convert("L"), np.float32)
        if grey.mean() > _DARK and grey.std() > _FLAT:
            chosen = image
            break
    assert chosen is not None, "a proxy has a key frame"
    chosen.save(out, "JPEG", quality=86)
    return out


def _key_slots(proxy: Path, table: FrameTable) -> list[int]:
    with av.open(str(proxy)) as container:
        stream = container.streams.video[0]
        keys = [packet.pts for packet in container.demux(stream) if packet.is_keyframe and packet.pts is not None]
        assert stream.time_base is not None
        return [round(pts * stream.time_base * table.proxy_rate) for pts in keys]


def _pictures(
    proxy: Path, table: FrameTable, slots: Sequence[int], long_side: int
) -> Iterator[tuple[int, Image.Image]]:
    """The key frames in these slots, scaled down; each is sought and decoded by itself."""
    with av.open(str(proxy)) as container:
        stream = container.streams.video[0]
        stream.codec_context.thread_count = 1
        base = stream.time_base
        assert base is not None
        scale = min(1.0, long_side / max(stream.width, stream.height))
        width, height = (max(1, round(side * scale)) for side in (stream.width, stream.height))
        for slot in slots:
            container.seek(round(slot / table.proxy_rate / base), stream=stream)
            frame = next(iter(container.decode(stream)))
            small = frame.reformat(width=width, height=height, format="rgb24", interpolation="AREA")
            yield slot, Image.fromarray(small.to_ndarray())


def _time_shown(table: FrameTable, slot: int) -> float:
    """The time of the source frame in a slot, to the microsecond; the slot's own before the first frame."""
    frame = int(np.searchsorted(table.slots, slot, side="right")) - 1
    return round(float(table.time(frame) if frame >= 0 else slot / table.proxy_rate), 6)
