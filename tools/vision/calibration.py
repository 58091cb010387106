"""The constants of a set of weights, chosen on pictures not used in training."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tools.vision.detector import Box, detect
from tools.vision.light import LAMPS, blurred, lamp, shaken
from tools.vision.matching import Found, match
from tools.vision.nets import FoldedNet
from tools.vision.pictures import Picture, sized
from tools.vision.reader import Reading, placed, read
from tools.vision.weights import Constants, Weights

LOWEST = 0.12
HEATS = tuple(round(0.14 + 0.02 * step, 2) for step in range(30))
NO_TILES = (0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.4)
SPOILT = 10
"""How many errors a false tile counts for in a picture without tiles."""
MOST_FLAGGED = 0.035
"""The share of the calibration tiles that the doubt threshold may flag."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Pictures not used in training: photos, drawn tables, and drawn tables without a tile."""

    photos: Sequence[Picture]
    drawn: Sequence[Picture]
    empties: Sequence[Picture]


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture with all boxes above LOWEST and their readings."""

    picture: Picture
    boxes: Sequence[Box]
    readings: Sequence[Reading]
    found: Sequence[Found]

    def above(self, heat: float, no_tile: float) -> list[Found]:
        """Return the found tiles that pass both thresholds."""
        return [
            found
            for found, box, reading in zip(self.found, self.boxes, self.readings, strict=True)
            if box.heat > heat and reading.no_tile < no_tile
        ]


def calibrated(weights: Weights, apart: Apart) -> Constants:
    """Return the constants for *weights*.

    Heat and "no tile": the fewest missed tiles and false boxes. Temperature: the likeliest labels
    on a mixture of good and bad pictures. Doubt: as high as the share of flagged tiles allows.
    """
    finder = FoldedNet(weights.detector, weights.detector_values)
    knows = FoldedNet(weights.reader, weights.reader_values)
    pictures = [*apart.photos, *apart.drawn, *apart.empties, *troubled(apart.photos[::2])]
    everything = [seen(finder, knows, picture) for picture in pictures]
    heat, no_tile = _thresholds(everything)
    temperature = _temperature(everything, heat, no_tile)
    doubt = _doubt(everything[: len(apart.photos)], heat, no_tile, temperature)
    return replace(
        weights.constants, heat=heat, no_tile=no_tile, temperature=temperature, doubt=doubt
    )


def seen(finder: FoldedNet, knows: FoldedNet, picture: Picture) -> Seen:
    """Return the boxes and readings of *picture*, before any threshold."""
    boxes = placed(knows, picture.pixels, detect(finder, picture.pixels, heat=LOWEST))
    readings = read(knows, picture.pixels, boxes)
    found = []
    for index, (box, reading) in enumerate(zip(boxes, readings, strict=True)):
        (face, probability), (second, _), *_ = reading.candidates(1.0)
        found.append(Found(box.x, box.y, face, second, probability, doubtful=False, index=index))
    return Seen(picture, boxes, readings, found)


def troubled(pictures: Sequence[Picture]) -> list[Picture]:
    """Return each picture with one of six troubles."""
    result = []
    for index, picture in enumerate(pictures):
        match index % 6:
            case 0:
                pixels = lamp(picture.pixels, LAMPS["warm"])
            case 1:
                pixels = lamp(picture.pixels, LAMPS["dim"])
            case 2:
                pixels = blurred(picture.pixels, 1.5)
            case 3:
                pixels = shaken(picture.pixels, 4, 0.7 * index)
            case 4:
                result.append(sized(picture, 320))
                continue
            case _:
                pixels = lamp(picture.pixels, LAMPS["cool"])
        result.append(picture.with_pixels(pixels))
    return result


def _thresholds(everything: Sequence[Seen]) -> tuple[float, float]:
    """Return heat and "no tile": the middle of the band of heats within 3 errors of the fewest."""
    best = (math.inf, 0.0, 0.0)
    for no_tile in NO_TILES:
        costs = []
        for heat in HEATS:
            results = [match(one.picture, one.above(heat, no_tile)) for one in everything]
            spoilt = sum(
                bool(result.false) and not one.picture.tiles
                for one, result in zip(everything, results, strict=True)
            )
            errors = sum(len(r.missed) + 1.5 * len(r.false) for r in results)
            costs.append(errors + SPOILT * spoilt)
        good = [index for index, cost in enumerate(costs) if cost <= min(costs) + 3]
        middle = good[len(good) // 2]
        best = min(best, (costs[middle], HEATS[middle], no_tile))
    return best[1], best[2]


def _temperature(everything: Sequence[Seen], heat: float, no_tile: float) -> float:
    pairs = [
        (tile, one.readings[found.index])
        for one in everything
        for tile, found in match(one.picture, one.above(heat, no_tile)).pairs
    ]

    def surprise(temperature: float) -> float:
        return -sum(
            math.log(max(reading.probability(tile.face, temperature), 1e-4))
            for tile, reading in pairs
        )

    tried = [round(0.3 * 1.08**step, 3) for step in range(22)]
    return min(tried, key=surprise)


def _doubt(photos: Sequence[Seen], heat: float, no_tile: float, temperature: float) -> float:
    values = sorted(
        float(one.readings[found.index].probabilities(temperature).max())
        for one in photos
        for found in one.above(heat, no_tile)
    ) or [1.0]
    return round(min(0.97, max(0.6, values[int(MOST_FLAGGED * len(values))])), 3)
