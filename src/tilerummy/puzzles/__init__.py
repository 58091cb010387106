"""Puzzles from games: a position, a goal, and the only set of rack tiles that reaches the goal.

* ``values`` defines :class:`Puzzle`, ``Goal`` and ``Theme``; ``json_form`` reads and writes puzzles
  as JSON, and ``positions`` converts a puzzle to a state.
* ``judging`` has the referee check an answer, and checks that it reaches the goal.
* ``hints`` gives hints on three levels.
* ``generator`` turns a position into a puzzle: ``generate_puzzle`` proves that it has one solution
  and rates its difficulty. ``uniqueness`` finds the best solution, and the best that is possible
  without some of its tiles; ``cropping`` removes irrelevant melds and tiles; ``themes`` detects the
  themes; ``canonical_form`` recognises equivalent puzzles.
* ``mining`` searches rounds for puzzles, and :mod:`~tilerummy.puzzles.bundled` gives access to the
  puzzles that come with the package.

>>> puzzle = next(each for each in bundled_puzzles() if each.goal is Goal.OUT)
>>> solves(puzzle, puzzle.answer).right
True
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
