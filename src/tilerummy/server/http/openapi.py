"""The HTTP interface described for machines (OpenAPI 3.1), and the messages as JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from tilerummy.records import event_schemas
from tilerummy.server.http.endpoint import Access, AnyEndpoint, PlainText
from tilerummy.server.messages import ClientMessage, ServerMessage
from tilerummy.server.messages.bodies import EmptyBody, ErrorResponse

Object = dict[str, Any]

_SAFE: Object = {"cookie": [], "header": []}


def openapi(doors: Iterable[AnyEndpoint]) -> Object:
    """Return the description of *doors*."""
    doors = [*doors]
    types = [
        t for door in doors for t in (door.body, door.answer) if t not in (PlainText, EmptyBody)
    ]
    _, schemas = msgspec.json.schema_components(
        dict.fromkeys([*types, ErrorResponse]), ref_template="#/components/schemas/{name}"
    )
    paths: Object = {}
    for door in doors:
        paths.setdefault(door.path, {})[door.method.lower()] = _operation(door)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tile Rummy",
            "version": "1",
            "description": "Tables, invitations and rules; games themselves go over /ws, see"
            " docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "tilerummy"},
                "header": {"type": "apiKey", "in": "header", "name": "X-Tile-Rummy"},
            },
        },
    }


def _operation(door: AnyEndpoint) -> Object:
    told: Object = {"summary": door.about}
    names = re.findall(r"{(\w+)}", door.path)
    parameters = [_parameter("path", name, "") for name in names]
    parameters += [_parameter("query", name, about) for name, about in door.query.items()]
    if parameters:
        told["parameters"] = parameters
    if door.method != "GET" and door.body is not EmptyBody:
        told["requestBody"] = {"required": True, "content": _json(door.body)}
    media = {"text/plain": {"schema": {"type": "string"}}}
    content = media if door.answer is PlainText else _json(door.answer)
    told["responses"] = {
        str(door.status): {"description": "Done.", "content": content},
        "default": {"description": "Not done, and why.", "content": _json(ErrorResponse)},
    }
    if door.who is Access.GUESTS:
        told["security"] = [{"bearer": []}, _SAFE]
    elif door.who is Access.NEWCOMERS:
        told["security"] = [{"bearer": []}, _SAFE, {}]
    return told


def _parameter(place: str, name: str, about: str) -> Object:
    told: Object = {"name": name, "in": place, "schema": {"type": "string"}}
    if place == "path":
        told["required"] = True
    return {**told, "description": about} if about else told


def _json(kind: type) -> Object:
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"}
    return {"application/json": {"schema": schema}}


def message_schema() -> Object:
    """Return the JSON Schema of the messages on the socket, in both directions."""
    (client, server), defs = msgspec.json.schema_components(
        [ClientMessage, ServerMessage], ref_template="#/$defs/{name}"
    )
    events = event_schemas()
    defs |= events
    defs["Event"] = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in events]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of Tile Rummy",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {"ClientMessage": dict(client), "ServerMessage": dict(server), **_sorted(defs)},
    }


def _sorted(defs: Mapping[str, Any]) -> Object:
    return {name: defs[name] for name in sorted(defs)}
