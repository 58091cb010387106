"""Views: events and states without the information that a seat or a spectator cannot see."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tilerummy.state.actions import Source
from tilerummy.state.events import Dealt, Drew, Event, Penalised, Phase
from tilerummy.state.state import Seat, State, with_seat, with_state
from tilerummy.tiles import HIDDEN, Rack, Tile


def redact(event: Event, viewer: int | None) -> Event:
    """Hide everything in *event* that *viewer* cannot see. None stands for a spectator.

    Together with :func:`conceal`, this satisfies the following invariant: folding redacted events
    and then concealing the state gives the same result as folding the original events and then
    concealing the state.

    >>> from tilerummy import Round, redact
    >>> drew, moved = Round("sabra", seats=2, seed=1).push("draw")
    >>> redact(drew, None)
    Drew(seat=1, source=<Source.POOL: 'pool'>, tiles=(?,))
    """
    match event:
        case Dealt(racks, pool):
            hidden = tuple(r if s == viewer else Rack(_hide(r)) for s, r in enumerate(racks))
            return replace(event, racks=hidden, pool=_hide(pool))
        case Drew(seat, Source.POOL, tiles) | Penalised(seat, tiles) if seat != viewer:
            return replace(event, tiles=_hide(tiles))
        case _:
            return event


def conceal(state: State, viewer: int | None) -> State:
    """Hide everything in *state* that *viewer* cannot see. None stands for a spectator.

    The pool is hidden from every viewer. Other racks show only tiles that all seats have seen.
    Concealing is idempotent.

    >>> from tilerummy import conceal, read_state
    >>> state = read_state("table r3 r4 r5 | rack r6 k1 | seat 1 rack b2 b3 | players 2")
    >>> [seat.rack for seat in conceal(state, 0).seats]
    [k1 r6, ? ?]
    """
    if viewer is not None and viewer not in range(len(state.seats)):
        raise ValueError(
            f"a viewer is a seat from 0 to {len(state.seats) - 1}, or None, not {viewer!r}"
        )
    if state.phase is Phase.OVER:
        return with_state(state, pool=_hide(state.pool))
    seats = tuple(s if i == viewer else _concealed(s) for i, s in enumerate(state.seats))
    if viewer == state.to_move:
        return with_state(state, seats=seats, pool=_hide(state.pool))
    unseen = state.source is Source.POOL and state.drawn is not None
    return with_state(
        state,
        seats=seats,
        pool=_hide(state.pool),
        drawn=HIDDEN if unseen else state.drawn,
        start=replace(state.start, seat=_concealed(state.start.seat)),
    )


def _concealed(seat: Seat) -> Seat:
    hidden = (HIDDEN,) * (len(seat.rack) - len(seat.known))
    return with_seat(seat, rack=seat.known + hidden if seat.known else _hidden(len(hidden)))


@cache
def _hidden(tiles: int) -> Rack:
    return Rack((HIDDEN,) * tiles)


def _hide(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return (HIDDEN,) * len(tiles)
