"""From a picture to tiles with faces, and the comparison with the labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tools.vision.detector import Box, detect
from tools.vision.nets import FoldedNet
from tools.vision.pictures import Picture, Tile
from tools.vision.reader import Reading, read
from tools.vision.weights import Constants, Weights


@dataclass(frozen=True, slots=True)
class Found:
    """A detected tile that the reader did not drop."""

    box: Box
    reading: Reading
    face: str
    second: str
    probability: float


class Reader:
    """Detector and reader with their constants."""

    def __init__(self, weights: Weights) -> None:
        self.constants = weights.constants
        self.detector = FoldedNet(weights.detector, weights.detector_values)
        self.reader = FoldedNet(weights.reader, weights.reader_values)

    def __call__(self, picture: Picture) -> list[Found]:
        """Return the tiles of a picture."""
        boxes = detect(self.detector, picture.pixels, heat=self.constants.heat)
        return kept(boxes, read(self.reader, picture.pixels, boxes), self.constants)


def kept(boxes: Sequence[Box], readings: Sequence[Reading], constants: Constants) -> list[Found]:
    """Return the boxes that are tiles."""
    result = []
    for box, reading in zip(boxes, readings, strict=True):
        if box.heat <= constants.heat or reading.no_tile >= constants.no_tile:
            continue
        (face, probability), (second, _), *_ = reading.candidates(constants.temperature)
        result.append(Found(box, reading, face, second, probability))
    return result


@dataclass(frozen=True, slots=True)
class Match:
    """The tiles of a picture against what was found."""

    pairs: tuple[tuple[Tile, Found], ...]
    missed: tuple[Tile, ...]
    false: tuple[Found, ...]


def match(picture: Picture, found: Iterable[Found]) -> Match:
    """Pair each certain tile with what was found within 0.35 of its width.

    A box on an uncertain tile counts neither for nor against.
    """
    free = list(found)
    pairs, missed = [], []
    for tile in picture.tiles:
        near = [
            f for f in free if math.dist((tile.x, tile.y), (f.box.x, f.box.y)) < 0.35 * tile.width
        ]
        if not near:
            if tile.certain:
                missed.append(tile)
            continue
        best = min(near, key=lambda f: math.dist((tile.x, tile.y), (f.box.x, f.box.y)))
        free.remove(best)
        if tile.certain:
            pairs.append((tile, best))
    false = [f for f in free if not _on_uncertain(picture, f)]
    return Match(tuple(pairs), tuple(missed), tuple(false))


def _on_uncertain(picture: Picture, found: Found) -> bool:
    return any(
        math.dist((tile.x, tile.y), (found.box.x, found.box.y)) < 0.8 * tile.width
        for tile in picture.tiles
        if not tile.certain
    )
