"""Pictures inside a glTF file, decoded with a bound on their size."""

from __future__ import annotations

import io

from PIL import Image as Pillow
from PIL import UnidentifiedImageError

from .errors import GltfError, Limits
from .types import GltfScene, Image

_FORMATS = ("PNG", "JPEG", "WEBP")
_KTX2 = b"\xabKTX 20"


def decode_image(image: Image, *, name: str, limits: Limits | None = None) -> Pillow.Image:
    """RGBA. The header's size is checked before a pixel is decoded."""
    picture = _opened(image, name, limits)
    try:
        return picture.convert("RGBA")
    except _BROKEN as error:
        raise _unreadable(image, name, error) from error


def check_pictures(scene: GltfScene, *, limits: Limits | None = None) -> None:
    """What every picture says of itself, without decoding it. Raises GltfError."""
    for image in scene.images:
        _opened(image, scene.name, limits).close()


_BROKEN = (OSError, ValueError, SyntaxError, Pillow.DecompressionBombError)


def _opened(image: Image, name: str, limits: Limits | None) -> Pillow.Image:
    largest = (limits or Limits()).image_pixels
    if image.data.startswith(_KTX2):
        message = "the picture is KTX2, which is not read; export its textures as PNG or JPEG"
        raise GltfError(message, name=name, field=image.name)
    try:
        picture = Pillow.open(io.BytesIO(image.data), formats=_FORMATS)
    except _BROKEN as error:
        raise _unreadable(image, name, error) from error
    if picture.width * picture.height > largest:
        raise GltfError(
            f"the picture is {picture.width} × {picture.height}, at most {largest} pixels are read",
            name=name,
            field=image.name,
        )
    return picture


def _unreadable(image: Image, name: str, error: Exception) -> GltfError:
    # That none of the formats knows it is said with an address in memory.
    why = "" if isinstance(error, UnidentifiedImageError) else f" ({error})"
    return GltfError(f"the picture is not a readable PNG, JPEG or WebP{why}", name=name, field=image.name)
