"""Drawn tiles that hand-made networks read without error, to test everything but the weights.

A tile is a rectangle whose green is its number and whose blue is its colour; its lower half has
some red. One pixel near its centre has much red, and its green and blue are the cosine and sine of
twice its angle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
import numpy.typing as npt
from PIL import Image
from tests.vision import networks
from tests.vision.networks import CONVOLUTION, DENSE, INPUT, POINTWISE, Layer

from tilerummy.vision import reader

WIDTH, HEIGHT, COVERED = 40.0, 56.0, 48.0
"""The size of all tiles in pixels, and the height of those whose foot is covered."""
COLOURS = "krbo"
MEAN, DEVIATION = 0.5, 0.25  # as in networks.CONSTANTS
FULL, LESS = 255, 205
"""The red of a tile's marker, which encodes the tile's height."""
GREEN, BLUE = 16, 60
"""The green per number, and the blue per colour."""


@dataclass(frozen=True)
class Drawn:
    """A tile to draw: its face, its centre, and the angle that it is turned clockwise."""

    face: str
    x: float
    y: float
    angle: float = 0
    covered: bool = False

    @property
    def centre(self) -> tuple[int, int]:
        """The nearest position that is the middle of a cell."""
        return 4 * round((self.x - 2) / 4) + 2, 4 * round((self.y - 2) / 4) + 2


def row(faces: str, x: float, y: float, *, angle: float = 0, gap: float = 0) -> list[Drawn]:
    """Return tiles side by side from a first centre on, with gaps as shares of a width."""
    turn, step = math.radians(angle), WIDTH * (1 + gap)
    return [
        Drawn(face, x + i * step * math.cos(turn), y + i * step * math.sin(turn), angle)
        for i, face in enumerate(faces.split())
    ]


def picture(tiles: Iterable[Drawn], size: tuple[int, int] = (640, 480)) -> npt.NDArray[np.uint8]:
    """Return a picture of the tiles, of shape (height, width, 3)."""
    width, height = size
    pixels = np.zeros((height, width, 3), np.uint8)
    for tile in tiles:
        x, y = tile.centre
        top, left = max(0, y - 40), max(0, x - 40)
        part = pixels[top : y + 40, left : x + 40]
        down, across = np.indices(part.shape[:2]) + np.array([top, left])[:, None, None] + 0.5
        up = math.sin(math.radians(tile.angle)), -math.cos(math.radians(tile.angle))
        right = (across - x) * -up[1] + (down - y) * up[0]
        upwards = (across - x) * up[0] + (down - y) * up[1]
        long = (COVERED if tile.covered else HEIGHT) / 2
        inside = (abs(right) < WIDTH / 2) & (abs(upwards) < long)
        number = 14 if tile.face == "*" else 0 if tile.face == "-" else int(tile.face[1:])
        colour = 0 if tile.face in "*-" else COLOURS.index(tile.face[0])
        part[inside] = (0, GREEN * number, BLUE * colour)
        part[inside & (upwards < 0)] = (60, GREEN * number, BLUE * colour)
    for tile in tiles:
        x, y = tile.centre
        red = LESS if tile.covered else FULL
        double = 2 * math.radians(tile.angle)
        direction = math.cos(double), math.sin(double)
        pixels[y - 2, x - 2] = (red, *(round(127.5 + 127.5 * part) for part in direction))
    return pixels


class Seen(NamedTuple):
    """Where the reader sees every tile in its crop: turned clockwise by degrees, moved by widths to
    the right and down, and wider by a factor. ``by_number`` is added to the first move for each 1
    of the number.
    """

    turn: float = 0
    across: float = 0
    down: float = 0
    wider: float = 1
    by_number: float = 0


AS_DRAWN = Seen()


class Found(NamedTuple):
    """A reading by the hand-made networks: rows in notation, and indices of rack rows."""

    rows: list[str]
    rack: list[int]
    corners: list[tuple[float, ...]]


def read(pixels: npt.NDArray[np.uint8], seen: Seen = AS_DRAWN) -> Found:
    """Return the reading of a picture, with the :func:`weights` for *seen*."""
    with patch("tilerummy.vision.reader.weights", partial(weights, seen)):
        found = reader.read(Image.fromarray(pixels))
    texts = [" ".join(repr(found.tiles[i].face) for i in row) for row in found.rows]
    corners = [tuple(chain(*tile.corners)) for tile in found.tiles]
    return Found(texts, [*found.rack], corners)


def weights(seen: Seen = AS_DRAWN) -> bytes:
    """Return the file of both networks."""
    return networks.weights_file(_detector(), _reader(seen))


def _linear(
    op: int, source: int, rows: list[dict[int, float]], biases: list[float], taps: int
) -> Layer:
    """Return a layer without ReLU; each row has the weights that are not 0, by index."""
    scales = np.array([max([abs(v) for v in row.values()] or [1]) / 127 for row in rows])
    numbers = np.zeros((len(rows), taps), np.int8)
    for index, row in enumerate(rows):
        for tap, value in row.items():
            numbers[index, tap] = round(value / scales[index])
    channels = (taps // 36 if op == DENSE else taps // 9 if op == CONVOLUTION else taps, len(rows))
    return Layer(
        op,
        (source, INPUT),
        channels,
        2 if op == CONVOLUTION else 1,
        relu=False,
        weights=numbers,
        scales=scales.astype(np.float32),
        biases=np.array(biases, np.float32),
    )


def _every_other(source: int) -> Layer:
    """Return a layer that takes every other pixel."""
    return _linear(CONVOLUTION, source, [{9 * c + 4: 1.0} for c in range(3)], [0.0] * 3, 27)


def _detector() -> list[Layer]:
    red = (LESS / 255 - MEAN) / DEVIATION
    slope = math.log(HEIGHT / COVERED) / (2 - red)
    rows: list[dict[int, float]] = [{0: 12.0}, {}, {}, {1: 0.5}, {2: 0.5}, {}, {0: slope}]
    high = math.log(HEIGHT / 4) - 2 * slope
    biases = [-10.0, 0.0, 0.0, 0.0, 0.0, math.log(WIDTH / 4), high]
    return [_every_other(INPUT), _every_other(0), _linear(POINTWISE, 1, rows, biases, 3)]


def _reader(seen: Seen) -> list[Layer]:
    """Return a network that looks at one pixel above and one below the middle."""
    red, green, blue = (36 * channel + 6 * 2 + 3 for channel in range(3))
    rows: list[dict[int, float]] = []
    biases: list[float] = []
    # the logit of n is highest where n is nearest to the value: 2 · value · n − n²
    for tap, unit, values in ((green, GREEN, range(1, 15)), (blue, BLUE, range(4))):
        factor, offset = DEVIATION * 255 / unit, MEAN * 255 / unit
        rows += [{tap: 20.0 * n * factor} if n else {} for n in values]
        biases += [10.0 * (2 * n * offset - n * n) for n in values]
    rows += [{red: 20.0, red + 12: -20.0}, {green: -80.0}, {}, {}]
    double, per_green = 2 * math.radians(seen.turn), seen.by_number / GREEN * 255
    biases += [0.0, -80.0 * 1.87, math.cos(double), math.sin(double)]
    rows += [{green: per_green * DEVIATION} if per_green else {}, {}, {}]
    biases += [seen.across + per_green * MEAN, seen.down, math.log(seen.wider)]
    layers = [_every_other(INPUT), _every_other(0), _every_other(1)]
    return [*layers, _linear(DENSE, 2, rows, biases, 108)]
