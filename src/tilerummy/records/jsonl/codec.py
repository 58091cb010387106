"""The codec for events and actions, which converts them to JSON for records, sockets and stores.

This codec is the only one in the project: the server also uses it to send events to the browser.

An event or action is encoded as an object with its ``type`` and the fields of its dataclass. Tiles,
racks, melds and tables are encoded in notation, and enumerated values as strings. Everything else
is a number, a list or null. The encoding of a field and its JSON Schema are derived from its type.
The lines of a record (:mod:`~tilerummy.records.jsonl.lines`) are encoded in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from functools import cache, partial
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from tilerummy.melds import Table
from tilerummy.records.jsonl.fields import (
    DecodeError,
    Json,
    JsonObject,
    Reader,
    Setting,
    at,
    by_seat,
    by_seat_or_none,
    check_fields,
    choice,
    each,
    each_named,
    handful_sizes,
    hexadecimal,
    mapping,
    number,
    one_rack,
    one_tile,
    option_value,
    optional,
    seat_number,
    table_and_piles,
    tag,
    text,
    tile_row,
    whole_table,
)
from tilerummy.records.jsonl.lines import (
    CommandPart,
    CountPart,
    HeaderLine,
    MatchPart,
    ResultPart,
    RoundLine,
)
from tilerummy.records.record import Participant
from tilerummy.state import Action, Event, Foul, Play
from tilerummy.tiles import STANDARD, Rack, Tile, TileSet, names

T = TypeVar("T")


class Form(NamedTuple):
    """The reader, the writer and the JSON Schema for a type."""

    read: Reader[Any]
    write: Callable[[Any], Json]
    schema: JsonObject


class ObjectForm(NamedTuple):
    """The JSON encoding of a dataclass as an object. Its ``type`` is ``tag``, unless empty."""

    kind: Callable[..., Any]
    tag: str
    forms: Mapping[str, Form]
    required: tuple[str, ...]
    optional: tuple[str, ...]
    all: frozenset[str]

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

    def write(self, value: object) -> JsonObject:
        """Return *value* as JSON data."""
        data: JsonObject = {"type": self.tag} if self.tag else {}
        return data | {name: form.write(getattr(value, name)) for name, form in self.forms.items()}

    def schema(self, *, written: bool = False) -> JsonObject:
        """Return the JSON Schema for objects to read, or for written objects if *written* is true.

        Objects to be read may omit fields that have a default.
        """
        properties: JsonObject = {"type": {"enum": [self.tag]}} if self.tag else {}
        properties |= {name: form.schema for name, form in self.forms.items()}
        schema: JsonObject = {
            "title": self.kind.__name__,
            "description": cleandoc(self.kind.__doc__ or "").partition("\n\n>>> ")[0],
            "type": "object",
            "properties": properties,
            "required": [*(properties if written else self.required)],
        }
        return schema if written else schema | {"additionalProperties": False}


@cache
def form_of_class(kind: type) -> ObjectForm:
    """Return the form of a dataclass. Its tag is the class name unless set in :data:`_TAGS`."""
    hints = get_type_hints(kind, include_extras=True)
    # a penalty play's piles are already encoded in its play, which is in ``lay``
    own = [field for field in fields(kind) if (kind, field.name) != (Foul, "piles")]
    forms = {field.name: _field_form(field.name, hints[field.name]) for field in own}
    bare = [f.name for f in own if f.default is MISSING and f.default_factory is MISSING]
    kind_tag = _TAGS.get(kind, kind.__name__)
    required = ("type", *bare) if kind_tag else (*bare,)
    left_out = tuple(name for name in forms if name not in bare)
    return ObjectForm(kind, kind_tag, forms, required, left_out, frozenset((*required, *left_out)))


def _field_form(name: str, hint: object) -> Form:
    form = form_of(hint)
    told = get_origin(hint) is Annotated or name not in _BY_SEAT
    return form if told else form._replace(read=_BY_SEAT[name])


_TAGS: Mapping[type, str] = {
    HeaderLine: "Record",
    RoundLine: "Round",
    **dict.fromkeys((Participant, MatchPart, ResultPart, CommandPart, CountPart), ""),
}
"""The ``type`` tags of record lines that are not events. Parts of lines have no tag."""


_BY_SEAT: Mapping[str, Reader[Any]] = {
    "seat": seat_number,
    "winner": optional(seat_number),
    "starter": optional(seat_number),
    "scores": by_seat(number),
    "racks": by_seat(one_rack),
    "drawn": each(by_seat(optional(one_tile))),
    "lots": each(by_seat(optional(one_tile))),
    "penalties": by_seat_or_none(number),
    "could_open": by_seat_or_none(whole_table),
    "handfuls": handful_sizes,
}
"""The readers for fields that contain a seat or one item per seat."""


def form_of(hint: Any) -> Form:  # noqa: ANN401
    """Return the form of a type. ``Annotated`` metadata can extend the schema or set the reader."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        plain = form_of(inner[0])
        bounds: JsonObject = dict(each for each in inner[1:] if isinstance(each, tuple))
        read = next(filter(callable, inner[1:]), plain.read)
        return Form(read, plain.write, plain.schema | bounds)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if hint == Action:
        return Form(read_action, encode, _reference("Action"))
    if origin is UnionType:
        first = form_of(inner[0])
        schema: JsonObject = {"anyOf": [form_of(each).schema for each in inner]}
        return Form(optional(first.read), lambda v: None if v is None else first.write(v), schema)
    if origin is tuple:
        item = form_of(inner[0])
        schema = {"type": "array", "items": item.schema}
        return Form(each(item.read), lambda values: [*map(item.write, values)], schema)
    if origin is dict:
        item = form_of(inner[1])
        schema = {"type": "object", "additionalProperties": item.schema}
        return Form(each_named(item.read), dict, schema)
    if issubclass(hint, StrEnum):
        return Form(choice(hint), str, {"enum": [str(value) for value in hint]})
    read = _read_play if hint is Play else partial(read_object, hint)
    return Form(read, encode, _reference(hint.__name__))


def _reference(name: str) -> JsonObject:
    return {"$ref": f"#/$defs/{name}"}


def _as_it_is(value: T) -> T:
    return value


def tiles_text(tiles: Iterable[Tile]) -> str:
    """Return *tiles* in notation, without changing their order."""
    return " ".join(names(tiles))


_PLAIN: Mapping[object, Form] = {
    Tile: Form(one_tile, str, {"type": "string"}),
    tuple[Tile, ...]: Form(tile_row, tiles_text, {"type": "string"}),
    Rack: Form(one_rack, str, {"type": "string"}),
    Table: Form(whole_table, str, {"type": "string"}),
    bytes: Form(hexadecimal, bytes.hex, {"type": "string"}),
    str: Form(text, _as_it_is, {"type": "string"}),
    int: Form(number, _as_it_is, {"type": "integer"}),
    bool: Form(option_value, _as_it_is, {"type": "boolean"}),
    NoneType: Form(optional(text), _as_it_is, {"type": "null"}),
}


def encode(value: object) -> JsonObject:
    """Return an event, an action, or a line of a record as JSON data.

    >>> from tilerummy.melds import table
    >>> from tilerummy.state import Drew, Source
    >>> encode(Drew(0, Source.POOL, (Tile.of("k", 7),)))
    {'type': 'Drew', 'seat': 0, 'source': 'pool', 'tiles': 'k7'}
    >>> encode(Play(table("k4 r4 o4"), table("k4 r4 b4 o4")))
    {'type': 'Play', 'lift': 'k4 r4 o4', 'lay': 'k4 r4 b4 o4'}
    """
    if isinstance(value, Foul):
        return {"type": "Foul", "play": {**encode(value.play), "lay": value.lay}}
    kind: type = type(value)
    return form_of_class(kind).write(value)


def decode_action(data: Json, tiles: TileSet = STANDARD, *, path: str = "$") -> Action:
    """Return the action that *data* encodes. *path* is the location of *data*, for error messages.

    >>> decode_action({"type": "Discard", "tile": "r5"})
    Discard(tile=r5)
    >>> decode_action({"type": "Discard", "tile": "r55"})
    Traceback (most recent call last):
    tilerummy.records.jsonl.fields.DecodeError: $.tile: 'r55': the numbers are 1 to 13

    Raises DecodeError, which contains the path, if a field is unknown, missing or invalid. Only
    fields that have a default in the dataclass may be left out.
    """
    try:
        return read_action(data, Setting(tiles))
    except DecodeError as error:
        raise error.under(path) from None


def decode_event(
    data: Json, tiles: TileSet = STANDARD, *, seats: int = 4, path: str = "$"
) -> Event:
    """Return the event that *data* encodes. *seats* is the number of seats.

    Raises DecodeError in the same cases as :func:`decode_action`.

    >>> from tilerummy import Round
    >>> from tilerummy.records import decode_event, encode
    >>> (drew, moved) = Round("sabra", seats=2, seed=1).push("draw")
    >>> decode_event(encode(drew)) == drew
    True
    """
    try:
        return read_event(data, Setting(tiles, seats))
    except DecodeError as error:
        raise error.under(path) from None


_ACTIONS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Action)}
_EVENTS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Event)}


def read_action(data: Json, setting: Setting) -> Action:
    """Read an action."""
    found = mapping(data, setting)
    kind = _ACTIONS[tag(found, _ACTIONS)]
    action: Action = (
        _read_foul(found, setting) if kind is Foul else form_of_class(kind).read(found, setting)
    )
    return action


def read_event(data: Json, setting: Setting) -> Event:
    """Read an event."""
    found = mapping(data, setting)
    event: Event = form_of_class(_EVENTS[tag(found, _EVENTS)]).read(found, setting)
    return event


def read_object(kind: type[T], data: Json, setting: Setting) -> T:
    """Read an object of this *kind*, a record line or part of one, that has no ``type`` field."""
    any_kind: type = kind
    found: T = form_of_class(any_kind).read(mapping(data, setting), setting)
    return found


def _read_play(data: Json, setting: Setting) -> Play:
    play = read_action(data, setting)
    if not isinstance(play, Play):
        raise DecodeError("", f"expected a Play, not a {type(play).__name__}")
    return play


def _read_foul(data: JsonObject, setting: Setting) -> Foul:
    """Read a penalty play. Unlike other plays, it may lay piles of tiles that are not melds."""
    check_fields(data, ("type", "play"), ())
    try:
        play = mapping(data["play"], setting)
        if tag(play, _ACTIONS) != "Play":
            raise DecodeError("", "expected a Play")
        check_fields(play, ("type", "lift", "lay"), ())
        lift = at("lift", whole_table, play["lift"], setting)
        lay, piles = at("lay", table_and_piles, play["lay"], setting)
    except DecodeError as error:
        raise error.inside("play") from None
    return Foul(Play(lift, lay), piles)
