"""Questions made of bytes, the same ones as kernel/fuzz/reading.hpp makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilerummy.jokers import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.solver import Kind, Objective, Problem
from tilerummy.solver.reference.dp.counts import Counts, OldGroup, OldRun
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

TARGETS = ("lay", "placements", "solve")


class Bytes:
    """Numbers from bytes, zeros when they are used up; *nonsense* is not brought into range."""

    def __init__(self, data: bytes) -> None:
        self._left: Iterator[int] = iter(data)
        first = self.next()
        self.nonsense = first >= 128
        self.target = TARGETS[first % 128 % 3]

    def next(self) -> int:
        return next(self._left, 0)

    def flag(self) -> bool:
        return self.next() % 2 == 1

    def number(self, low: int, high: int) -> int:
        value = self.next()
        return low - 2 + value if self.nonsense else low + value % (high - low + 1)

    def worth(self) -> int:
        value = self.next()
        return value << self.next() % 32

    def places(self, first: int, last: int) -> int:
        mask = int.from_bytes(bytes(self.next() for _ in range(4)), "little")
        return mask if self.nonsense else mask & _every(first, last)


@dataclass(frozen=True, slots=True)
class Asked:
    """The input of the targets for counts; the bits of a rack begin at ``shifts``."""

    counts: Counts
    shifts: tuple[int, ...]


def _every(first: int, last: int) -> int:
    return (2 << last) - (1 << first)


def counts(data: Bytes) -> Counts:
    """Return the counts that the bytes describe, nonsense too."""
    numbers, colours, high = data.number(3, 26), data.number(2, 8), data.flag()
    need, spare = _cells(data, numbers, colours)
    jokers_need, jokers_spare = data.number(0, 4), data.number(0, 4)
    per_tile, per_point, per_joker = data.worth(), data.worth(), data.worth()
    at_least = data.next() * (64 if data.nonsense else 1)
    floor, budget = data.worth(), 1 + data.next() * 16
    sized = 3 <= numbers <= 26 and 2 <= colours <= 8
    last = numbers + high
    runs = [_old_run(data, colours, last) for _ in range(data.next() % 16 if sized else 0)]
    groups = [_old_group(data, numbers, colours) for _ in range(data.next() % 16 if sized else 0)]
    return Counts(
        numbers=numbers,
        colours=colours,
        high=high,
        need=need,
        spare=spare,
        jokers_need=jokers_need,
        jokers_spare=jokers_spare,
        per_tile=per_tile,
        per_point=per_point,
        per_joker=per_joker,
        runs=tuple(runs),
        groups=tuple(groups),
        at_least=at_least,
        floor=floor,
        budget=budget,
    )


def _cells(data: Bytes, numbers: int, colours: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    size = max(0, numbers) * max(0, colours) + (data.nonsense and data.flag())
    need, spare = [0] * size, [0] * size
    for _ in range(data.next() % 64 if size else data.next() * 0):
        cell, value = data.next() % size, data.next()
        need[cell] = value & 15 if data.nonsense else value & 3
        spare[cell] = value >> 4 if data.nonsense else value >> 2 & 3
    return tuple(need), tuple(spare)


def _old_run(data: Bytes, colours: int, end: int) -> OldRun:
    colour, first = data.number(0, colours - 1), data.number(1, end - 2)
    last = first + data.number(2, 12)
    if not data.nonsense:
        last = min(last, end)
    core, bonus = data.flag(), data.flag()
    return OldRun(colour, first, last, core, bonus, data.places(first, last))


def _old_group(data: Bytes, numbers: int, colours: int) -> OldGroup:
    number, mask = data.number(1, numbers), data.number(1, (1 << colours) - 1)
    room, core, bonus = data.number(0, colours), data.flag(), data.flag()
    return OldGroup(number, mask, room, core, bonus, data.number(0, 2))


def shifts(data: Bytes, counts: Counts) -> tuple[int, ...]:
    """Return where the bits of the cells and the jokers begin: in turn, or anywhere."""
    begins, begin = [], 0
    for spare in (*counts.spare, counts.jokers_spare):
        begins.append(data.next() if data.nonsense else begin)
        begin = min(255, begin + max(0, spare).bit_length())
    return tuple(begins)


def problem(data: Bytes) -> Problem:
    """Return the position that the bytes describe.

    Raises ValueError where they describe none.
    """
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
