"""Finds best plays, gives hints and explains plays, combining the rules with the solver.

Every function takes a ruleset and a position: a complete state, or a view that includes the mover's
rack. The referee accepts every play that is returned. If the mover's rack is face down, the
functions raise ValueError. The packages, from the bottom up:

* :mod:`~tilerummy.analysis.best_plays` turns the position into a solver problem and returns the
  best single play, or the best opening and follow-up; ``arrangement`` forms melds from the loose
  tiles of a broken table.
* :mod:`~tilerummy.analysis.turns` combines plays: ``turn_for`` finds the plays that lead to a given
  table, and ``best_turn`` finds the turn that lays the most tiles; ``closed_hand`` and
  ``going_out`` find ways to end the round.
* :mod:`~tilerummy.analysis.explanations` explains how to get from one table to another, as steps to
  follow by hand.
* :mod:`~tilerummy.analysis.hints` recommends an action in any phase of a turn, with the steps to
  carry it out.
* :mod:`~tilerummy.analysis.near` finds the closed hands that a rack is nearest to, and the tiles
  missing for them.
* :mod:`~tilerummy.analysis.enumeration` lists and counts all possible plays.

The joker rules are in :mod:`tilerummy.jokers`. ``positions`` checks arguments and computes the view
after a play or a draw, ``solving`` calls the solver with a deadline, and ``partitions`` yields
every table that a set of tiles can form. The sentences shown to players are built in
:mod:`tilerummy.rules_text`, which uses this package.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
