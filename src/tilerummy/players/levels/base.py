"""What all levels of computer players have in common: how a turn goes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from tilerummy.analysis import closed_hand
from tilerummy.analysis.positions import after_draw, after_play, is_legal
from tilerummy.analysis.solving import TURN_MILLISECONDS
from tilerummy.deadline import Deadline
from tilerummy.rules import Ruleset
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Pass, Phase, Play, Source, State
from tilerummy.tiles import Tile

_PLAYS = 0.8
"""The part of the time for finding plays, if a discard is chosen after them."""

_TRUMP = 0.5
"""The part of the time for finding a way to win with the trump."""


@dataclass(frozen=True, slots=True)
class BuiltinPlayer(ABC):
    """A computer player; all its random numbers come from *chance*.

    It chooses a whole turn at once, after drawing where a turn begins with that. It takes at most
    *milliseconds* for it, or as long as it needs if that is None: then the same random numbers and
    the same views give the same choices.
    """

    chance: Random
    milliseconds: float | None = TURN_MILLISECONDS
    name: ClassVar[str]
    about: ClassVar[str]

    def choose(
        self, rules: Ruleset, view: State, seat: int, *, deadline: Deadline | None = None
    ) -> tuple[Action, ...]:
        """Return the actions of the rest of the turn of *seat*, or its draw if that comes first.

        They are the best found before the *deadline*; the default is the time of the player.
        """
        assert seat == view.to_move
        if deadline is None:
            deadline = Deadline(self.milliseconds)
        if view.phase is Phase.DRAW:
            return (self.draw(rules, view, deadline),)
        if hand := self.closed_hand(rules, view):
            return (hand,)
        actions: list[Action] = []
        playing = deadline.share(_PLAYS) if rules.draws_and_discards else deadline
        for play in self.plays(rules, view, playing):
            actions.append(play)
            view = after_play(view, play)
        if rules.draws_and_discards:
            actions.append(self.discard(rules, view, deadline))
        elif view.mover.rack:
            actions.append(Pass() if view.phase is Phase.MORE or not view.pool else Draw())
        return tuple(actions)

    @abstractmethod
    def plays(self, rules: Ruleset, view: State, deadline: Deadline) -> Iterator[Play]:
        """Yield the plays of this turn in order, each legal after those before it.

        After the *deadline* the search stops.
        """

    @abstractmethod
    def wants(self, rules: Ruleset, view: State, tile: Tile, deadline: Deadline) -> bool:
        """Return whether the previous player's discard, *tile*, is better than one of the pool."""

    @abstractmethod
    def discard(self, rules: Ruleset, view: State, deadline: Deadline) -> Discard:
        """Return what to discard after the plays of this turn."""

    def draw(self, rules: Ruleset, view: State, deadline: Deadline) -> Draw | GoOut:
        """Go out with the trump, or take the discard if the player wants it, or draw."""
        if out := self._out_with_trump(rules, view, deadline.share(_TRUMP)):
            return out
        take = Draw(Source.DISCARD)
        if is_legal(rules, view, take):
            tile = view.seats[view.previous].discards[-1]
            if self.wants(rules, view, tile, deadline):
                return take
        return Draw()

    def closed_hand(self, rules: Ruleset, view: State) -> Declare | None:
        """Return the declaration of a closed hand, if there is one."""
        closed = closed_hand(rules, view)
        return None if closed is None else closed.action

    def _out_with_trump(self, rules: Ruleset, view: State, deadline: Deadline) -> GoOut | None:
        """Return how to win with the trump, if that can be done."""
        if view.trump is None:
            return None
        view_then = after_draw(view, Source.TRUMP, view.trump)
        if hand := self.closed_hand(rules, view_then):
            out = GoOut((), hand.discard)
            return out if is_legal(rules, view, out) else None
        plays = []
        for play in self.plays(rules, view_then, deadline):
            plays.append(play)
            view_then = after_play(view_then, play)
        if len(view_then.mover.rack) != 1 or not plays:
            return None
        out = GoOut(tuple(plays), view_then.mover.rack[0])
        return out if is_legal(rules, view, out) else None
