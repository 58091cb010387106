"""The fast simulator: rounds of every ruleset, between fast policies.

It plays what the referee allows, and nothing else, thousands of turns in a second: in the kernel
(``kernel/simulate``) without the lock of the interpreter. Without a kernel, games without discards
are played in plain Python (``reference``).

* ``policies``: how a seat plays. :class:`PolicyPlayer` is such a player for ``players.play_round``.
* ``rounds``: :func:`simulate` plays whole rounds from seeds and returns columns.
* ``rollouts``: :func:`roll_out` plays many worlds on from a view, to compare lines of play.
* ``batch``: :class:`RoundBatch` steps many rounds at once; observations and candidates are buffers.

>>> from tilerummy.rules import ruleset
>>> rounds = simulate(ruleset("sabra"), [Policy.MOST_TILES, Policy.OWN_MELDS], [bytes(32)])
>>> sum(rounds.scores_of(0))
0
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.simulator.batch import RoundBatch
    from tilerummy.simulator.player import PolicyPlayer
    from tilerummy.simulator.policies import Policy
    from tilerummy.simulator.results import ACTIONS, ENDINGS, Rollouts, Rounds, Turns
    from tilerummy.simulator.rollouts import roll_out
    from tilerummy.simulator.rounds import simulate, simulated_events
    from tilerummy.simulator.worlds import Effort, Line, World
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.simulator.batch": "RoundBatch",
            "tilerummy.simulator.player": "PolicyPlayer",
            "tilerummy.simulator.policies": "Policy",
            "tilerummy.simulator.results": "ACTIONS ENDINGS Rollouts Rounds Turns",
            "tilerummy.simulator.rollouts": "roll_out",
            "tilerummy.simulator.rounds": "simulate simulated_events",
            "tilerummy.simulator.worlds": "Effort Line World",
        },
    )

__all__ = [
    "ACTIONS",
    "ENDINGS",
    "Effort",
    "Line",
    "Policy",
    "PolicyPlayer",
    "Rollouts",
    "RoundBatch",
    "Rounds",
    "Turns",
    "World",
    "roll_out",
    "simulate",
    "simulated_events",
]
