"""Puzzle hints on three levels: how much changes, which tiles are used, and the first steps."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.analysis import Steps, explain
from tilerummy.melds import Table
from tilerummy.puzzles.values import Puzzle
from tilerummy.rules import ruleset
from tilerummy.tiles import Rack

_NO_STEPS = Steps()

LEVELS = 3
"""The number of hint levels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleHint:
    """A hint for a puzzle. Each level includes the lower levels.

    On level 1, ``melds`` is the number of table melds that change, and ``laid`` is the number of
    rack tiles to lay. On level 2, ``changed`` contains the melds, and ``tiles`` the tiles. On level
    3, ``steps`` contains the first half of the steps, but at least one. If the solution is a tile
    to name, ``tiles`` instead contains wrong tiles: a third on level 1, two thirds on level 2, and
    all but one on level 3.
    """

    level: int
    melds: int
    laid: int
    changed: Table = Table()
    tiles: Rack = Rack()
    steps: Steps = _NO_STEPS


def puzzle_hint(puzzle: Puzzle, level: int) -> PuzzleHint:
    """Return a hint for *puzzle*. Raises ValueError if *level* is not 1, 2 or 3.

    >>> from tilerummy.puzzles import bundled_puzzle, puzzle_hint
    >>> puzzle_hint(bundled_puzzle(0), 2).tiles
    k2
    """
    if not 1 <= level <= LEVELS:
        raise ValueError(f"a hint level is 1 to {LEVELS}, not {level}")
    if puzzle.discard is not None:
        wrong = [tile for tile in dict.fromkeys(puzzle.rack) if tile != puzzle.discard]
        most = max(0, len(wrong) - 1)
        shown = min(most, len(wrong) * level // LEVELS)
        return PuzzleHint(level=level, melds=0, laid=0, tiles=Rack(wrong[:shown]))
    changed, _ = puzzle.table.changed(puzzle.answer)
    steps = solution_steps(puzzle) if level == LEVELS else _NO_STEPS
    half = Steps(steps[: (len(steps) + 1) // 2], explained=steps.explained) if steps else steps
    return PuzzleHint(
        level=level,
        melds=len(changed),
        laid=len(puzzle.placed),
        changed=changed if level > 1 else Table(),
        tiles=puzzle.placed if level > 1 else Rack(),
        steps=half,
    )


def solution_steps(puzzle: Puzzle) -> Steps:
    """Return the steps that lead from the puzzle's position to the solution.

    >>> from tilerummy import step_text
    >>> from tilerummy.puzzles import bundled_puzzle, solution_steps
    >>> for step in solution_steps(bundled_puzzle(0)):
    ...     print(step_text(step))
    """
    rules = ruleset(puzzle.rules)
    return explain(puzzle.table, puzzle.answer, law=rules.table.jokers, tiles=rules.tiles)
