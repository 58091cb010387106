"""The fast simulator: rounds of every ruleset, between fast policies.

It plays what the referee allows, and nothing else, thousands of turns in a second: in the kernel
(``kernel/simulate``), without the lock of the interpreter. There is no other simulator: without the
kernel each function raises ValueError, and ``can_simulate`` is false.

* ``policies``: how a seat plays. :class:`PolicyPlayer` is such a player for ``players.play_round``.
* ``rounds``: :func:`simulate` plays whole rounds from seeds and returns columns.
* ``rollouts``: :func:`roll_out` plays many worlds on from a view, to compare lines of play.
* ``batch``: :class:`RoundBatch` steps many rounds at once; observations and candidates are buffers.

>>> from tilerummy.rules import ruleset
>>> rounds = simulate(ruleset("sabra"), [Policy.MOST_TILES, Policy.RACK_ONLY], [bytes(32)])
>>> sum(rounds.scores_of(0))
0
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
