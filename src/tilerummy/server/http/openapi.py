"""Generates the OpenAPI 3.1 description of the HTTP interface."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from tilerummy.records import event_schemas
from tilerummy.server.http.endpoint import Access, AnyEndpoint
from tilerummy.server.messages import OLD_NAMES
from tilerummy.server.messages.bodies.common import EmptyBody, ErrorResponse

Object = dict[str, Any]

_SAFE: Object = {"cookie": [], "header": []}


def openapi(endpoints: Iterable[AnyEndpoint]) -> Object:
    """Return the OpenAPI description of *endpoints*."""
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
            "description": "Tables, invitations and rules. Games are played over /ws; see"
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
    """Add the schemas of events to *schemas*, and make all references to events point to them."""
    events = event_definitions("#/components/schemas/")
    assert not {*events} & {*schemas}, "an event and a body have the same name"
    text = msgspec.json.encode({**schemas, **events, **old_names(schemas, "#/$defs/")})
    merged: Object = msgspec.json.decode(text.replace(b"#/$defs/", b"#/components/schemas/"))
    return merged


def old_names(schemas: Iterable[str], prefix: str) -> Object:
    """Return schemas with the former names of *schemas*, as deprecated aliases.

    *prefix* is the start of each reference.
    """
    known = {*schemas}
    return {
        old: {"$ref": f"{prefix}{new}", "deprecated": True}
        for old, new in OLD_NAMES.items()
        if new in known
    }


def event_definitions(prefix: str) -> Object:
    """Return the schemas of all events, and a schema ``Event`` that is their union.

    *prefix* is the start of each reference.
    """
    events = event_schemas()
    return {**events, "Event": {"anyOf": [{"$ref": f"{prefix}{name}"} for name in events]}}


def _operation(endpoint: AnyEndpoint) -> Object:
    operation: Object = {"summary": endpoint.about}
    names = re.findall(r"{(\w+)}", endpoint.path)
    parameters = [_parameter("path", name, "") for name in names]
    parameters += [_parameter("query", name, about) for name, about in endpoint.query.items()]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.method != "GET" and endpoint.body is not EmptyBody:
        operation["requestBody"] = {"required": True, "content": _json(endpoint.body)}
    response = endpoint.response
    content = _media(response) if isinstance(response, tuple) else _json(response)
    operation["responses"] = {
        str(endpoint.status): {"description": "Done.", "content": content},
        "default": {"description": "An error with its reason.", "content": _json(ErrorResponse)},
    }
    if endpoint.access is Access.GUESTS:
        operation["security"] = [{"bearer": []}, _SAFE]
    elif endpoint.access is Access.SIGN_UP:
        operation["security"] = [{"bearer": []}, _SAFE, {}]
    return operation


def _parameter(location: str, name: str, about: str) -> Object:
    operation: Object = {"name": name, "in": location, "schema": {"type": "string"}}
    if location == "path":
        operation["required"] = True
    return {**operation, "description": about} if about else operation


def _media(media: Iterable[str]) -> Object:
    """Return the OpenAPI description of a response with one of these media types."""
    binary = ("image/png", "application/octet-stream")
    text: Object = {"type": "string"}
    return {m: {"schema": {**text, "format": "binary"} if m in binary else text} for m in media}


def _json(kind: type) -> Object:
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"}
    return {"application/json": {"schema": schema}}
