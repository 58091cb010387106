"""A policy as a player of the library."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.simulator.policies import Policy
from tilerummy.simulator.reference.turns import turn
from tilerummy.state import Action, State


@dataclass(frozen=True, slots=True)
class PolicyPlayer:
    """Plays by a policy of the simulator; only ``Policy.RANDOM`` uses its *chance*."""

    policy: Policy
    chance: Random

    @property
    def name(self) -> str:
        """The name of the policy."""
        return self.policy.value

    @property
    def about(self) -> str:
        """How it plays."""
        return f"Plays by the policy {self.policy.value.replace('_', ' ')} of the simulator."

    def choose(self, rules: Ruleset | str, view: State, seat: int) -> tuple[Action, ...]:
        """Return the actions of the rest of the turn of *seat*."""
        assert seat == view.to_move
        return turn(as_ruleset(rules), view, self.policy, self.chance)
