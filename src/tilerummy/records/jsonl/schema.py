"""The JSON Schemas of encoded events and record lines, for use by programs in any language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from tilerummy.records.jsonl.codec import form_of, form_of_class
from tilerummy.records.jsonl.fields import Json, JsonObject
from tilerummy.records.jsonl.lines import (
    CommandPart,
    Count,
    CountPart,
    HeaderLine,
    MatchPart,
    ResultPart,
    RoundLine,
)
from tilerummy.records.record import Participant
from tilerummy.state import Action, Event

_HEADS = (HeaderLine, RoundLine)


def event_schemas() -> dict[str, JsonObject]:
    """Return the schemas of all types of events, as written by :func:`~tilerummy.records.encode`.

    >>> event_schemas()["Discarded"]["properties"]["tile"]
    {'type': 'string'}
    """
    return {kind.__name__: form_of_class(kind).schema(written=True) for kind in get_args(Event)}


def record_schema() -> JsonObject:
    """Return the schema of one line of a record in JSON lines: a header, a round or a fact.

    The schema allows every line that :func:`~tilerummy.records.read_record` accepts, and rejects
    unknown fields, missing fields and values of the wrong type. It does not cover notation, rules
    or dependencies between lines, which only the reader checks.

    >>> from tilerummy.records import record_schema
    >>> record_schema()["title"]
    'A line of a record of Tile Rummy'
    """
    lines = {
        kind.__name__: _line(form_of_class(kind).schema(), command=kind not in _HEADS)
        for kind in (*_HEADS, *get_args(Event))
    }
    kinds = (Participant, MatchPart, ResultPart, CommandPart, CountPart)
    parts = {kind.__name__: form_of_class(kind).schema() for kind in kinds}
    actions = {kind.__name__: form_of_class(kind).schema() for kind in get_args(Action)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a record of Tile Rummy",
        "anyOf": _references(lines),
        "$defs": {**lines, **parts, "Action": {"anyOf": _references(actions)}, **actions},
    }


def _references(names: Iterable[str]) -> list[Json]:
    return [{"$ref": f"#/$defs/{name}"} for name in names]


def _line(schema: JsonObject, *, command: bool) -> JsonObject:
    """Return *schema* with the line number and, if *command* is true, the fact's command added."""
    known, required = schema["properties"], schema["required"]
    assert isinstance(known, dict)
    assert isinstance(required, list)
    made: JsonObject = {"command": form_of(CommandPart).schema} if command else {}
    properties: JsonObject = {"line": form_of(Count).schema, **known, **made}
    return {**schema, "properties": properties, "required": ["line", *required]}
