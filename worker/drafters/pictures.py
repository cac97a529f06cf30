"""Pictures of a proxy at frames of the source, to be shown to a model."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import av
import numpy as np
from PIL import Image

from affectory.core.errors import JobRetryError
from datasets.videos.frames import FrameTable

QUALITY = 85


def pictures(proxy: Path, table: FrameTable, frames: Sequence[int], *, height: int) -> Iterator[tuple[int, bytes]]:
    """DR17: the wanted frames in their order as JPEG, each with the number of the source frame that really decoded.
    Never larger than the proxy. A proxy that ends early leaves frames out, and the caller says so."""
    with av.open(str(proxy)) as container:
        stream = container.streams.video[0]
        stream.codec_context.thread_count = 1
        base = stream.time_base
        if base is None:
            raise JobRetryError("The proxy of this video has no clock; prepare the video again.")
        decoded = None
        for frame in frames:
            slot = int(table.slots[frame])
            if decoded is None or not 0 <= slot - decoded <= _NEAR:
                container.seek(round(slot / table.proxy_rate / base), stream=stream)
            for picture in container.decode(stream):
                if picture.pts is None:
                    continue
                decoded = round(picture.pts * base * table.proxy_rate)
                if decoded >= slot:
                    shown = int(np.searchsorted(table.slots, decoded, side="right")) - 1
                    yield shown, _jpeg(picture, height)
                    break


_NEAR = 60
"""So many frames ahead are decoded on the way rather than sought."""


def _jpeg(picture: av.VideoFrame, height: int) -> bytes:
    scale = min(1.0, height / picture.height)
    small = picture.reformat(
        width=max(1, round(picture.width * scale)),
        height=max(1, round(picture.height * scale)),
        format="rgb24",
        interpolation="AREA",
    )
    out = io.BytesIO()
    Image.fromarray(small.to_ndarray()).save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
