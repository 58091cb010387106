"""The HTTP interface described for machines (OpenAPI 3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from tilerummy.records import event_schemas
from tilerummy.server.http.endpoint import Access, AnyEndpoint
from tilerummy.server.messages.bodies.common import EmptyBody, ErrorResponse

Object = dict[str, Any]

_SAFE: Object = {"cookie": [], "header": []}


def openapi(endpoints: Iterable[AnyEndpoint]) -> Object:
    """Return the description of *endpoints*."""
    endpoints = [*endpoints]
    types = [
        t
        for endpoint in endpoints
        for t in (endpoint.body, endpoint.response)
        if not isinstance(t, tuple) and t is not EmptyBody
    ]
    _, schemas = msgspec.json.schema_components(
        dict.fromkeys([*types, ErrorResponse]), ref_template="#/components/schemas/{name}"
    )
    paths: Object = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
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
            "schemas": _with_event_definitions(schemas),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "tilerummy"},
                "header": {"type": "apiKey", "in": "header", "name": "X-Tile-Rummy"},
            },
        },
    }


def _with_event_definitions(schemas: Mapping[str, Any]) -> Object:
    """Return *schemas* with those of events, to which they refer as messages do."""
    events = event_definitions("#/components/schemas/")
    assert not {*events} & {*schemas}, "an event is called as a body is"
    text = msgspec.json.encode({**schemas, **events})
    found: Object = msgspec.json.decode(text.replace(b"#/$defs/", b"#/components/schemas/"))
    return found


def event_definitions(place: str) -> Object:
    """Return the schemas of events, with one for all of them, found at *place*."""
    events = event_schemas()
    return {**events, "Event": {"anyOf": [{"$ref": f"{place}{name}"} for name in events]}}


def _operation(endpoint: AnyEndpoint) -> Object:
    operation: Object = {"summary": endpoint.about}
    names = re.findall(r"{(\w+)}", endpoint.path)
    parameters = [_parameter("path", name, "") for name in names]
    parameters += [_parameter("query", name, about) for name, about in endpoint.query.items()]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.method != "GET" and endpoint.body is not EmptyBody:
        operation["requestBody"] = {"required": True, "content": _json(endpoint.body)}
    answer = endpoint.response
    content = _media(answer) if isinstance(answer, tuple) else _json(answer)
    operation["responses"] = {
        str(endpoint.status): {"description": "Done.", "content": content},
        "default": {"description": "Not done, and why.", "content": _json(ErrorResponse)},
    }
    if endpoint.access is Access.GUESTS:
        operation["security"] = [{"bearer": []}, _SAFE]
    elif endpoint.access is Access.SIGN_UP:
        operation["security"] = [{"bearer": []}, _SAFE, {}]
    return operation


def _parameter(place: str, name: str, about: str) -> Object:
    operation: Object = {"name": name, "in": place, "schema": {"type": "string"}}
    if place == "path":
        operation["required"] = True
    return {**operation, "description": about} if about else operation


def _media(media: Iterable[str]) -> Object:
    """Return the description of answers of these media types, of which some are no text."""
    binary = ("image/png", "application/octet-stream")
    text: Object = {"type": "string"}
    return {m: {"schema": {**text, "format": "binary"} if m in binary else text} for m in media}


def _json(kind: type) -> Object:
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"}
    return {"application/json": {"schema": schema}}
