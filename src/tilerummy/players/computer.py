"""What all levels of computer players have in common: how a turn goes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from tilerummy.analysis import closed_hand
from tilerummy.analysis.going_on import after_draw, after_play, legal
from tilerummy.rules import Ruleset
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Pass, Phase, Play, Source, State
from tilerummy.tiles import Tile


@dataclass(frozen=True, slots=True)
class Computer(ABC):
    """A computer player; all chance in what it does comes from *chance*.

    It chooses a whole turn at once, but for what has to be drawn first. The same chance and the
    same views make the same choices.
    """

    chance: Random
    name: ClassVar[str]
    about: ClassVar[str]

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Return the rest of the turn of *seat*, or what has to be drawn before it."""
        assert seat == view.to_move
        if view.phase is Phase.DRAW:
            return (self.draw(rules, view),)
        if hand := self.closed_hand(rules, view):
            return (hand,)
        actions: list[Action] = []
        for play in self.plays(rules, view):
            actions.append(play)
            view = after_play(view, play)
        if rules.draws_and_discards:
            actions.append(self.discard(rules, view))
        elif view.mover.rack:
            actions.append(Pass() if view.phase is Phase.MORE or not view.pool else Draw())
        return tuple(actions)

    @abstractmethod
    def plays(self, rules: Ruleset, view: State) -> Iterator[Play]:
        """Yield the plays of this turn one after the other, each legal after those before it."""

    @abstractmethod
    def wants(self, rules: Ruleset, view: State, tile: Tile) -> bool:
        """Return whether *tile*, the previous player's discard, is better than one of the pool."""

    @abstractmethod
    def discard(self, rules: Ruleset, view: State) -> Discard:
        """Return what to discard after the plays of this turn."""

    def draw(self, rules: Ruleset, view: State) -> Draw | GoOut:
        """Go out with the trump, else take the discard if that is wanted, else draw."""
        if out := self._out_with_trump(rules, view):
            return out
        take = Draw(Source.DISCARD)
        if legal(rules, view, take) and self.wants(
            rules, view, view.seats[view.previous].discards[-1]
        ):
            return take
        return Draw()

    def closed_hand(self, rules: Ruleset, view: State) -> Declare | None:
        """Return the declaration of a closed hand, if there is one."""
        closed = closed_hand(rules, view)
        return None if closed is None else closed.action

    def _out_with_trump(self, rules: Ruleset, view: State) -> GoOut | None:
        """Return how to win with the trump, if that can be done."""
        if view.trump is None:
            return None
        view_then = after_draw(view, Source.TRUMP, view.trump)
        if hand := self.closed_hand(rules, view_then):
            out = GoOut((), hand.discard)
            return out if legal(rules, view, out) else None
        plays = []
        for play in self.plays(rules, view_then):
            plays.append(play)
            view_then = after_play(view_then, play)
        if len(view_then.mover.rack) != 1 or not plays:
            return None
        out = GoOut(tuple(plays), view_then.mover.rack[0])
        return out if legal(rules, view, out) else None
