"""Problems built from bytes, the same ones as in kernel/fuzz/reading.hpp."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.jokers import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.solver import Kind, Objective, Problem
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

TARGETS = ("lay", "placements", "solve")


class Bytes:
    """Reads numbers from bytes, and zeros after their end; *nonsense* is not clamped."""

    def __init__(self, data: bytes) -> None:
        self._left: Iterator[int] = iter(data)
        first = self.next()
        self.nonsense = first >= 128
        self.target = TARGETS[first % 128 % 3]

    def next(self) -> int:
        return next(self._left, 0)

    def flag(self) -> bool:
        return self.next() % 2 == 1

    def places(self, first: int, last: int) -> int:
        mask = int.from_bytes(bytes(self.next() for _ in range(4)), "little")
        return mask if self.nonsense else mask & _every(first, last)


def _every(first: int, last: int) -> int:
    return (2 << last) - (1 << first)


def problem(data: Bytes) -> Problem:
    """Return the problem encoded by the bytes. Raises ValueError if it is invalid."""
    tiles = TileSet(numbers=3 + data.next() % 24, colours=2 + data.next() % 7, one_high=data.flag())
    kind, melds = [*Kind][data.next() % 3], [*JokerMelds][data.next() % 3]
    replace_from, of_three = [*ReplaceFrom][data.flag()], [*GroupOfThree][data.flag()]
    reuse = [*Reuse][data.next() % 4]
    objective = Objective.POINTS if data.flag() else Objective.TILES
    joker_value, at_least = data.next(), data.next()
    joker_opens, jokers_due, tidy = data.flag(), data.flag(), data.flag()
    budget, _milliseconds = 1 + data.next() * 4, data.flag()
    rack, leave = _rack(data, tiles)
    table = Table(_melds(data, tiles))
    return Problem(
        rack=rack,
        table=table,
        tiles=tiles,
        kind=kind,
        law=JokerLaw(melds=melds, replace_from=replace_from, group_of_three=of_three, reuse=reuse),
        objective=objective,
        joker_value=joker_value,
        at_least=at_least,
        joker_opens=joker_opens,
        jokers_due=jokers_due,
        leave=leave,
        tidy=tidy,
        budget=budget,
    )


def _rack(data: Bytes, tiles: TileSet) -> tuple[Rack, Rack]:
    count, left = data.next() % 24, data.next() % 24
    cells = tiles.numbers * tiles.colours
    rack = []
    for _ in range(count):
        value = data.next()
        number, colour = divmod(value % cells, tiles.colours)
        rack.append(JOKER if value == 255 else Tile.of(tiles.letters[colour], number + 1))
    return Rack(rack), Rack(rack[:left])


def _melds(data: Bytes, tiles: TileSet) -> Iterator[Meld]:
    for _ in range(data.next() % 16):
        meld = _group(data, tiles) if data.flag() else _run(data, tiles)
        if meld:
            yield meld


def _run(data: Bytes, tiles: TileSet) -> Run | None:
    high = tiles.one_high and tiles.numbers > 3
    letter = tiles.letters[data.next() % tiles.colours]
    first = 1 + data.next() % (tiles.numbers - 2 + high)
    last = min(first + 2 + data.next() % 12, tiles.numbers + high)
    if first > 1 and last - first + 1 >= tiles.numbers:
        last -= 1
    if first == 1:
        last = min(last, tiles.numbers)
    every, places = _every(first, last), (2 << tiles.numbers + high) - 2
    wild = data.places(first, last) & places
    if last - first < 2 or (wild == every and not data.nonsense):
        return None

    def face(place: int) -> Tile:
        return Tile.of(letter, 1 if place > tiles.numbers else place)

    return Run(
        tuple(face(place) for place in range(first, last + 1)),
        tuple(face(place) for place in range(1, tiles.numbers + 2) if wild >> place & 1),
    )


def _group(data: Bytes, tiles: TileSet) -> Group | None:
    number = 1 + data.next() % tiles.numbers
    mask = data.next() & (1 << tiles.colours) - 1
    jokers = data.next() % 16
    size = mask.bit_count() + jokers
    if not mask or (not 3 <= size <= tiles.colours and not data.nonsense):
        return None
    letters = (letter for i, letter in enumerate(tiles.letters) if mask >> i & 1)
    return Group(tuple(Tile.of(letter, number) for letter in letters), jokers)
