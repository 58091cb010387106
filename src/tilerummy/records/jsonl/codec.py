"""The codec of events and actions: JSON data for records, sockets and stores.

It is the only one in the project; the server sends events to the browser with it.

An event or action is an object with its ``type`` and the fields of its dataclass. Tiles, racks,
melds and tables are notation, enumerated values their strings, the rest numbers, lists and null.
A table has the form of each field, one for both directions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, NamedTuple, TypeVar

from tilerummy.records.jsonl.fields import (
    DecodeError,
    FieldReader,
    Json,
    JsonObject,
    Reader,
    Setting,
    by_seat,
    check_fields,
    choice,
    each,
    handful_sizes,
    mapping,
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
from tilerummy.tiles import STANDARD, Tile, TileSet, names

T = TypeVar("T")


class Form(NamedTuple):
    """How the values of a field are read and written."""

    read: Reader[Any]
    write: Callable[[Any], Json]


class Tagged(NamedTuple):
    """How a dataclass is written: its class, the form of each field, which fields it must have."""

    kind: Callable[..., Any]
    forms: Mapping[str, Form]
    required: tuple[str, ...]
    optional: tuple[str, ...]
    all: frozenset[str]

    @classmethod
    def of(cls, kind: type, forms: Mapping[str, Form]) -> Tagged:
        """Return it for a dataclass; fields with a default may be left out."""
        default = {field.name for field in fields(kind) if field.default is not MISSING}
        required = ("type", *(name for name in forms if name not in default))
        left_out = tuple(name for name in forms if name in default)
        return cls(kind, forms, required, left_out, frozenset(("type", *forms)))

    def read(self, data: JsonObject, setting: Setting) -> Any:  # noqa: ANN401
        """Return the value that *data* encodes."""
        if data.keys() != self.all:
            check_fields(data, self.required, self.optional)
        values = {}
        name = ""
        try:
            for name, form in self.forms.items():
                if name in data:
                    values[name] = form.read(data[name], setting)
        except DecodeError as error:
            raise error.inside(name) from None
        return self.kind(**values)


def tiles_text(tiles: Iterable[Tile]) -> str:
    """Return *tiles* in notation, in their order."""
    return " ".join(names(tiles))


def encode(value: Event | Action) -> JsonObject:
    """Return an event or an action as JSON data.

    >>> from tilerummy.melds import table
    >>> encode(Drew(0, Source.POOL, (Tile.of("k", 7),)))
    {'type': 'Drew', 'seat': 0, 'source': 'pool', 'tiles': 'k7'}
    >>> encode(Play(table("k4 r4 o4"), table("k4 r4 b4 o4")))
    {'type': 'Play', 'lift': 'k4 r4 o4', 'lay': 'k4 r4 b4 o4'}
    """
    if isinstance(value, Foul):
        return {"type": "Foul", "play": {**encode(value.play), "lay": value.lay}}
    name = type(value).__name__
    forms = (_EVENTS.get(name) or _ACTIONS[name]).forms
    return {"type": name} | {field: forms[field].write(getattr(value, field)) for field in forms}


def decode_action(data: Json, tiles: TileSet = STANDARD, *, path: str = "$") -> Action:
    """Return the action that JSON *data* encodes; *path* is where it was found, for errors.

    >>> decode_action({"type": "Discard", "tile": "r5"})
    Discard(tile=r5)
    >>> decode_action({"type": "Discard", "tile": "r55"})
    Traceback (most recent call last):
    tilerummy.records.jsonl.fields.DecodeError: $.tile: 'r55': the numbers are 1 to 13

    Raises DecodeError, with the path, for an unknown or missing field and for a value that the
    field cannot have. Only fields with a default in the dataclass may be left out.
    """
    try:
        return read_action(data, Setting(tiles))
    except DecodeError as error:
        raise error.under(path) from None


def decode_event(
    data: Json, tiles: TileSet = STANDARD, *, seats: int = 4, path: str = "$"
) -> Event:
    """Return the event that JSON *data* encodes; seats are numbers below *seats*.

    Raises DecodeError as :func:`decode_action` does.
    """
    try:
        return read_event(data, Setting(tiles, seats))
    except DecodeError as error:
        raise error.under(path) from None


def read_action(data: Json, setting: Setting) -> Action:
    """Read an action."""
    action: Action = _tagged(data, setting, _ACTIONS)
    return action


def read_event(data: Json, setting: Setting) -> Event:
    """Read an event."""
    event: Event = _tagged(data, setting, _EVENTS)
    return event


def _tagged(data: Json, setting: Setting, known: Mapping[str, Tagged]) -> Any:  # noqa: ANN401
    found = mapping(data, setting)
    return known[tag(found, known)].read(found, setting)


def _read_play(data: Json, setting: Setting) -> Play:
    play = read_action(data, setting)
    if not isinstance(play, Play):
        raise DecodeError("", f"expected a Play, not a {type(play).__name__}")
    return play


def _read_foul(data: Json, setting: Setting) -> Foul:
    """Return the foul of which *data* is the play; only here may tiles be laid that are no meld."""
    found = mapping(data, setting)
    if tag(found, _ACTIONS) != "Play":
        raise DecodeError("", "expected a Play")
    check_fields(found, _ACTIONS["Play"].required, ())
    f = FieldReader(found, setting)
    lift, (lay, piles) = f("lift", whole_table), f("lay", table_and_piles)
    return Foul(Play(lift, lay), piles)


def _read_whole(play: Foul) -> Foul:
    """Return a foul, which is all in the field of its play."""
    return play


def _as_it_is(value: T) -> T:
    return value


def _optional(form: Form) -> Form:
    write = form.write
    return Form(optional(form.read), lambda value: None if value is None else write(value))


def _list(form: Form, read: Callable[[Reader[Any]], Reader[Any]] = each) -> Form:
    return Form(read(form.read), lambda values: [form.write(value) for value in values])


_NUMBER = Form(number, _as_it_is)
_SEAT = Form(seat_number, _as_it_is)
_TILE = Form(one_tile, str)
_TILES = Form(tile_row, tiles_text)
_RACK = Form(one_rack, str)
_TABLE = Form(whole_table, str)
_PLAYS = _list(Form(_read_play, encode))
_SOURCE = Form(choice(Source), str)
_HANDFULS = Form(handful_sizes, lambda sizes: [[*each] for each in sizes])

_FOUL = {"play": Form(_read_foul, _as_it_is)}

_ACTIONS: Mapping[str, Tagged] = {
    kind.__name__: Tagged.of(kind, forms)
    for kind, forms in (
        (Play, {"lift": _TABLE, "lay": _TABLE}),
        (Draw, {"source": _SOURCE}),
        (Discard, {"tile": _TILE}),
        (Declare, {"discard": _TILE}),
        (GoOut, {"plays": _PLAYS, "discard": _TILE}),
        (Pass, {}),
        (TimeOut, {"pending": _optional(_PLAYS)}),
    )
} | {"Foul": Tagged(_read_whole, _FOUL, ("type", "play"), (), frozenset(("type", "play")))}
"""The actions by their tags; a foul is a play that may lay what is no meld."""

_EVENTS: Mapping[str, Tagged] = {
    kind.__name__: Tagged.of(kind, forms)
    for kind, forms in (
        (Lots, {"drawn": _list(_list(_optional(_TILE), by_seat))}),
        (
            Dealt,
            {
                "racks": _list(_RACK, by_seat),
                "pool": _TILES,
                "handfuls": _HANDFULS,
                "aside": _RACK,
            },
        ),
        (Exposed, {"trump": _optional(_TILE), "free": _RACK}),
        (Drew, {"seat": _SEAT, "source": _SOURCE, "tiles": _TILES}),
        (
            Played,
            {"seat": _SEAT, "lift": _TABLE, "lay": _TABLE, "placed": _RACK, "free": _RACK},
        ),
        (Discarded, {"seat": _SEAT, "tile": _TILE}),
        (Declared, {"seat": _SEAT, "hand": _NUMBER, "tiles": _RACK}),
        (Announced, {"seat": _SEAT, "tiles": _NUMBER}),
        (Released, {}),
        (TimedOut, {"seat": _SEAT}),
        (Restored, {"seat": _SEAT}),
        (Penalised, {"seat": _SEAT, "tiles": _TILES}),
        (Passed, {"seat": _SEAT}),
        (Moved, {"seat": _SEAT, "phase": Form(choice(Phase), str)}),
        (
            Ended,
            {
                "ending": Form(choice(Ending), str),
                "scores": _list(_NUMBER, by_seat),
                "racks": _list(_RACK, by_seat),
                "winner": _optional(_SEAT),
                "win": _optional(Form(choice(Win), str)),
                "hand": _optional(_NUMBER),
            },
        ),
    )
}
"""The events by their tags."""
