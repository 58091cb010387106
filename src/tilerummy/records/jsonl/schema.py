"""The JSON Schemas of encoded events and of the lines of records, for programs in any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Literal, NotRequired, get_args, get_origin, get_type_hints

from tilerummy.melds import Table
from tilerummy.records.jsonl import lines
from tilerummy.records.jsonl.fields import Json, JsonObject
from tilerummy.state import Action, Event, Foul
from tilerummy.tiles import Rack, Tile

_NOTATION = (Tile, Rack, Table, tuple[Tile, ...])
"""What is written as one string of notation."""

_PLAIN: Mapping[object, str] = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}

_LINES = (lines.HeaderLine, lines.RoundLine)
_PARTS = (lines.ParticipantPart, lines.MatchPart, lines.ResultPart, lines.CommandPart)


def event_schemas() -> dict[str, JsonObject]:
    """Return the schema of every type of event, as :func:`~tilerummy.records.encode` writes it.

    >>> event_schemas()["Discarded"]["properties"]["tile"]
    {'type': 'string'}
    """
    return {kind.__name__: _written(kind) for kind in get_args(Event)}


def record_schema() -> JsonObject:
    """Return the schema of one line of a record in JSON lines: header, round or fact.

    It allows every line that :func:`~tilerummy.records.read_record` reads, and refuses those with
    unknown or missing fields and with values of other types. What notation, rules or other lines
    forbid is left to the reader.
    """
    headers = {kind.__name__: _line(_part(kind)) for kind in _LINES}
    parts = {kind.__name__: _part(kind) for kind in _PARTS}
    events = {kind.__name__: _line(_read(kind), command=True) for kind in get_args(Event)}
    actions = {kind.__name__: _read(kind) for kind in get_args(Action)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a record of Tile Rummy",
        "anyOf": _references([*headers, *events]),
        "$defs": {
            **headers,
            **parts,
            "Action": {"anyOf": _references(actions)},
            **actions,
            **events,
        },
    }


def _references(names: Iterable[str]) -> list[Json]:
    return [{"$ref": f"#/$defs/{name}"} for name in names]


def _line(schema: JsonObject, *, command: bool = False) -> JsonObject:
    """Return *schema* with the number of the line, and the *command* that made the fact."""
    known, required = schema["properties"], schema["required"]
    assert isinstance(known, dict)
    assert isinstance(required, list)
    made: JsonObject = {"command": _type_schema(lines.CommandPart)} if command else {}
    properties: JsonObject = {"line": _type_schema(lines.Count), **known, **made}
    return {**schema, "properties": properties, "required": ["line", *required]}


def _part(kind: type) -> JsonObject:
    """Return the schema of a line or part that :mod:`~tilerummy.records.jsonl.lines` describes."""
    properties = {name: _type_schema(hint) for name, hint in _hints(kind).items()}
    required, _ = lines.names_of(kind)
    return _object(kind, properties, required) | {"additionalProperties": False}


def _read(kind: type) -> JsonObject:
    """Return the schema of an event or action as it is read: defaults may be left out."""
    bare = (field.name for field in fields(kind) if field.default is MISSING)
    return {**_written(kind), "required": ["type", *bare], "additionalProperties": False}


def _written(kind: type) -> JsonObject:
    """Return the schema of an event or action as it is written: with all its fields."""
    hints = _hints(kind)
    if kind is Foul:
        del hints["piles"]  # they are written in the lay of its play
    properties: JsonObject = {"type": {"enum": [kind.__name__]}}
    properties |= {name: _type_schema(hint) for name, hint in hints.items()}
    return _object(kind, properties, properties)


def _hints(kind: type) -> dict[str, object]:
    return get_type_hints(kind, include_extras=True)


def _object(kind: type, properties: JsonObject, required: Iterable[str]) -> JsonObject:
    return {
        "title": kind.__name__,
        "description": cleandoc(kind.__doc__ or ""),
        "type": "object",
        "properties": properties,
        "required": [*required],
    }


def _type_schema(hint: object) -> Json:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _type_schema(inner[0])
    if origin is Annotated:
        plain, bounds = _type_schema(inner[0]), inner[1]
        assert isinstance(plain, dict)
        return {**plain, **bounds}
    if origin is Literal:
        return {"enum": [*inner]}
    if hint in _NOTATION:
        return {"type": "string"}
    if hint == Action:
        return {"$ref": "#/$defs/Action"}
    if origin is UnionType:
        return {"anyOf": [_type_schema(each) for each in inner]}
    if origin is dict:
        return {"type": "object", "additionalProperties": _type_schema(inner[1])}
    if origin in (tuple, list):
        return {"type": "array", "items": _type_schema(inner[0])}
    return _simple_schema(hint)


def _simple_schema(hint: object) -> Json:
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    assert isinstance(hint, type), hint
    if issubclass(hint, StrEnum):
        return {"enum": [str(value) for value in hint]}
    return {"$ref": f"#/$defs/{hint.__name__}"}
