"""The events that make up nearly all of a log, read several times as fast as by the codec.

They are read here if they are written just as the codec writes them. All else, right or wrong, is
left to the codec, which reads field by field and says what is wrong where.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilerummy.melds import table
from tilerummy.state import (
    Announced,
    Discarded,
    Drew,
    Event,
    Moved,
    Passed,
    Penalised,
    Phase,
    Played,
    Restored,
    Source,
    TimedOut,
)
from tilerummy.tiles import NotationError, TileSet, rack, tile, tile_list

_PHASES = {phase.value: phase for phase in Phase}
_SOURCES = {source.value: source for source in Source}

_Plain = dict[str, Any]
_Reader = Callable[[_Plain, TileSet], Event]


def plain_event(data: object, tiles: TileSet, seats: int) -> Event | None:
    """Return the event that *data* writes in the usual way, None for any other data."""
    if type(data) is not dict:
        return None
    try:
        size, read = _READERS[data["type"]]
        seat = data["seat"]
        if len(data) != size or type(seat) is not int or not 0 <= seat < seats:
            return None
        return read(data, tiles)
    except (KeyError, TypeError, NotationError):
        return None


def _whole(number: object) -> int:
    if type(number) is not int:
        raise TypeError
    return number


def _played(data: _Plain, tiles: TileSet) -> Event:
    return Played(
        data["seat"],
        table(data["lift"], tiles),
        table(data["lay"], tiles),
        rack(data["placed"], tiles),
        rack(data["free"], tiles),
    )


_READERS: dict[str, tuple[int, _Reader]] = {
    "Moved": (3, lambda data, _: Moved(data["seat"], _PHASES[data["phase"]])),
    "Drew": (
        4,
        lambda data, tiles: Drew(
            data["seat"], _SOURCES[data["source"]], tile_list(data["tiles"], tiles)
        ),
    ),
    "Played": (6, _played),
    "Discarded": (3, lambda data, tiles: Discarded(data["seat"], tile(data["tile"], tiles))),
    "Announced": (3, lambda data, _: Announced(data["seat"], _whole(data["tiles"]))),
    "Penalised": (3, lambda data, tiles: Penalised(data["seat"], tile_list(data["tiles"], tiles))),
    "TimedOut": (2, lambda data, _: TimedOut(data["seat"])),
    "Restored": (2, lambda data, _: Restored(data["seat"])),
    "Passed": (2, lambda data, _: Passed(data["seat"])),
}
"""How many fields an event has, its type included, and what reads it; each has a seat."""
