"""Measured shares of found and correctly read tiles, with Wilson intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image
from tools.vision.composed import cut_tiles, illegal_table
from tools.vision.fonts import UNSEEN, paths
from tools.vision.light import LAMPS, blurred, compressed, lamp, shaken
from tools.vision.matching import Found, Match, match
from tools.vision.photos import photos
from tools.vision.pictures import Picture, Pixels, Tile, sized
from tools.vision.scenes import empty, scene
from tools.vision.surfaces import THINGS

from tilerummy import tiles
from tilerummy.melds import AmbiguousJoker, melds_and_piles
from tilerummy.vision import PhotoReading, read

System = Callable[[Picture], list[Found]]
SEED = 4_000
"""Drawn pictures for the figures come from seeds that training and calibration do not use."""
DRAWN = 40
EMPTY = 60
ILLEGAL = 200


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % interval."""

    count: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson score interval."""
        return wilson(self.count, self.of)

    def as_json(self) -> dict[str, object]:
        """Return count, total, share and interval, rounded."""
        low, high = self.interval
        share = round(self.count / self.of, 4) if self.of else None
        return {
            "count": self.count,
            "of": self.of,
            "share": share,
            "from": round(low, 4),
            "to": round(high, 4),
        }


def wilson(count: int, of: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share."""
    if of == 0:
        return 0.0, 1.0
    z, p = 1.959964, count / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def product(picture: Picture) -> list[Found]:
    """Return the tiles that the package finds in a picture, with the committed weights."""
    found = []
    for index, tile in enumerate(read(Image.fromarray(picture.pixels)).tiles):
        x, y = (sum(corner[axis] for corner in tile.corners) / 4 for axis in (0, 1))
        first, second = tile.candidates[:2]
        found.append(
            Found(
                x,
                y,
                face(first.face),
                face(second.face),
                first.probability,
                doubtful=tile.doubtful,
                index=index,
            )
        )
    return found


def face(tile: tiles.Tile) -> str:
    """Return a tile as the labels write it."""
    return "joker" if tile == tiles.JOKER else repr(tile)


Row = dict[str, dict[str, object]]


def measured(system: System, pictures: Iterable[Picture]) -> Row:
    """Return the figures of *system* on *pictures*."""
    results = [match(picture, system(picture)) for picture in pictures]
    pairs = [pair for result in results for pair in result.pairs]
    missed = sum(len(result.missed) for result in results)
    false = sum(len(result.false) for result in results)
    wrong = [found for tile, found in pairs if found.face != tile.face]
    flagged = sum(found.doubtful for _, found in pairs)
    tiles, right = len(pairs) + missed, len(pairs) - len(wrong)
    shares = {
        "found": Share(len(pairs), tiles),
        "false": Share(false, max(1, len(pairs) + false)),
        "right of the found": Share(right, len(pairs)),
        "found and right": Share(right, tiles),
        "pictures untouched": Share(sum(map(_untouched, results)), len(results)),
        "flagged": Share(flagged, len(pairs)),
        "mistakes flagged": Share(sum(found.doubtful for found in wrong), len(wrong)),
        "truth among two": Share(
            sum(tile.face in (found.face, found.second) for tile, found in pairs), len(pairs)
        ),
    }
    return {name: share.as_json() for name, share in shares.items()}


def _untouched(result: Match) -> bool:
    right = all(tile.face == found.face for tile, found in result.pairs)
    return right and not result.missed and not result.false


def all_figures(folder: Path, fonts_folder: Path, system: System = product) -> dict[str, Row]:
    """Return the figures on the reserved photos, on degraded copies, and on drawn pictures."""
    reserved = [_all_certain(picture) for picture in photos(folder, "valid")]
    fonts = paths(fonts_folder, UNSEEN)
    figures: dict[str, Row] = {}

    def add(name: str, pictures: Iterable[Picture]) -> None:
        figures[name] = measured(system, pictures)
        row = figures[name]
        print(f"{name}: " + ", ".join(f"{k} {v['count']}/{v['of']}" for k, v in row.items()))

    add("photos not used in training", reserved)
    for name, gains in LAMPS.items():
        if name != "daylight":
            add(f"photos, lamp: {name}", _changed(reserved, partial(lamp, gains=gains)))
    add("photos, half size", [sized(picture, 320) for picture in reserved])
    add("photos, turned", [turned(picture, 1 + i % 3) for i, picture in enumerate(reserved)])
    add("photos, blur of 1.5 pixels", _changed(reserved, lambda p: blurred(p, 1.5)))
    add("photos, JPEG of quality 20", _changed(reserved, lambda p: compressed(p, 20)))
    add("photos, shaken by 7 pixels", _changed(reserved, lambda p: shaken(p, 7, 0.5)))
    for index, (name, kind) in enumerate(
        (("unseen editions", "light"), ("dark tiles", "dark"), ("large numbers", "large"))
    ):
        drawn = (
            scene(np.random.default_rng([SEED, index, k]), fonts, kind=kind, unseen=True,
                  width=(20, 110))
            for k in range(DRAWN)
        )  # fmt: skip
        add(f"drawn, {name}", drawn)
    for index, (name, kinds) in enumerate(
        (("without a tile", THINGS), ("bare tables, cloths and keyboards", ("keyboard",)))
    ):
        bare = (
            empty(np.random.default_rng([SEED, 9 + index, k]), fonts, kinds=kinds)
            for k in range(EMPTY)
        )
        counts = [len(system(picture)) for picture in bare]
        none = Share(counts.count(0), len(counts))
        figures[f"drawn, {name}"] = {"pictures without a box": none.as_json()}
        print(f"drawn, {name}: {none.count}/{none.of}, boxes {sum(counts)}")
    figures["composed, illegal tables"] = _illegal_tables(reserved)
    return figures


def _illegal_tables(reserved: Sequence[Picture]) -> Row:
    """Return the shares of ILLEGAL tables that are not legal as read, and that warn at least.

    The referee judges what was read, so a table can only become legal by tiles that are misread. It
    judges no table with a tile that has no face.
    """
    cuts, results = cut_tiles(reserved), []
    for number in range(ILLEGAL):
        picture = illegal_table(np.random.default_rng([SEED, 7, number]), cuts)
        reading = read(Image.fromarray(picture.pixels))
        results.append((_is_not_legal(reading), any(tile.doubtful for tile in reading.tiles)))
    refused = Share(sum(illegal for illegal, _ in results), ILLEGAL)
    warned = Share(sum(illegal or doubt for illegal, doubt in results), ILLEGAL)
    print(f"composed, illegal tables: {refused.count}/{ILLEGAL}, or doubtful {warned.count}")
    return {
        "not legal as read": refused.as_json(),
        "not legal as read, or doubtful": warned.as_json(),
    }


def _is_not_legal(reading: PhotoReading) -> bool:
    """Return whether a row of a reading is no meld, or has a tile without a face."""
    return any(_is_no_meld(row) for row in reading.table_notation.split(" / "))


def _is_no_meld(row: str) -> bool:
    try:
        return "?" in row or len(melds_and_piles(row)[1]) > 0
    except AmbiguousJoker:  # a tile was read as a joker, and the row is a meld in two ways
        return False


def _all_certain(picture: Picture) -> Picture:
    return replace(picture, tiles=tuple(replace(t, certain=True) for t in picture.tiles))


def _changed(pictures: Sequence[Picture], change: Callable[[Pixels], Pixels]) -> Iterable[Picture]:
    return (picture.with_pixels(change(picture.pixels)) for picture in pictures)


def turned(picture: Picture, quarters: int) -> Picture:
    """Return *picture* turned left by quarters of a circle."""
    pixels, tiles = picture.pixels, picture.tiles
    for _ in range(quarters):
        width = pixels.shape[1]
        pixels = np.rot90(pixels)
        tiles = tuple(_turned(tile, width) for tile in tiles)
    return Picture(picture.name, np.ascontiguousarray(pixels), tiles)


def _turned(tile: Tile, width: int) -> Tile:
    return replace(tile, x=tile.y, y=width - tile.x, up=(tile.up[1], -tile.up[0]))
