"""The table of International's forty closed hands, and functions that recognise them.

The closed hands are described in RULES, section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import assert_never

from tilerummy.rules.closed_hands.arrangements import arranged
from tilerummy.rules.closed_hands.shapes import (
    FOURTEEN,
    Fourteen,
    loose,
    mixed,
    pairs,
    spans,
    square,
)
from tilerummy.tiles import JOKER, STANDARD, Rack, Tile, TileSet


class Shape(StrEnum):
    """The shape formed by the fourteen tiles of a closed hand."""

    ANY = "any tiles"
    SETS = "groups and runs"
    GROUPS = "groups"
    RUNS = "runs"
    SPAN = "runs that each go through all the places from low to high"
    MIXED = "spans of mixed colours, no two neighbours alike"
    SQUARE = "eight tiles of one number"
    PAIRS = "pairs of identical tiles"


class When(StrEnum):
    """When a type of closed hand counts."""

    ANY_TURN = "any turn"
    FIRST_TURN = "the player's first turn"
    DEALT = "the first turn of a player other than the first, with the dealt tiles"


@dataclass(frozen=True, slots=True)
class ClosedHand:
    """A type of closed hand: its shape, its limits, and its points with 0, 1 and 2 jokers.

    ``melds`` is the number of melds and ``colours`` the number of distinct colours; None allows any
    number. All tiles are between the positions ``low`` and ``high``. A 1 may be at position 1 or
    14. ``total`` is the highest allowed sum of the numbers, where a 1 always counts as 1. A joker
    represents the tile that is best for the player.
    """

    number: int
    name: str
    shape: Shape
    _: KW_ONLY
    melds: int | None = None
    colours: int | None = None
    low: int = 1
    high: int = FOURTEEN
    total: int | None = None
    when: When = When.ANY_TURN
    points: tuple[int, int, int]

    def admits(self, hand: Fourteen) -> bool:
        """Return whether *hand* satisfies all limits of this type except those on melds."""
        return (
            self.colours in (None, len(hand.colours))
            and all(self._has_place_for(t.number) for t in hand.numbered)
            and (self.total is None or hand.least <= self.total)
        )

    def _has_place_for(self, number: int) -> bool:
        return self.low <= number <= self.high or (number == 1 and self.high == FOURTEEN)


ANY, SETS, GROUPS, RUNS, SPAN, MIXED, SQUARE, PAIRS = Shape

CLOSED_HANDS: tuple[ClosedHand, ...] = (
    ClosedHand(1, "Basic", SETS, points=(500, 400, 300)),
    ClosedHand(2, "Hand minor", SETS, high=9, points=(800, 700, 600)),
    ClosedHand(3, "Hand minor 51", SETS, high=9, total=51, points=(1000, 900, 800)),
    ClosedHand(4, "Minor 51 groups", GROUPS, total=51, points=(1600, 1400, 1200)),
    ClosedHand(5, "Minor 51 runs", RUNS, total=51, points=(1600, 1400, 1200)),
    ClosedHand(6, "Piccolo 41 odd", ANY, total=41, points=(800, 700, 600)),
    ClosedHand(7, "Piccolo 41 sets", SETS, total=41, points=(1400, 1200, 1000)),
    ClosedHand(8, "Piccolo 41 runs", RUNS, total=41, points=(1600, 1400, 1200)),
    ClosedHand(9, "Piccolo 41 groups", GROUPS, total=41, points=(1600, 1400, 1200)),
    ClosedHand(10, "Grand odd", ANY, low=10, points=(700, 600, 500)),
    ClosedHand(11, "Grand sets", SETS, low=10, points=(1400, 1200, 1000)),
    ClosedHand(12, "Grand square", SQUARE, points=(1600, 1400, 1200)),
    ClosedHand(13, "Four colours", RUNS, melds=4, colours=4, points=(900, 800, 700)),
    ClosedHand(14, "Four colours minor", RUNS, melds=4, colours=4, high=9, points=(1000, 900, 800)),
    ClosedHand(15, "Four colours major", RUNS, melds=4, colours=4, low=10, points=(1000, 900, 800)),
    ClosedHand(16, "Three colours", RUNS, melds=3, colours=3, points=(700, 600, 500)),
    ClosedHand(17, "Three colours minor", RUNS, melds=3, colours=3, high=9, points=(900, 800, 700)),
    ClosedHand(18, "Three colours major", RUNS, melds=3, colours=3, low=10, points=(900, 800, 700)),
    ClosedHand(19, "Two colours", RUNS, colours=2, points=(1000, 900, 800)),
    ClosedHand(20, "Two colours minor", RUNS, colours=2, high=9, points=(1400, 1200, 1000)),
    ClosedHand(21, "Two colours major", RUNS, colours=2, low=10, points=(1400, 1200, 1000)),
    ClosedHand(22, "Single colour odd", ANY, colours=1, points=(1600, 1400, 1200)),
    ClosedHand(23, "Single colour runs", RUNS, colours=1, points=(2000, 1800, 1600)),
    ClosedHand(24, "Royal", SPAN, colours=1, points=(2400, 2200, 2000)),
    ClosedHand(25, "Sticks", GROUPS, melds=4, points=(1000, 900, 800)),
    ClosedHand(26, "Sticks minor", GROUPS, melds=4, high=9, points=(1400, 1200, 1000)),
    ClosedHand(27, "Sticks major", GROUPS, melds=4, low=10, points=(1400, 1200, 1000)),
    ClosedHand(28, "Mosaic", MIXED, points=(1000, 900, 800)),
    ClosedHand(29, "Little Wave", MIXED, high=7, points=(1200, 1000, 900)),
    ClosedHand(30, "Big Wave", MIXED, low=8, points=(1200, 1000, 900)),
    ClosedHand(31, "Little Wave single colour", SPAN, colours=1, high=7, points=(2600, 2400, 2200)),
    ClosedHand(32, "Big Wave single colour", SPAN, colours=1, low=8, points=(2600, 2400, 2200)),
    ClosedHand(33, "Little Wave two colours", SPAN, colours=2, high=7, points=(2200, 2000, 1800)),
    ClosedHand(34, "Big Wave two colours", SPAN, colours=2, low=8, points=(2200, 2000, 1800)),
    ClosedHand(35, "Seven pairs", PAIRS, points=(1700, 1500, 1300)),
    ClosedHand(36, "Seven pairs minor", PAIRS, high=9, points=(2000, 1800, 1600)),
    ClosedHand(37, "Seven pairs major", PAIRS, low=10, points=(2000, 1800, 1600)),
    ClosedHand(38, "Seven pairs single colour", PAIRS, colours=1, points=(2200, 2000, 1800)),
    ClosedHand(39, "Little Blitz", SETS, when=When.FIRST_TURN, points=(1600, 1400, 1200)),
    ClosedHand(40, "Grand Blitz", SETS, when=When.DEALT, points=(2000, 1800, 1600)),
)
"""The forty types, sorted as in the table in S4."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A closed hand that was recognised in fourteen tiles, with its points.

    The points depend on the number of jokers used. ``shown`` is the arrangement in notation,
    separated into melds or pairs. If the type requires it, the tile that each joker represents is
    included.
    """

    hand: ClosedHand
    points: int
    jokers: int
    shown: str


def recognise(
    tiles: Sequence[Tile],
    *,
    first_turn: bool = False,
    dealt: bool = False,
    first_player: bool = False,
    tile_set: TileSet = STANDARD,
) -> Recognised | None:
    """Return the most valuable closed hand that these 14 *tiles* form, or None.

    Among types of equal value, the one with the higher number wins. *dealt* means that all tiles
    were dealt and that it is the player's first turn: S4, "Grand Blitz". The function does not
    check how many copies of a tile there are.

    >>> from tilerummy.tiles import rack
    >>> royal = recognise(rack("k1 k1 k2 k3 k4 k5 k6 k7 k8 * k10 k11 k12 k13"))
    >>> royal and (royal.hand.name, royal.points, royal.shown)
    ('Royal', 2200, 'k1 k2 k3 k4 k5 k6 k7 k8 *k9 k10 k11 k12 k13 k1')

    Raises ValueError if there are not exactly 14 tiles, if a tile is not in the set, if there are
    more than two jokers, or if the set's numbers are not 1 to 13.
    """
    return next(
        recognise_all(
            tiles,
            first_turn=first_turn,
            dealt=dealt,
            first_player=first_player,
            tile_set=tile_set,
        ),
        None,
    )


def recognise_all(
    tiles: Sequence[Tile],
    *,
    first_turn: bool = False,
    dealt: bool = False,
    first_player: bool = False,
    tile_set: TileSet = STANDARD,
) -> Iterator[Recognised]:
    """Return a lazy iterator over all closed hands that 14 *tiles* form, most valuable first.

    See :func:`recognise`.

    >>> from tilerummy import rack
    >>> from tilerummy.rules.closed_hands import recognise_all
    >>> tiles = rack("r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7")
    >>> [found.hand.name for found in recognise_all(tiles)][:2]
    ['Little Wave single colour', 'Seven pairs single colour']
    """
    hand = _hand(tiles, tile_set)
    turns = [When.ANY_TURN]
    if first_turn or dealt:
        turns.append(When.FIRST_TURN)
    if dealt and not first_player:
        turns.append(When.DEALT)
    return (
        Recognised(row, row.points[hand.jokers], hand.jokers, shown)
        for row in _BY_WORTH[hand.jokers]
        if row.when in turns and row.admits(hand) and (shown := _shown(row, hand)) is not None
    )


def read_as(
    number: int, tiles: Sequence[Tile], *, tile_set: TileSet = STANDARD
) -> Recognised | None:
    """Return *tiles* as the closed hand with this *number*, or None if they do not form it.

    Restrictions on the turn are not checked. Raises ValueError in the same cases as
    :func:`recognise`.

    >>> from tilerummy.tiles import rack
    >>> shown = read_as(35, rack("k1 k1 r2 r2 b3 b3 o4 o4 k5 k5 r6 r6 b7 b7"))
    >>> shown and (shown.hand.name, shown.points)
    ('Seven pairs', 1700)
    """
    hand = _hand(tiles, tile_set)
    for row in CLOSED_HANDS:
        if row.number == number and row.admits(hand) and (shown := _shown(row, hand)) is not None:
            return Recognised(row, row.points[hand.jokers], hand.jokers, shown)
    return None


_BY_WORTH = tuple(
    sorted(CLOSED_HANDS, key=lambda row: (row.points[jokers], row.number), reverse=True)
    for jokers in range(3)
)


def _hand(tiles: Sequence[Tile], tile_set: TileSet) -> Fourteen:
    numbered = Rack(t for t in tiles if t != JOKER)
    jokers = len(tiles) - len(numbered)
    if len(tiles) != FOURTEEN:
        raise ValueError(f"a closed hand has 14 tiles, not {len(tiles)}; the discard is not one")
    if jokers > 2:
        raise ValueError(f"a closed hand has at most two jokers, not {jokers}")
    if tile_set.numbers != 13:
        raise ValueError(f"closed hands need the numbers 1 to 13, not 1 to {tile_set.numbers}")
    for tile in numbered:
        if tile not in tile_set:
            raise ValueError(f"{tile} cannot be in a closed hand: the tile set is {tile_set}")
    return Fourteen(numbered, jokers, tile_set.letters)


def _shown(row: ClosedHand, hand: Fourteen) -> str | None:
    """Return the tiles arranged as this type of hand, in notation, or None if they do not match."""
    match row.shape:
        case Shape.ANY:
            return loose(hand)
        case Shape.SQUARE:
            return square(hand)
        case Shape.PAIRS:
            return pairs(hand)
        case Shape.SPAN:
            return spans(hand, row.low, row.high)
        case Shape.MIXED:
            return mixed(hand, row.low, row.high)
        case Shape.SETS | Shape.GROUPS | Shape.RUNS:
            return _melds(row, hand)
    assert_never(row.shape)


def _melds(row: ClosedHand, hand: Fourteen) -> str | None:
    table = arranged(
        hand,
        groups=row.shape != Shape.RUNS,
        runs=row.shape != Shape.GROUPS,
        places=(row.low, row.high),
        melds=row.melds,
    )
    if table is None or (row.total is not None and table.points > row.total):
        return None
    return str(table)
