"""The plan by which one table becomes another that the law of jokers allows."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.analysis.explanations.constraints import constraints_of
from tilerummy.analysis.explanations.replacements import NoReplacementError
from tilerummy.analysis.explanations.transfers import TransferPlan, plan_transfers
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers import JokerLaw
from tilerummy.melds import Meld, Table
from tilerummy.tiles import TileSet

MOST_TRIED = 12
"""Of so many readings of a play the one is told that keeps most jokers and moves fewest tiles."""


def legal_plan(
    piles: Sequence[Meld | None],
    after: Table,
    law: JokerLaw | None,
    tiles: TileSet,
    deadline: Deadline = NEVER,
) -> tuple[TransferPlan, bool]:
    """Return what happens to *piles* so that they become *after*, and whether it was looked for.

    The law allows it if it allows the play and there was time to see how.
    """
    best: tuple[tuple[int, int], TransferPlan] | None = None
    freely, tried = None, 0
    try:
        for bonds in constraints_of(piles, after, law, tiles, deadline):
            if not bonds:
                return plan_transfers(piles, after, deadline=deadline), True
            deadline.check()
            freed = sum(seat.freed for seat in bonds.seats)
            if best is not None and freed > best[0][0]:
                continue
            try:
                found = plan_transfers(piles, after, bonds, deadline)
            except NoReplacementError:
                continue
            tried += 1
            if best is None or (freed, found.moved) < best[0]:
                best = (freed, found.moved), found
            freely = freely or plan_transfers(piles, after, deadline=deadline)
            if tried == MOST_TRIED or best[0] == (0, freely.moved):
                return best[1], True
    except OutOfTimeError:
        return best[1] if best else plan_transfers(piles, after, deadline=deadline), False
    return best[1] if best else plan_transfers(piles, after, deadline=deadline), True
