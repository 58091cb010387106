"""The codec of events and actions: JSON data for records, sockets and stores.

It is the only one in the project; the server sends events to the browser with it.

An event or action is an object with its ``type`` and the fields of its dataclass. Tiles, racks,
melds and tables are notation, enumerated values their strings, the rest numbers, lists and null.
"""

from __future__ import annotations

from typing import assert_never

from tilerummy.melds import Table
from tilerummy.records.jsonl.field_reader import (
    Json,
    JsonObject,
    ReadContext,
    choice,
    each,
    fields,
    known_fields,
    number,
    one_rack,
    one_tile,
    optional,
    seat_number,
    table_and_piles,
    tag,
    tile_row,
    whole_table,
)
from tilerummy.records.jsonl.plain import plain_event
from tilerummy.state import (
    Action,
    Announced,
    Dealt,
    Declare,
    Declared,
    Discard,
    Discarded,
    Draw,
    Drew,
    Ended,
    Ending,
    Event,
    Exposed,
    Foul,
    GoOut,
    Lots,
    Moved,
    Pass,
    Passed,
    Penalised,
    Phase,
    Play,
    Played,
    Released,
    Restored,
    Source,
    TimedOut,
    TimeOut,
    Win,
)
from tilerummy.tiles import STANDARD, Rack, Tile, TileSet, names

ACTIONS = ("Play", "Draw", "Discard", "Declare", "GoOut", "Pass", "TimeOut", "Foul")
"""The tags of the actions."""

EVENTS = (
    *("Lots", "Dealt", "Exposed", "Drew", "Played", "Discarded", "Declared", "Announced"),
    *("Released", "TimedOut", "Restored", "Penalised", "Passed", "Moved", "Ended"),
)
"""The tags of the events."""


def encode(value: Event | Action) -> JsonObject:
    """Return an event or an action as JSON data.

    >>> from tilerummy.melds import table
    >>> encode(Drew(0, Source.POOL, (Tile.of("k", 7),)))
    {'type': 'Drew', 'seat': 0, 'source': 'pool', 'tiles': 'k7'}
    >>> encode(Play(table("k4 r4 o4"), table("k4 r4 b4 o4")))
    {'type': 'Play', 'lift': 'k4 r4 o4', 'lay': 'k4 r4 b4 o4'}
    """
    fields = _fields_of(value) if isinstance(value, Action) else _facts_of(value)
    return {"type": type(value).__name__, **fields}


def _fields_of(value: Action) -> JsonObject:
    match value:
        case Play(lift, lay):
            return {"lift": str(lift), "lay": str(lay)}
        case Draw(source):
            return {"source": str(source)}
        case Discard(tile):
            return {"tile": str(tile)}
        case Declare(discard):
            return {"discard": str(discard)}
        case GoOut(plays, discard):
            return {"plays": [encode(p) for p in plays], "discard": str(discard)}
        case TimeOut(pending):
            return {"pending": None if pending is None else [encode(p) for p in pending]}
        case Foul(play):
            return {"play": {**encode(play), "lay": value.lay}}
        case Pass():
            return {}
    assert_never(value)


def _facts_of(event: Event) -> JsonObject:
    match event:
        case Moved(seat, phase):
            return {"seat": seat, "phase": str(phase)}
        case Drew(seat, source, tiles):
            return {"seat": seat, "source": str(source), "tiles": tiles_text(tiles)}
        case Lots(drawn):
            return {"drawn": [[_text(t) for t in lot] for lot in drawn]}
        case Dealt(racks, pool, handfuls, aside):
            return {
                "racks": [str(r) for r in racks],
                "pool": tiles_text(pool),
                "handfuls": [[first, second] for first, second in handfuls],
                "aside": str(aside),
            }
        case Exposed(trump, free):
            return {"trump": _text(trump), "free": str(free)}
        case Played(seat, lift, lay, placed, free):
            melds: JsonObject = {"seat": seat, "lift": str(lift), "lay": str(lay)}
            return {**melds, "placed": str(placed), "free": str(free)}
        case Discarded(seat, tile):
            return {"seat": seat, "tile": str(tile)}
        case Declared(seat, hand, tiles):
            return {"seat": seat, "hand": hand, "tiles": str(tiles)}
        case Announced(seat, left):
            return {"seat": seat, "tiles": left}
        case Penalised(seat, tiles):
            return {"seat": seat, "tiles": tiles_text(tiles)}
        case Ended(ending, scores, racks, winner, win, hand):
            return {
                "ending": str(ending),
                "scores": [*scores],
                "racks": [str(r) for r in racks],
                "winner": winner,
                "win": None if win is None else str(win),
                "hand": hand,
            }
        case TimedOut(seat) | Restored(seat) | Passed(seat):
            return {"seat": seat}
        case Released():
            return {}
    assert_never(event)


def tiles_text(tiles: tuple[Tile, ...]) -> str:
    """Return *tiles* in notation, in their order."""
    return " ".join(names(tiles))


def _text(tile: Tile | None) -> str | None:
    return None if tile is None else str(tile)


def decode_action(data: Json, tiles: TileSet = STANDARD, *, path: str = "$") -> Action:
    """Return the action that JSON *data* encodes; *path* is where it was found, for errors.

    >>> decode_action({"type": "Discard", "tile": "r5"})
    Discard(tile=r5)
    >>> decode_action({"type": "Discard", "tile": "r55"})
    Traceback (most recent call last):
    tilerummy.records.jsonl.field_reader.DecodeError: $.tile: 'r55': the numbers are 1 to 13

    Raises CodecError, with the path, for an unknown or missing field and for a value that the
    field cannot have. Only fields with a default in the dataclass may be left out.
    """
    return _action(data, ReadContext(path, tiles))


def decode_event(
    data: Json, tiles: TileSet = STANDARD, *, seats: int = 4, path: str = "$"
) -> Event:
    """Return the event that JSON *data* encodes; seats are numbers below *seats*.

    Raises CodecError as :func:`decode_action` does.
    """
    plain = plain_event(data, tiles, seats)
    return _event(data, ReadContext(path, tiles, seats)) if plain is None else plain


def _play(data: Json, place: ReadContext) -> Play:
    play = _action(data, place)
    if not isinstance(play, Play):
        raise place.error(f"expected a Play, not a {type(play).__name__}")
    return play


def _foul(data: Json, place: ReadContext) -> Foul:
    """Return the foul of which *data* is the play; only here may tiles be laid that are no meld."""
    if tag(data, ACTIONS, place) != "Play":
        raise place.error("expected a Play")
    f = fields(data, Play, place)
    lay, piles = f("lay", table_and_piles)
    return Foul(Play(f("lift", whole_table), lay), piles)


def _action(data: Json, place: ReadContext) -> Action:
    kind = tag(data, ACTIONS, place)
    match kind:
        case "Play":
            f = fields(data, Play, place)
            return Play(f("lift", whole_table), f("lay", whole_table))
        case "Draw":
            f = fields(data, Draw, place)
            return Draw(f.get("source", choice(Source), Source.POOL))
        case "Discard":
            f = fields(data, Discard, place)
            return Discard(f("tile", one_tile))
        case "Declare":
            f = fields(data, Declare, place)
            return Declare(f("discard", one_tile))
        case "GoOut":
            f = fields(data, GoOut, place)
            return GoOut(f("plays", each(_play)), f("discard", one_tile))
        case "TimeOut":
            f = fields(data, TimeOut, place)
            return TimeOut(f.get("pending", optional(each(_play)), ()))
        case "Foul":
            f = known_fields(data, ("type", "play"), (), place)
            return f("play", _foul)
        case _:
            fields(data, Pass, place)
            return Pass()


def _event(data: Json, place: ReadContext) -> Event:
    kind = tag(data, EVENTS, place)
    match kind:
        case "Lots":
            f = fields(data, Lots, place)
            return Lots(f("drawn", each(each(optional(one_tile), of=place.seats))))
        case "Dealt":
            return _dealt(data, place)
        case "Exposed":
            f = fields(data, Exposed, place)
            return Exposed(
                f.get("trump", optional(one_tile), None), f.get("free", one_rack, Rack())
            )
        case "Drew":
            f = fields(data, Drew, place)
            return Drew(f("seat", seat_number), f("source", choice(Source)), f("tiles", tile_row))
        case "Played":
            return _played(data, place)
        case "Discarded":
            f = fields(data, Discarded, place)
            return Discarded(f("seat", seat_number), f("tile", one_tile))
        case "Declared":
            f = fields(data, Declared, place)
            return Declared(f("seat", seat_number), f("hand", number), f("tiles", one_rack))
        case "Announced":
            f = fields(data, Announced, place)
            return Announced(f("seat", seat_number), f("tiles", number))
        case "Penalised":
            f = fields(data, Penalised, place)
            return Penalised(f("seat", seat_number), f("tiles", tile_row))
        case "Moved":
            f = fields(data, Moved, place)
            return Moved(f("seat", seat_number), f("phase", choice(Phase)))
        case "Ended":
            return _ended(data, place)
        case "TimedOut":
            return TimedOut(fields(data, TimedOut, place)("seat", seat_number))
        case "Restored":
            return Restored(fields(data, Restored, place)("seat", seat_number))
        case "Passed":
            return Passed(fields(data, Passed, place)("seat", seat_number))
        case _:
            fields(data, Released, place)
            return Released()


def _dealt(data: Json, place: ReadContext) -> Dealt:
    f = fields(data, Dealt, place)
    racks = f("racks", each(one_rack, of=place.seats))
    return Dealt(
        racks,
        f("pool", tile_row),
        f.get("handfuls", handful_sizes, ()),
        f.get("aside", one_rack, Rack()),
    )


def handful_sizes(data: Json, place: ReadContext) -> tuple[tuple[int, int], ...]:
    """Read the sizes of the two handfuls of every seat, or an empty list."""
    sizes = each(each(number, of=2), of=None if data == [] else place.seats)(data, place)
    return tuple((first, second) for first, second in sizes)


def _played(data: Json, place: ReadContext) -> Played:
    f = fields(data, Played, place)
    lift: Table = f("lift", whole_table)
    return Played(
        f("seat", seat_number),
        lift,
        f("lay", whole_table),
        f("placed", one_rack),
        f.get("free", one_rack, Rack()),
    )


def _ended(data: Json, place: ReadContext) -> Ended:
    f = fields(data, Ended, place)
    return Ended(
        f("ending", choice(Ending)),
        f("scores", each(number, of=place.seats)),
        f("racks", each(one_rack, of=place.seats)),
        f.get("winner", optional(seat_number), None),
        f.get("win", optional(choice(Win)), None),
        f.get("hand", optional(number), None),
    )
