"""The casual player in games with discards: lays all it can, and avoids breaking up its melds."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.analysis import best_turn
from tilerummy.analysis.hints.discards import in_melds
from tilerummy.analysis.positions import may_play
from tilerummy.players.decisions import DecisionContext
from tilerummy.players.draw_discard.base import DrawDiscardPolicy
from tilerummy.players.plays.rack_melds import makes_a_meld
from tilerummy.rules.judging.faults import may_discard
from tilerummy.state import Discard, Play
from tilerummy.tiles import JOKER, Tile


class DrawDiscardCasual(DrawDiscardPolicy):
    """Lays all it can immediately, and discards the highest tile that is not in a meld.

    It does not wait for closed hands, or save tiles that may later become melds.
    """

    def plays(self, context: DecisionContext) -> Iterator[Play]:
        """Yield the plays that lay the most tiles."""
        if may_play(context.rules, context.view):
            yield from best_turn(
                context.rules, context.view, tidy=False, deadline=context.deadline
            ).plays

    def wants(self, context: DecisionContext, tile: Tile) -> bool:
        """Return whether *tile* is a joker, or makes a meld with tiles on the rack."""
        return tile == JOKER or makes_a_meld(tile, context.view.mover.rack, context.rules.tiles)

    def discard(self, context: DecisionContext) -> Discard:
        """Discard the highest of the tiles whose loss breaks up the fewest melds on the rack."""
        rack = context.view.mover.rack
        allowed = [tile for tile in dict.fromkeys(rack) if may_discard(context.view, tile)]

        def spare(tile: Tile) -> tuple[bool, int, int, Tile]:
            if tile == JOKER:
                return False, 0, 0, tile
            left = in_melds(rack - (tile,), context.rules.tiles, deadline=context.deadline)
            return True, left, tile.number, tile

        return Discard(max(allowed, key=spare))
