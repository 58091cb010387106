"""The club player: plays the most tiles, saves jokers, and watches what others may need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from tilerummy.analysis import best_turn, problem
from tilerummy.analysis.hints.discards import best_discard, in_melds
from tilerummy.analysis.positions import after_draw, after_play, may_play
from tilerummy.deadline import Deadline
from tilerummy.players.levels.base import BuiltinPlayer
from tilerummy.players.levels.upper_bound import bound
from tilerummy.rules import Ruleset
from tilerummy.state import Discard, Play, Source, State
from tilerummy.tiles import JOKER, Rack, Tile

FEW = 5
"""If an opponent has this many tiles or fewer, it may go out soon."""

LATE = 3
"""With this many pool tiles per player or fewer, it is too late for a closed hand."""

_BOUND = 0.3
"""The part of the time for finding out whether all tiles can be played."""

_EVERYTHING = 0.6
"""The part of the time for finding plays of all tiles, jokers included."""


@dataclass(frozen=True, slots=True)
class Club(BuiltinPlayer):
    """Plays the most tiles that can be played, changing as few melds as possible.

    It saves a joker for going out, while there is time. In games with closed hands it waits for
    one, and opens when others are near the end. It discards the tile that fits the fewest unseen
    tiles, and that the next player does not seem to need.
    """

    name: ClassVar[str] = "club"
    about: ClassVar[str] = "Plays the most tiles that can be, saving jokers for going out."

    def plays(self, rules: Ruleset, view: State, deadline: Deadline) -> Iterator[Play]:
        """Yield the plays that place most tiles."""
        while may_play(rules, view) and (plays := self._plays(rules, view, deadline)):
            for play in plays:
                yield play
                view = after_play(view, play)

    def _plays(self, rules: Ruleset, view: State, deadline: Deadline) -> tuple[Play, ...]:
        if JOKER in view.mover.rack and _saves_jokers(rules, view):
            return _with_jokers_saved(rules, view, deadline)
        best = best_turn(rules, view, deadline=deadline)
        if rules.closed_hands and view.mover.opened is None and _time_for_a_closed_hand(view):
            goes_out = len(view.mover.rack) - len(best.placed) == 1
            return best.plays if goes_out else ()
        return best.plays

    def wants(self, rules: Ruleset, view: State, tile: Tile, deadline: Deadline) -> bool:
        """Return whether *tile* makes more melds with its rack, or lets it play all tiles."""
        rack = view.mover.rack
        with_it = Rack((*rack, tile))
        if tile == JOKER:
            return True
        without, then = (in_melds(r, rules.tiles, deadline=deadline) for r in (rack, with_it))
        if then > without:
            return True
        taken = after_draw(view, Source.DISCARD, tile)
        return len(best_turn(rules, taken, tidy=False, deadline=deadline).placed) == len(rack)

    def discard(self, rules: Ruleset, view: State, deadline: Deadline) -> Discard:
        """Return the tile that it needs least and that helps the others least."""
        tile = best_discard(rules, view, deadline=deadline)
        assert tile is not None, "a play leaves a tile that may be discarded"
        return Discard(tile)


def _saves_jokers(rules: Ruleset, view: State) -> bool:
    """Return whether jokers may be kept, and the round is not about to end."""
    if rules.jokers_due or rules.draws_and_discards:
        return False
    return bool(view.pool) and _fewest_of_others(view) > 1


def _with_jokers_saved(rules: Ruleset, view: State, deadline: Deadline) -> tuple[Play, ...]:
    """Return plays of all tiles if there are any, else the best plays without jokers."""
    rack = view.mover.rack
    if bound(problem(rules, view), deadline.share(_BOUND)).left == Rack():
        everything = best_turn(rules, view, deadline=deadline.share(_EVERYTHING))
        if everything.placed >= rack:
            return everything.plays
    others = Rack(tile for tile in rack if tile != JOKER)
    without = view.with_seat(view.to_move, replace(view.mover, rack=others))
    return best_turn(rules, without, deadline=deadline).plays


def _time_for_a_closed_hand(view: State) -> bool:
    """Return whether nobody is near going out, so that there is time for a closed hand."""
    return len(view.pool) > LATE * len(view.seats) and _fewest_of_others(view) > FEW


def _fewest_of_others(view: State) -> int:
    """Return the smallest number of tiles on another rack."""
    return min(len(seat.rack) for i, seat in enumerate(view.seats) if i != view.to_move)
