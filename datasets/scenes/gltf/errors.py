"""The one error of the reader, and the sizes it accepts."""

from __future__ import annotations

from dataclasses import dataclass


class GltfError(ValueError):
    """A file that is refused. ``name`` is the file, ``field`` the place in its JSON ("nodes[3].mesh")."""

    def __init__(self, message: str, *, name: str, field: str = "") -> None:
        self.message = message
        self.name = name
        self.field = field
        super().__init__(f"{name}: {field}: {message}" if field else f"{name}: {message}")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may hold. A file can name far more data than its size suggests, so counts are bounded too."""

    bytes_total: int = 512 * 1024 * 1024
    json_bytes: int = 64 * 1024 * 1024
    nodes: int = 100_000
    joints: int = 1024
    triangles: int = 8_000_000
    vertices: int = 12_000_000
    images: int = 256
    image_pixels: int = 8192 * 8192
