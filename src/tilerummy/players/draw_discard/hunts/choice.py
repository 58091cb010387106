"""Which closed hand to hunt for: the one with the highest expected value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import exp

from tilerummy.players.draw_discard.hunts.families import (
    Hunt,
    Loose,
    Low,
    Melds,
    Mixed,
    Pairs,
    Square,
    Unseen,
)
from tilerummy.players.draw_discard.hunts.patterns import Colours, Sticks, Whole
from tilerummy.players.draw_discard.packed.covers import Covers
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS
from tilerummy.tiles import Tile

_TENS = range(10, 14)

PACE = 8.0
"""After so many turns the chance to be the first of two has fallen to 37 %."""

LOSS = 600.0
"""What is lost, on average, if another wins."""

_SHARPNESS = 7.0
"""The power with which hunts are added up: the higher, the less the second best one counts."""


@lru_cache(maxsize=64)
def hunts(covers: Covers, types: tuple[int, ...] = ()) -> tuple[Hunt, ...]:
    """Return the hunts with the tiles of a game, for those *types* or all, the usual ones first.

    The types that only add a limit to another (3 to 5 and 7 to 9) come by hunting for that one,
    and those of the first turn (39 and 40) by luck.
    """
    return tuple(hunt for hunt in _all_hunts(covers) if not types or hunt.number in types)


@lru_cache(maxsize=16)
def _all_hunts(covers: Covers) -> tuple[Hunt, ...]:
    p = covers.packing
    points = {hand.number: hand.points for hand in CLOSED_HANDS}
    letters = p.tile_set.letters
    two = [a + b for a, b in combinations(letters, 2)]
    limits = ((p.field(), 1, 14), (p.field(range(1, 10)), 1, 9), (p.field((1, *_TENS)), 10, 14))
    every, minor, major = (fields for fields, _, _ in limits)
    found: list[Hunt] = [
        Melds(covers, 1, points[1], every),
        Melds(covers, 2, points[2], minor),
        Loose(covers, 10, points[10], major),
        Low(covers, 6, points[6], 41),
        Melds(covers, 11, points[11], major),
        Mixed(covers, 28, points[28], 1, 14),
        Mixed(covers, 29, points[29], 1, 7),
        Mixed(covers, 30, points[30], 8, 14),
    ]
    for number, (fields, low, high) in enumerate(limits):
        found += [
            Pairs(covers, 35 + number, points[35 + number], fields),
            Sticks(covers, 25 + number, points[25 + number], fields),
            Colours(covers, 13 + number, points[13 + number], 4, low, high),
            Colours(covers, 16 + number, points[16 + number], 3, low, high),
        ]
        found += [
            Melds(covers, 19 + number, points[19 + number], fields & p.field(colours=pair))
            for pair in two
        ]
    for letter in letters:
        line = p.field(colours=letter)
        royal = p.whole_of(letter, range(1, 14)) + p.units[Tile.of(letter, 1)]
        found += [
            Loose(covers, 22, points[22], line),
            Melds(covers, 23, points[23], line),
            Pairs(covers, 38, points[38], line),
            Whole(covers, 24, points[24], royal),
        ]
    for number, places in enumerate((range(1, 8), (*range(8, 14), 1))):
        waves = [p.whole_of(letter, places) for letter in letters]
        found += [Whole(covers, 31 + number, points[31 + number], 2 * wave) for wave in waves]
        found += [
            Whole(covers, 33 + number, points[33 + number], one + other)
            for one, other in combinations(waves, 2)
        ]
    found += [Square(covers, 12, points[12], p.field((n,))) for n in range(1, p.numbers + 1)]
    return tuple(found)


@lru_cache(maxsize=4096)
def turns_left(hunt: Hunt, rack: int, unseen: Unseen) -> float:
    """Return about how many turns a hunt takes; it is asked several times in a turn."""
    return hunt.turns(rack, unseen)


def value(hunt: Hunt, rack: int, unseen: Unseen, others: int) -> float:
    """Return what a hunt is worth now: the points, the sooner the more.

    That is the expected score plus ``LOSS``, as the chance that nobody else is first falls by the
    same part with every turn that the hunt takes, once for each of the *others*.
    """
    return (hunt.worth(rack) + LOSS) * exp(-turns_left(hunt, rack, unseen) * others / PACE)


def best_hunt(rack: int, unseen: Unseen, others: int, among: tuple[Hunt, ...]) -> Hunt:
    """Return the hunt *among* several that is worth most."""
    return max(among, key=lambda hunt: value(hunt, rack, unseen, others))


def value_together(rack: int, unseen: Unseen, others: int, among: Sequence[Hunt]) -> float:
    """Return what several hunts are worth together: a little more than the best of them."""
    powers = (value(hunt, rack, unseen, others) ** _SHARPNESS for hunt in among)
    return float(sum(powers) ** (1 / _SHARPNESS))


def expected_values(
    rack: int, unseen: Unseen, others: int, among: Sequence[Hunt]
) -> list[tuple[float, Hunt]]:
    """Return the hunts *among* several with what they are worth now, the best first."""
    values = [(value(hunt, rack, unseen, others), hunt) for hunt in among]
    values.sort(key=lambda each: -each[0])
    return values
