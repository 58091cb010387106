"""The casual player: rearranges two melds at most, and keeps melds on its rack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tilerummy.analysis.hints.discards import in_melds
from tilerummy.analysis.positions import after_play, may_play
from tilerummy.deadline import Deadline
from tilerummy.players.levels.base import BuiltinPlayer
from tilerummy.players.levels.rack_melds import makes_a_meld
from tilerummy.players.levels.two_melds import play_touching_two
from tilerummy.rules import Ruleset
from tilerummy.rules.judging.faults import may_discard
from tilerummy.state import Discard, Play, State
from tilerummy.tiles import JOKER, Tile


@dataclass(frozen=True, slots=True)
class Casual(BuiltinPlayer):
    """Plays the most tiles it can by changing at most two melds of the table, play by play.

    In games with discards it makes one play a turn, besides the opening. It keeps the melds of its
    rack, but not tiles that may become one.
    """

    name: ClassVar[str] = "casual"
    about: ClassVar[str] = "Rearranges two melds at a time at most, and plays what it can."

    def plays(self, rules: Ruleset, view: State, deadline: Deadline) -> Iterator[Play]:
        """Yield plays until there are no more, or one was made in a game with discards."""
        while may_play(rules, view):
            play = play_touching_two(rules, view, self.chance, deadline=deadline)
            if play is None:
                return
            yield play
            if rules.draws_and_discards and view.mover.opened is not None:
                return
            view = after_play(view, play)

    def wants(self, rules: Ruleset, view: State, tile: Tile, _deadline: Deadline) -> bool:
        """Return whether *tile* makes a meld with its rack."""
        return tile == JOKER or makes_a_meld(tile, view.mover.rack, rules.tiles)

    def discard(self, rules: Ruleset, view: State, deadline: Deadline) -> Discard:
        """Return the highest of the tiles whose loss breaks the fewest melds of the rack."""
        rack = view.mover.rack
        allowed = [tile for tile in dict.fromkeys(rack) if may_discard(view, tile)]

        def spare(tile: Tile) -> tuple[bool, int, int, Tile]:
            if tile == JOKER:
                return False, 0, 0, tile
            left = in_melds(rack - (tile,), rules.tiles, deadline=deadline)
            return True, left, tile.number, tile

        return Discard(max(allowed, key=spare))
