"""The JSON Schema of encoded events, for clients that are written in other languages."""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from inspect import cleandoc
from types import NoneType, UnionType
from typing import get_args, get_origin, get_type_hints

from tilerummy.melds import Table
from tilerummy.records.jsonl.field_reader import Json, JsonObject
from tilerummy.state import Event
from tilerummy.tiles import Rack, Tile

_NOTATION = (Tile, Rack, Table, tuple[Tile, ...])
"""What is written as one string of notation."""


def event_schemas() -> dict[str, JsonObject]:
    """Return the schema of every type of event, as :func:`~tilerummy.records.encode` writes it.

    >>> event_schemas()["Discarded"]["properties"]["tile"]
    {'type': 'string'}
    """
    return {kind.__name__: _schema(kind) for kind in get_args(Event)}


def _schema(kind: type) -> JsonObject:
    hints = get_type_hints(kind)
    properties: JsonObject = {"type": {"enum": [kind.__name__]}}
    properties |= {field.name: _type_schema(hints[field.name]) for field in fields(kind)}
    return {
        "title": kind.__name__,
        "description": cleandoc(kind.__doc__ or ""),
        "type": "object",
        "properties": properties,
        "required": [*properties],
    }


def _type_schema(hint: object) -> Json:
    if hint in _NOTATION:
        return {"type": "string"}
    if hint is int:
        return {"type": "integer"}
    if hint is NoneType:
        return {"type": "null"}
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return {"enum": [str(value) for value in hint]}
    if get_origin(hint) is UnionType:
        return {"anyOf": [_type_schema(each) for each in get_args(hint)]}
    assert get_origin(hint) is tuple, hint
    return {"type": "array", "items": _type_schema(get_args(hint)[0])}
