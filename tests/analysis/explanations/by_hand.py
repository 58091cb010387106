"""Tables that can become each other, and a follower that carries out steps by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hypothesis import strategies as st
from tests.support.strategies import melds_

from tilerummy.analysis import Step, StepKind
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.tiles import JOKER, STANDARD, Tile, TileSet

HIGH = TileSet(one_high=True)
WIDE = TileSet(numbers=9, colours=6, copies=3, jokers=4)


def tiles_of(*words: str) -> Counter[Tile]:
    return Counter(
        JOKER if word.startswith("*") else Tile.of(word[0], int(word[1:])) for word in words
    )


def words_of(made: Meld) -> tuple[str, ...]:
    return tuple(repr(made).split())


def shared(old: Meld, new: Meld) -> int:
    return (Counter(old.tiles) & Counter(new.tiles)).total()


@st.composite
def tables_(draw: st.DrawFn, most: int = 4) -> tuple[Table, Table]:
    """Two tables; the second has at least the tiles of the first, ignoring copies."""
    tiles = draw(st.sampled_from((STANDARD, HIGH, WIDE)))
    melds = st.lists(melds_(tiles), max_size=most)
    before, after = Table(draw(melds)), Table(draw(melds))
    after += draw(st.lists(st.sampled_from(before), max_size=2)) if before else ()
    while missing := before.tiles - after.tiles:
        after += (draw(st.sampled_from([*_holding(missing[0], tiles)])),)
    return before, after


def _holding(tile: Tile, tiles: TileSet) -> list[Meld]:
    """Return short melds that contain *tile*, or a joker that represents it."""
    letter, number = ("r", 2) if tile == JOKER else (tile.colour, tile.number)
    first = min(number, tiles.numbers - 2)
    run = tuple(Tile.of(letter, n) for n in range(first, first + 3))
    group = tuple(Tile.of(c, number) for c in sorted({letter, "k", "r", "b"}, key="krbogy".index))
    if tile == JOKER:
        return [Run(run, run[:1]), Run(run, run[2:]), Group(group[:2], 1)]
    return [Run(run), Group(group)]


class Hands:
    """Carries out steps like a human: sees tiles, and cannot distinguish equal ones."""

    def __init__(self, before: Table, after: Table) -> None:
        self.piles = [Counter(m.tiles) for m in before]
        self.words = [words_of(m) for m in before]
        self.rack = Counter(after.tiles - before.tiles)
        self.picked_up: Counter[Tile] = Counter()

    def do(self, step: Step) -> None:
        assert step.tiles or step.taken
        for number, pile in ((step.origin, step.source), (step.target, step.onto)):
            there = self.words[number] if number is not None and number < len(self.words) else ()
            assert pile == there
        if step.kind is not StepKind.TURN:
            self._move(step)
        for number, (old, new) in enumerate(zip(self.words, step.table, strict=False)):
            assert number in (step.origin, step.target) or old == new
        self.words = [*step.table]
        assert [tiles_of(*pile) for pile in step.table] == self.piles
        assert tiles_of(*step.picked_up) == self.picked_up

    def _move(self, step: Step) -> None:
        brought = tiles_of(*step.tiles) if step.target is not None else Counter(())
        leaving = tiles_of(*step.taken) if step.kind is StepKind.TAKE else brought
        taken = leaving - tiles_of(*step.rack) - tiles_of(*step.held)
        if step.target == len(self.piles):
            self.piles.append(Counter())
        self.rack = left(self.rack, tiles_of(*step.rack))
        self.picked_up = left(self.picked_up, tiles_of(*step.held)) + tiles_of(*step.taken)
        if step.origin is not None:
            self.piles[step.origin] = left(self.piles[step.origin], taken)
        else:
            assert not taken
        if step.target is not None:
            replaced = tiles_of(*step.taken)
            self.piles[step.target] = left(self.piles[step.target], replaced) + brought


def follow(before: Table, after: Table, steps: Iterable[Step]) -> None:
    """Carry out *steps*, which must lead from *before* to *after*."""
    hands = Hands(before, after)
    for step in steps:
        hands.do(step)
    assert not hands.picked_up
    assert not hands.rack
    assert sorted(filter(None, hands.words)) == sorted(map(words_of, after))


def left(heap: Counter[Tile], away: Counter[Tile]) -> Counter[Tile]:
    assert away <= heap
    return heap - away
