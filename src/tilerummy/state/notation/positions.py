"""Reads positions in notation. A position is a line of optional fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilerummy.melds import Table, table
from tilerummy.state.actions import Source
from tilerummy.state.events import Ended, Ending, Phase, Win
from tilerummy.state.notation.fields import Fields, member
from tilerummy.state.notation.spans import TextSpan
from tilerummy.state.state import (
    ENDED_FIELDS,
    FIELDS,
    SEAT_FIELDS,
    START_FIELDS,
    Seat,
    State,
    TurnStart,
    default_start,
    default_state,
)
from tilerummy.tiles import STANDARD, Rack, Tile, TileSet, tile

PLAYERS = range(1, 9)
"""The numbers of seats that a position may have. A ruleset may allow fewer."""


def read_state(text: str, tiles: TileSet = STANDARD, *, phase: Phase = Phase.ACT) -> State:
    """Parse a position from *text*, and return it. *phase* is used if the text does not give one.

    >>> state = read_state("table b5 b6 *b7 | rack k1 k2")
    >>> state.table, state.mover.rack, state.mover.opened
    (b5 b6 *b7, k1 k2, 0)

    Raises NotationError, or an error of :func:`tilerummy.melds.meld`, with the position of the
    error in *text*.
    """
    fields = Fields.of(TextSpan.of(text).split("|"), FIELDS, tiles)
    players = fields.count("players", 4, PLAYERS)
    if "ended" in fields.parts:
        phase = Phase.OVER
    state = default_state(
        member(fields.parts["phase"], Phase) if "phase" in fields.parts else phase,
        players=players,
        to_move=fields.count("to-move", 0, range(players)),
    )
    state = _read_round(fields, state)
    state = _read_seats(fields, state)
    state = replace(state, start=_read_start(fields, state))
    return replace(state, ended=_read_ended(fields, state))


def _read_round(fields: Fields, default: State) -> State:
    if default.phase is Phase.DONE:
        raise fields.error("phase", "a position cannot be between turns: start the next turn")
    source, drawn = _read_drew(fields)
    return replace(
        default,
        table=fields.table("table", default.table),
        free=Rack(fields.faces("free")),
        trump=fields.face("trump"),
        aside=Rack(fields.faces("aside")),
        declared=Rack(fields.faces("declared")),
        released=fields.flag("released", default=False),
        pool=fields.row("pool", default.pool),
        turn=fields.count("turn", default.turn),
        plays=fields.count("plays", default.plays),
        source=source,
        drawn=drawn,
        passes=fields.count("passes", 0),
        idle=fields.count("idle", 0),
        empty_turns=fields.count("empty-turns", 0),
        first_turn=fields.count("first-turn", 0),
        new_deals=fields.count("new-deals", 0),
    )


def _read_drew(fields: Fields) -> tuple[Source | None, Tile | None]:
    words = [*fields.parts["drew"].words()] if "drew" in fields.parts else []
    match words:
        case []:
            return None, None
        case [source]:
            return member(source, Source), None
        case [source, drawn]:
            return member(source, Source), drawn.read(tile, fields.tiles)
    raise fields.error("drew", "write drew SOURCE TILE, or drew SOURCE for several tiles")


def _read_seats(fields: Fields, state: State) -> State:
    state = state.with_seat(state.to_move, _read_seat(fields, state.mover, state.turn))
    for name in (name for name in fields.parts if name.startswith("seat ")):
        number = name.removeprefix("seat ")
        if number not in map(str, range(len(state.seats))):
            raise fields.error(name, f"the seats are 0 to {len(state.seats) - 1}")
        if int(number) == state.to_move:
            raise fields.error(name, f"seat {number} is to move: write its fields without the seat")
        inner = fields.inner(name, SEAT_FIELDS)
        state = state.with_seat(int(number), _read_seat(inner, Seat(), state.turn))
    return state


def _read_seat(fields: Fields, default: Seat, turn: int) -> Seat:
    """Return the seat described by *fields*, taking missing fields from *default*."""
    rack = Rack(fields.row("rack", default.rack))
    known = Rack(fields.faces("known", default.known & rack))
    if not rack >= known:
        raise fields.error("known", f"these known tiles are not on the rack: {known - rack}")
    opened = fields.number("opened", default.opened)
    if opened is not None and opened > turn:
        raise fields.error("opened", f"this is only turn {turn}")
    return Seat(
        rack=rack,
        known=known,
        shown=Rack(fields.faces("shown", default.shown)),
        opened=opened,
        waits=fields.count("waits", default.waits),
        discards=fields.faces("discards", default.discards),
        handfuls=fields.counts("handfuls", default.handfuls),
    )


def _read_start(fields: Fields, state: State) -> TurnStart:
    default = default_start(state)
    inner = fields.inner("start", START_FIELDS)
    return TurnStart(
        table=inner.table("table", default.table),
        free=Rack(inner.faces("free", default.free)),
        seat=_read_seat(inner, default.seat, state.turn),
    )


def _read_ended(fields: Fields, state: State) -> Ended | None:
    """Return the end of the round, with the seats' racks, or None if the round has not ended."""
    if "ended" not in fields.parts:
        return None
    first, *listed = fields.parts["ended"].split(";")
    inner = Fields.of(listed, ENDED_FIELDS, fields.tiles)
    seats = len(state.seats)
    scores = inner.counts("scores", (0,) * seats)
    if len(scores) != seats:
        raise inner.error("scores", f"expected {seats} scores, one per seat")
    penalties = inner.counts("penalties", ())
    if len(penalties) not in (0, seats):
        raise inner.error("penalties", f"expected {seats} penalties, one per seat")
    could_open = dict(_read_could_open(inner, len(penalties)))
    return Ended(
        ending=member(first, Ending),
        scores=scores,
        racks=tuple(seat.rack for seat in state.seats),
        winner=inner.number("winner", None, range(seats)),
        win=member(inner.parts["win"], Win) if "win" in inner.parts else None,
        hand=inner.number("hand", None),
        penalties=penalties,
        could_open=tuple(could_open.get(seat, Table()) for seat in range(len(penalties))),
    )


def _read_could_open(inner: Fields, seats: int) -> Iterator[tuple[int, Table]]:
    """Yield seats with melds that they could have opened with: ``1 k10 r10 b10``."""
    if "could-open" not in inner.parts:
        return
    for part in inner.parts["could-open"].split(","):
        seat, melds = part.first_word()
        if seat not in map(str, range(seats)):
            raise part.error("could-open: expected a seat and its melds")
        yield int(seat), melds.read(table, inner.tiles)
