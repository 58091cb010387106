"""Pictures with labelled tiles, and pieces cut from them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[np.uint8]
"""Height × width × 3, RGB."""

JOKER = 14
LEAST = 0.3
"""A direction shorter than this is unknown."""
COLOURS = "krbo"


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile in a picture.

    ``x``, ``y``: centre in pixels; ``up``: unit vector from the centre towards the tile's upper
    edge, with y pointing down; ``width``, ``height``: sides in pixels. ``number`` is 1–13 or JOKER;
    ``colour`` is an index into COLOURS, and −1 for a joker. An uncertain tile neither trains a
    reader nor counts for or against a detector.
    """

    x: float
    y: float
    up: tuple[float, float]
    width: float
    height: float
    number: int
    colour: int
    certain: bool = True

    @property
    def face(self) -> str:
        """The tile in notation."""
        return "joker" if self.number == JOKER else f"{COLOURS[self.colour]}{self.number}"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and all its tiles."""

    name: str
    pixels: Pixels
    tiles: tuple[Tile, ...]

    def with_pixels(self, pixels: Pixels) -> Picture:
        """Return the same tiles on other pixels of the same size."""
        return replace(self, pixels=pixels)


class Pyramid:
    """A picture in halved sizes, for cutting smooth pieces at any scale."""

    def __init__(self, pixels: Pixels) -> None:
        self.levels = [Image.fromarray(pixels)]

    def cut(
        self, centre: tuple[float, float], up: tuple[float, float], *, side: float, size: int
    ) -> Pixels:
        """Return *size* × *size* pixels showing a square of *side* pixels with *up* upwards."""
        scale = side / size
        level = max(0, round(math.log2(scale))) if scale > 1 else 0
        while len(self.levels) <= level:
            self.levels.append(self.levels[-1].reduce(2))
        half = 2**level
        right, k, (x, y) = (-up[1], up[0]), scale / half, centre
        a, b = right[0] * k, -up[0] * k
        d, e = right[1] * k, -up[1] * k
        c, f = x / half - (a + b) * size / 2, y / half - (d + e) * size / 2
        cut = self.levels[level].transform(
            (size, size), Image.Transform.AFFINE, (a, b, c, d, e, f), Image.Resampling.BILINEAR
        )
        return np.asarray(cut)


def doubled(right: float, up: float) -> tuple[float, float]:
    """Return the direction with twice the clockwise angle from upright: its cosine and sine.

    The nets return this, because the ends of many tiles look alike to them.
    """
    return up * up - right * right, 2 * up * right


def halved(cosine: float, sine: float) -> tuple[float, float]:
    """Return right and up of the direction, at most a quarter turn from upright."""
    length = math.hypot(cosine, sine)
    if length < LEAST:
        return 0.0, 1.0
    angle = math.atan2(sine, cosine) / 2
    return math.sin(angle), math.cos(angle)


def moved(
    tiles: Sequence[Tile], centre: tuple[float, float], up: tuple[float, float], scale: float
) -> list[Tile]:
    """Return *tiles* as in a piece around *centre* with *up* upwards, *scale* pixels per pixel.

    The origin is the middle of the piece.
    """
    right = (-up[1], up[0])
    result = []
    for tile in tiles:
        dx, dy = tile.x - centre[0], tile.y - centre[1]
        result.append(
            replace(
                tile,
                x=(dx * right[0] + dy * right[1]) / scale,
                y=-(dx * up[0] + dy * up[1]) / scale,
                up=(
                    tile.up[0] * right[0] + tile.up[1] * right[1],
                    -(tile.up[0] * up[0] + tile.up[1] * up[1]),
                ),
                width=tile.width / scale,
                height=tile.height / scale,
            )
        )
    return result


def sized(picture: Picture, long_side: int) -> Picture:
    """Return *picture* scaled to *long_side*."""
    height, width = picture.pixels.shape[:2]
    factor = long_side / max(height, width)
    shape = (round(width * factor), round(height * factor))
    image = Image.fromarray(picture.pixels).resize(shape, Image.Resampling.BOX)
    tiles = tuple(
        replace(
            tile,
            x=tile.x * factor,
            y=tile.y * factor,
            width=tile.width * factor,
            height=tile.height * factor,
        )
        for tile in picture.tiles
    )
    return Picture(picture.name, np.asarray(image), tiles)
