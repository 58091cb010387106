"""DecisionOptions played on in games in which one draws and discards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from random import Random

from tilerummy.analysis.positions import after_draw, after_play
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.players.decisions import Situation
from tilerummy.players.draw_discard.club import DrawDiscardClub
from tilerummy.players.draw_discard.hunts.choice import hunts
from tilerummy.players.draw_discard.master import USUAL_HUNTS
from tilerummy.players.draw_discard.tactics.hunter import Hunter
from tilerummy.players.draw_discard.tactics.melder import MELDER
from tilerummy.players.draw_discard.tactics.supposing import likely
from tilerummy.players.draw_discard.world.playing import PlayedOut, Tactic, ended, play_out
from tilerummy.players.draw_discard.world.reading import world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.review.rollouts.draws import draw_luck
from tilerummy.review.rollouts.questions import Question
from tilerummy.review.rollouts.samples import Sample
from tilerummy.rules import Ruleset
from tilerummy.rules.judging.endings import recognised
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Phase, Play, Source, State
from tilerummy.tiles import JOKER, Tile

_REFERENCE = DrawDiscardClub()

_OUT = 1
"""What ``ended`` takes for going out openly; more are the points of a closed hand."""


def reference_actions(rules: Ruleset, view: State) -> tuple[Action, ...]:
    """Return what a club player does: its draw, or the rest of the turn after it."""
    return _REFERENCE(Situation(rules=rules, view=view, chance=Random(0))).actions


def sampled(asked: Question, worlds: int, *, chance: Random, deadline: Deadline = NEVER) -> Sample:
    """Return what comes of the options in so many *worlds*, fewer after the *deadline*.

    Every seat is supposed to play on by a quick tactic: melds, and the commonest closed hands.
    """
    rules, view, options = asked.rules, asked.view, asked.options
    seen, seat = world_of(rules, view), view.to_move
    starts = [_Start.of(rules, view, actions) for actions in options]
    wins: list[list[float]] = [[] for _ in options]
    points: list[list[float]] = [[] for _ in options]
    pools = Counter[Tile]()
    tiles = seen.terms.packing.tiles
    for _ in range(worlds):
        try:
            world = likely(seen, chance, deadline)
            pools.update(tiles[unit] for unit in world.pool)
            tactics = _tactics(world)
            ends = [start.played_on(world, tactics, deadline) for start in starts]
        except OutOfTimeError:
            break
        for option, end in enumerate(ends):
            wins[option].append(float(end.winner == seat))
            points[option].append(end.ahead(seat))
    luck = draw_luck(rules, view, asked.drawn, pools)
    return Sample(tuple(map(tuple, wins)), tuple(map(tuple, points)), luck=luck)


def _tactics(world: PackedWorld) -> list[Tactic]:
    """Return how every seat plays on."""
    if not world.terms.closed_hands:
        return [MELDER] * world.seats
    usual = hunts(world.terms.covers, USUAL_HUNTS)
    return [Hunter(hunts=usual, after=MELDER)] * world.seats


@dataclass(frozen=True, slots=True)
class _Start:
    """What an option does: the world as the mover sees it after it, and its last action.

    ``won`` is what ``ended`` takes if the option ends the round, else 0.
    """

    after: PackedWorld
    last: Action
    won: int

    @classmethod
    def of(cls, rules: Ruleset, view: State, actions: Sequence[Action]) -> _Start:
        *_, last = actions
        if isinstance(last, GoOut):
            assert view.trump is not None
            then = after_draw(view, Source.TRUMP, view.trump)
            won = _OUT if last.plays else _hand(rules, then, last.discard)
            return cls(world_of(rules, view), last, won)
        plays = [action for action in actions if isinstance(action, Play)]
        then = reduce(after_play, plays, view)
        won = 0
        if isinstance(last, Declare):
            won = _hand(rules, then, last.discard)
        elif isinstance(last, Discard) and len(then.mover.rack) == 1:
            won = _OUT
        return cls(world_of(rules, then), last, won)

    def played_on(
        self, world: PackedWorld, tactics: Sequence[Tactic], deadline: Deadline
    ) -> PlayedOut:
        """Return how the round ends in a supposed *world*; raises OutOfTimeError."""
        now = self.after.copy()
        seat, own = now.to_move, now.racks[now.to_move]
        now.hidden, now.pool, now.racks = world.hidden, world.pool[:], world.racks[:]
        now.racks[seat] = own
        if self.won:
            return ended(now, seat, self.won)
        if isinstance(self.last, Discard):
            now.discard(now.terms.packing.units[self.last.tile])
            if not now.pool:
                return ended(now, None, 0)
        elif self.last == Draw(Source.DISCARD):
            now.take()
        elif now.pool:
            now.draw()
        return play_out(now, tactics, deadline)


def _hand(rules: Ruleset, view: State, discard: Tile) -> int:
    """Return the points of the closed hand that is declared with that *discard*."""
    hand = recognised(rules, view, view.mover.rack - (discard,))
    assert hand is not None and view.phase is Phase.MELD
    return hand.points * (2 if discard == JOKER else 1)
