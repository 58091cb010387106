"""A policy as a player of the library."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tilerummy.rules import Ruleset
from tilerummy.simulator import kernel
from tilerummy.simulator.arguments import check_game
from tilerummy.simulator.packing import known_to_kernel
from tilerummy.simulator.policies import Policy
from tilerummy.simulator.reference import turns
from tilerummy.solver import HAS_KERNEL
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
        rules = check_game(rules, len(view.seats), 1)
        if HAS_KERNEL and known_to_kernel(rules):
            return kernel.turn(rules, view, self.policy, self.chance.getrandbits(63))
        return turns.turn(rules, view, self.policy, self.chance)
