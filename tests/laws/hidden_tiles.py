"""Rounds that look the same to one viewer although hidden tiles differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from tilerummy.state import Dealt, Drew, Event, Exposed, Penalised, Source, State, fold
from tilerummy.tiles import Rack, Tile


@dataclass(frozen=True, slots=True)
class _Place:
    """A tile's location after the deal: a seat's rack, or the pool (None)."""

    seat: int | None
    index: int


def with_hidden_tiles_exchanged(
    events: Sequence[Event], viewer: int | None, rng: Random
) -> list[Event] | None:
    """Return the same events after swapping two tiles that *viewer* has not seen, if possible.

    Only the deal and the draws differ; all actions and everything visible are the same.
    """
    dealt = next(e for e in events if isinstance(e, Dealt))
    end = fold(events, State.before_deal(len(dealt.racks)))
    unseen = [
        place
        for place, owner in _places(events)
        if owner is None or (owner != viewer and _tile(dealt, place) not in end.seats[owner].shown)
    ]
    if len(unseen) < 2:
        return None
    first, second = rng.sample(unseen, 2)
    return [*_replayed(events, _exchanged(dealt, first, second))]


def _places(events: Sequence[Event]) -> Iterator[tuple[_Place, int | None]]:
    """Yield all locations of the deal, with the seat whose rack received the tile, or None."""
    dealt = next(e for e in events if isinstance(e, Dealt))
    for seat, rack in enumerate(dealt.racks):
        yield from ((_Place(seat, i), seat) for i in range(len(rack)))
    taken = 0
    for event in events:
        owner, count = _from_pool(event)
        if owner is not None:
            yield from ((_Place(None, i), owner) for i in range(taken, taken + count))
        taken += count
    yield from ((_Place(None, i), None) for i in range(taken, len(dealt.pool)))


def _from_pool(event: Event) -> tuple[int | None, int]:
    """Return the seat that receives pool tiles by *event*, and their number."""
    match event:
        case Drew(seat, Source.POOL, tiles) | Penalised(seat, tiles):
            return seat, len(tiles)
        case Exposed(trump, free):
            return None, len(free) + (trump is not None)
        case _:
            return None, 0


def _tile(dealt: Dealt, place: _Place) -> Tile:
    return (dealt.pool if place.seat is None else dealt.racks[place.seat])[place.index]


def _exchanged(dealt: Dealt, first: _Place, second: _Place) -> Dealt:
    racks, pool = [[*rack] for rack in dealt.racks], [*dealt.pool]
    for here, there in ((first, second), (second, first)):
        heap = pool if here.seat is None else racks[here.seat]
        heap[here.index] = _tile(dealt, there)
    return replace(dealt, racks=tuple(map(Rack, racks)), pool=tuple(pool))


def _replayed(events: Sequence[Event], dealt: Dealt) -> Iterator[Event]:
    """Yield the events with tiles drawn from the pool of the other deal."""
    taken = 0
    for event in events:
        _, count = _from_pool(event)
        tiles = dealt.pool[taken : taken + count]
        taken += count
        match event:
            case Dealt():
                yield dealt
            case Drew(_, Source.POOL) | Penalised():
                yield replace(event, tiles=tiles)
            case _:
                yield event
