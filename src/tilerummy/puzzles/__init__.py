"""Puzzles: positions with a goal that one set of rack tiles reaches, mined from games.

* ``values`` is a :class:`Puzzle`, with its ``Goal`` and its ``Theme``; ``json_form`` the same as
  JSON, ``positions`` the position as a state.
* ``judging`` is ``solves``: whether an answer is right, by the referee and the goal.
* ``hints`` helps in three levels.
* ``optima`` finds the best answer and proves that no other set of tiles is as good; ``cropping``
  leaves out what does not matter; ``themes`` says what a puzzle is about; ``likeness`` tells which
  are alike; ``making`` puts these together and rates how hard a puzzle is.
* ``mining`` finds puzzles in rounds, :mod:`~tilerummy.puzzles.shipped` has those that come with the
  package.

>>> puzzle = next(each for each in shipped_puzzles() if each.goal is Goal.OUT)
>>> solves(puzzle, puzzle.answer).right
True
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
