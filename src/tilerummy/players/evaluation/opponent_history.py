"""An opponent's visible history: when its tiles arrived, and its actions in each turn."""

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
    Phase,
    Played,
    Restored,
    Source,
    State,
    apply,
)
from tilerummy.tiles import Rack, Tile

BEFORE = -1
"""The number that stands for the arrival turn of tiles that were dealt."""


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A turn of another seat: the table before and after it, and the tiles laid from the rack.

    ``opened`` is True if the seat had opened before this turn, and ``pool`` is the number of pool
    tiles at its start.
    """

    number: int
    before: Table
    after: Table
    placed: Rack
    opened: bool
    pool: int


@dataclass(frozen=True, slots=True)
class OpponentHistory:
    """The history of a seat, as far as other seats can see it.

    ``arrivals`` lists the turn when each hidden tile arrived, starting with the dealt tiles.
    ``open_arrivals`` lists the tiles that arrived face up, and ``known`` the tiles on the rack that
    everyone has seen. ``turns`` lists the seat's finished turns, except any that were taken back.
    """

    arrivals: tuple[int, ...]
    open_arrivals: tuple[tuple[int, Tile], ...] = ()
    turns: tuple[SeenTurn, ...] = ()
    known: Rack = Rack()


@dataclass(slots=True)
class _Notes:
    """Collects one seat's history, event by event."""

    arrivals: list[int] = field(default_factory=list)
    open_arrivals: list[tuple[int, Tile]] = field(default_factory=list)
    turns: list[SeenTurn] = field(default_factory=list)
    placed: Rack = Rack()
    taken_back: bool = False

    def note(self, event: Event, turn: int) -> None:
        """Record an *event* that concerns this seat, in turn number *turn*."""
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
        """Record the end of the turn that started in state *begun*."""
        if not self.taken_back:
            opened = begun.seats[seat].opened is not None
            seen = SeenTurn(begun.turn, begun.table, after, self.placed, opened, len(begun.pool))
            self.turns.append(seen)
        self.placed, self.taken_back = Rack(), False


def opponent_histories(view: State, history: Sequence[Event]) -> dict[int, OpponentHistory]:
    """Return the visible history of each seat except the seat to move, keyed by seat number.

    *history* contains the round's events as the seat to move could see them. If it is empty, only
    the number of tiles on each rack is known.
    """
    others = [seat for seat in range(len(view.seats)) if seat != view.to_move]
    if not history:
        return {
            s: OpponentHistory((BEFORE,) * len(view.seats[s].rack), known=view.seats[s].known)
            for s in others
        }
    notes: dict[int, _Notes] = {}
    begun = state = State.before_deal(len(view.seats))
    for event in history:
        after = apply(state, event)
        if isinstance(event, Dealt):
            notes = {seat: _Notes() for seat in range(len(view.seats))}
            for seat, rack in enumerate(event.racks):
                notes[seat].arrivals += [BEFORE] * len(rack)
        elif isinstance(event, Moved):
            if after.turn != state.turn and state.phase is not Phase.DEAL:
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
    """Yield each tile laid from the rack with its turn number, oldest first."""
    for turn in seen.turns:
        for tile in turn.placed:
            yield turn.number, tile
