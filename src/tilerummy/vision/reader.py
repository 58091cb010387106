"""Reads a photo with the compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import accumulate, pairwise
from struct import unpack_from
from typing import Final

from tilerummy.solver import HAS_KERNEL
from tilerummy.tiles import COLOURS, JOKER, Tile
from tilerummy.vision.photos import Photo, decode
from tilerummy.vision.reading import Advice, FaceCandidate, PhotoReading, Point, ReadTile

if HAS_KERNEL:
    from tilerummy import _kernel  # a compiled module, outside the layers

TILES: Final = 200
CANDIDATES: Final = 6
"""The sizes of the arrays in ``kernel/vision/vision.h``."""
ROWS_AT: Final = 3 * 4
TILES_AT: Final = ROWS_AT + 2 * TILES * 4
TILE: Final = f"<8f2i{CANDIDATES}i{CANDIDATES}f"
TILE_BYTES: Final = 4 * (10 + 2 * CANDIDATES)
ADVICE: Final[tuple[Advice | None, ...]] = (None, "dark", "shaken", "far")
NUMBERS: Final = 13
JOKER_CODE: Final = 52


def read(photo: Photo) -> PhotoReading:
    """Return the tiles in a photo: a file, its path, or a picture of Pillow.

    The limit is 200 tiles. A photo of 12 megapixels takes about half a second. Raises
    :class:`PhotoError` if it is not a picture or has more than 50 megapixels, OSError if the file
    cannot be read, and RuntimeError if tilerummy was installed without its kernel, or without
    weights.
    """
    if not HAS_KERNEL:
        raise RuntimeError("photos are read by the C++ kernel: install a compiler, then tilerummy")
    pixels = decode(photo)
    found = _kernel.read_photo(pixels.rgb, pixels.width, pixels.height, weights())
    return _unpacked(found, pixels.upright, pixels.scale)


@cache
def weights() -> bytes:
    """Return the content of ``weights.bin``. Raises RuntimeError if it is missing."""
    file = resources.files("tilerummy.vision").joinpath("weights", "weights.bin")
    if not file.is_file():
        raise RuntimeError("the weights that read photos are missing: install tilerummy again")
    return file.read_bytes()


def _unpacked(found: bytes, size: tuple[int, int], scale: float) -> PhotoReading:
    """Return the content of a ``vision_reading``; corners are multiplied by *scale*."""
    advice, row_count, tile_count = unpack_from("<3i", found)
    sizes = unpack_from(f"<{row_count}i", found, ROWS_AT)
    rack = unpack_from(f"<{row_count}i", found, ROWS_AT + TILES * 4)
    return PhotoReading(
        *size,
        tuple(_tiles(found, tile_count, scale)),
        tuple(tuple(range(*ends)) for ends in pairwise(accumulate(sizes, initial=0))),
        tuple(row for row, on_rack in enumerate(rack) if on_rack),
        ADVICE[advice],
    )


def _tiles(found: bytes, count: int, scale: float) -> Iterator[ReadTile]:
    for index in range(count):
        row = unpack_from(TILE, found, TILES_AT + index * TILE_BYTES)
        points: list[Point] = [(row[i] * scale, row[i + 1] * scale) for i in range(0, 8, 2)]
        kept = row[9]
        faces = zip(row[10 : 10 + kept], row[10 + CANDIDATES :], strict=False)
        candidates = tuple(FaceCandidate(_face(face), probability) for face, probability in faces)
        yield ReadTile((points[0], points[1], points[2], points[3]), candidates, bool(row[8]))


def _face(code: int) -> Tile:
    colour, number = divmod(code, NUMBERS)
    return JOKER if code == JOKER_CODE else Tile.of(COLOURS[colour], number + 1)
