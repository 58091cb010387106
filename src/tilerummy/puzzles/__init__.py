"""Puzzles: positions with a goal that one set of rack tiles reaches, mined from games.

* ``values`` is a :class:`Puzzle`, with its ``Goal`` and its ``Theme``; ``json_form`` the same as
  JSON, ``positions`` the position as a state.
* ``judging`` is ``solves``: whether an answer is right, by the referee and the goal.
* ``hints`` helps in three levels.
* ``generator`` turns a position into a puzzle: ``generate_puzzle`` proves that it has one answer
  and rates its difficulty. ``uniqueness`` finds the best answer, and the best answer without some
  of its tiles; ``cropping`` removes irrelevant melds and tiles; ``themes`` detects the themes;
  ``canonical_form`` recognises equivalent puzzles.
* ``mining`` finds puzzles in rounds, :mod:`~tilerummy.puzzles.bundled` has those that come with the
  package.

>>> puzzle = next(each for each in bundled_puzzles() if each.goal is Goal.OUT)
>>> solves(puzzle, puzzle.answer).right
True
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
