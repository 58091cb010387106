"""``python -m tools.protocol`` writes the generated parts of the protocol documents."""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from msgspec import Struct
from msgspec import inspect as types
from msgspec.json import schema_components
from tools.wire_types import BODIES, structs

from tilerummy.server.http.all_endpoints import ENDPOINTS
from tilerummy.server.http.endpoint import AnyEndpoint
from tilerummy.server.http.openapi import event_definitions, old_names, openapi
from tilerummy.server.messages.bodies.common import EmptyBody
from tilerummy.server.messages.client import ClientMessage
from tilerummy.server.messages.server import ServerMessage

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "protocol.md"
OTHER = {
    "text/plain": "text",
    "image/svg+xml": "a picture",
    "application/octet-stream": "a file",
    "text/event-stream": "events",
}
"""Names of the response bodies other than JSON, by their first media type."""


def files() -> dict[Path, str]:
    """Return the content of each document, keyed by path."""
    return {
        DOCS / "openapi.json": _json(openapi(ENDPOINTS)),
        DOCS / "messages.schema.json": _json(_message_schema()),
        PAGE: page(PAGE.read_text(encoding="utf-8")),
    }


def _json(document: object) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _message_schema() -> dict[str, object]:
    """Return the JSON Schema of the messages on the socket, in both directions."""
    (client, server), defs = schema_components(
        [ClientMessage, ServerMessage], ref_template="#/$defs/{name}"
    )
    place = "#/$defs/"
    known = {**defs, **event_definitions(place), **old_names(defs, place)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of Tile Rummy",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {
            "ClientMessage": dict(client),
            "ServerMessage": dict(server),
            **dict(sorted(known.items())),
        },
    }


def page(text: str) -> str:
    """Return the protocol document with its generated tables replaced."""
    parts = {
        "endpoints": _endpoints(),
        "client": _messages(ClientMessage),
        "server": _messages(ServerMessage),
        "parts": _parts(),
        "bodies": _bodies(),
    }
    for name, lines in parts.items():
        marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        match = marks.search(text)
        assert match, f"protocol.md has no mark {name}"
        body = "\n".join((match[1], *lines, "", match[2]))
        text = text[: match.start()] + body + text[match.end() :]
    return text


def _endpoints() -> Iterator[str]:
    yield "| endpoint | body | response | description |"
    yield "|---|---|---|---|"
    for endpoint in ENDPOINTS:
        body, answer = _body(endpoint), _answer(endpoint)
        yield f"| `{endpoint.method} {endpoint.path}` | {body} | {answer} | {endpoint.about} |"


def _body(endpoint: AnyEndpoint) -> str:
    parts = [] if endpoint.body is EmptyBody else [f"`{endpoint.body.__name__}`"]
    parts += [f"`?{name}=`" for name in endpoint.query]
    return ", ".join(parts)


def _answer(endpoint: AnyEndpoint) -> str:
    answer = endpoint.response
    return OTHER[answer[0]] if isinstance(answer, tuple) else f"`{answer.__name__}`"


def _messages(union: object) -> Iterator[str]:
    yield "| `type` | fields | description |"
    yield "|---|---|---|"
    for kind in get_args(union):
        yield f"| `{kind.__struct_config__.tag}` | {_fields(kind)} | {_about(kind)} |"


def _parts() -> Iterator[str]:
    """Yield a table of the types used in messages."""
    messages = {*get_args(ClientMessage), *get_args(ServerMessage)}
    yield "| type | fields | description |"
    yield "|---|---|---|"
    for kind in structs():
        if kind not in messages:
            yield f"| `{kind.__name__}` | {_fields(kind)} | {_about(kind)} |"


def _bodies() -> Iterator[str]:
    """Yield a table of the types in HTTP requests and responses."""
    yield "| type | fields | description |"
    yield "|---|---|---|"
    for module in BODIES:
        for kind in vars(module).values():
            if _is_listed(kind, module.__name__):
                yield f"| `{kind.__name__}` | {_fields(kind)} | {_about(kind)} |"


def _is_listed(kind: object, module: str) -> bool:
    """Return whether to list *kind*: a struct with fields, defined in *module*."""
    return (
        isinstance(kind, type)
        and issubclass(kind, Struct)
        and kind.__module__ == module
        and bool(kind.__struct_fields__)
    )


def _fields(kind: type[Struct]) -> str:
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    names = [f"`{field.encode_name}`" + ("" if field.required else "?") for field in info.fields]
    return ", ".join(names)


def _about(kind: type) -> str:
    """Return the docstring of a type in one line."""
    text = " ".join((inspect.getdoc(kind) or "").split())
    return text.replace("``", "`").replace("|", "\\|")


def main() -> int:
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
