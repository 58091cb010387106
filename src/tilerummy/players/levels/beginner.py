"""The beginner: lays melds of its rack and lays off single tiles, and overlooks some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tilerummy.analysis.best_plays.face_up_tiles import usable_face_up
from tilerummy.analysis.positions import after_play, is_legal, may_play
from tilerummy.deadline import Deadline
from tilerummy.melds import Meld, Table
from tilerummy.players.levels.base import BuiltinPlayer
from tilerummy.players.levels.rack_melds import laid_off, makes_a_meld, own_melds, taken_in_turn
from tilerummy.rules import Ruleset
from tilerummy.rules.judging.faults import may_discard
from tilerummy.state import Declare, Discard, Draw, GoOut, Play, Source, State
from tilerummy.tiles import JOKER, Rack, Tile

OVERLOOKED = 0.25
"""The probability that a beginner overlooks a meld or a tile."""

FEW = 6
"""With this many tiles on the rack or fewer, a beginner plays its jokers."""


@dataclass(frozen=True, slots=True)
class Beginner(BuiltinPlayer):
    """Lays what it sees, never rearranges the table, and overlooks one thing in four.

    It opens as soon as it can, plays jokers only to open, near the end, or where it must, and
    discards the highest tile that is in no meld.
    """

    name: ClassVar[str] = "beginner"
    about: ClassVar[str] = "Lays its own melds and single tiles, but overlooks one in four."

    def plays(self, rules: Ruleset, view: State, deadline: Deadline) -> Iterator[Play]:
        """Yield plays of the melds and tiles that it notices in this turn."""
        rack = view.mover.rack + usable_face_up(view)
        melds = [m for m in own_melds(rack, rules.tiles, jokers=rack.count(JOKER)) if self._sees()]
        singles = [tile for tile in dict.fromkeys(view.mover.rack) if self._sees()]
        while may_play(rules, view) and (play := _play(rules, view, melds, singles, deadline)):
            yield play
            view = after_play(view, play)

    def _sees(self) -> bool:
        return self.chance.random() >= OVERLOOKED

    def draw(self, rules: Ruleset, view: State, deadline: Deadline) -> Draw | GoOut:
        """Take the discard if the player wants it, or draw; the beginner ignores the trump."""
        take = Draw(Source.DISCARD)
        takes_discard = is_legal(rules, view, take) and self.wants(
            rules, view, view.seats[view.previous].discards[-1], deadline
        )
        return take if takes_discard else Draw()

    def wants(self, rules: Ruleset, view: State, tile: Tile, _deadline: Deadline) -> bool:
        """Return whether *tile* makes a meld with its rack and it notices that."""
        return makes_a_meld(tile, view.mover.rack, rules.tiles) and self._sees()

    def closed_hand(self, rules: Ruleset, view: State) -> Declare | None:
        """Return the declaration of a closed hand, if there is one and it notices it."""
        hand = BuiltinPlayer.closed_hand(self, rules, view)
        return hand if hand and self._sees() else None

    def discard(self, rules: Ruleset, view: State, _deadline: Deadline) -> Discard:
        """Return the highest tile that is in no meld of the rack, a joker last."""
        rack = view.mover.rack
        allowed = [tile for tile in rack if may_discard(view, tile)]
        kept = {tile for meld in own_melds(rack, rules.tiles) for tile in meld.naturals}

        def spare(tile: Tile) -> tuple[bool, bool, int, Tile]:
            number = tile.number if tile.is_numbered else 0
            return tile != JOKER, tile not in kept, number, tile

        return Discard(max(allowed, key=spare))


def _play(
    rules: Ruleset,
    view: State,
    melds: Sequence[Meld],
    singles: Sequence[Tile],
    deadline: Deadline,
) -> Play | None:
    """Return the first legal play, or None if there is none before the *deadline*."""
    for table in _tables(rules, view, melds, singles):
        if deadline.is_over:
            return None
        play = Play.between(view.table, table)
        if is_legal(rules, view, play):
            return play
    return None


def _tables(
    rules: Ruleset, view: State, melds: Sequence[Meld], singles: Sequence[Tile]
) -> Iterator[Table]:
    """Yield the tables that it would leave, those without jokers of the rack first."""
    for jokers in _joker_budgets(rules, view):
        seen = [meld for meld in melds if meld.jokers <= jokers]
        new = taken_in_turn(view.mover.rack + usable_face_up(view), seen)
        if view.mover.opened is None:
            yield from (view.table + new[:count] for count in range(len(new), 0, -1))
        else:
            yield from _grown_tables(rules, view, new, singles if jokers else _plain(singles))


def _plain(tiles: Sequence[Tile]) -> list[Tile]:
    return [tile for tile in tiles if tile != JOKER]


def _joker_budgets(rules: Ruleset, view: State) -> Iterator[int]:
    """Yield how many jokers a play may use: none, then all to open, near the end or if due."""
    held = view.mover.rack.count(JOKER)
    yield 0
    if held and (view.mover.opened is None or rules.jokers_due or len(view.mover.rack) <= FEW):
        yield held


def _grown_tables(
    rules: Ruleset, view: State, new: Sequence[Meld], singles: Sequence[Tile]
) -> Iterator[Table]:
    """Yield tables with the new melds and single tiles laid off, those with most tiles first."""
    tables = [view.table, view.table + new] if new else [view.table]
    left = view.mover.rack - (tables[-1].tiles - view.table.tiles)
    for tile in Rack(tile for tile in left if tile in singles):
        grown = next(laid_off(tables[-1], tile, rules.tiles), None)
        if grown is not None:
            tables.append(grown)
    return reversed(tables[1:])
