"""Uses a simulator policy as a level's policy in games with discards."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.players.decisions import Decision, DecisionContext
from tilerummy.players.draw_discard.base import best_end, motive_of
from tilerummy.players.draw_discard.club import DrawDiscardClub
from tilerummy.simulator import Policy, PolicyPlayer, can_simulate


@dataclass(frozen=True, slots=True)
class ByPolicy:
    """Plays according to a simulator *policy*, or like the club player if there is no simulator."""

    policy: Policy

    def __call__(self, context: DecisionContext) -> Decision:
        """Return the draw or, if a tile has already been drawn, the rest of the turn."""
        if not can_simulate(context.rules):
            return DrawDiscardClub()(context)
        player = PolicyPlayer(self.policy, context.rng)
        actions = player.choose(context.rules, context.view, context.view.to_move)
        return best_end(context, Decision(actions, motive_of(context.view, actions)))
