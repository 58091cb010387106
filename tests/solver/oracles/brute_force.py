"""The best play of a small position by trying every possible table: RULES 2.2."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tests.support.every_table import parts, tables

from tilerummy.jokers.extend import Extend
from tilerummy.jokers.table_change import table_change
from tilerummy.melds import Table, fits
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.solver import Kind, Problem
from tilerummy.tiles import JOKER, Rack


@cache
def best_rank(problem: Problem) -> tuple[int, int, int]:
    """Return the highest rank of a legal play, or of leaving the table unchanged."""
    ranks = [problem.rank(problem.table)]
    for placed in _allowed(problem):
        ranks += (problem.rank(after) for after in _after(problem, placed))
    return max(ranks)


def legal(problem: Problem, after: Table) -> bool:
    """Return whether the referee allows a play to leave the table *after*."""
    if problem.kind is Kind.OPEN:
        new = after - problem.table
        jokers = problem.joker_opens or JOKER not in new.tiles
        return after >= problem.table and new.points >= problem.at_least and jokers
    rules = (Rearrange if problem.kind is Kind.REARRANGE else Extend)(problem.law)
    lift, lay = problem.table - after, after - problem.table
    return all(fits(meld, problem.tiles) for meld in after) and not any(
        rules.faults(
            table_change(problem.table, lift, lay, problem.tiles, placed=lay.tiles - lift.tiles)
        )
    )


def _after(problem: Problem, placed: Rack) -> Iterator[Table]:
    if problem.kind is Kind.OPEN:
        found = (problem.table + new for new in tables(placed, problem.tiles))
    else:
        found = (after for after in tables(placed + problem.table.tiles, problem.tiles))
    yield from (after for after in found if legal(problem, after))


def playable(problem: Problem) -> set[Rack]:
    """Return the sets of rack tiles of all legal plays."""
    return {placed for placed in _allowed(problem) if any(_after(problem, placed))}


def plays(problem: Problem) -> set[Table]:
    """Return the tables that legal plays may leave."""
    return {after for placed in _allowed(problem) for after in _after(problem, placed)}


def _allowed(problem: Problem) -> Iterator[Rack]:
    """Yield the rack tiles to try: all sets that leave the required tiles, and no joker due."""
    for placed in parts(problem.rack):
        left = problem.rack - placed
        if (problem.leave and not left & problem.leave) or (problem.jokers_due and JOKER in left):
            continue
        yield placed
