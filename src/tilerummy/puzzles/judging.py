"""Checks an answer to a puzzle: it must be legal and reach the goal."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.analysis import turn_for
from tilerummy.analysis.solving import can_lay_off
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Table
from tilerummy.puzzles.positions import position
from tilerummy.puzzles.values import Goal, Puzzle
from tilerummy.rules import Reason, Ruleset, faults, ruleset
from tilerummy.state import Action, Declare, Discard, State
from tilerummy.tiles import JOKER, Rack, Tile


@dataclass(frozen=True, slots=True)
class PuzzleVerdict:
    """The verdict on an answer, with the reasons if it is wrong.

    ``reasons`` lists the referee's reasons, and is empty for a legal answer. ``placed`` contains
    the rack tiles that were laid. ``proven`` is False if the deadline passed before there was a
    verdict.
    """

    right: bool
    placed: Rack = Rack()
    reasons: tuple[Reason, ...] = ()
    proven: bool = True


def solves(puzzle: Puzzle, answer: Table | Tile, *, deadline: Deadline = NEVER) -> PuzzleVerdict:
    """Judge *answer*, which is a complete table or the tile to discard.

    Every legal table that reaches the goal of *puzzle* is right. Raises TypeError if *answer* is a
    table although the puzzle requires a tile, or vice versa.
    """
    rules, view = ruleset(puzzle.rules), position(puzzle)
    names_tile = puzzle.goal in (Goal.DISCARD, Goal.CLOSED)
    if isinstance(answer, Tile):
        if not names_tile:
            raise TypeError("the answer to this puzzle must be a table")
        return _discards(rules, view, puzzle.goal, answer)
    if names_tile:
        raise TypeError("the answer to this puzzle must be a tile")
    turn = turn_for(rules, view, answer, deadline=deadline)
    placed = answer.tiles - puzzle.table.tiles
    if not turn:
        return PuzzleVerdict(right=False, placed=placed, reasons=turn.reasons, proven=turn.proven)
    return PuzzleVerdict(right=_reaches(puzzle, rules, placed), placed=placed)


def _discards(rules: Ruleset, view: State, goal: Goal, tile: Tile) -> PuzzleVerdict:
    closed = goal is Goal.CLOSED
    action: Action = Declare(tile) if closed else Discard(tile)
    reasons = tuple(faults(rules, view, action))
    safe = closed or not can_lay_off(rules, view.table, tile)
    return PuzzleVerdict(right=safe and not reasons, reasons=reasons)


def _reaches(puzzle: Puzzle, rules: Ruleset, placed: Rack) -> bool:
    """Return whether a legal play that lays the tiles *placed* reaches the goal."""
    match puzzle.goal:
        case Goal.OUT:
            return len(placed) == len(puzzle.rack) - int(rules.draws_and_discards)
        case Goal.JOKER:
            return len(placed) == len(puzzle.placed) and JOKER not in placed
        case Goal.OPEN:
            return True
        case _:
            return len(placed) == len(puzzle.placed)
