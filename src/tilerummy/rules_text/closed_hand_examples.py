"""An example of every closed hand, made from its row and tried by the recogniser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import assert_never

from tilerummy.rules.closed_hands.hands import ClosedHand, Shape, When, recognise_all
from tilerummy.rules.closed_hands.shapes import FOURTEEN, PLACES
from tilerummy.tiles import STANDARD, Tile


@cache
def example_of(row: ClosedHand) -> str:
    """Return fourteen tiles of a standard set that are that closed hand, melds apart.

    No other type that they are is worth more, if there are such tiles among those tried.

    >>> from tilerummy.rules.closed_hands.hands import CLOSED_HANDS
    >>> example_of(CLOSED_HANDS[24])
    'k1 r1 b1 o1 / k4 r4 b4 o4 / k7 r7 b7 / k10 r10 b10'
    """
    first = row.when is not When.ANY_TURN
    spare = ""
    for tiles in _dealable(row):
        types = recognise_all(tiles, first_turn=first, dealt=row.when is When.DEALT)
        best = next(types, None)
        if best is not None and best.hand == row:
            return best.shown
        spare = spare or next((each.shown for each in types if each.hand == row), "")
    return spare


def _dealable(row: ClosedHand) -> Iterator[tuple[Tile, ...]]:
    """Yield tiles to try, none of them more often than it is in the set."""
    for step, start in product((3, 2, 1, 0), range(FOURTEEN)):
        tiles = tuple(_tiles(row, step, start))
        if max(Counter(tiles).values()) <= STANDARD.copies:
            yield tiles


def _tiles(row: ClosedHand, step: int, start: int) -> Iterator[Tile]:
    """Yield fourteen tiles of the shape: each part *step* places after the one before."""
    letters = STANDARD.letters[: row.colours]
    places = PLACES[row.low - 1 : row.high]
    sizes = (5, 5, 4) if row.melds == 3 else (4, 4, 3, 3)

    def tile(colour: int, place: int) -> Tile:
        return Tile.of(letters[colour % len(letters)], places[place % len(places)])

    match row.shape:
        case Shape.ANY:
            yield from (tile(i // 2, start + i * step // 3) for i in range(FOURTEEN))
        case Shape.PAIRS:
            yield from (tile(i // 2, start + i // 2 * step) for i in range(FOURTEEN))
        case Shape.SQUARE:
            yield from (tile(i // 2, start) for i in range(8))
            yield from (tile(i, start + 1 + i * step) for i in range(6))
        case Shape.SPAN:
            yield from (tile(i // len(places), i) for i in range(FOURTEEN))
        case Shape.MIXED:
            yield from (tile(i // len(places) * step + i, i) for i in range(FOURTEEN))
        case Shape.SETS | Shape.GROUPS | Shape.RUNS:
            for i, size in enumerate(sizes):
                first = start + i * step
                run = row.shape is Shape.RUNS or (row.shape is Shape.SETS and i % 2)
                yield from (tile(i, first + j) if run else tile(j, first) for j in range(size))
        case _:
            assert_never(row.shape)
