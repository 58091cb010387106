"""Puzzles: positions with a goal that one set of rack tiles reaches, mined from games.

* ``values`` is a :class:`Puzzle`, with its ``Goal`` and its ``Theme``; ``json_form`` the same as
  JSON, ``positions`` the position as a state.
* ``judging`` is ``solves``: whether an answer is right, by the referee and the goal.
* ``hints`` helps in three levels.
* ``making`` turns a position into a puzzle: ``puzzle_of`` proves that it has one answer and rates
  its difficulty. ``optima`` finds the best answer, and the best without some tiles of it;
  ``cropping`` removes what does not matter; ``themes`` names the topic; ``likeness`` finds puzzles
  that are alike.
* ``mining`` finds puzzles in rounds, :mod:`~tilerummy.puzzles.shipped` has those that come with the
  package.

>>> puzzle = next(each for each in shipped_puzzles() if each.goal is Goal.OUT)
>>> solves(puzzle, puzzle.answer).right
True
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
