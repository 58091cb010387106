"""The simplest transfers from one table to another that the joker law allows."""

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
"""The readings of a play that are tried, at most: the simplest of them is explained."""


def legal_plan(
    piles: Sequence[Meld | None],
    after: Table,
    law: JokerLaw | None,
    tiles: TileSet,
    deadline: Deadline = NEVER,
) -> tuple[TransferPlan, bool]:
    """Return how *piles* become *after*, and whether the search for it was complete.

    Of the readings tried, the one is taken that keeps most jokers and moves fewest tiles. The law
    allows the transfers if it allows the play and there was time enough.
    """
    best: tuple[tuple[int, int], TransferPlan] | None = None
    freely, tried = None, 0
    try:
        for constraints in constraints_of(piles, after, law, tiles, deadline):
            if not constraints:
                return plan_transfers(piles, after, deadline=deadline), True
            deadline.check()
            freed = sum(placement.freed for placement in constraints.placements)
            if best is not None and freed > best[0][0]:
                continue
            try:
                found = plan_transfers(piles, after, constraints, deadline)
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
