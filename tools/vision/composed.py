"""Illegal tables composed of real tiles: rows cut from photos, including one that is not a meld."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from PIL import Image
from tools.vision.editions import Random
from tools.vision.light import camera, lit
from tools.vision.pictures import COLOURS, JOKER, Picture, Pyramid, Tile
from tools.vision.scenes import SIZE, Matrix, paste_in, slant
from tools.vision.surfaces import surface

from tilerummy.melds import melds_and_piles

Cuts = dict[str, list[tuple[Image.Image, Tile]]]
Row = list[str]
ROWS = 3
WIDTH = 46
"""The width of a tile in pixels."""


def cut_tiles(pictures: Iterable[Picture]) -> Cuts:
    """Return the certain tiles of *pictures*, upright, by their faces."""
    cuts: Cuts = defaultdict(list)
    for picture in pictures:
        pyramid = Pyramid(picture.pixels)
        for tile in picture.tiles:
            if tile.certain and tile.width >= 20:
                side = 2 * WIDTH
                scale = tile.width / WIDTH
                pixels = pyramid.cut((tile.x, tile.y), tile.up, side=side * scale, size=side)
                high = min(side, round(tile.height / scale))
                left, top = (side - WIDTH) // 2, (side - high) // 2
                image = Image.fromarray(pixels).crop((left, top, left + WIDTH, top + high))
                cuts[tile.face].append((image.convert("RGBA"), tile))
    return cuts


def illegal_table(rng: Random, cuts: Cuts) -> Picture:
    """Return a picture of two melds and a row that is not a meld, of the tiles in *cuts*."""
    rows = [_row(rng, cuts, legal=row > 0) for row in range(ROWS)]
    image, view = surface(rng, SIZE), slant(rng)
    tiles: list[Tile] = []
    for place, row in zip(rng.permutation(ROWS).tolist(), rows, strict=True):
        y = SIZE * (0.26 + 0.24 * place)
        start = (SIZE - len(row) * WIDTH) / 2 + float(rng.uniform(-40, 40))
        for index, face in enumerate(row):
            flat, _ = cuts[face][int(rng.integers(len(cuts[face])))]
            x = start + index * (WIDTH + 1)
            corners = [
                _seen(view, x + a * WIDTH, y + (b - 0.5) * flat.height)
                for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))
            ]
            paste_in(image, flat, corners)
            tiles.append(_tile(face, corners))
    pixels = np.asarray(camera(lit(image, rng), rng))
    return Picture("illegal", pixels, tuple(tiles))


def _seen(view: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c = view @ (x, y, 1.0)
    return float(a / c), float(b / c)


def _tile(face: str, corners: Sequence[tuple[float, float]]) -> Tile:
    (a, b), (c, d), (e, f), (g, h) = corners
    x, y = (a + c + e + g) / 4, (b + d + f + h) / 4
    up = ((a + c - e - g) / 2, (b + d - f - h) / 2)
    high = math.hypot(*up)
    wide = math.dist(((a + g) / 2, (b + h) / 2), ((c + e) / 2, (d + f) / 2))
    number, colour = (JOKER, -1) if face == "joker" else (int(face[1:]), COLOURS.index(face[0]))
    return Tile(x, y, (up[0] / high, up[1] / high), wide, high, number, colour)


def _row(rng: Random, cuts: Cuts, *, legal: bool) -> Row:
    """Return faces in *cuts*: a meld, or a meld spoilt by exchanging one tile."""
    while True:
        row = _run(rng) if rng.random() < 0.5 else _group(rng)
        if not legal:
            row = _spoilt(rng, row)
        if all(face in cuts for face in row):
            return row


def _run(rng: Random) -> Row:
    colour, length = COLOURS[int(rng.integers(4))], int(rng.integers(3, 7))
    first = int(rng.integers(1, JOKER - length + 1))
    return [f"{colour}{first + index}" for index in range(length)]


def _group(rng: Random) -> Row:
    number, count = int(rng.integers(1, JOKER)), int(rng.integers(3, 5))
    return [f"{COLOURS[colour]}{number}" for colour in rng.permutation(4)[:count].tolist()]


def _spoilt(rng: Random, row: Row) -> Row:
    """Return *row* with one tile exchanged, so that it is not a meld in any order."""
    at = int(rng.integers(len(row)))
    before, after = row[:at], row[at + 1 :]
    faces = [f"{colour}{number}" for colour in COLOURS for number in range(1, JOKER)]
    wrong = [
        face
        for face in faces
        if face not in row and melds_and_piles(" ".join([*before, face, *after]))[1]
    ]
    wrong += before + after  # two equal tiles are no meld
    return [*before, wrong[int(rng.integers(len(wrong)))], *after]
