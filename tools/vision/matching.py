"""Comparison of the tiles found in a picture with its labels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from tools.vision.pictures import Picture, Tile


@dataclass(frozen=True, slots=True)
class Found:
    """A tile found in a picture: its centre in pixels, the two best faces, the best's probability.

    ``index`` is its place among all boxes of the picture.
    """

    x: float
    y: float
    face: str
    second: str
    probability: float
    doubtful: bool
    index: int


@dataclass(frozen=True, slots=True)
class Match:
    """The labelled tiles of a picture, paired with the found ones."""

    pairs: tuple[tuple[Tile, Found], ...]
    missed: tuple[Tile, ...]
    false: tuple[Found, ...]


def match(picture: Picture, found: Iterable[Found]) -> Match:
    """Pair each certain tile with the nearest found one within 0.35 of its width.

    A found tile on an uncertain label counts neither for nor against.
    """
    free = list(found)
    pairs, missed = [], []
    for tile in picture.tiles:
        near = [f for f in free if _distance(tile, f) < 0.35 * tile.width]
        if near:
            best = min(near, key=lambda f: _distance(tile, f))
            free.remove(best)
            if tile.certain:
                pairs.append((tile, best))
        elif tile.certain:
            missed.append(tile)
    uncertain = [tile for tile in picture.tiles if not tile.certain]
    false = [f for f in free if all(_distance(t, f) >= 0.8 * t.width for t in uncertain)]
    return Match(tuple(pairs), tuple(missed), tuple(false))


def _distance(tile: Tile, found: Found) -> float:
    return math.dist((tile.x, tile.y), (found.x, found.y))
