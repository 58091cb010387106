"""Help with a puzzle in three levels: what matters, which tiles, and the first steps."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.analysis import Steps, explain
from tilerummy.melds import Table
from tilerummy.puzzles.values import Puzzle
from tilerummy.rules import ruleset
from tilerummy.tiles import Rack

_NO_STEPS = Steps()

LEVELS = 3
"""How many levels of help there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleHint:
    """Help with a puzzle; a higher level has all that a lower one has.

    Level 1: ``melds`` of the table change, and ``laid`` tiles of the rack are laid. Level 2:
    ``changed`` are these melds and ``tiles`` these tiles. Level 3: ``steps`` are the first half of
    the steps, at least one. Where a tile is to be named, ``tiles`` are those that are wrong: a
    third of them, two thirds, all but one.
    """

    level: int
    melds: int
    laid: int
    changed: Table = Table()
    tiles: Rack = Rack()
    steps: Steps = _NO_STEPS


def puzzle_hint(puzzle: Puzzle, level: int) -> PuzzleHint:
    """Return the help of that *level* with *puzzle*; raises ValueError but for 1 to 3."""
    if not 1 <= level <= LEVELS:
        raise ValueError(f"a level of help is 1 to {LEVELS}, not {level}")
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
    """Return the steps that lead to the answer."""
    rules = ruleset(puzzle.rules)
    return explain(puzzle.table, puzzle.answer, law=rules.table.jokers, tiles=rules.tiles)
