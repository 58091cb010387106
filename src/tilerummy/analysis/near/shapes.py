"""Finds the nearest closed hands of the types that do not consist of melds (RULES 3.2).

Every function yields hands of one type, including at least one with the lowest price.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, product
from typing import NamedTuple

from tilerummy.analysis.near.stock import Rows, Stock
from tilerummy.rules.closed_hands.hands import ClosedHand
from tilerummy.rules.closed_hands.shapes import FOURTEEN, PLACES
from tilerummy.tiles import JOKER, Tile

ALIKE = 8
"""The number of tiles with the same number in a square."""


def numbers_of(row: ClosedHand) -> tuple[int, ...]:
    """Return the number at each position that a type allows, from the lowest position."""
    return PLACES[row.low - 1 : row.high]


def loose(row: ClosedHand, stock: Stock) -> Iterator[Rows]:
    """Yield any fourteen tiles within the limits of *row*."""
    for letters in combinations(stock.letters, row.colours or len(stock.letters)):
        fitting = stock.restricted(letters, numbers_of(row))
        own = sorted(fitting.own.elements(), key=lambda tile: (tile.number, tile))
        for needed in range(max(0, FOURTEEN - len(own)), FOURTEEN + 1):
            tiles = own[: FOURTEEN - needed]
            tiles += _added(fitting, needed, lowest=row.total is not None)
            if len(tiles) < FOURTEEN:
                break
            if row.total is None or sum(map(_points, tiles)) <= row.total:
                yield (tuple(sorted(tiles)),)
                break


def _added(stock: Stock, needed: int, *, lowest: bool) -> list[Tile]:
    """Return *needed* tiles to add: the rack's jokers, then the lowest or the easiest to draw."""
    tiles = [JOKER] * min(needed, stock.jokers)
    more = sorted(stock.drawable.elements()) + [JOKER] * (stock.wild - stock.jokers)
    if lowest:
        more.sort(key=lambda tile: (_points(tile), tile == JOKER))
    else:
        more.sort(key=lambda tile: (tile == JOKER, -stock.ease(tile)))
    return tiles + more[: needed - len(tiles)]


def _points(tile: Tile) -> int:
    return 1 if tile == JOKER else tile.number


def square(row: ClosedHand, stock: Stock) -> Iterator[Rows]:
    """Yield one hand for each number: eight tiles with that number, and any six other tiles."""
    for number in sorted(set(numbers_of(row))):
        same = stock.restricted(stock.letters, [number])
        alike = [*islice(same.own.elements(), ALIKE)]
        rest = [*(stock.own - Counter(alike)).elements()][: FOURTEEN - ALIKE]
        drawn = [*islice(same.drawable.elements(), ALIKE - len(alike))]
        alike += drawn
        alike += [JOKER] * (ALIKE - len(alike))
        easy = sorted((stock.drawable - Counter(drawn)).elements(), key=lambda t: -stock.ease(t))
        rest += easy[: FOURTEEN - ALIKE - len(rest)]
        if len(rest) == FOURTEEN - ALIKE:
            yield tuple(sorted(alike)), tuple(sorted(rest))


class _Pair(NamedTuple):
    """A pair: how many of its tiles are not on the rack or must be jokers, and its negated ease."""

    lacking: int
    forced: int
    ease: int
    tiles: tuple[Tile, Tile]


def pairs(row: ClosedHand, stock: Stock) -> Iterator[Rows]:
    """Yield hands of seven pairs, starting with those that lack the fewest tiles."""
    for letters in combinations(stock.letters, row.colours or len(stock.letters)):
        fitting = stock.restricted(letters, numbers_of(row))
        possible = [_Pair(2, 2, 0, (JOKER, JOKER))]
        possible += [p for kind in {*fitting.own, *fitting.drawable} for p in _pairs(kind, stock)]
        wild, rows = stock.wild, list[tuple[Tile, ...]]()
        for pair in sorted(possible):
            if pair.forced <= wild and len(rows) < FOURTEEN // 2:
                wild -= pair.forced
                rows.append(pair.tiles)
        if len(rows) == FOURTEEN // 2:
            yield tuple(sorted(rows))


def _pairs(kind: Tile, stock: Stock) -> Iterator[_Pair]:
    """Yield the pairs of this tile. They must be used in this order."""
    own, drawable = stock.own[kind], stock.drawable[kind]
    while own + drawable:
        from_rack = min(own, 2)
        drawn = min(drawable, 2 - from_rack)
        own, drawable = own - from_rack, drawable - drawn
        yield _Pair(2 - from_rack, 2 - from_rack - drawn, -stock.ease(kind), (kind, kind))


def spans(row: ClosedHand, stock: Stock) -> Iterator[Rows]:
    """Yield runs through all positions of *row*, in every combination of colours."""
    assert row.colours is not None, "spans have a number of colours"
    numbers = numbers_of(row)
    each = FOURTEEN // len(numbers) // row.colours
    for letters in combinations(stock.letters, row.colours):
        yield tuple(tuple(Tile.of(c, n) for n in numbers) for c in letters for _ in range(each))


class _Path(NamedTuple):
    """The cheapest way to fill the first positions: its price, and the tiles at each position."""

    lacking: int
    ease: int
    tiles: Rows


_Paths = dict[tuple[tuple[str, ...], int], _Path]
"""The cheapest ways, keyed by the colours at the last position and the number of jokers needed."""


def mixed(row: ClosedHand, stock: Stock) -> Iterator[Rows]:
    """Yield runs through all positions of *row* whose neighbours have different colours."""
    numbers = numbers_of(row)
    columns = [*product(stock.letters, repeat=FOURTEEN // len(numbers))]
    # a hand with both the low and the high 1 uses two tiles with this number
    for first in columns if numbers[0] == numbers[-1] else [()]:
        paths: _Paths = {((), 0): _Path(0, 0, ())}
        for place, number in enumerate(numbers):
            last = place == len(numbers) - 1
            used = tuple(Tile.of(c, number) for c in first) if last else ()
            only = [first] if first and not place else columns
            paths = _longer(stock, paths, number, only, used)
        for path in paths.values():
            yield tuple(zip(*path.tiles, strict=True))


def _longer(
    stock: Stock,
    paths: _Paths,
    number: int,
    columns: list[tuple[str, ...]],
    used: tuple[Tile, ...],
) -> _Paths:
    """Return the cheapest ways to fill one more position, keyed by its colours and jokers needed.

    *used* are tiles with this number that are used at another position.
    """
    longer: _Paths = {}
    for column in columns:
        faces = tuple(Tile.of(c, number) for c in column)
        (before, ease_before), (lacking, ease) = stock.price(used), stock.price(used + faces)
        forced = stock.forced(used + faces) - stock.forced(used)
        for (last, wild), path in paths.items():
            if wild + forced > stock.wild or any(map(str.__eq__, last, column)):
                continue
            new = _Path(
                path.lacking + lacking - before,
                path.ease + ease - ease_before,
                (*path.tiles, faces),
            )
            key = column, wild + forced
            if key not in longer or new < longer[key]:
                longer[key] = new
    return longer
