"""Write what of the protocol's documents is generated from its types.

python -m tools.protocol
"""

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
from tools.wire_types import structs

from tilerummy.server import messages
from tilerummy.server.app import ENDPOINTS
from tilerummy.server.http.endpoint import AnyEndpoint, PlainText
from tilerummy.server.http.openapi import message_schema, openapi
from tilerummy.server.messages import bodies
from tilerummy.server.messages.bodies import EmptyBody

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "protocol.md"


def files() -> dict[Path, str]:
    """Return the text of every document by its path."""
    return {
        DOCS / "openapi.json": _json(openapi(ENDPOINTS)),
        DOCS / "messages.schema.json": _json(message_schema()),
        PAGE: page(PAGE.read_text(encoding="utf-8")),
    }


def _json(told: object) -> str:
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def page(text: str) -> str:
    """Return the page with all that stands between its marks written again."""
    parts = {
        "doors": _doors(),
        "client": _messages(messages.ClientMessage),
        "server": _messages(messages.ServerMessage),
        "parts": _parts(),
        "bodies": _bodies(),
    }
    for name, lines in parts.items():
        mark = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        found = mark.search(text)
        assert found, f"the page has no mark {name}"
        body = "\n".join((found[1], *lines, "", found[2]))
        text = text[: found.start()] + body + text[found.end() :]
    return text


def _doors() -> Iterator[str]:
    yield "| door | takes | gives | |"
    yield "|---|---|---|---|"
    for door in ENDPOINTS:
        yield f"| `{door.method} {door.path}` | {_takes(door)} | {_gives(door)} | {door.about} |"


def _takes(door: AnyEndpoint) -> str:
    takes = [] if door.body is EmptyBody else [f"`{door.body.__name__}`"]
    takes += [f"`?{name}=`" for name in door.query]
    return ", ".join(takes)


def _gives(door: AnyEndpoint) -> str:
    return "text" if door.answer is PlainText else f"`{door.answer.__name__}`"


def _messages(union: object) -> Iterator[str]:
    yield "| `type` | fields | |"
    yield "|---|---|---|"
    for kind in get_args(union):
        yield f"| `{kind.__struct_config__.tag}` | {_fields(kind)} | {_about(kind)} |"


def _parts() -> Iterator[str]:
    """Yield the types that are parts of messages."""
    whole = {*get_args(messages.ClientMessage), *get_args(messages.ServerMessage)}
    yield "| type | fields | |"
    yield "|---|---|---|"
    for kind in structs():
        if kind not in whole:
            yield f"| `{kind.__name__}` | {_fields(kind)} | {_about(kind)} |"


def _bodies() -> Iterator[str]:
    """Yield what goes over HTTP: bodies, answers, and what is in them."""
    yield "| type | fields | |"
    yield "|---|---|---|"
    for kind in vars(bodies).values():
        if _is_told(kind):
            yield f"| `{kind.__name__}` | {_fields(kind)} | {_about(kind)} |"


def _is_told(kind: object) -> bool:
    """Return whether the page lists a name of the HTTP types: no base, and nothing empty."""
    return (
        isinstance(kind, type)
        and issubclass(kind, Struct)
        and kind.__module__ == bodies.__name__
        and bool(kind.__struct_fields__)
    )


def _fields(kind: type[Struct]) -> str:
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    names = [f"`{field.encode_name}`" + ("" if field.required else "?") for field in info.fields]
    return ", ".join(names)


def _about(kind: type) -> str:
    """Return what a type is for: its docstring in one line."""
    text = " ".join((inspect.getdoc(kind) or "").split())
    return text.replace("``", "`").replace("|", "\\|")


def main() -> int:
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
