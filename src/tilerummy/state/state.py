"""The state of a round and the one way in which it changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Self

from tilerummy.arguments import wrong_type
from tilerummy.melds import Table
from tilerummy.replacing import replacer
from tilerummy.state.actions import Source
from tilerummy.state.events import (
    Announced,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Ended,
    Event,
    Exposed,
    Lots,
    Moved,
    Passed,
    Penalised,
    Phase,
    Played,
    Released,
    Restored,
    TimedOut,
)
from tilerummy.tiles import HIDDEN, Rack, Tile


class ImpossibleEventError(ValueError):
    """An event that cannot have happened: it moves tiles that are not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What belongs to one seat.

    ``known`` are the tiles on the rack that everybody has seen (a discard taken, a play taken
    back); ``shown`` is every tile that left the rack or came onto it in the open;
    ``opened`` is the turn of the initial meld; ``waits`` counts the tiles drawn from the pool
    since the last play.
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
    """The table, the free tiles and the mover's seat as they were when the turn began."""

    table: Table = Table()
    free: Rack = Rack()
    seat: Seat = Seat()


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A round at one moment, as it is or as one seat may see it.

    ``turn`` counts turns from 0, ``plays`` the plays of this turn; ``drawn`` is the tile that the
    mover drew in this turn (for one drawn tile), ``source`` where from.
    ``passes`` counts turns in a row without a tile placed while the pool was empty, ``idle``
    those without a play and without a tile drawn from the pool.

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
    ended: Ended | None = None

    def __repr__(self) -> str:
        from tilerummy.state.notation import state_text  # which knows states, and comes after them

        if self.to_move not in range(len(self.seats)):
            return f"State of {len(self.seats)} seats with seat {self.to_move} to move"
        return state_text(self)

    @classmethod
    def before_deal(cls, seats: int) -> Self:
        """Return the state of a round that nobody has dealt yet."""
        return cls(seats=(Seat(),) * seats)

    @property
    def mover(self) -> Seat:
        """The seat to move."""
        return self.seats[self.to_move]

    @property
    def previous(self) -> int:
        """The seat that moved before the seat to move."""
        return (self.to_move - 1) % len(self.seats)

    def with_seat(self, seat: int, new: Seat) -> State:
        """Return the state with *new* in the place of that seat."""
        return with_state(self, seats=self.seats_with(seat, new))

    def seats_with(self, seat: int, new: Seat) -> tuple[Seat, ...]:
        """Return the seats with *new* in the place of that one."""
        return (*self.seats[:seat], new, *self.seats[seat + 1 :])

    def standstill(self) -> tuple[int, int]:
        """Return what ``passes`` and ``idle`` are if the turn ends now."""
        if self.plays or self.source is Source.POOL:
            return 0, 0
        return 0 if self.pool else self.passes + 1, self.idle + 1


with_seat = replacer(Seat)
"""Return a seat with some of its fields changed."""
with_state = replacer(State)
"""Return a state with some of its fields changed."""


def fold(events: Iterable[Event], state: State) -> State:
    """Return the state after all *events*, one after the other."""
    try:
        each = iter(events)
    except TypeError:
        raise TypeError(f"events are several, as decide makes them, not {events!r}") from None
    return reduce(apply, each, state)


def apply(state: State, event: Event) -> State:
    """Return the state after *event*. Never consults the rules.

    Raises ImpossibleEventError for an event that moves tiles that are not there. What was applied
    last is remembered: the referee looks at what follows from an event, and whoever asked it
    applies the same event to the same state.
    """
    before, applied, after = _latest[0]
    if before is state and applied is event:
        return after
    after = _applied(state, event)
    _latest[0] = (state, event, after)  # as a whole: threads may share it
    return after


def _applied(state: State, event: Event) -> State:
    match event:
        case Dealt():
            return _dealt(state, event)
        case Exposed(trump, free):
            shown = (trump is not None) + len(free)
            return with_state(state, pool=_pool_without(state, shown), trump=trump, free=free)
        case Drew():
            return _drew(state, event)
        case Played():
            return _played(state, event)
        case Discarded(seat, tile):
            owner = _leave(state.seats[seat], Rack((tile,)))
            return state.with_seat(seat, with_seat(owner, discards=(*owner.discards, tile)))
        case Declared(seat, _, tiles):
            owner = _leave(state.seats[seat], tiles)
            return with_state(state.with_seat(seat, owner), declared=tiles)
        case Penalised(seat, tiles):
            return _from_pool(state, seat, tiles, drawn=state.drawn) if tiles else state
        case Restored(seat):
            return _restored(state, seat)
        case Moved(seat, phase):
            return _moved(state, seat, phase)
        case Released():
            return with_state(state, released=True)
        case Ended(racks=racks):
            seats = tuple(
                with_seat(s, rack=r, known=r) for s, r in zip(state.seats, racks, strict=True)
            )
            over = with_state(state, seats=seats, phase=Phase.OVER, ended=event)
            return with_state(over, source=None, drawn=None, start=TurnStart())
        case Lots() | Announced() | TimedOut() | Passed():
            return state
    raise wrong_type(event, "events are what decide makes of an action")


_latest: list[tuple[State | None, Event | None, State]] = [(None, None, State.before_deal(2))]
"""The state and event that were applied last, and the state after them."""


def _dealt(state: State, dealt: Dealt) -> State:
    handfuls = dealt.handfuls or ((),) * len(dealt.racks)
    seats = tuple(
        with_seat(s, rack=r, handfuls=h)
        for s, r, h in zip(state.seats, dealt.racks, handfuls, strict=True)
    )
    return with_state(state, seats=seats, pool=dealt.pool, aside=dealt.aside)


def _drew(state: State, event: Drew) -> State:
    """Tiles come onto a rack; whatever is not from the pool comes in the open."""
    drawn = event.tiles[0] if len(event.tiles) == 1 else None
    match event.source:
        case Source.POOL:
            return _from_pool(state, event.seat, event.tiles, drawn=drawn)
        case Source.DISCARD:
            giver = state.seats[state.previous]
            _there("{}", event, ok=giver.discards[-1:] == event.tiles)
            state = state.with_seat(state.previous, with_seat(giver, discards=giver.discards[:-1]))
            state = _in_the_open(state, event)
        case Source.TRUMP:
            _there("{}", event, ok=(state.trump,) == event.tiles)
            state = _in_the_open(with_state(state, trump=None), event)
        case Source.ASIDE:
            _there("{}", event, ok=state.aside >= event.tiles)
            return _in_the_open(with_state(state, aside=state.aside - event.tiles), event)
    return with_state(state, source=event.source, drawn=drawn)


def _from_pool(state: State, seat: int, tiles: tuple[Tile, ...], *, drawn: Tile | None) -> State:
    owner = state.seats[seat]
    new = with_seat(owner, rack=owner.rack + tiles, waits=owner.waits + len(tiles))
    pool, seats = _pool_without(state, len(tiles)), state.seats_with(seat, new)
    return with_state(state, seats=seats, pool=pool, source=Source.POOL, drawn=drawn)


def _pool_without(state: State, tiles: int) -> tuple[Tile, ...]:
    _there("{} tiles from a pool of {}", tiles, len(state.pool), ok=tiles <= len(state.pool))
    return state.pool[tiles:]


def _there(text: str, *what: object, ok: bool) -> None:
    if not ok:
        raise ImpossibleEventError(f"the tiles are not there: {text.format(*what)}")


def _in_the_open(state: State, event: Drew) -> State:
    owner = state.seats[event.seat]
    new = with_seat(
        owner,
        rack=owner.rack + event.tiles,
        known=owner.known + event.tiles,
        shown=owner.shown + event.tiles,
    )
    return state.with_seat(event.seat, new)


def _played(state: State, event: Played) -> State:
    _there("{}", event, ok=state.table >= event.lift and state.free >= event.free)
    owner = state.seats[event.seat]
    return with_state(
        state,
        seats=state.seats_with(event.seat, _leave(owner, event.placed, turn=state.turn)),
        table=state.table - event.lift + event.lay,
        free=state.free - event.free,
        plays=state.plays + 1,
    )


def _leave(owner: Seat, tiles: Rack, *, turn: int | None = None) -> Seat:
    """Return the seat after *tiles* left its rack in the open; unseen ones leave as hidden.

    *turn* is that in which they were played, if they were.
    """
    unseen = len(tiles) - len(owner.rack & tiles)
    _there("{} from {}", tiles, owner.rack, ok=unseen <= owner.rack.count(HIDDEN))
    return with_seat(
        owner,
        rack=owner.rack - tiles - (HIDDEN,) * unseen,
        known=owner.known - tiles,
        shown=owner.shown + tiles,
        opened=turn if owner.opened is None else owner.opened,
        waits=owner.waits if turn is None else 0,
    )


def _restored(state: State, seat: int) -> State:
    """The turn's start comes back; what was laid stays known to all who saw it."""
    start = state.start
    returned = state.table.tiles - start.table.tiles - (start.free - state.free)
    known = (start.seat.known - returned) + returned
    unseen = len(known) - len(start.seat.rack & known)
    rack = start.seat.rack - (HIDDEN,) * unseen + (known - start.seat.rack)
    now = state.seats[seat]
    owner = with_seat(now, rack=rack, known=known, opened=start.seat.opened, waits=start.seat.waits)
    return with_state(state.with_seat(seat, owner), table=start.table, free=start.free, plays=0)


def _moved(state: State, seat: int, phase: Phase) -> State:
    if seat == state.to_move and state.phase is not Phase.DEAL:
        return with_state(state, phase=phase)
    passes, idle = (
        state.standstill() if state.phase is not Phase.DEAL else (state.passes, state.idle)
    )
    return with_state(
        state,
        passes=passes,
        idle=idle,
        to_move=seat,
        phase=phase,
        turn=state.turn + 1,
        plays=0,
        source=None,
        drawn=None,
        start=TurnStart(table=state.table, free=state.free, seat=state.seats[seat]),
    )
