"""Adapts a simulator policy to the player interface."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random

from tilerummy.analysis.hints.discards import unseen
from tilerummy.rules import Ruleset
from tilerummy.simulator.arguments import check_game
from tilerummy.simulator.policies import Policy
from tilerummy.simulator.turns import logged_turns
from tilerummy.state import Action, GoOut, Phase, State
from tilerummy.tiles import HIDDEN, Rack, Tile


@dataclass(frozen=True, slots=True)
class PolicyPlayer:
    """A player that follows a simulator policy. Only ``Policy.RANDOM`` uses *rng*."""

    policy: Policy
    rng: Random

    @property
    def name(self) -> str:
        """The policy's name."""
        return self.policy.value

    @property
    def about(self) -> str:
        """A one-line description of the policy."""
        return f"Plays by the policy {self.policy.value.replace('_', ' ')} of the simulator."

    def choose(self, rules: Ruleset | str, view: State, seat: int) -> tuple[Action, ...]:
        """Return *seat*'s actions for the rest of its turn, or just the draw if it must draw first.

        Raises ValueError if the kernel is missing.
        """
        assert seat == view.to_move
        rules = check_game(rules, len(view.seats))
        state, seed = _possible_state(rules, view), self.rng.getrandbits(62)
        policies = [self.policy] * len(view.seats)
        (turn,) = logged_turns(rules, state, policies, seed, turns=1)
        actions = turn.actions(view.table)
        if view.phase is Phase.DRAW and not isinstance(actions[0], GoOut):
            return actions[:1]
        out = turn.end is None and turn.placed == len(view.mover.rack)
        return actions[:-1] if out else actions


def _possible_state(rules: Ruleset, view: State) -> State:
    """Return a state consistent with *view*. The policy plays the same in all such states."""
    hidden = unseen(rules, view) - Counter(view.aside)
    tiles = cycle([*hidden.elements()] or rules.tiles.kinds)

    def filled(some: Iterable[Tile]) -> Iterable[Tile]:
        return (next(tiles) if tile == HIDDEN else tile for tile in some)

    seats = tuple(replace(seat, rack=Rack(filled(seat.rack))) for seat in view.seats)
    return replace(view, seats=seats, pool=tuple(filled(view.pool)))
