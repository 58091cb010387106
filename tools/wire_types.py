"""Writes the web client's types for messages, HTTP and reviews to ``web/src/net/types``.

The files are not committed: only type checking needs them, and ``make web-check`` writes them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, get_args, get_origin, get_type_hints, is_typeddict

from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from tilerummy.records import Json, JsonObject, event_schemas
from tilerummy.review import json_form
from tilerummy.server.messages import client, server, terms, views
from tilerummy.server.messages.bodies import (
    common,
    evenings,
    games,
    guests,
    push,
    puzzles,
    questions,
    rooms,
)

FOLDER = Path(__file__).parents[1] / "web" / "src" / "net" / "types"
HEAD = "// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.\n"

BODIES = (common, guests, push, rooms, games, questions, puzzles, evenings)
"""The modules of HTTP bodies."""

Part = dict[str, str]
"""The text of each type in a file, by name."""


def files() -> dict[Path, str]:
    """Return the text of every file by path."""
    parts: dict[str, Part] = {
        "events": _events(),
        "views": _interfaces(views),
        "client": _interfaces(terms)
        | _interfaces(client)
        | {"ClientMessage": _union(client.ClientMessage)},
        "server": _interfaces(server) | {"ServerMessage": _union(server.ServerMessage)},
        "http": {name: text for m in BODIES for name, text in _interfaces(m).items()},
        "review": _review(),
    }
    found = {f"{name}.ts": _file(name, parts) for name in parts}
    sockets = [name for name in parts if name not in ("http", "review")]
    found["index.ts"] = f"{HEAD}\n/** The types of the messages on the socket. */\n\n" + "".join(
        f"export type * from './{name}';\n" for name in sockets
    )
    return {FOLDER / name: text for name, text in found.items()}


def _file(name: str, parts: dict[str, Part]) -> str:
    body = "\n".join(parts[name].values())
    used = set(re.findall(r"\b[A-Z]\w+", re.sub(r"/\*\*.*?\*/|'[^']*'", "", body)))
    imports = [
        f"import type {{ {', '.join(wanted)} }} from './{other}';\n"
        for other, defined in parts.items()
        if other != name and (wanted := sorted(used & {*defined} - {*parts[name]}))
    ]
    return "\n".join([HEAD, *(["".join(imports)] if imports else []), body])


def structs() -> Iterator[type[Struct]]:
    """Yield the types of socket messages in source order."""
    for module in (terms, client, views, server):
        yield from _structs_of(module)


def _structs_of(module: ModuleType) -> Iterator[type[Struct]]:
    for value in vars(module).values():
        if not isinstance(value, type) or not issubclass(value, Struct):
            continue
        if value.__module__.startswith(module.__name__) and value not in (
            client.Message,
            common.RequestBody,
        ):
            yield value


def _interfaces(module: ModuleType) -> Part:
    return {struct.__name__: _interface(struct) for struct in _structs_of(module)}


def _interface(struct: type[Struct]) -> str:
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    lines = [f"/** {_first_line(struct)} */", f"export interface {struct.__name__} {{"]
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: '{info.tag}';")
    sent = issubclass(struct, client.Message | common.RequestBody | terms.Terms)
    may_lack = sent or struct.__struct_config__.omit_defaults
    for field in info.fields:
        unset = not field.required and field.default is field.default_factory is NODEFAULT
        optional = "?" if unset or (may_lack and not field.required) else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type)};")
    return "\n".join([*lines, "}", ""])


def _review() -> Part:
    """Return the types of a review's JSON form, which the server defines."""
    kinds = [kind for kind in vars(json_form).values() if is_typeddict(kind)]
    return {_form_name(kind): _form(kind) for kind in kinds}


def _form(kind: type) -> str:
    info = types.type_info(kind)
    assert isinstance(info, types.TypedDictType)
    hints: dict[str, Any] = get_type_hints(kind, include_extras=True)
    lines = [f"/** {_first_line(kind)} */", f"export interface {_form_name(kind)} {{"]
    fields = {field.name: field for field in info.fields}
    for name, hint in hints.items():
        field = fields[name]
        # an annotation gives the message type of a list's items
        inside = hint if field.required else get_args(hint)[0]
        told = (
            f"{inside.__metadata__[0]}[]" if get_origin(inside) is Annotated else _type(field.type)
        )
        lines.append(f"  {name}{'' if field.required else '?'}: {told};")
    return "\n".join([*lines, "}", ""])


def _form_name(kind: type) -> str:
    return kind.__name__.removesuffix("Json")


def _first_line(kind: type) -> str:
    return inspect.cleandoc(kind.__doc__ or "").splitlines()[0]


def _union(union: object) -> str:
    name = "ClientMessage" if union is client.ClientMessage else "ServerMessage"
    return f"export type {name} =\n{_members(kind.__name__ for kind in get_args(union))};\n"


def _members(names: Iterator[str]) -> str:
    return "\n".join(f"  | {name}" for name in names)


def _type(told: types.Type) -> str:
    """Return a type in TypeScript."""
    match told:
        case types.StrType():
            return "string"
        case types.IntType() | types.FloatType():
            return "number"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.LiteralType(values=values):
            each = sorted(values, key=str)
            return " | ".join(f"'{v}'" if isinstance(v, str) else str(v) for v in each)
        case types.UnionType(types=members):
            return " | ".join(_type(member) for member in members)
        case types.ListType(item_type=item):
            return _list(_type(item))
        case types.DictType(key_type=key, value_type=value):
            return f"Record<{_type(key)}, {_type(value)}>"
        case types.StructType(cls=struct):
            return struct.__name__
        case types.TypedDictType(cls=form):
            return _form_name(form)
        case types.TupleType(item_types=items):
            return f"[{', '.join(map(_type, items))}]"
        case types.EnumType(cls=values):
            return " | ".join(f"'{each.value}'" for each in values)
        case types.Metadata(type=types.RawType(), extra_json_schema={"$ref": str(reference)}):
            return reference.rpartition("/")[2]
        case types.Metadata(type=inside):
            return _type(inside)
    raise AssertionError(f"there is no TypeScript for {told}")


def _list(item: str) -> str:
    return f"({item})[]" if " " in item else f"{item}[]"


def _events() -> Part:
    """Return the types of a round's events, and their union."""
    schemas = event_schemas()
    union = f"/** An event of a round. */\nexport type Event =\n{_members(iter(schemas))};\n"
    return {name: _event(name, schema) for name, schema in schemas.items()} | {"Event": union}


def _event(name: str, schema: JsonObject) -> str:
    about, properties = schema["description"], schema["properties"]
    assert isinstance(about, str)
    assert isinstance(properties, dict)
    fields = [f"  {field}: {_schema_type(kind)};" for field, kind in properties.items()]
    head = [f"/** {about.splitlines()[0]} */", f"export interface {name} {{"]
    return "\n".join([*head, *fields, "}", ""])


def _schema_type(schema: Json) -> str:
    """Return a JSON Schema type in TypeScript."""
    match schema:
        case {"enum": list(values)}:
            return " | ".join(f"'{value}'" for value in values)
        case {"anyOf": list(members)}:
            return " | ".join(map(_schema_type, members))
        case {"type": "array", "items": item}:
            return _list(_schema_type(item))
        case {"type": "integer"}:
            return "number"
        case {"type": str(plain)}:
            return plain
    raise AssertionError(f"there is no TypeScript for {schema}")


def main() -> None:
    """Write the files whose content has changed."""
    FOLDER.mkdir(exist_ok=True)
    for path, text in files().items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


if __name__ == "__main__":
    main()
