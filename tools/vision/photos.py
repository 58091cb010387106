"""Labelled photos: a folder with images/ and labels/, polygons and class names as in data.yaml."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw
from tools.vision.pictures import COLOURS, JOKER, Picture, Pixels, Pyramid, Tile

Points = npt.NDArray[np.float64]
WORDS = {"black": "k", "red": "r", "blue": "b", "orange": "o"}
PROPORTION = (1.1, 1.7)
"""Long side over short side of a complete tile; a tile cut by the border is outside this range."""
CROP, SIDE = 48, 1.6
"""Pixels and tile widths of the crops for weighing the ink."""


def names(folder: Path) -> list[str]:
    """Return the class names in *folder*/data.yaml."""
    text = (folder / "data.yaml").read_text()
    return re.findall(r"'([^']+)'", re.search(r"names: \[(.*)\]", text)[1])  # type: ignore[index]


def original(name: str) -> str:
    """Return the original photo's name, given a distorted copy's *name*."""
    return name.split(".rf.", maxsplit=1)[0]


def photos(folder: Path, part: str) -> Iterator[Picture]:
    """Yield the labelled photos of a *part* (train, valid), with "up" by the offset of the ink."""
    classes = names(folder)
    for path in sorted((folder / part / "images").glob("*.jpg")):
        pixels = np.asarray(Image.open(path).convert("RGB"))
        pyramid = Pyramid(pixels)
        text = (folder / part / "labels" / f"{path.stem}.txt").read_text()
        tiles = []
        for line in text.splitlines():
            if line.strip():
                word, *numbers = line.split()
                points = np.array([float(n) for n in numbers]).reshape(-1, 2) * pixels.shape[0]
                tile = _tile(classes[int(word)], points, pixels.shape[0])
                tiles.append(_with_ink_up(tile, points, pyramid))
        yield Picture(path.stem, pixels, _without_doubles(tiles))


def _without_doubles(tiles: list[Tile]) -> tuple[Tile, ...]:
    """Mark tiles that are labelled twice as uncertain, and leave out the second label."""
    kept: list[Tile] = []
    for tile in tiles:
        for index, other in enumerate(kept):
            if math.dist((tile.x, tile.y), (other.x, other.y)) < 0.35 * other.width:
                kept[index] = replace(other, certain=other.certain and tile.face == other.face)
                break
        else:
            kept.append(tile)
    return tuple(kept)


def _tile(name: str, points: Points, size: int) -> Tile:
    number, colour = JOKER, -1
    if name != "joker":
        word, digits = name.split("_")
        number, colour = int(digits), COLOURS.index(WORDS[word])
    (x, y), along, short, long = smallest_rectangle(points)
    whole = PROPORTION[0] <= long / max(short, 1e-6) <= PROPORTION[1]
    inside = bool((points > 2).all() and (points < size - 2).all())
    return Tile(x, y, along, short, long, number, colour, certain=whole and inside)


def smallest_rectangle(
    points: Points,
) -> tuple[tuple[float, float], tuple[float, float], float, float]:
    """Return centre, direction of the long side, short side and long side."""
    best: tuple[float, tuple[float, float], tuple[float, float], float, float] | None = None
    edges = np.roll(points, -1, axis=0) - points
    for angle in {round(math.atan2(dy, dx) % (math.pi / 2), 4) for dx, dy in edges if dx or dy}:
        along = np.array([math.cos(angle), math.sin(angle)])
        across = np.array([-along[1], along[0]])
        a, b = points @ along, points @ across
        extent = (float(np.ptp(a)), float(np.ptp(b)))
        if best is None or extent[0] * extent[1] < best[0]:
            centre = along * (a.max() + a.min()) / 2 + across * (b.max() + b.min()) / 2
            direction = along if extent[0] >= extent[1] else across
            best = (
                extent[0] * extent[1],
                (float(centre[0]), float(centre[1])),
                (float(direction[0]), float(direction[1])),
                min(extent),
                max(extent),
            )
    assert best is not None
    return best[1:]


def _with_ink_up(tile: Tile, points: Points, pyramid: Pyramid) -> Tile:
    """Turn ``up`` to the half of the tile with more ink; uncertain if both have the same."""
    if tile.width < 4:
        return tile
    crop = pyramid.cut((tile.x, tile.y), tile.up, side=SIDE * tile.width, size=CROP)
    (ux, uy), scale = tile.up, SIDE * tile.width / CROP
    # the middle of the polygon, without its edges
    from_centre = 0.8 * (points - (tile.x, tile.y)) / scale
    inside = Image.new("L", (CROP, CROP))
    corners = [(CROP / 2 - a * uy + b * ux, CROP / 2 - a * ux - b * uy) for a, b in from_centre]
    ImageDraw.Draw(inside).polygon(corners, fill=1)
    offset = ink_offset(crop, np.asarray(inside) > 0)
    up = tile.up if offset >= 0 else (-ux, -uy)
    return replace(tile, up=up, certain=tile.certain and abs(offset) > 0.01)


def ink_offset(crop: Pixels, inside: npt.NDArray[np.bool_]) -> float:
    """Return the height of the ink above the middle of a crop, in tile widths."""
    if not inside.any():
        return 0.0
    face = crop.astype(np.float64)
    base = np.percentile(face[inside], 70, axis=0)
    ink = np.abs(face - base).sum(axis=2) * inside
    ink = np.clip(ink - 0.45 * np.percentile(ink[inside], 98), 0, None)
    rows = (np.arange(CROP) + 0.5) / CROP * SIDE
    middle = (inside.sum(axis=1) @ rows) / inside.sum()
    return float(middle - (ink.sum(axis=1) @ rows) / max(ink.sum(), 1e-6))
