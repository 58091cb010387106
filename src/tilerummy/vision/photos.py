"""Decodes photos: upright, in RGB, and within the size that the kernel reads."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from typing import BinaryIO, Final, NamedTuple, TypeAlias

from PIL import Image, ImageOps, UnidentifiedImageError

Photo: TypeAlias = "str | PathLike[str] | BinaryIO | Image.Image"
"""A file with a photo, or a decoded photo."""

LARGEST: Final = 50_000_000
"""The maximum size of a photo in pixels. Larger ones are not decoded."""
READ: Final = 12_500_000
"""The maximum size in pixels that the kernel reads. Larger photos are decoded smaller."""
LONGEST: Final = 16_384
"""The maximum length of a side in pixels that the kernel reads."""
FORMATS: Final = ("JPEG", "MPO", "PNG", "WEBP", "AVIF", "TIFF", "BMP", "GIF")


DAMAGED: Final = (
    *(SyntaxError, ValueError, TypeError, AttributeError, LookupError, EOFError),
    struct.error,
)
"""The exceptions of Pillow for damaged files, in addition to OSError."""


class PhotoError(ValueError):
    """Raised if a file is not a picture, or too large. The message explains what to do."""


class Pixels(NamedTuple):
    """A decoded photo.

    ``rgb`` has three bytes per pixel, row by row, for ``width`` × ``height`` pixels. The original
    photo, turned upright, is ``scale`` times as large in each direction.
    """

    rgb: bytes
    width: int
    height: int
    scale: float
    upright: tuple[int, int]


def decode(photo: Photo) -> Pixels:
    """Return the pixels of a photo, turned upright by its EXIF orientation.

    Raises PhotoError if it is not a picture or too large, and OSError if the file cannot be read.
    """
    if isinstance(photo, Image.Image):
        return _pixels(photo)
    with _errors_explained(), Image.open(photo, formats=_formats()) as opened:
        return _pixels(opened)


def _formats() -> tuple[str, ...]:
    Image.init()
    return tuple(name for name in FORMATS if name in Image.OPEN)


@contextmanager
def _errors_explained() -> Iterator[None]:
    try:
        yield
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large() from None
    except UnidentifiedImageError:
        known = "JPEG, PNG, WebP, TIFF, BMP or GIF"
        message = f"this is not a picture that can be read; save it as {known}"
        raise PhotoError(message) from None
    except PhotoError:
        raise
    except OSError as error:
        if error.errno is not None:  # the file cannot be opened or read
            raise
        raise PhotoError(f"the picture is damaged: {error}") from None
    except DAMAGED as error:
        raise PhotoError(f"the picture is damaged: {error}") from None


def _too_large() -> PhotoError:
    limit = LARGEST // 1_000_000
    return PhotoError(f"the picture has more than {limit} megapixels; make it smaller")


def _pixels(image: Image.Image) -> Pixels:
    size = image.size
    if size[0] * size[1] > LARGEST:
        raise _too_large()
    image = _rgb(image)
    wanted = min(1.0, (READ / (size[0] * size[1])) ** 0.5, LONGEST / max(size))
    smaller = (max(1, int(size[0] * wanted)), max(1, int(size[1] * wanted)))
    if image.size != smaller:
        image = image.resize(smaller, Image.Resampling.BOX)
    image = _turned(image)
    upright = size if image.size == smaller else size[::-1]
    width, height = image.size
    return Pixels(image.tobytes(), width, height, upright[0] / width, upright)


def _rgb(image: Image.Image) -> Image.Image:
    """Return the picture in RGB, on white if it is transparent."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image.convert("RGBA"))
    return white.convert("RGB")


def _turned(image: Image.Image) -> Image.Image:
    """Return the picture turned upright, or unchanged if its EXIF data is damaged."""
    try:
        return ImageOps.exif_transpose(image)
    except (*DAMAGED, OSError):
        return image
