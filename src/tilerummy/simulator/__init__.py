"""The fast simulator, which plays rounds between simple policies under any ruleset.

It plays thousands of turns per second, all of them legal, in the kernel (``kernel/simulate``) with
the GIL released. There is no other implementation: if the kernel is missing, ``can_simulate``
returns False and all other functions raise ValueError.

* ``policies``: the ways a seat can play. :class:`PolicyPlayer` adapts a policy to
  ``players.play_round``.
* ``rounds``: :func:`simulate` plays complete rounds from seeds and returns columns.
* ``rollouts``: :func:`roll_out` plays out a position in many sampled worlds, to compare lines of
  play.
* ``batch``: :class:`RoundBatch` steps many rounds together; observations and candidates are
  buffers.

>>> from tilerummy.rules import ruleset
>>> rounds = simulate(ruleset("sabra"), [Policy.MOST_TILES, Policy.RACK_ONLY], [bytes(32)])
>>> sum(rounds.scores_of(0))
0
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
