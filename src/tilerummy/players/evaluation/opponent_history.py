"""What a seat has seen of another one: when its tiles came, and what it did in its turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tilerummy.melds import Table
from tilerummy.state import (
    Dealt,
    Drew,
    Event,
    Moved,
    Penalised,
    Played,
    Restored,
    Source,
    State,
    apply,
)
from tilerummy.tiles import Rack, Tile

BEFORE = -1
"""The turn in which the tiles of the deal came."""


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A turn of another seat: the table before and after it, and what it placed from its rack.

    ``opened`` says whether the seat had opened before, ``pool`` how many tiles were left then.
    """

    number: int
    before: Table
    after: Table
    placed: Rack
    opened: bool
    pool: int


@dataclass(frozen=True, slots=True)
class OpponentHistory:
    """What was seen of a seat.

    ``arrivals`` are the turns in which the tiles came that it has or had, the deal first;
    ``open_arrivals`` those that came in the open; ``known`` are the tiles on its rack that all have
    seen. ``turns`` are its finished turns, but those that were taken back.
    """

    arrivals: tuple[int, ...]
    open_arrivals: tuple[tuple[int, Tile], ...] = ()
    turns: tuple[SeenTurn, ...] = ()
    known: Rack = Rack()


@dataclass(slots=True)
class _Notes:
    """What has been noted of a seat so far."""

    arrivals: list[int] = field(default_factory=list)
    open_arrivals: list[tuple[int, Tile]] = field(default_factory=list)
    turns: list[SeenTurn] = field(default_factory=list)
    placed: Rack = Rack()
    taken_back: bool = False

    def note(self, event: Event, turn: int) -> None:
        """Note an *event* of this seat in that *turn*."""
        match event:
            case Drew(_, Source.POOL, tiles) | Penalised(_, tiles):
                self.arrivals += [turn] * len(tiles)
            case Drew(_, _, tiles):
                self.open_arrivals += [(turn, tile) for tile in tiles]
            case Played(placed=placed):
                self.placed += placed
            case Restored():
                self.placed, self.taken_back = Rack(), True
            case _:
                pass

    def end_turn(self, begun: State, after: Table, seat: int) -> None:
        """Note that the turn is over which began with *begun*."""
        if not self.taken_back:
            opened = begun.seats[seat].opened is not None
            seen = SeenTurn(begun.turn, begun.table, after, self.placed, opened, len(begun.pool))
            self.turns.append(seen)
        self.placed, self.taken_back = Rack(), False


def opponent_histories(view: State, history: Sequence[Event]) -> dict[int, OpponentHistory]:
    """Return what was seen of every seat but the one to move, by its number.

    *history* are the events of the round as that seat could see them. Without them only the numbers
    of tiles are known.
    """
    others = [seat for seat in range(len(view.seats)) if seat != view.to_move]
    if not history:
        return {
            s: OpponentHistory((BEFORE,) * len(view.seats[s].rack), known=view.seats[s].known)
            for s in others
        }
    notes = {seat: _Notes() for seat in range(len(view.seats))}
    begun = state = State.before_deal(len(view.seats))
    for event in history:
        after = apply(state, event)
        if isinstance(event, Dealt):
            for seat, rack in enumerate(event.racks):
                notes[seat].arrivals += [BEFORE] * len(rack)
        elif isinstance(event, Moved):
            if event.seat != state.to_move and state.turn >= 0:
                notes[state.to_move].end_turn(begun, state.table, state.to_move)
            if after.turn != begun.turn:
                begun = after
        elif isinstance(event, Drew | Played | Penalised | Restored):
            notes[event.seat].note(event, state.turn)
        state = after
    return {s: _history(notes[s], view.seats[s].known) for s in others}


def _history(notes: _Notes, known: Rack) -> OpponentHistory:
    return OpponentHistory(
        tuple(notes.arrivals), tuple(notes.open_arrivals), tuple(notes.turns), known
    )


def departures(seen: OpponentHistory) -> Iterator[tuple[int, Tile]]:
    """Yield the turn and the tile of everything that left the rack, the oldest first."""
    for turn in seen.turns:
        for tile in turn.placed:
            yield turn.number, tile
