"""The solver: the best play, exactly, under every joker rule.

It knows tiles and melds, and no rulesets: a :class:`Problem` goes in, a :class:`Solution` comes
out. How the kernel solves it:

1. Each joker on the table is kept or replaced. The solver enumerates all choices: *joker plans*.
2. A plan leaves a *count model*: how many tiles of each cell (a number in a colour) must be laid
   and how many may be laid, beside melds that must stay whole.
3. A dynamic program answers the count model cell by cell. Its state counts the open runs of each
   colour by length, and the jokers used.
4. Melds are built from the counts of the best answer.
5. Where the rules restrict where a freed joker may go, the melds that take it are chosen first and
   steps 2 to 4 are done for what is left.

:mod:`~tilerummy.solver.engine` is the door: it calls the C++ kernel, which does all of this
(:mod:`~tilerummy.solver.kernel` is its binding). Without a compiled kernel (``HAS_KERNEL`` is
False) it calls :mod:`~tilerummy.solver.reference`, the plainest exact search in Python, which also
specifies what the kernel must find. Besides the best play they find every set of tiles that one
play can place, as a value or as rows of numbers, :mod:`~tilerummy.solver.placement_set`.
:mod:`~tilerummy.solver.queries` answers short questions: whether anything can be played, whether
the whole rack can, which few plays are best.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
