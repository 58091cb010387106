"""An exact solver that finds the best play under every joker rule.

It is independent of rulesets: it takes a :class:`Problem` of tiles and melds and returns a
:class:`Solution`. The kernel solves it in five steps:

1. Each joker on the table stays or is replaced. The solver enumerates all combinations of these
   choices, the *joker plans*.
2. A plan determines a *count model*: how many tiles of each cell (a number in a colour) must be
   laid and may be laid, and which melds must stay intact.
3. A dynamic program solves the count model cell by cell. Its state contains the number of open
   runs of each colour by length, and the number of jokers used.
4. Melds are built from the counts in the best solution.
5. If the rules restrict the melds that may take a freed joker, those melds are chosen first, and
   steps 2 to 4 solve the remainder.

:mod:`~tilerummy.solver.engine` is the entry point. It calls the C++ kernel through
:mod:`~tilerummy.solver.kernel`. If there is no compiled kernel (``HAS_KERNEL`` is False), it calls
:mod:`~tilerummy.solver.reference`, a plain exact search in Python that specifies the results of the
kernel. Both also enumerate the sets of tiles that a single play can lay. See
:mod:`~tilerummy.solver.placement_set`. :mod:`~tilerummy.solver.queries` has shortcuts that check if
any play is possible or if the entire rack can be played, and that find the best few plays.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
