"""The sequence of a turn in games with discards, shared by several policies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from tilerummy.analysis import closed_hand
from tilerummy.analysis.positions import after_draw, after_play, is_legal
from tilerummy.analysis.turns.winning import best_ending, ending_points, ends_round
from tilerummy.players.decisions import Decision, DecisionContext, Motive
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Phase, Play, Source, State
from tilerummy.tiles import Tile

_PLAYS = 0.8
"""The share of the time to spend on finding plays. The rest is spent on choosing a discard."""

_TRUMP = 0.5
"""The share of the time to spend on finding a way to win with the trump."""


class DrawDiscardPolicy(ABC):
    """A policy for games with discards. Each level defines how it draws, plays and discards."""

    def __call__(self, context: DecisionContext) -> Decision:
        """Return the draw or, if a tile has already been drawn, the rest of the turn.

        If the turn ends the round, it is replaced by the ending that scores best.
        """
        return best_end(context, self.decided(context))

    def decided(self, context: DecisionContext) -> Decision:
        """Return the draw or, if a tile has already been drawn, the rest of the turn.

        If the turn ends the round, there may be other endings that score more.
        """
        if context.view.phase is Phase.DRAW:
            return self.draw(context)
        if hand := self.closed_hand(context):
            return Decision((hand,), Motive.of("closed_hand"))
        return self.rest_of_turn(context)

    def rest_of_turn(self, context: DecisionContext) -> Decision:
        """Return the plays and the discard that complete the turn."""
        actions: list[Action] = []
        now = context
        for play in self.plays(context.within(_PLAYS)):
            actions.append(play)
            now = now.then(after_play(now.view, play))
        discard = self.discard(now)
        actions.append(discard)
        return Decision(tuple(actions), motive_of(context.view, actions))

    @abstractmethod
    def plays(self, context: DecisionContext) -> Iterator[Play]:
        """Yield this turn's plays in order. Each must be legal after the previous ones.

        The search stops at the deadline.
        """

    @abstractmethod
    def wants(self, context: DecisionContext, tile: Tile) -> bool:
        """Return whether to take *tile*, the previous discard, instead of drawing from the pool."""

    @abstractmethod
    def discard(self, context: DecisionContext) -> Discard:
        """Return the discard that ends this turn."""

    def draw(self, context: DecisionContext) -> Decision:
        """Return the action that wins with the trump, or takes a useful discard, or draws."""
        if out := self._out_with_trump(context.within(_TRUMP)):
            return Decision((out,), motive_of(context.view, (out,)))
        return self.take_or_draw(context)

    def take_or_draw(self, context: DecisionContext) -> Decision:
        """Return the action that takes the discard if it is useful, otherwise the draw."""
        take = Draw(Source.DISCARD)
        if is_legal(context.rules, context.view, take):
            tile = context.view.seats[context.view.previous].discards[-1]
            if self.wants(context, tile):
                return Decision((take,), Motive.of("took"))
        return Decision((Draw(),), Motive.of("drew"))

    def closed_hand(self, context: DecisionContext) -> Declare | None:
        """Return the action that declares a closed hand, or None if there is no closed hand."""
        closed = closed_hand(context.rules, context.view)
        return None if closed is None else closed.action

    def _out_with_trump(self, context: DecisionContext) -> GoOut | None:
        """Return an action that wins with the trump, or None if no such action was found."""
        rules, view = context.rules, context.view
        if view.trump is None:
            return None
        view_then = after_draw(view, Source.TRUMP, view.trump)
        if hand := self.closed_hand(context.then(view_then)):
            out = GoOut((), hand.discard)
            return out if is_legal(rules, view, out) else None
        plays = []
        for play in self.plays(context.then(view_then)):
            plays.append(play)
            view_then = after_play(view_then, play)
        if len(view_then.mover.rack) != 1 or not plays:
            return None
        out = GoOut(tuple(plays), view_then.mover.rack[0])
        return out if is_legal(rules, view, out) else None


def best_end(context: DecisionContext, decision: Decision) -> Decision:
    """Return *decision* or, if it ends the round and another ending scores more, that ending."""
    rules, view = context.rules, context.view
    if not ends_round(rules, view, decision.actions):
        return decision
    best = best_ending(rules, view, deadline=context.deadline)
    if not best or best == decision.actions:
        return decision
    if ending_points(rules, view, best) <= ending_points(rules, view, decision.actions):
        return decision
    return Decision(best, motive_of(view, best))


def motive_of(view: State, actions: Sequence[Action]) -> Motive:
    """Return the motive for *actions*, which are either a draw or the rest of a turn."""
    match actions[0]:
        case Draw(Source.DISCARD):
            return Motive.of("took")
        case Draw():
            return Motive.of("drew")
    match actions[-1]:
        case Declare() | GoOut(plays=()):
            return Motive.of("closed_hand")
    laid = sum(len(action.placed) for action in actions if isinstance(action, Play))
    if view.phase is Phase.DRAW or laid == len(view.mover.rack) - 1:
        return Motive.of("went_out")
    return Motive.of("melded", n=laid) if laid else Motive.of("discarded")
