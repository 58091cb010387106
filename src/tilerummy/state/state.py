"""A round's state and its notation, which is also its ``repr``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from tilerummy.fast_replace import replacer
from tilerummy.melds import Table
from tilerummy.pictures import Pictured
from tilerummy.state.actions import Source
from tilerummy.state.events import Ended, Phase
from tilerummy.state.rows import row_text
from tilerummy.tiles import HIDDEN, Rack, Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """The state of one seat.

    ``known`` are the tiles on the rack that every seat has seen, for example because they were
    taken as a discard or returned by a play that was taken back. ``shown`` are all tiles that left
    the rack or joined it face up. ``opened`` is the turn when the seat laid its initial meld.
    ``waits`` counts the tiles drawn from the pool since the last play.
    """

    rack: Rack = Rack()
    known: Rack = Rack()
    shown: Rack = Rack()
    opened: int | None = None
    waits: int = 0
    discards: tuple[Tile, ...] = ()
    handfuls: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStart:
    """The table, the free tiles and the mover's seat at the start of the turn."""

    table: Table = Table()
    free: Rack = Rack()
    seat: Seat = Seat()


_NO_OTHERS = 1000
"""The number used if there is no other rack: more tiles than any game has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Pictured):
    """A snapshot of a round, either complete or as seen by one seat.

    ``turn`` counts turns from 0 and ``plays`` counts the plays in this turn. ``drawn`` is the tile
    that the mover drew this turn, if it drew exactly one, and ``source`` is where the tile came
    from. ``passes`` counts the most recent consecutive turns that placed no tile while the pool was
    empty. ``idle`` counts those that neither made a play nor drew a tile from the pool.
    ``empty_turns`` counts all finished turns that began with an empty pool. ``new_deals`` counts
    the new deals in this round, and ``first_turn`` is the first turn after the last deal.

    >>> State.before_deal(2)
    players 2 | phase deal
    """

    seats: tuple[Seat, ...]
    pool: tuple[Tile, ...] = ()
    table: Table = Table()
    trump: Tile | None = None
    free: Rack = Rack()
    aside: Rack = Rack()
    declared: Rack = Rack()
    released: bool = False
    to_move: int = 0
    phase: Phase = Phase.DEAL
    turn: int = -1
    plays: int = 0
    source: Source | None = None
    drawn: Tile | None = None
    start: TurnStart = TurnStart()
    passes: int = 0
    idle: int = 0
    empty_turns: int = 0
    first_turn: int = 0
    new_deals: int = 0
    ended: Ended | None = None

    def _rows(self) -> Sequence[Sequence[str]]:
        """Return the table, followed by the mover's rack."""
        rack = str(self.mover.rack) if self.to_move in range(len(self.seats)) else ""
        return [[*map(str, self.table)], [rack]]

    def __repr__(self) -> str:
        if self.to_move not in range(len(self.seats)):
            return f"State of {len(self.seats)} seats with seat {self.to_move} to move"
        return state_text(self)

    @classmethod
    def before_deal(cls, seats: int) -> Self:
        """Return a round's state before the deal."""
        return cls(seats=(Seat(),) * seats)

    @property
    def mover(self) -> Seat:
        """The seat to move."""
        return self.seats[self.to_move]

    @property
    def previous(self) -> int:
        """The seat before the seat to move, in playing order."""
        return (self.to_move - 1) % len(self.seats)

    @property
    def fewest_of_others(self) -> int:
        """The number of tiles on the smallest rack except the mover's; large if no other exists."""
        racks = (len(seat.rack) for i, seat in enumerate(self.seats) if i != self.to_move)
        return min(racks, default=_NO_OTHERS)

    def with_seat(self, seat: int, new: Seat) -> State:
        """Return the state with seat number *seat* replaced by *new*."""
        return with_state(self, seats=self.seats_with(seat, new))

    def seats_with(self, seat: int, new: Seat) -> tuple[Seat, ...]:
        """Return all seats, with seat number *seat* replaced by *new*."""
        return (*self.seats[:seat], new, *self.seats[seat + 1 :])

    def standstill(self) -> tuple[int, int]:
        """Return the values that ``passes`` and ``idle`` would have if the turn ended now."""
        if self.plays or self.source is Source.POOL:
            return 0, 0
        return 0 if self.pool else self.passes + 1, self.idle + 1

    def empty_turns_after(self) -> int:
        """Return the value that ``empty_turns`` would have if the turn ended now."""
        return 0 if self.pool or self.source is Source.POOL else self.empty_turns + 1

    def has_had_turn(self, seat: int) -> bool:
        """Return whether *seat* has begun a turn since the last deal."""
        return self.turn - self.first_turn >= (self.to_move - seat) % len(self.seats)

    @property
    def starter(self) -> int:
        """The seat that goes (or went) first after the last deal."""
        return (self.to_move - self.turn + self.first_turn) % len(self.seats)


with_seat = replacer(Seat)
"""Returns a copy of a seat with some fields changed."""
with_state = replacer(State)
"""Returns a copy of a state with some fields changed."""


SEAT_FIELDS = ("rack", "known", "shown", "opened", "waits", "discards", "handfuls")
START_FIELDS = ("table", "free", *SEAT_FIELDS)
ENDED_FIELDS = ("scores", "winner", "win", "hand", "penalties", "could-open")
FIELDS = (
    *("table", "free", *SEAT_FIELDS, "seat"),
    *("trump", "aside", "declared", "released", "pool"),
    *("players", "to-move", "phase", "turn", "plays", "drew", "start", "passes", "idle"),
    *("empty-turns", "first-turn", "new-deals", "ended"),
)
"""The names of all fields, in the order used by the notation."""

Texts = dict[str, str]
"""The values of fields in notation, keyed by field name."""


def default_state(phase: Phase, *, players: int = 4, to_move: int = 0) -> State:
    """Return the position with a default value in every field.

    Seat *to_move* opened in an earlier turn, the other seats have not opened, and the pool has
    tiles. Before the deal, however, all seats are unopened and the pool is empty.
    """
    nobody = replace(State.before_deal(players), to_move=to_move)
    if phase is Phase.DEAL:
        return nobody
    after_deal = replace(nobody, phase=phase, pool=(HIDDEN,) * 40, turn=10)
    return replace(after_deal, plays=int(phase is Phase.MORE)).with_seat(to_move, Seat(opened=0))


def default_start(state: State) -> TurnStart:
    """Return the start of the turn, if nothing but the draw in *state* has happened in it."""
    if state.phase in (Phase.DEAL, Phase.OVER):
        return TurnStart()
    seat = state.mover
    drawn = () if state.drawn is None else Rack((state.drawn,)) & seat.rack
    seat = replace(seat, rack=seat.rack - drawn)
    if state.source is Source.POOL:
        seat = replace(seat, waits=max(0, seat.waits - len(drawn)))
    else:
        seat = replace(seat, known=seat.known - drawn, shown=seat.shown - drawn)
    return TurnStart(table=state.table, free=state.free, seat=seat)


def state_text(state: State) -> str:
    """Return the notation of *state*. :func:`read_state` is the inverse.

    *state* may be a view: ``?`` stands for a face-down tile, and ``?14`` for fourteen.

    >>> state_text(State.before_deal(2))
    'players 2 | phase deal'
    """
    default = default_state(state.phase, players=len(state.seats), to_move=state.to_move)
    fields = _changed(_state_texts(state), _state_texts(default))
    fields |= _changed(_seat_texts(state.mover), _seat_texts(default.mover))
    for number, seat in enumerate(state.seats):
        if number != state.to_move and seat != Seat():
            fields[f"seat {number}"] = _listed(_changed(_seat_texts(seat), _seat_texts(Seat())))
    if len(state.seats) != 4:
        fields["players"] = str(len(state.seats))
    if state.to_move:
        fields["to-move"] = str(state.to_move)
    if state.phase is not (Phase.ACT if state.ended is None else Phase.OVER):
        fields["phase"] = state.phase
    if state.start != (start := default_start(state)):
        fields["start"] = _listed(_changed(_start_texts(state.start), _start_texts(start)))
    if state.ended is not None:
        fields["ended"] = _ended_text(state.ended)
    order = sorted(fields, key=lambda name: FIELDS.index(name.split()[0]))
    return " | ".join(f"{name} {fields[name]}".rstrip() for name in order)


def _changed(texts: Texts, default: Texts) -> Texts:
    return {name: text for name, text in texts.items() if text != default[name]}


def _listed(texts: Texts) -> str:
    return "; ".join(f"{name} {text}".rstrip() for name, text in texts.items())


def _optional(value: Tile | int | str | None) -> str:
    return "" if value is None else str(value)


def _state_texts(state: State) -> Texts:
    """Return all fields as text, except the seats and the arguments of :func:`default_state`."""
    return {
        "table": str(state.table),
        "free": str(state.free),
        "trump": _optional(state.trump),
        "aside": str(state.aside),
        "declared": str(state.declared),
        "released": "yes" if state.released else "no",
        "pool": row_text(state.pool),
        "turn": str(state.turn),
        "plays": str(state.plays),
        "drew": f"{_optional(state.source)} {_optional(state.drawn)}".strip(),
        "passes": str(state.passes),
        "idle": str(state.idle),
        "empty-turns": str(state.empty_turns),
        "first-turn": str(state.first_turn),
        "new-deals": str(state.new_deals),
    }


def _seat_texts(seat: Seat) -> Texts:
    return {
        "rack": row_text(seat.rack),
        "known": str(seat.known),
        "shown": str(seat.shown),
        "opened": "no" if seat.opened is None else str(seat.opened),
        "waits": str(seat.waits),
        "discards": row_text(seat.discards),
        "handfuls": " ".join(map(str, seat.handfuls)),
    }


def _start_texts(start: TurnStart) -> Texts:
    return {"table": str(start.table), "free": str(start.free), **_seat_texts(start.seat)}


def _ended_text(ended: Ended) -> str:
    texts = {
        "scores": " ".join(map(str, ended.scores)),
        "winner": _optional(ended.winner),
        "win": _optional(ended.win),
        "hand": _optional(ended.hand),
        "penalties": " ".join(map(str, ended.penalties)),
        "could-open": ", ".join(f"{s} {m}" for s, m in enumerate(ended.could_open) if m),
    }
    return "; ".join([ended.ending, *(f"{name} {text}" for name, text in texts.items() if text)])
