"""Checks whether a table can be reached by any number of plays.

Between two plays, the table may be any arrangement of the available tiles. If there are few such
tables, all turns are tried. Otherwise the search is limited to the melds that change, so finding no
turn proves nothing. In many cases, however, it is certain that no turn leads to a table, because it
violates weaker joker rules that all sequences of plays satisfy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, islice
from math import comb

from tilerummy.analysis.partitions import Partitions
from tilerummy.analysis.positions import after_table, is_legal
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.many_plays import jokers_may_lie, law_for_any_plays
from tilerummy.melds import Table
from tilerummy.rules import Refusal, Ruleset, faults
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack, TileSet

MOST_TILES = 16
"""Turns are tried only if at most this many tiles are placed or are in melds that change."""

MOST_TABLES = 150
"""Turns are tried only if there are at most this many intermediate tables."""

MOST_JUDGED = 3000
"""The maximum number of plays to judge while trying turns."""


MOST_RUNS = 50_000
"""Turns are tried only if the tiles and jokers allow at most this many runs."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A shortest turn as a series of tables, or () if none was found, and whether it is proven."""

    tables: tuple[Table, ...]
    proven: bool


def ruled_out(rules: Ruleset, view: State, after: Table, *, deadline: Deadline = NEVER) -> bool:
    """Return whether it is certain that no turn leads from *view* to *after*.

    The mover must be allowed to rearrange the table. A False result proves nothing. Raises
    OutOfTimeError if the *deadline* passes.
    """
    law, tiles = rules.table.jokers, rules.tiles
    if not jokers_may_lie(law, tiles, view.table, after):
        return True
    law = law_for_any_plays(law, tiles, view.table, after)
    freely = replace(rules, table=replace(rules.table, jokers=law))
    if view.mover.opened is None:
        view = view.with_seat(view.to_move, replace(view.mover, opened=view.turn))
    reasons = faults(freely, view, Play.between(view.table, after), deadline=deadline)
    own = (after.tiles - view.table.tiles) & view.mover.rack
    return any(r.code is not Refusal.FREE_TILE_UNAVAILABLE or JOKER not in own for r in reasons)


def try_out(rules: Ruleset, view: State, after: Table, *, deadline: Deadline = NEVER) -> Tried:
    """Return a shortest turn from *view* to *after* as tables, if one is found.

    Raises OutOfTimeError if the *deadline* passes.
    """
    jokers = after.tiles.count(JOKER)
    if _runs(rules.tiles, jokers) > MOST_RUNS:
        return Tried((), proven=False)
    partitions = Partitions(rules.tiles, jokers, deadline=deadline)
    placed = after.tiles - view.table.tiles
    changed = view.table - after
    for moved in dict.fromkeys((changed, view.table)):
        tables = _tables(partitions, moved.tiles, placed)
        if tables is None:
            return Tried((), proven=False)
        rest = view.table - moved
        tried = _tried(rules, view, [after, *(rest + melds for melds in tables)], deadline)
        if tried.tables or not tried.proven:
            return tried
    return tried


def _runs(tiles: TileSet, jokers: int) -> int:
    """Return the approximate number of runs with at most *jokers* jokers."""
    ways = (comb(tiles.numbers + 2, count + 2) for count in range(jokers + 1))
    return tiles.colours * sum(ways)


def _tables(partitions: Partitions, moved: Rack, placed: Rack) -> list[Table] | None:
    """Return all tables of the *moved* tiles and any of *placed*, or None if there are too many."""
    if len(moved) + len(placed) > MOST_TILES:
        return None
    sets = dict.fromkeys(
        some for size in range(len(placed) + 1) for some in combinations(placed, size)
    )
    if len(sets) > MOST_TABLES:
        return None
    every = (Table(melds) for some in sets for melds in partitions.all((*moved, *some)))
    tables = [*islice(every, MOST_TABLES + 1)]
    return tables if len(tables) <= MOST_TABLES else None


def _tried(rules: Ruleset, view: State, tables: list[Table], deadline: Deadline) -> Tried:
    """Try all turns that lead through *tables* to the first table, shortest turns first."""
    goal, *others = dict.fromkeys(tables)
    reached: list[tuple[State, tuple[Table, ...]]] = [(view, ())]
    left, judged = [table for table in others if table != view.table], 0
    for state, so_far in reached:
        if is_legal(rules, state, Play.between(state.table, goal)):
            return Tried((*so_far, goal), proven=True)
        tiles = state.table.tiles
        for table in [table for table in left if table.tiles >= tiles]:
            deadline.check()
            judged += 1
            if judged > MOST_JUDGED:
                return Tried((), proven=False)
            then = after_table(rules, state, table)
            if then is not None:
                left.remove(table)
                reached.append((then, (*so_far, table)))
    return Tried((), proven=True)
