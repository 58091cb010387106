"""A plain exact search, which specifies the solver's results and replaces a missing kernel.

Read it alongside RULES 2.2. It finds a play in two steps:

* :mod:`~tilerummy.solver.reference.plans`: each joker on the table stays or is replaced. Every
  combination of these choices is a *joker plan*: the tiles that must and may be laid, and the melds
  that must be part of the result.
* :mod:`~tilerummy.solver.reference.search`: first lays the melds that a plan requires. Then each
  step lays the lowest tile in a meld or leaves it on the rack. Upper bounds from the remaining
  tiles prune every branch that cannot improve the result.

:mod:`~tilerummy.solver.reference.solving` searches for the best play and for all sets of tiles that
can be laid. :mod:`tilerummy.jokers` judges each complete table.
"""

from tilerummy.solver.reference.solving import can_empty, enumerate_placements, solve

__all__ = ["can_empty", "enumerate_placements", "solve"]
