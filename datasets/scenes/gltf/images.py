"""Pictures inside a glTF file, decoded with a bound on their size."""

from __future__ import annotations

import io

from PIL import Image as Pillow

from .errors import GltfError, Limits
from .types import Image

_FORMATS = ("PNG", "JPEG", "WEBP")


def decode_image(image: Image, *, name: str, limits: Limits | None = None) -> Pillow.Image:
    """RGBA. The header's size is checked before a pixel is decoded."""
    largest = (limits or Limits()).image_pixels
    try:
        picture = Pillow.open(io.BytesIO(image.data), formats=_FORMATS)
        if picture.width * picture.height > largest:
            raise GltfError(
                f"the picture is {picture.width} × {picture.height}, at most {largest} pixels are read",
                name=name,
                field=image.name,
            )
        return picture.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Pillow.DecompressionBombError) as error:
        if isinstance(error, GltfError):
            raise
        raise GltfError(
            f"the picture is not a readable PNG, JPEG or WebP ({error})",
            name=name,
            field=image.name,
        ) from error
