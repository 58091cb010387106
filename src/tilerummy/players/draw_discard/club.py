"""The club player in games with discards: melds the most tiles and watches its opponents."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.analysis import best_turn
from tilerummy.analysis.hints.discards import best_discard, in_melds
from tilerummy.analysis.positions import after_draw, after_play, may_play
from tilerummy.players.decisions import DecisionContext
from tilerummy.players.draw_discard.base import DrawDiscardPolicy
from tilerummy.state import Discard, Play, Source, State
from tilerummy.tiles import JOKER, Rack, Tile

FEW = 5
"""An opponent who has at most this many tiles may soon go out."""

LATE = 3
"""If at most this many pool tiles per player are left, it is too late to wait for a closed hand."""


class DrawDiscardClub(DrawDiscardPolicy):
    """Melds as many tiles as possible.

    In games with closed hands, it waits for such a hand, and opens only when an opponent is close
    to going out. It discards a tile that fits few unseen tiles and that the next player does not
    seem to need.
    """

    def plays(self, context: DecisionContext) -> Iterator[Play]:
        """Yield the plays that lay the most tiles."""
        view = context.view
        while may_play(context.rules, view) and (plays := _plays(context.then(view))):
            for play in plays:
                yield play
                view = after_play(view, play)

    def wants(self, context: DecisionContext, tile: Tile) -> bool:
        """Return whether *tile* would put more tiles into melds, or make it possible to go out."""
        rules, view, deadline = context.rules, context.view, context.deadline
        rack = view.mover.rack
        with_it = Rack((*rack, tile))
        if tile == JOKER:
            return True
        without, then = (in_melds(r, rules.tiles, deadline=deadline) for r in (rack, with_it))
        if then > without:
            return True
        taken = after_draw(view, Source.DISCARD, tile)
        return len(best_turn(rules, taken, tidy=False, deadline=deadline).placed) == len(rack)

    def discard(self, context: DecisionContext) -> Discard:
        """Discard the tile that is least useful to both this player and the next one."""
        tile = best_discard(context.rules, context.view, deadline=context.deadline)
        assert tile is not None, "a play leaves a tile that may be discarded"
        return Discard(tile)


def _plays(context: DecisionContext) -> tuple[Play, ...]:
    rules, view = context.rules, context.view
    best = best_turn(rules, view, deadline=context.deadline)
    if rules.closed_hands and view.mover.opened is None and _time_for_a_closed_hand(view):
        goes_out = len(view.mover.rack) - len(best.placed) == 1
        return best.plays if goes_out else ()
    return best.plays


def _time_for_a_closed_hand(view: State) -> bool:
    """Return whether there is enough time to wait for a closed hand.

    There is too little time if an opponent may soon go out, or if the pool is small.
    """
    return len(view.pool) > LATE * len(view.seats) and view.fewest_of_others > FEW
