"""A position of a round with discards, as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.players.draw_discard.packed.covers import Covers, PackedMeld, covers
from tilerummy.players.draw_discard.packed.packing import MARK, Packing
from tilerummy.players.draw_discard.world.melds import Growing, laid
from tilerummy.rules import Ruleset
from tilerummy.rules.choices import TakeDiscard


class PackedRules:
    """What of a ruleset matters for playing on: worked out once for each ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.covers: Covers = covers(rules.tiles)
        self.packing: Packing = self.covers.packing
        self.opening = rules.opening.points
        self.always_takes = rules.take_discard is TakeDiscard.ALWAYS
        self.never_takes = rules.take_discard is TakeDiscard.NEVER
        self.closed_hands = rules.closed_hands
        self.tells_wins_apart = rules.tells_wins_apart
        self.joker_value = rules.scoring.joker
        self.hand = rules.deal.tiles
        self.rules = rules


class PackedWorld:
    """A position: racks and pool as far as they are known or assumed, and everything in the open.

    ``hidden`` are the numbers of tiles on each rack that are not known; while playing on there are
    none. ``pool`` is drawn from its end. ``top`` is the discard that may be taken, 0 if there is
    none; ``taken`` the tile that the mover took in this turn, which it may not discard; ``trump``
    the trump, 0 if there is none. ``gone`` are all tiles in the open, ``held`` is what the mover
    had before it drew, ``opened`` the turn of each seat's opening, -1 if it has not opened.
    ``declined`` marks for each seat the kinds that it has discarded or not taken; ``holders`` are
    the seats that are known to have held the twin of the trump.
    """

    __slots__ = (
        "declined",
        "drawn",
        "ends",
        "gone",
        "held",
        "hidden",
        "holders",
        "idle",
        "opened",
        "pool",
        "racks",
        "table",
        "taken",
        "terms",
        "to_move",
        "top",
        "trump",
        "turn",
    )

    terms: PackedRules
    racks: list[int]
    hidden: Sequence[int]
    pool: list[int]
    table: list[Growing]
    ends: int
    gone: int
    held: int
    opened: list[int]
    declined: list[int]
    holders: frozenset[int]
    top: int
    taken: int
    trump: int
    to_move: int
    turn: int
    idle: int
    drawn: bool

    def copy(self) -> PackedWorld:
        """Return a world that can be played on without changing this one."""
        new = PackedWorld.__new__(PackedWorld)
        new.terms, new.hidden = self.terms, self.hidden
        new.racks, new.pool = self.racks[:], self.pool[:]
        new.table, new.opened = self.table[:], self.opened[:]
        new.declined = self.declined[:]
        new.ends, new.gone, new.top, new.taken = self.ends, self.gone, self.top, self.taken
        new.to_move, new.turn, new.drawn = self.to_move, self.turn, self.drawn
        new.held = self.held
        new.idle, new.trump, new.holders = self.idle, self.trump, self.holders
        return new

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.racks)

    @property
    def next_seat(self) -> int:
        """The seat that moves after the mover, and may take its discard."""
        return (self.to_move + 1) % len(self.racks)

    def size(self, seat: int) -> int:
        """Return how many tiles a seat has."""
        return self.terms.packing.tiles_in(self.racks[seat]) + self.hidden[seat]

    def fewest_of_others(self) -> int:
        """Return the smallest number of tiles on a rack other than the mover's."""
        return min(self.size(seat) for seat in range(len(self.racks)) if seat != self.to_move)

    def unseen(self) -> int:
        """Return the tiles that the mover has not seen."""
        return self.terms.packing.whole - self.gone - self.racks[self.to_move] - self._known()

    def _known(self) -> int:
        if not any(self.hidden):
            return 0
        return sum(rack for seat, rack in enumerate(self.racks) if seat != self.to_move)

    def may_take(self, seat: int, *, now: bool = True) -> bool:
        """Return whether a seat may take discards: in this turn, or else in its next."""
        if self.terms.always_takes:
            return True
        opened = self.opened[seat]
        return not self.terms.never_takes and 0 <= opened < self.turn + (not now)

    def lay(self, meld: PackedMeld) -> None:
        """Put a meld on the table; the rack of the mover is for the caller to change."""
        growing = laid(self.terms.packing, meld)
        self.table.append(growing)
        self.ends |= growing.ends

    def lay_off(self, unit: int) -> None:
        """Add the tile of that unit to the first meld of the table that it fits."""
        mark = unit << MARK
        for place, meld in enumerate(self.table):
            if meld.ends & mark:
                self.table[place] = meld.with_tile(self.terms.packing, unit)
                break
        self.ends = 0
        for meld in self.table:
            self.ends |= meld.ends

    def draw(self) -> None:
        """Let the mover draw from the pool."""
        if self.top and self.may_take(self.to_move):
            self.declined[self.to_move] |= self.top << MARK
        unit = self.pool.pop()
        self.racks[self.to_move] += unit
        if unit == self.trump:
            self.holders |= {self.to_move}
        self.drawn, self.taken, self.idle = True, 0, 0

    def take(self) -> None:
        """Let the mover take the discard."""
        self.racks[self.to_move] += self.top
        self.gone -= self.top
        if self.top == self.trump:
            self.holders |= {self.to_move}
        self.taken, self.top, self.drawn = self.top, 0, True
        self.idle += 1

    def discard(self, unit: int) -> None:
        """Let the mover discard the tile of that unit, and the next seat move."""
        self.racks[self.to_move] -= unit
        self.declined[self.to_move] |= unit << MARK
        self.gone += unit
        self.top, self.taken, self.drawn = unit, 0, False
        self.turn += 1
        self.to_move = (self.to_move + 1) % len(self.racks)
        self.held = self.racks[self.to_move]
