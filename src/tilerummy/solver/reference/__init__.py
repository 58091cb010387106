"""The plainest exact search: the specification of the solver, and its fallback without the kernel.

Read it beside RULES 2.2. A play is found in two steps:

* :mod:`~tilerummy.solver.reference.plans`: each joker of the table is kept or replaced. Every
  combination of these choices is a *joker plan*: which tiles must be laid, which may be laid, and
  which melds must be part of the result.
* :mod:`~tilerummy.solver.reference.search`: the melds that a plan requires are laid first. Then the
  lowest tile is laid in a meld or stays on the rack, until no tile is left. The values of what can
  be reached from the tiles left cut every branch that cannot improve the result.

:mod:`~tilerummy.solver.reference.solving` asks for the best play, for all sets of tiles that can be
placed, and has each complete table judged by :mod:`tilerummy.jokers`, the one joker law.
"""

from tilerummy.solver.reference.solving import can_empty, enumerate_placements, solve

__all__ = ["can_empty", "enumerate_placements", "solve"]
