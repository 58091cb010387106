"""The beginner in games with discards: melds what it spots, and overlooks one thing in four."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.players.decisions import Decision, DecisionContext
from tilerummy.players.draw_discard.base import DrawDiscardPolicy
from tilerummy.players.plays.noticed_plays import noticed_plays
from tilerummy.players.plays.rack_melds import makes_a_meld, own_melds
from tilerummy.rules.judging.faults import may_discard
from tilerummy.state import Declare, Discard, Play
from tilerummy.tiles import JOKER, Tile

OVERLOOKED = 0.25
"""The probability that a beginner overlooks a meld or a tile."""


class DrawDiscardBeginner(DrawDiscardPolicy):
    """Melds what it spots, ignores the trump, and discards any tile outside its melds."""

    def plays(self, context: DecisionContext) -> Iterator[Play]:
        """Yield plays of the melds and tiles that it spots in this turn."""
        return noticed_plays(context, OVERLOOKED)

    def draw(self, context: DecisionContext) -> Decision:
        """Take the discard if it is useful, or draw; the beginner ignores the trump."""
        return self.take_or_draw(context)

    def wants(self, context: DecisionContext, tile: Tile) -> bool:
        """Return whether *tile* makes a meld with its rack that it does not overlook."""
        return makes_a_meld(tile, context.view.mover.rack, context.rules.tiles) and _notices(
            context
        )

    def closed_hand(self, context: DecisionContext) -> Declare | None:
        """Return the declaration of a closed hand unless it is overlooked."""
        hand = DrawDiscardPolicy.closed_hand(self, context)
        return hand if hand and _notices(context) else None

    def discard(self, context: DecisionContext) -> Discard:
        """Return a random tile outside the melds of the rack, a joker last."""
        rack = context.view.mover.rack
        allowed = [tile for tile in rack if may_discard(context.view, tile)]
        kept = {tile for meld in own_melds(rack, context.rules.tiles) for tile in meld.numbered}
        numbered = [tile for tile in allowed if tile != JOKER]
        spare = [tile for tile in numbered if tile not in kept]
        return Discard(context.rng.choice(spare or numbered or allowed))


def _notices(context: DecisionContext) -> bool:
    return context.rng.random() >= OVERLOOKED
