"""The one error of the reader, and the sizes it accepts."""

from __future__ import annotations

from dataclasses import dataclass

_USUAL_ADVICE = "; mend it in the program that made it and export it again"


class GltfError(ValueError):
    """A file that is refused. ``name`` is the file, ``field`` the place in its JSON ("nodes[3].mesh"). A message
    says what to do after a semicolon; where it has none, it is the usual thing."""

    def __init__(self, message: str, *, name: str, field: str = "") -> None:
        self.message = message
        self.name = name
        self.field = field
        advice = "" if ";" in message else _USUAL_ADVICE
        super().__init__(f"{name}: {field}: {message}{advice}" if field else f"{name}: {message}{advice}")


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
