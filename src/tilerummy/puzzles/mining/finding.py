"""Finds positions of a round that may become puzzles."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.analysis import best_turn, closed_hand, problem
from tilerummy.analysis.solving import can_lay_off
from tilerummy.melds import Table
from tilerummy.puzzles.cropping import Position
from tilerummy.puzzles.making import naming_puzzle, puzzle_of
from tilerummy.puzzles.positions import position_of
from tilerummy.puzzles.values import Goal, Puzzle
from tilerummy.rules import Ruleset, faults
from tilerummy.solver import solve
from tilerummy.state import Declare, Phase, State
from tilerummy.tiles import JOKER, Rack

MOST_TILES = 30
"""Longer racks are left out."""

_FITTING = range(2, 7)
"""Beside a safe tile there are so many that can be laid off."""


def puzzles_in(rules: Ruleset, state: State) -> Iterator[Puzzle]:
    """Yield the puzzles in the position of the mover of *state*, at the beginning of a turn."""
    rack, table = state.mover.rack, state.table
    if not 0 < len(rack) <= MOST_TILES:
        return
    if state.phase is Phase.MELD:
        yield from _naming(rules, state)
    for found in _found(rules, table, rack, opened=state.mover.opened is not None):
        puzzle = puzzle_of(rules, found)
        if puzzle is not None:
            yield puzzle


def _found(rules: Ruleset, table: Table, rack: Rack, *, opened: bool) -> Iterator[Position]:
    extends = rules.draws_and_discards
    if extends and any(meld.jokers for meld in table):
        natural = Table(meld for meld in table if not meld.jokers)
        yield from _found(rules, natural, rack, opened=opened)
        return
    view = position_of(rules, table, rack, opened=opened)
    placed = solve(problem(rules, view, tidy=False)).placed
    if not placed:
        return
    if not opened:
        yield Position(goal=Goal.OPEN, table=Table(), rack=rack, opened=False)
        if rules.opening.same_turn and not extends:
            best = best_turn(rules, view, tidy=False)
            if len(best.plays) > 1:
                out = len(best.placed) == len(rack)
                goal = Goal.OUT if out else Goal.MOST
                yield Position(goal=goal, table=table, rack=rack, opened=False)
        return
    out = len(placed) == len(rack) - int(extends)
    yield Position(goal=Goal.OUT if out else Goal.MOST, table=table, rack=rack)
    if JOKER in rack and not extends and len(placed) > 1:
        yield Position(goal=Goal.JOKER, table=table, rack=rack)


def _naming(rules: Ruleset, state: State) -> Iterator[Puzzle]:
    """Yield puzzles in which a tile is to be named: to discard it, or to declare a closed hand."""
    if rules.closed_hands and state.mover.opened is None:
        puzzle = _closed(rules, state.mover.rack)
        if puzzle is not None:
            yield puzzle
    puzzle = _safe(rules, state.table, state.mover.rack)
    if puzzle is not None:
        yield puzzle


def _closed(rules: Ruleset, rack: Rack) -> Puzzle | None:
    """Return the puzzle to declare a closed hand, if just one tile can be discarded for one."""
    view = position_of(rules, Table(), rack, opened=False, goal=Goal.CLOSED)
    if closed_hand(rules, view) is None:
        return None
    tiles = [t for t in dict.fromkeys(rack) if not any(faults(rules, view, Declare(t)))]
    if len(tiles) != 1:
        return None
    found = Position(goal=Goal.CLOSED, table=Table(), rack=rack, opened=False)
    return naming_puzzle(rules, found, tiles[0], touched=0)


def _safe(rules: Ruleset, table: Table, rack: Rack) -> Puzzle | None:
    """Return the puzzle to discard the only tile that cannot be laid off, if there is one.

    The player has not opened and cannot, so that the table stays as it is.
    """
    natural = Table(meld for meld in table if not meld.jokers)
    fitting = [t for t in dict.fromkeys(rack) if t != JOKER and can_lay_off(rules, natural, t)]
    others = [t for t in dict.fromkeys(rack) if t != JOKER and t not in fitting]
    fitting = fitting[: _FITTING[-1]]
    if not others or len(fitting) not in _FITTING:
        return None
    safe = others[len(rack) % len(others)]
    chosen = Rack((*fitting, safe))
    view = position_of(rules, natural, chosen, opened=False, goal=Goal.DISCARD)
    if solve(problem(rules, view, tidy=False)):
        return None
    touched = Table(m for m in natural if any(can_lay_off(rules, Table((m,)), t) for t in fitting))
    found = Position(goal=Goal.DISCARD, table=touched, rack=chosen, opened=False)
    return naming_puzzle(rules, found, safe, touched=len(touched))
