"""DecisionOptions played on in games in which one draws and discards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from random import Random

from tilerummy.analysis.positions import after_play
from tilerummy.analysis.turns.winning import ends_round
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.players.decisions import Situation
from tilerummy.players.draw_discard.club import DrawDiscardClub
from tilerummy.players.draw_discard.hunts.choice import hunts
from tilerummy.players.draw_discard.master import USUAL_HUNTS
from tilerummy.players.draw_discard.tactics.hunter import Hunter
from tilerummy.players.draw_discard.tactics.melder import MELDER
from tilerummy.players.draw_discard.tactics.supposing import likely
from tilerummy.players.draw_discard.world.playing import PlayedOut, Tactic, play_out
from tilerummy.players.draw_discard.world.reading import world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.review.rollouts.draws import draw_luck
from tilerummy.review.rollouts.questions import Question
from tilerummy.review.rollouts.samples import Sample
from tilerummy.rules import Ruleset, decide_all
from tilerummy.state import Action, Discard, Draw, Ended, Play, Source, State
from tilerummy.state.state import with_seat
from tilerummy.tiles import Tile

_REFERENCE = DrawDiscardClub()


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

    ``end`` returns how the round ends in a world if the option ends it.
    """

    after: PackedWorld
    last: Action
    end: Callable[[PackedWorld], PlayedOut] | None = None

    @classmethod
    def of(cls, rules: Ruleset, view: State, actions: Sequence[Action]) -> _Start:
        """Return what *actions* of the mover of *view* do."""
        plays = [action for action in actions if isinstance(action, Play)]
        seen = world_of(rules, reduce(after_play, plays, view))
        end = partial(_ended, rules, view, actions) if ends_round(rules, view, actions) else None
        return cls(seen, actions[-1], end)

    def played_on(
        self, world: PackedWorld, tactics: Sequence[Tactic], deadline: Deadline
    ) -> PlayedOut:
        """Return how the round ends in a supposed *world*; raises OutOfTimeError."""
        if self.end is not None:
            return self.end(world)
        now = self.after.copy()
        seat, own = now.to_move, now.racks[now.to_move]
        now.hidden, now.pool, now.racks = world.hidden, world.pool[:], world.racks[:]
        now.racks[seat] = own
        if isinstance(self.last, Discard):
            now.discard(now.terms.packing.units[self.last.tile])
        elif self.last == Draw(Source.DISCARD):
            now.take()
        elif now.pool:
            now.draw()
        return play_out(now, tactics, deadline)


def _ended(rules: Ruleset, view: State, actions: Sequence[Action], world: PackedWorld) -> PlayedOut:
    """Return how the round ends with *actions* where the others hold what they do in *world*."""
    state = view
    for number, seat in enumerate(view.seats):
        if number != view.to_move:
            rack = world.terms.packing.unpack(world.racks[number])
            state = state.with_seat(number, with_seat(seat, rack=rack))
    *_, over = decide_all(rules, state, actions)
    assert isinstance(over, Ended), "the round is over"
    return PlayedOut(over.winner, over.scores)
