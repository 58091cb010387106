"""Hypotheses about an opponent's rack in each turn, and the behaviour that they imply."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tilerummy.deadline import Deadline
from tilerummy.players.evaluation.opponent_history import OpponentHistory, SeenTurn
from tilerummy.players.evaluation.opponents import TurnBehaviour
from tilerummy.players.evaluation.tile_bits import placeable, tile_bits
from tilerummy.rules import Ruleset
from tilerummy.simulator.policies import SMALL_POOL, SMALL_TABLE
from tilerummy.tiles import Tile

STILL_THERE = 1 << 30
"""The value of ``left`` for tiles that are still on the rack."""


@dataclass(slots=True)
class HeldTile:
    """A slot for a tile that arrived on a rack in turn ``came`` and left it in turn ``left``.

    ``first`` and ``last`` are indices into the seat's turns: the tile was on the rack from
    ``first`` up to, but not including, ``last``. A ``seen`` tile is known to have been on the rack.
    If it is ``fixed``, its arrival turn is also known.
    """

    came: int
    tile: Tile | None = None
    left: int = STILL_THERE
    seen: bool = False
    fixed: bool = False
    first: int = 0
    last: int = 0


class OpponentRack:
    """One opponent's slots, and the behaviour that their tiles would imply in each turn."""

    def __init__(self, rules: Ruleset, seen: OpponentHistory, deadline: Deadline) -> None:
        self._bits, self._opening = tile_bits(rules.tiles), rules.opening.points
        self.turns = seen.turns
        self._numbers = [turn.number for turn in seen.turns]
        self._open = [_placeable_then(rules, turn, deadline) for turn in seen.turns]
        self._placed = [self._bits.packed(turn.placed) for turn in seen.turns]
        self._racks = [0] * len(seen.turns)
        self.slots = [HeldTile(came) for came in seen.arrivals]
        self.slots += [HeldTile(came, tile, fixed=True) for came, tile in seen.open_arrivals]
        self._waited = _waited(seen.turns)
        self._able = [_able(turn) for turn in seen.turns]
        self.behaviour: list[TurnBehaviour | None] = [None] * len(seen.turns)

    def fill(self, seen: OpponentHistory, hidden: list[Tile], rng: Random) -> None:
        """Put each seen tile into a slot that fits its arrival, then fill the remaining slots.

        The tiles for the remaining slots are removed from *hidden*.
        """
        left = [(turn.number, tile) for turn in seen.turns for tile in turn.placed]
        for number, tile in (*left, *((STILL_THERE, tile) for tile in seen.known)):
            slot = self._slot_for(tile, number, rng)
            slot.tile, slot.left, slot.seen = tile, number, True
        for slot in self.slots:
            if slot.tile is None:
                slot.tile = hidden.pop()
            self._place(slot)
            self._add(slot, 1)
        self._judge(0, len(self.turns))

    def _slot_for(self, tile: Tile, left: int, rng: Random) -> HeldTile:
        free = [slot for slot in self.slots if not slot.seen and slot.came < left]
        same = [slot for slot in free if slot.fixed and slot.tile == tile]
        return same[0] if same else rng.choice([slot for slot in free if slot.tile is None])

    @property
    def rack(self) -> list[Tile]:
        """The tiles that are on the rack now."""
        return [slot.tile for slot in self.slots if slot.left == STILL_THERE and slot.tile]

    def range_of(self, *slots: HeldTile) -> tuple[int, int]:
        """Return the range of turns whose behaviour may depend on these slots."""
        first, last = min(slot.first for slot in slots), max(slot.last for slot in slots)
        return (0, max(last, self._waited)) if first < self._waited else (first, last)

    def put(self, slot: HeldTile, tile: Tile) -> Tile:
        """Put *tile* into *slot*, and return the tile that it replaces."""
        assert slot.tile is not None
        old, bit = slot.tile, self._bits.bit
        change = bit[tile] - bit[old]
        for i in range(slot.first, slot.last):
            self._racks[i] += change
        slot.tile = tile
        self._judge(slot.first, slot.last)
        return old

    def exchange(self, one: HeldTile, other: HeldTile) -> None:
        """Swap the tiles in two slots, and the turns when these tiles left the rack."""
        for slot in (one, other):
            self._add(slot, -1)
        one.tile, other.tile = other.tile, one.tile
        one.left, other.left = other.left, one.left
        one.seen, other.seen = other.seen, one.seen
        for slot in (one, other):
            self._place(slot)
            self._add(slot, 1)
        self._judge(*self.range_of(one, other))

    def _place(self, slot: HeldTile) -> None:
        slot.first = bisect_right(self._numbers, slot.came)
        slot.last = bisect_right(self._numbers, slot.left)

    def _add(self, slot: HeldTile, times: int) -> None:
        assert slot.tile is not None
        change = times * self._bits.bit[slot.tile]
        for i in range(slot.first, slot.last):
            self._racks[i] += change

    def _judge(self, first: int, last: int) -> None:
        """Update the behaviour in these turns and, if one is a waiting turn, in all waiting turns.

        A rack can only grow while its owner waits. Therefore, once the owner could have opened, it
        could have opened in every later turn.
        """
        waited = self._waited
        if first < waited:
            begin, end = 0, waited
            while begin < end:
                middle = (begin + end) // 2
                if self._bits.meld_points(self._racks[middle]) >= self._opening:
                    end = middle
                else:
                    begin = middle + 1
            self.behaviour[:begin] = [TurnBehaviour.WAITED_UNABLE] * begin
            self.behaviour[begin:waited] = self._able[begin:waited]
        for i in range(max(first, waited), last):
            self.behaviour[i] = self._behaviour(i)

    def _behaviour(self, i: int) -> TurnBehaviour | None:
        """Return the seat's behaviour in its turn *i*, or None if the turn reveals nothing."""
        turn, rack, open_to = self.turns[i], self._racks[i], self._open[i]
        if turn.placed:
            base = TurnBehaviour.PLAYED_ALL if turn.opened else TurnBehaviour.OPENED_ALL
            rack -= self._placed[i]
        elif not turn.opened or not turn.pool:
            return None
        else:
            base = TurnBehaviour.DREW_UNABLE
        if open_to is None:
            return None
        fit = self._bits.kinds(rack) & open_to
        if fit & ~self._bits.joker or self._bits.has_meld(rack):
            return _BEHAVIOURS[base + 2]
        return _BEHAVIOURS[base + 1] if fit else base


_BEHAVIOURS: Sequence[TurnBehaviour] = tuple(TurnBehaviour)


def _waited(turns: Sequence[SeenTurn]) -> int:
    """Return the number of turns that the seat spent drawing at the start, before it opened."""
    for i, turn in enumerate(turns):
        if turn.opened or turn.placed or not turn.pool:
            return i
    return len(turns)


def _able(turn: SeenTurn) -> TurnBehaviour:
    """Return the behaviour of a seat that waited in this turn although it could have opened."""
    small = turn.pool <= SMALL_POOL and len(turn.before.tiles) <= SMALL_TABLE
    return TurnBehaviour.WAITED_LATE if small else TurnBehaviour.WAITED_ABLE


def _placeable_then(rules: Ruleset, turn: SeenTurn, deadline: Deadline) -> int | None:
    """Return the bits of the tiles that could be added to the table after this turn.

    Returns None if they are unknown.
    """
    if not turn.placed and (not turn.opened or not turn.pool):
        return 0
    return placeable(rules, turn.after, deadline)
