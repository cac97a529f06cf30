"""The GL context of the process and the pictures drawn into."""

from __future__ import annotations

import os
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from affectory.core.errors import UnavailableError

# Typed loosely: moderngl hands it on to glcontext, and its own hints say something else.
_OFF_SCREEN: dict[str, Any] = {"backend": "egl"}
APT_PACKAGES = "libegl1 libgl1 libgl1-mesa-dri"


class GraphicsMissingError(UnavailableError):
    """OB28: no off-screen OpenGL on this machine; the sentence names the packages to install."""

    code = "engine.graphics_missing"


def create_context() -> moderngl.Context:
    """An off-screen context. Mesa's software rasteriser draws in the calling thread: one core per engine costs less
    CPU time in all than threads that wait for each other, and the setting is read only once, at the first context."""
    os.environ.setdefault("LP_NUM_THREADS", "0")
    try:
        context = moderngl.create_context(standalone=True, require=430, **_OFF_SCREEN)
    except Exception as error:  # glcontext raises bare Exception for every cause
        raise GraphicsMissingError(
            f"The embedded engine needs off-screen OpenGL 4.3 and could not start it ({error}). "
            f"On Debian and Ubuntu install it with: apt-get install {APT_PACKAGES}"
        ) from error
    context.enable(moderngl.DEPTH_TEST)
    # Pictures are drawn upside down, so that the first row read back is the top one; that turns the winding round.
    context.front_face = "cw"
    return context


class Targets:
    """Colour, ids and depth of one picture size. ``colour=False`` leaves the colour out: for measuring."""

    def __init__(self, context: moderngl.Context, width: int, height: int, *, colour: bool = True) -> None:
        self.width, self.height, self.colour = width, height, colour
        size = (width, height)
        attachments: list[Any] = [context.renderbuffer(size, 4)] if colour else []
        attachments += [context.renderbuffer(size, 1, dtype="u4"), context.renderbuffer(size, 1, dtype="u4")]
        self._framebuffer = context.framebuffer(attachments, context.depth_renderbuffer(size))
        self._ids_at = int(colour)

    def begin(self, background: tuple[float, float, float]) -> None:
        """Clears: background colour, id 0, depth 0."""
        framebuffer: Any = self._framebuffer
        framebuffer.use()
        framebuffer.viewport = (0, 0, self.width, self.height)
        on, off = (True,) * 4, (False,) * 4
        if self.colour:
            framebuffer.color_mask = (on, off, off)
            framebuffer.clear(*background, 1.0, depth=1.0)
            framebuffer.color_mask = (off, on, on)
            framebuffer.clear(0.0, 0.0, 0.0, 0.0, depth=1.0)
            framebuffer.color_mask = (on, on, on)
        else:
            framebuffer.clear(0.0, 0.0, 0.0, 0.0, depth=1.0)

    def read_colour(self, into: NDArray[np.uint8]) -> None:
        """RGB rows, top row first."""
        self._framebuffer.read_into(into, components=3, attachment=0, dtype="f1", alignment=1)

    def read_ids(self, into: NDArray[np.uint32], rectangle: tuple[int, int, int, int] | None = None) -> None:
        """All, or those of a rectangle (left, top, width, height)."""
        area = rectangle or (0, 0, self.width, self.height)
        self._framebuffer.read_into(into, area, components=1, attachment=self._ids_at, dtype="u4", alignment=1)

    def read_depth(self, into: NDArray[np.float32]) -> None:
        self._framebuffer.read_into(into, components=1, attachment=self._ids_at + 1, dtype="u4", alignment=1)

    def release(self) -> None:
        for attachment in (*self._framebuffer.color_attachments, self._framebuffer.depth_attachment):
            attachment.release()
        self._framebuffer.release()
