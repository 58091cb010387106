"""Applies events to states, which is the only way to get from one state to the next."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from tilerummy.arguments import wrong_type
from tilerummy.melds import Table
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
    Redealt,
    Released,
    Restored,
    TimedOut,
)
from tilerummy.state.state import Seat, State, TurnStart, with_seat, with_state
from tilerummy.tiles import HIDDEN, Rack, Tile, taken


class ImpossibleEventError(ValueError):
    """Raised when an event removes tiles from a location that does not contain them."""


def fold(events: Iterable[Event], state: State) -> State:
    """Return the state that results from applying all *events* in order.

    >>> from tilerummy import Round, fold
    >>> game = Round("sabra", seats=2, seed=1)
    >>> before, events = game.state, game.push("draw")
    >>> fold(events, before) == game.state
    True
    """
    try:
        each = iter(events)
    except TypeError:
        raise TypeError(f"expected several events, as returned by decide, not {events!r}") from None
    return reduce(apply, each, state)


def apply(state: State, event: Event) -> State:
    """Return the state after *event*, without consulting the rules.

    Raises ImpossibleEventError if the event removes tiles from a location that does not contain
    them. The last result is cached, because the referee applies an event to check its result and
    the caller then applies the same event to the same state.

    >>> from tilerummy import Draw, Round, apply
    >>> game = Round("sabra", seats=2, seed=1)
    >>> before, events = game.state, game.push(Draw())
    >>> len(before.mover.rack), len(apply(before, events[0]).mover.rack)
    (14, 15)
    """
    before, applied, after = _latest[0]
    if before is state and applied is event:
        return after
    after = _applied(state, event)
    _latest[0] = (state, event, after)  # a single assignment, because threads may share it
    return after


def _applied(state: State, event: Event) -> State:
    match event:
        case Dealt():
            return _dealt(state, event)
        case Redealt():
            return _collected(state)
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
    raise wrong_type(event, "expected an event returned by decide")


_latest: list[tuple[State | None, Event | None, State]] = [(None, None, State.before_deal(2))]
"""The state that an event was last applied to, the event, and the resulting state."""


def _collected(state: State) -> State:
    """Return the state before a new deal. The turn that requested it has ended."""
    return with_state(
        State.before_deal(len(state.seats)),
        to_move=state.to_move,
        turn=state.turn,
        first_turn=state.turn + 1,
        new_deals=state.new_deals + 1,
    )


def _dealt(state: State, dealt: Dealt) -> State:
    handfuls = dealt.handfuls or ((),) * len(dealt.racks)
    seats = tuple(
        with_seat(s, rack=r, handfuls=h)
        for s, r, h in zip(state.seats, dealt.racks, handfuls, strict=True)
    )
    return with_state(state, seats=seats, pool=dealt.pool, aside=dealt.aside)


def _drew(state: State, event: Drew) -> State:
    """Add drawn tiles to a rack. If they do not come from the pool, all seats have seen them."""
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
        raise ImpossibleEventError(f"the tiles are missing: {text.format(*what)}")


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
    kept, missing = taken(state.table, event.lift)
    _there("{}", event, ok=not missing and state.free >= event.free)
    owner = state.seats[event.seat]
    return with_state(
        state,
        seats=state.seats_with(event.seat, _leave(owner, event.placed, turn=state.turn)),
        table=Table.in_order(kept) + event.lay,
        free=state.free - event.free,
        plays=state.plays + 1,
    )


def _leave(owner: Seat, tiles: Rack, *, turn: int | None = None) -> Seat:
    """Return the seat after *tiles* have left its rack face up.

    In a view, tiles that were not visible are removed as hidden tiles. *turn* is the turn
    number if the tiles were played.
    """
    kept, unseen = taken(owner.rack, tiles)
    _there("{} from {}", tiles, owner.rack, ok=len(unseen) <= owner.rack.count(HIDDEN))
    return with_seat(
        owner,
        rack=Rack(kept) - (HIDDEN,) * len(unseen),
        known=owner.known - tiles,
        shown=owner.shown + tiles,
        opened=turn if owner.opened is None else owner.opened,
        waits=owner.waits if turn is None else 0,
    )


def _restored(state: State, seat: int) -> State:
    """Restore the start of the turn. All seats have now seen the tiles that had been laid."""
    start = state.start
    returned = state.table.tiles - start.table.tiles - (start.free - state.free)
    known = (start.seat.known - returned) + returned
    unseen = len(known) - len(start.seat.rack & known)
    rack = start.seat.rack - (HIDDEN,) * unseen + (known - start.seat.rack)
    now = state.seats[seat]
    owner = with_seat(now, rack=rack, known=known, opened=start.seat.opened, waits=start.seat.waits)
    return with_state(state.with_seat(seat, owner), table=start.table, free=start.free, plays=0)


_LATER = (Phase.MORE, Phase.MELD)
"""The phases that continue a turn. The only seat also moves to itself when a turn begins."""


def _moved(state: State, seat: int, phase: Phase) -> State:
    if seat == state.to_move and phase in _LATER and state.phase is not Phase.DEAL:
        return with_state(state, phase=phase)
    passes, idle = (
        state.standstill() if state.phase is not Phase.DEAL else (state.passes, state.idle)
    )
    return with_state(
        state,
        passes=passes,
        idle=idle,
        empty_turns=0 if state.phase is Phase.DEAL else state.empty_turns_after(),
        to_move=seat,
        phase=phase,
        turn=state.turn + 1,
        plays=0,
        source=None,
        drawn=None,
        start=TurnStart(table=state.table, free=state.free, seat=state.seats[seat]),
    )
