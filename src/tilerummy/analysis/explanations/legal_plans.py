"""The plan by which one table becomes another that the law of jokers allows."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.analysis.explanations.constraints import bonds_of
from tilerummy.analysis.explanations.replacements import UnpaidError
from tilerummy.analysis.explanations.transfers import Plan, plan
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers import JokerLaw
from tilerummy.melds import Meld, Table
from tilerummy.tiles import TileSet

MOST_TRIED = 12
"""Of so many readings of a play the one is told that keeps most jokers and moves fewest tiles."""


def lawful_plan(
    piles: Sequence[Meld | None],
    after: Table,
    law: JokerLaw | None,
    tiles: TileSet,
    deadline: Deadline = NEVER,
) -> tuple[Plan, bool]:
    """Return what happens to *piles* so that they become *after*, and whether it was looked for.

    The law allows it if it allows the play and there was time to see how.
    """
    best: tuple[tuple[int, int], Plan] | None = None
    freely, tried = None, 0
    try:
        for bonds in bonds_of(piles, after, law, tiles, deadline):
            if not bonds:
                return plan(piles, after, deadline=deadline), True
            deadline.check()
            freed = sum(seat.freed for seat in bonds.seats)
            if best is not None and freed > best[0][0]:
                continue
            try:
                found = plan(piles, after, bonds, deadline)
            except UnpaidError:
                continue
            tried += 1
            if best is None or (freed, found.moved) < best[0]:
                best = (freed, found.moved), found
            freely = freely or plan(piles, after, deadline=deadline)
            if tried == MOST_TRIED or best[0] == (0, freely.moved):
                return best[1], True
    except OutOfTimeError:
        return best[1] if best else plan(piles, after, deadline=deadline), False
    return best[1] if best else plan(piles, after, deadline=deadline), True
