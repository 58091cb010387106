"""The readable specification of the solver, whole, in plain Python.

It is what the kernel is tested against, and what runs where there is no compiler. Its packages have
the names of the folders of kernel/:

* :mod:`~tilerummy.solver.reference.jokers`: what may become of the jokers of the table, and the
  count model that each choice leads to;
* :mod:`~tilerummy.solver.reference.dp`: the dynamic program that answers a count model;
* :mod:`~tilerummy.solver.reference.search`: the outer search for the best play, and melds made of
  the counts;
* :mod:`~tilerummy.solver.reference.enumerate`: all sets of tiles that one play can place.
"""

from tilerummy.solver.reference.enumerate.enumeration import enumerate_placements
from tilerummy.solver.reference.search.can_empty import can_empty
from tilerummy.solver.reference.search.search import solve

__all__ = ["can_empty", "enumerate_placements", "solve"]
