"""Best plays, hints and explanations: the rules and the solver together.

Every function takes a ruleset and a view in which the mover's rack is known, or a state, and the
referee accepts every play it returns. A rack that is face down raises ValueError. The packages,
from the bottom up:

* :mod:`~tilerummy.analysis.best_plays` turns the position into a solver problem and returns the
  best single play, or the best opening and follow-up; ``arrangement`` forms melds from the loose
  tiles of a broken table.
* :mod:`~tilerummy.analysis.turns` combines plays: ``turn_for`` finds the plays that lead to a given
  table, ``best_turn`` the turn that lays most; ``closed_hand`` and ``going_out`` end the round.
* :mod:`~tilerummy.analysis.explanations` turns two tables into steps to follow by hand.
* :mod:`~tilerummy.analysis.hints` chooses the action for every phase of a turn, with its steps.
* :mod:`~tilerummy.analysis.enumeration` yields and counts everything that can be played.

The joker law is in :mod:`tilerummy.jokers`. ``positions`` checks arguments and computes the view
after a play or a draw, ``solving`` calls the solver with a deadline, ``partitions`` yields the
tables of given tiles. Sentences are made above this package, in :mod:`tilerummy.rules_text`.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
