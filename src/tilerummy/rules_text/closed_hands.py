"""Descriptions of the closed hands, with an example of each one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import assert_never

from tilerummy.rules.closed_hands.hands import ClosedHand, Shape, When, recognise_all
from tilerummy.rules.closed_hands.shapes import FOURTEEN, PLACES
from tilerummy.rules_text.sentence import Sentence, sentence
from tilerummy.tiles import STANDARD, Tile


def hand_name(row: ClosedHand) -> Sentence:
    """Return a closed hand's name."""
    return sentence(f"hand.{row.number}")


def hand_sentences(row: ClosedHand) -> Iterator[Sentence]:
    """Yield sentences about the fourteen tiles of a closed hand."""
    yield from _shape(row)
    yield from _colours(row)
    if row.shape not in (Shape.SPAN, Shape.MIXED):
        yield from _limits(row)
    if row.total is not None:
        yield sentence("hand.total", total=row.total)
    match row.when:
        case When.FIRST_TURN:
            yield sentence("hand.first_turn")
        case When.DEALT:
            yield sentence("hand.dealt")
        case When.ANY_TURN:
            return


def _shape(row: ClosedHand) -> Iterator[Sentence]:
    match row.shape:
        case Shape.ANY:
            yield sentence("hand.any")
        case Shape.SETS:
            yield sentence("hand.sets")
        case Shape.GROUPS:
            yield (
                sentence("hand.groups")
                if row.melds is None
                else sentence("hand.groups.n", n=row.melds)
            )
        case Shape.RUNS:
            yield (
                sentence("hand.runs") if row.melds is None else sentence("hand.runs.n", n=row.melds)
            )
        case Shape.SPAN:
            yield _span(row)
        case Shape.MIXED:
            yield _span(row)
            yield sentence("hand.mixed")
        case Shape.SQUARE:
            yield sentence("hand.square")
        case Shape.PAIRS:
            yield sentence("hand.pairs")
        case _:
            assert_never(row.shape)


def _span(row: ClosedHand) -> Sentence:
    if row.low == 1 and row.high == FOURTEEN:
        return sentence("hand.whole")
    return sentence("hand.from", low=row.low) if row.low > 1 else sentence("hand.to", high=row.high)


def _colours(row: ClosedHand) -> Iterator[Sentence]:
    if row.colours == 1:
        yield sentence("hand.colour")
    elif row.colours is not None and row.colours == row.melds:
        yield sentence("hand.colours.each")
    elif row.colours is not None:
        yield sentence("hand.colours", n=row.colours)


def _limits(row: ClosedHand) -> Iterator[Sentence]:
    if row.high < FOURTEEN:
        yield sentence("hand.high", high=row.high)
    if row.low > 1:
        yield sentence("hand.low", low=row.low)


@cache
def example_of(row: ClosedHand) -> str:
    """Return fourteen tiles of a standard set that form a closed hand, separated into melds.

    Tiles that form no other type of closed hand with a higher score are preferred.

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
    """Yield hands to try that can all be dealt from a standard set."""
    for step, start in product((3, 2, 1, 0), range(FOURTEEN)):
        tiles = tuple(_tiles(row, step, start))
        if max(Counter(tiles).values()) <= STANDARD.copies:
            yield tiles


def _tiles(row: ClosedHand, step: int, start: int) -> Iterator[Tile]:
    """Yield fourteen tiles in this shape. Each meld starts *step* numbers after the one before."""
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
