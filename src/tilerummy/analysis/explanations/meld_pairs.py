"""Which pile became which meld of the table after, and which melds are new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tilerummy.analysis.explanations.assignment import best_assignment, worth
from tilerummy.analysis.explanations.constraints import Constraints
from tilerummy.deadline import Deadline
from tilerummy.melds import Meld
from tilerummy.tiles import Tile


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which melds the piles became; ``changed`` are the piles of which something is different."""

    become: list[Meld | None]
    home_of: dict[int, int]  # the place in the table after, of each changed pile
    changed: list[int]
    best: bool


def paired_melds(
    piles: Sequence[Meld | None],
    after: Sequence[Meld],
    constraints: Constraints,
    deadline: Deadline,
) -> Pairing:
    """Return which melds the piles became so that as many tiles as possible stay.

    Piles and melds that are equal are paired, except those that *constraints* name: their tiles
    may have to be exchanged for equal ones.
    """
    changed, homes = _changed(piles, after, constraints)
    olds = [meld for pile in changed if (meld := piles[pile]) is not None]
    worths = _worths(olds, [after[home] for home in homes], (changed, homes), constraints)
    column_of, best = best_assignment(worths, deadline)
    home_of = {changed[row]: homes[column] for row, column in column_of.items()}
    gone = {*changed}
    become = [None if pile in gone else meld for pile, meld in enumerate(piles)]
    taken = {*home_of.values()}
    for home in homes:
        if home not in taken:
            home_of[len(become)] = home
            changed.append(len(become))
            become.append(None)
    for pile, home in home_of.items():
        become[pile] = after[home]
    return Pairing(become, home_of, changed, best)


def _changed(
    piles: Sequence[Meld | None], after: Sequence[Meld], constraints: Constraints
) -> tuple[list[int], list[int]]:
    """Return the piles, and the places in the table after, that have no equal there."""
    equal: dict[Meld, list[int]] = defaultdict(list)
    for home in range(len(after) - 1, -1, -1):
        if home not in constraints.homes:
            equal[after[home]].append(home)
    changed = []
    for pile, meld in enumerate(piles):
        if meld is not None:
            if pile not in constraints.piles and equal.get(meld):
                equal[meld].pop()
            else:
                changed.append(pile)
    return changed, sorted([*(h for same in equal.values() for h in same), *constraints.homes])


def _worths(
    olds: Sequence[Meld],
    news: Sequence[Meld],
    names: tuple[list[int], list[int]],
    constraints: Constraints,
) -> list[dict[int, int]]:
    """Return what the pairs are worth of which tiles stay; *names* are the piles and the homes."""
    piles, homes = names
    where: dict[Tile, list[int]] = defaultdict(list)
    for column, new in enumerate(news):
        for tile in new.naturals:
            where[tile].append(column)
    wild = [(column, new.jokers) for column, new in enumerate(news) if new.jokers]
    kept = 2 if constraints else 1
    worths = []
    for old, pile in zip(olds, piles, strict=False):
        naturals: dict[int, int] = defaultdict(int)
        for tile in old.naturals:
            for column in where.get(tile, ()):
                if not constraints or constraints.may_stay(pile, homes[column], tile):
                    naturals[column] += 1
        jokers: dict[int, int] = {}
        if old.jokers:
            for column, there in wild:
                most = min(old.jokers, there)
                stay = min(most, constraints.kept(pile, homes[column])) if constraints else most
                if stay:
                    jokers[column] = stay
        worths.append(
            {
                column: worth(
                    old, news[column], naturals.get(column, 0), jokers.get(column, 0), kept=kept
                )
                for column in (*naturals, *(c for c in jokers if c not in naturals))
            }
        )
    return worths
