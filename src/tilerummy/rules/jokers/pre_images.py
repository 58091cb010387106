"""Tables from which a play that only frees jokers leads to a given one.

Where a joker in a group may settle on another colour, or a group first has to be full, a play can
prepare what a second one then does: tiles of the rack take the places of jokers, and those lie in
new melds of rack tiles. Here that second play is taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import GroupOfThree, JokerLaw
from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

Freed = tuple[Meld, tuple[Tile, ...], int]
"""A meld before its jokers are replaced, the tiles that replace them, and how many they free."""


def pre_images(
    law: JokerLaw, tiles: TileSet, after: Table, hand: Rack, *, deadline: Deadline = NEVER
) -> Iterator[Table]:
    """Yield the tables from which jokers freed by tiles of *hand* leave *after*.

    Each replacing tile lies where the joker lay. Nothing else is changed, and what is yielded need
    not be legal. Raises OutOfTimeError when the *deadline* is over.
    """
    held = Counter(hand)
    jokered = [m for m in after if m.jokers and Counter(m.naturals) <= held]
    seen = set()
    for count in range(1, len(jokered) + 1):
        for homes in dict.fromkeys(combinations(jokered, count)):
            left = held - Counter(t for m in homes for t in m.naturals)
            laid = sum(m.jokers for m in homes)
            for freed in range(max(1, laid - held[JOKER]), laid + 1):
                rest = after - homes
                deadline.check()
                for before in _taken_back(law, tiles, rest, left, freed, deadline):
                    if before not in seen:
                        seen.add(before)
                        yield before


def _taken_back(
    law: JokerLaw,
    tiles: TileSet,
    table: Table,
    hand: Counter[Tile],
    jokers: int,
    deadline: Deadline,
) -> Iterator[Table]:
    """Yield *table* with tiles of *hand* taken off it and so many jokers in their places."""
    if jokers == 0:
        yield table
        return
    for meld in dict.fromkeys(table):
        deadline.check()
        for before, paid, freed in _holders(law, tiles, meld, hand):
            if freed <= jokers:
                less, rest = table - [meld] + [before], hand - Counter(paid)
                yield from _taken_back(law, tiles, less, rest, jokers - freed, deadline)


def _holders(law: JokerLaw, tiles: TileSet, meld: Meld, hand: Counter[Tile]) -> Iterator[Freed]:
    """Yield what *meld* may have been."""
    payable = [tile for tile in meld.naturals if hand[tile]]
    match meld:
        case Run(faces, wild):
            for tile in payable:
                now = {*wild, tile}
                run = Run(faces, tuple(face for face in faces if face in now))
                if fits(run, tiles):
                    yield run, (tile,), 1
        case Group(naturals, jokers):
            every = law.group_of_three is GroupOfThree.ALL and len(naturals) == tiles.colours
            most = len(payable) if every else 1
            for paid in chain.from_iterable(combinations(payable, n) for n in range(1, most + 1)):
                kept = tuple(tile for tile in naturals if tile not in paid)
                for freed in range(1, len(paid) + 1):
                    group = Group(kept, jokers + freed)
                    if kept and fits(group, tiles):
                        yield group, paid, freed
