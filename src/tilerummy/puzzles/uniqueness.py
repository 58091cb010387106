"""Finds the optimum of a position, and checks whether only one set of tiles reaches it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilerummy.analysis import best_turn, problem
from tilerummy.jokers import JokerMelds
from tilerummy.melds import Table
from tilerummy.puzzles.values import Goal
from tilerummy.rules import Ruleset
from tilerummy.solver import solve
from tilerummy.state import State
from tilerummy.tiles import JOKER, Rack, Tile


@dataclass(frozen=True, slots=True)
class Optimum:
    """The most tiles that can be laid for a goal, the resulting table, and the number of plays."""

    placed: Rack
    after: Table
    plays: int
    proven: bool


def optimum(rules: Ruleset, view: State, goal: Goal, *, tidy: bool = True) -> Optimum:
    """Return the most tiles that the player to move in *view* can lay in this turn.

    For ``Goal.JOKER``, no jokers from the rack are used.
    """
    if goal is Goal.JOKER:
        view = without(view, (JOKER,) * view.mover.rack.count(JOKER))
    if is_one_play(rules, view):
        solution = solve(problem(rules, view, tidy=tidy))
        return Optimum(solution.placed, solution.after, int(bool(solution)), solution.proven)
    best = best_turn(rules, view, tidy=tidy)
    after = best.tables[-1] if best else view.table
    return Optimum(best.placed, after, len(best.plays), best.proven)


def is_one_play(rules: Ruleset, view: State) -> bool:
    """Return whether one play can achieve everything that several plays in a turn can achieve.

    This requires that the table has no jokers or only wild ones, so that a play is legal if its
    melds are valid. If the player has not opened, the table must also be empty, so that there are
    no table melds that could be changed after the opening.
    """
    free = rules.table.jokers.melds is JokerMelds.FREE
    if any(meld.jokers for meld in view.table) and not free:
        return False
    return view.mover.opened is not None or not view.table


def withheld(rules: Ruleset, view: State, goal: Goal, placed: Rack) -> Iterator[tuple[Tile, int]]:
    """Yield each distinct tile in *placed*, and the number of tiles that can be laid without it.

    The rack then has one copy of that tile fewer than *placed*. Raises ValueError if the number of
    tiles is unproven.
    """
    for tile in dict.fromkeys(placed):
        gone = view.mover.rack.count(tile) - placed.count(tile) + 1
        fewer = without(view, (tile,) * gone)
        if rules.draws_and_discards:  # the withheld tile can be discarded
            question = problem(rules, fewer, tidy=False)
            solution = solve(replace(question, leave=Rack()))
            count, proven = len(solution.placed), solution.proven
        else:
            found = optimum(rules, fewer, goal, tidy=False)
            count, proven = len(found.placed), found.proven
        if not proven:
            raise ValueError(f"not proven without {tile}")
        yield tile, count


def without(view: State, tiles: tuple[Tile, ...]) -> State:
    """Return *view* with *tiles* removed from the mover's rack."""
    mover = replace(view.mover, rack=view.mover.rack - tiles)
    return view.with_seat(view.to_move, mover)
