"""The beginner in games with discards: overlooks a quarter of the melds, and lays the rest."""

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
    """Lays the melds it spots, ignores the trump, and discards a random tile outside its melds."""

    def plays(self, context: DecisionContext) -> Iterator[Play]:
        """Yield plays that lay the melds and single tiles that the beginner spots."""
        return noticed_plays(context, OVERLOOKED)

    def draw(self, context: DecisionContext) -> Decision:
        """Take the discard if it is useful, otherwise draw from the pool. Ignore the trump."""
        return self.take_or_draw(context)

    def wants(self, context: DecisionContext, tile: Tile) -> bool:
        """Return whether *tile* makes a meld with rack tiles, unless the beginner overlooks it."""
        return makes_a_meld(tile, context.view.mover.rack, context.rules.tiles) and _notices(
            context
        )

    def closed_hand(self, context: DecisionContext) -> Declare | None:
        """Return the declaration of a closed hand, or None if the beginner sees none."""
        hand = DrawDiscardPolicy.closed_hand(self, context)
        return hand if hand and _notices(context) else None

    def discard(self, context: DecisionContext) -> Discard:
        """Discard a random tile that is in no meld on the rack, and a joker only if necessary."""
        rack = context.view.mover.rack
        allowed = [tile for tile in rack if may_discard(context.view, tile)]
        kept = {tile for meld in own_melds(rack, context.rules.tiles) for tile in meld.numbered}
        numbered = [tile for tile in allowed if tile != JOKER]
        spare = [tile for tile in numbered if tile not in kept]
        return Discard(context.rng.choice(spare or numbered or allowed))


def _notices(context: DecisionContext) -> bool:
    return context.rng.random() >= OVERLOOKED
