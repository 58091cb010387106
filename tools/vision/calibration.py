"""The constants of a set of weights, chosen on pictures kept out of training."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tools.vision.detector import Box, detect
from tools.vision.light import LAMPS, blurred, lamp, shaken
from tools.vision.pictures import Picture, sized
from tools.vision.pipeline import Found, Match, Reader, kept, match
from tools.vision.reader import Reading, read
from tools.vision.weights import Constants, Weights

LOWEST = 0.12
HEATS = tuple(round(0.14 + 0.02 * step, 2) for step in range(30))
MOST_FLAGGED = 0.025


@dataclass(frozen=True, slots=True)
class Apart:
    """Pictures kept out of training: photos, drawn tables, and drawn tables without a tile."""

    photos: Sequence[Picture]
    drawn: Sequence[Picture]
    empties: Sequence[Picture]


def calibrated(weights: Weights, apart: Apart) -> Constants:
    """Return the constants for *weights*.

    Heat and "no tile": the fewest missed tiles and false boxes. Temperature: the likeliest labels
    on a mixture of good and bad pictures. Doubt: as high as the share of flagged tiles allows.
    """
    system = Reader(weights)
    constants = weights.constants
    pictures = [*apart.photos, *apart.drawn, *apart.empties, *troubled(apart.photos[::2])]
    everything = [(picture, _low(system, picture)) for picture in pictures]
    constants = _thresholds(everything, constants)
    constants = replace(constants, temperature=_temperature(everything, constants))
    clean = [match(p, kept(*low, constants)) for p, low in everything[: len(apart.photos)]]
    return replace(constants, doubt=_doubt(clean))


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


Low = tuple[list[Box], list[Reading]]
"""Boxes above LOWEST, and their readings."""


def _low(system: Reader, picture: Picture) -> Low:
    boxes = detect(system.detector, picture.pixels, heat=LOWEST)
    return boxes, read(system.reader, picture.pixels, boxes)


def _thresholds(everything: Sequence[tuple[Picture, Low]], constants: Constants) -> Constants:
    best: tuple[float, Constants] | None = None
    for no_tile in (0.3, 0.5, 0.7, 0.85):
        costs = []
        for heat in HEATS:
            tried = replace(constants, heat=heat, no_tile=no_tile)
            results = [match(p, kept(*low, tried)) for p, low in everything]
            costs.append(sum(len(r.missed) + 1.5 * len(r.false) for r in results))
        # the middle of the good band: within 3 of the least
        good = [h for h, cost in zip(HEATS, costs, strict=True) if cost <= min(costs) + 3]
        middle = good[len(good) // 2]
        cost = costs[HEATS.index(middle)]
        if best is None or cost < best[0]:
            best = (cost, replace(constants, heat=middle, no_tile=no_tile))
    assert best is not None
    return best[1]


def _temperature(everything: Sequence[tuple[Picture, Low]], constants: Constants) -> float:
    pairs = [pair for p, low in everything for pair in match(p, kept(*low, constants)).pairs]

    def surprise(temperature: float) -> float:
        return -sum(
            math.log(max(dict(found.reading.candidates(temperature))[tile.face], 1e-4))
            for tile, found in pairs
        )

    tried = [round(0.3 * 1.08**step, 3) for step in range(22)]
    return min(tried, key=surprise)


def _doubt(matches: Sequence[Match]) -> float:
    found: list[Found] = [f for m in matches for f in (*(f for _, f in m.pairs), *m.false)]
    values: list[float] = sorted(f.probability for f in found) or [1.0]
    return round(min(0.97, max(0.6, values[int(MOST_FLAGGED * len(values))])), 3)
