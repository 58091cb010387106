"""Puzzles: positions with a goal that one set of rack tiles reaches, mined from games.

* ``values`` is a :class:`Puzzle`, with its ``Goal`` and its ``Theme``; ``json_form`` the same as
  JSON, ``positions`` the position as a state.
* ``judging`` is ``solves``: whether an answer is right, by the referee and the goal.
* ``hints`` helps in three levels.
* ``optima`` finds the best answer and proves that no other set of tiles is as good; ``cropping``
  leaves out what does not matter; ``rating`` and ``themes`` say how hard a puzzle is and what it is
  about; ``likeness`` tells which are alike; ``making`` puts these together. ``safe_discards`` knows
  which discards let the next player go out.
* :mod:`~tilerummy.puzzles.mining` finds puzzles in rounds, :mod:`~tilerummy.puzzles.shipped` has
  those that come with the package.

>>> puzzle = next(each for each in shipped_puzzles() if each.goal is Goal.OUT)
>>> solves(puzzle, puzzle.answer).right
True
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.puzzles.hints import PuzzleHint, puzzle_hint, solution_steps
    from tilerummy.puzzles.json_form import PuzzleError, puzzle_json, read_puzzle
    from tilerummy.puzzles.judging import PuzzleVerdict, solves
    from tilerummy.puzzles.positions import position
    from tilerummy.puzzles.shipped import (
        daily_place,
        part_lines,
        puzzle_index,
        puzzle_lines,
        shipped_puzzle,
        shipped_puzzles,
    )
    from tilerummy.puzzles.values import Difficulty, Goal, Puzzle, Theme
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.puzzles.hints": "PuzzleHint puzzle_hint solution_steps",
            "tilerummy.puzzles.json_form": "PuzzleError puzzle_json read_puzzle",
            "tilerummy.puzzles.judging": "PuzzleVerdict solves",
            "tilerummy.puzzles.positions": "position",
            "tilerummy.puzzles.shipped": (
                "daily_place part_lines puzzle_index puzzle_lines shipped_puzzle shipped_puzzles"
            ),
            "tilerummy.puzzles.values": "Difficulty Goal Puzzle Theme",
        },
    )

__all__ = [
    "Difficulty",
    "Goal",
    "Puzzle",
    "PuzzleError",
    "PuzzleHint",
    "PuzzleVerdict",
    "Theme",
    "daily_place",
    "part_lines",
    "position",
    "puzzle_hint",
    "puzzle_index",
    "puzzle_json",
    "puzzle_lines",
    "read_puzzle",
    "shipped_puzzle",
    "shipped_puzzles",
    "solution_steps",
    "solves",
]
