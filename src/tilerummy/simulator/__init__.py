"""A fast simulator, which plays rounds between simple policies under any ruleset.

The kernel (``kernel/simulate``) plays thousands of legal turns per second while the GIL is
released. There is no fallback: if the kernel is missing, ``can_simulate`` returns False and all
other functions raise ValueError.

* ``policies``: the strategies that play a seat. :class:`PolicyPlayer` adapts a policy to
  ``players.play_round``.
* ``rounds``: :func:`simulate` plays complete rounds from seeds and returns the results in columns.
* ``rollouts``: :func:`roll_out` plays out a position in many sampled worlds, to compare lines of
  play.
* ``batch``: :class:`RoundBatch` steps many rounds together; its inputs and outputs are buffers.

>>> from tilerummy.rules import ruleset
>>> rounds = simulate(ruleset("sabra"), [Policy.MOST_TILES, Policy.RACK_ONLY], [bytes(32)])
>>> sum(rounds.scores_of(0))
0
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
