"""The plan by which one table becomes another that the law of jokers allows."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.analysis.bonds import bonds_of
from tilerummy.analysis.payments import UnpaidError
from tilerummy.analysis.transfers import Plan, plan
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.melds import Meld, Table
from tilerummy.rules.jokers import JokerLaw
from tilerummy.tiles import TileSet

MOST_TRIED = 24
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
    tried, whole = 0, True
    try:
        for bonds in bonds_of(piles, after, law, tiles, deadline):
            freed = sum(seat.freed for seat in bonds.seats)
            if best is None or freed <= best[0][0]:
                try:
                    found = plan(piles, after, bonds, deadline)
                except UnpaidError:
                    continue
                rank = freed, sum(len(t.old) for t in found.transfers)
                if best is None or rank < best[0]:
                    best = rank, found
                tried += 1
            if tried >= MOST_TRIED or not bonds:
                break
    except OutOfTimeError:
        whole = False
    if best is None:
        return plan(piles, after, deadline=deadline), whole
    return best[1], whole
