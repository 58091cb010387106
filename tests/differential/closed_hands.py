"""A second recogniser of closed hands, by exhaustive search, and hands near the types.

It tries every joker as every tile and splits the fourteen tiles into melds in every way: S4, "Hand
Type", implemented a second time. Every meld has a numbered tile, because there are at most two
jokers, so the positions of the jokers do not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from random import Random

from tilerummy.rules.closed_hands.hands import ClosedHand, Shape
from tilerummy.tiles import JOKER, Tile, TileSet

Tiles = tuple[Tile, ...]

LINE = (*range(1, 14), 1)
HIGH = {1, 10, 11, 12, 13}
ROYAL, LITTLE, BIG = sorted(LINE), sorted([*LINE[:7]] * 2), sorted([*LINE[7:]] * 2)
NUMBER = {t: t.number for t in TileSet(colours=8).kinds}
COLOUR = {t: t.colour for t in NUMBER}


def types(hand: Tiles, tile_set: TileSet) -> set[int]:
    """Return the indices of all types matched in a first turn with dealt tiles."""
    numbered = tuple(t for t in hand if t != JOKER)
    found: set[int] = set()
    for faces in combinations_with_replacement(tile_set.kinds, len(hand) - len(numbered)):
        tiles = (*numbered, *faces)
        found |= {number for number, is_so in _shaped(tiles).items() if is_so}
        if _have_company(frozenset(tiles), tile_set):
            for groups, runs in _falls(tuple(sorted(tiles)), tile_set):
                found |= {n for n, is_so in _melded(tiles, groups, runs).items() if is_so}
    return found


def _shaped(tiles: Tiles) -> dict[int, bool]:
    """Return the types without melds that these numbered tiles match."""
    tiles = tuple(sorted(tiles))
    numbers = sorted(map(NUMBER.__getitem__, tiles))
    colours = set(map(COLOUR.__getitem__, tiles))
    minor, major = numbers[-1] <= 9, HIGH.issuperset(numbers)
    single, two = len(colours) == 1, len(colours) == 2 and len(set(tiles)) == 14
    twins = tiles[::2] == tiles[1::2]
    return {
        6: sum(numbers) <= 41,
        10: major,
        12: max(map(numbers.count, numbers)) >= 8,
        22: single,
        24: single and numbers == ROYAL,
        28: numbers == ROYAL and _is_mosaic(tiles),
        29: numbers == LITTLE and _are_waves(tiles, LINE[:7]),
        30: numbers == BIG and _are_waves(tiles, LINE[7:]),
        31: single and numbers == LITTLE,
        32: single and numbers == BIG,
        33: two and numbers == LITTLE,
        34: two and numbers == BIG,
        35: twins,
        36: twins and minor,
        37: twins and major,
        38: twins and single,
    }


def _melded(tiles: Tiles, groups: int, runs: str) -> dict[int, bool]:
    """Return the types that match *groups* groups and runs of these colours."""
    numbers = [t.number for t in tiles]
    minor, major, total = max(numbers) <= 9, HIGH.issuperset(numbers), sum(numbers)
    four = groups == 0 and len(runs) == len(set(runs)) == 4
    three = groups == 0 and len(runs) == len(set(runs)) == 3
    two = groups == 0 and 2 <= len(runs) <= 4 and len(set(runs)) == 2
    sticks = groups == 4 and not runs
    return {
        1: True,
        2: minor,
        3: minor and total <= 51,
        4: not runs and total <= 51,
        5: not groups and total <= 51,
        7: total <= 41,
        8: not groups and total <= 41,
        9: not runs and total <= 41,
        11: major,
        13: four,
        14: four and minor,
        15: four and major,
        16: three,
        17: three and minor,
        18: three and major,
        19: two,
        20: two and minor,
        21: two and major,
        23: groups == 0 and 2 <= len(runs) <= 4 and len(set(runs)) == 1,
        25: sticks,
        26: sticks and minor,
        27: sticks and major,
        39: True,
        40: True,
    }


def _is_mosaic(tiles: Tiles) -> bool:
    by_number = {t.number: t for t in tiles if t.number != 1}
    low, high = (t for t in tiles if t.number == 1)
    middle = [by_number[n] for n in range(2, 14)]
    return any(_changes([a, *middle, b]) for a, b in ((low, high), (high, low)))


def _are_waves(tiles: Tiles, numbers: tuple[int, ...]) -> bool:
    steps = [[t for t in tiles if t.number == n] for n in numbers]
    for turns in product((1, -1), repeat=len(steps)):
        one, other = zip(*(s[::turn] for s, turn in zip(steps, turns, strict=True)), strict=True)
        if _changes(one) and _changes(other):
            return True
    return False


def _changes(tiles: list[Tile] | Tiles) -> bool:
    return all(a.colour != b.colour for a, b in pairwise(tiles))


@cache
def _melds(tile_set: TileSet) -> dict[Tile, list[tuple[Tiles, str]]]:
    """Return the possible melds of each tile, with the colour of a run or an empty string."""
    melds: list[tuple[Tiles, str]] = []
    for n in range(1, 14):
        alike = [Tile.of(c, n) for c in tile_set.letters]
        melds += [(g, "") for size in range(3, len(alike) + 1) for g in combinations(alike, size)]
    for c in tile_set.letters:
        line = tuple(Tile.of(c, n) for n in LINE)
        cuts = ((a, b) for a in range(12) for b in range(a + 3, 15) if b - a < 14)
        melds += [(line[a:b], c) for a, b in cuts]
    return {kind: [m for m in melds if kind in m[0]] for kind in tile_set.kinds}


def _falls(tiles: Tiles, tile_set: TileSet) -> set[tuple[int, str]]:
    """Return each way to arrange the tiles in melds: the number of groups, and runs' colours."""
    if not tiles:
        return {(0, "")}
    falls = set()
    here = set(tiles)
    for meld, colour in _melds(tile_set)[tiles[0]]:
        if here.issuperset(meld):
            left = [*tiles]
            for tile in meld:
                left.remove(tile)
            for groups, runs in _falls(tuple(left), tile_set):
                falls.add((groups + (not colour), colour + runs))
    return falls


@cache
def _threes(tile_set: TileSet) -> dict[Tile, list[frozenset[Tile]]]:
    """Return the pairs that complete a meld of three with each tile, by that tile."""
    return {
        kind: [frozenset(meld) - {kind} for meld, _ in melds if len(meld) == 3]
        for kind, melds in _melds(tile_set).items()
    }


def _have_company(tiles: frozenset[Tile], tile_set: TileSet) -> bool:
    """Return whether each of the tiles is in a meld of three of these tiles."""
    threes = _threes(tile_set)
    return all(any(pair <= tiles for pair in threes[tile]) for tile in tiles)


def near(row: ClosedHand, rng: Random, tile_set: TileSet) -> Tiles:
    """Return a random hand that is of the type *row* or lacks one tile, with up to two jokers.

    If the tile set has too few colours for the type, the hand is of any type or none.
    """
    tries = (_planted(row, rng, tile_set.letters) for _ in range(50))
    planted = next(filter(None, tries), rng.choices(tile_set.kinds, k=14))
    if rng.random() < 0.5:
        planted[rng.randrange(14)] = rng.choice(tile_set.kinds)
    rng.shuffle(planted)
    jokers = rng.choices((0, 1, 2), (60, 35, 5))[0]
    return (*planted[jokers:], *(JOKER,) * jokers)


def _planted(row: ClosedHand, rng: Random, letters: str) -> list[Tile] | None:
    line = LINE[row.low - 1 : min(row.high, 5 if row.total == 41 else 6 if row.total else 14)]
    some = rng.sample(letters, min(row.colours or 8, len(letters)))
    match row.shape:
        case Shape.ANY:
            return [Tile.of(rng.choice(some), n) for n in rng.choices(line, k=14)]
        case Shape.PAIRS:
            return [Tile.of(rng.choice(some), n) for n in rng.choices(line, k=7)] * 2
        case Shape.SQUARE:
            alike = [rng.choice(line)] * rng.choice((7, 8, 8, 9))
            numbers = [*alike, *rng.choices(line, k=14 - len(alike))]
            return [Tile.of(rng.choice(some), n) for n in numbers]
        case Shape.SPAN:
            runs = [line] * (14 // len(line))
            return [Tile.of(some[i % len(some)], n) for i, run in enumerate(runs) for n in run]
        case Shape.MIXED:
            runs = [line] * (14 // len(line))
            return [t for run in runs for t in _climb(run, rng, letters)]
    melds = row.melds or rng.choice((2, 3, 4, 4))
    sizes = Counter(rng.choices(range(melds), k=14 - 3 * melds))
    laid: list[Tile] = []
    for i in range(melds):
        size = 3 + sizes[i]
        as_group = row.shape == Shape.GROUPS or (row.shape == Shape.SETS and rng.random() < 0.5)
        if size > (len(letters) if as_group else len(line)):
            return None
        if as_group:
            number = rng.choice(line)
            laid += [Tile.of(c, number) for c in rng.sample(letters, size)]
        else:
            first = rng.randint(0, len(line) - size)
            laid += [Tile.of(some[i % len(some)], n) for n in line[first : first + size]]
    return laid


def _climb(numbers: tuple[int, ...], rng: Random, letters: str) -> Iterator[Tile]:
    colour = ""
    for number in numbers:
        colour = rng.choice([c for c in letters if c != colour])
        yield Tile.of(colour, number)
