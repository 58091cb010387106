"""Write the browser's types of the messages: ``net/types/wire.ts`` from ``server/messages``.

python -m tools.wire_types
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from tilerummy.server import messages
from tilerummy.server.messages import client, server, views

FILE = Path(__file__).parents[1] / "web" / "src" / "net" / "types" / "wire.ts"
HEAD = """\
// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

"""


def source() -> str:
    """Return the text of the file."""
    unions = {"ClientMessage": messages.ClientMessage, "ServerMessage": messages.ServerMessage}
    parts = [
        f"export type {name} =\n"
        + "\n".join(f"  | {member.__name__}" for member in union.__args__)
        + ";\n"
        for name, union in unions.items()
    ]
    return HEAD + "\n".join([*(_interface(struct) for struct in structs()), *parts])


def structs() -> Iterator[type[Struct]]:
    """Yield the types of the wire in the order in which they stand there."""
    for module in (client, views, server):
        for value in vars(module).values():
            if not isinstance(value, type) or not issubclass(value, Struct):
                continue
            if value.__module__ == module.__name__ and value is not messages.Message:
                yield value


def _interface(struct: type[Struct]) -> str:
    told = types.type_info(struct)
    assert isinstance(told, types.StructType)
    doc = inspect.cleandoc(struct.__doc__ or "").splitlines()[0]
    lines = [f"/** {doc} */", f"export interface {struct.__name__} {{"]
    if told.tag_field is not None:
        lines.append(f"  {told.tag_field}: '{told.tag}';")
    may_lack = issubclass(struct, messages.Message) or struct.__struct_config__.omit_defaults
    for field in told.fields:
        unset = not field.required and field.default is field.default_factory is NODEFAULT
        optional = "?" if unset or (may_lack and not field.required) else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type)};")
    return "\n".join([*lines, "}", ""])


def _type(told: types.Type) -> str:
    """Return how TypeScript writes a type."""
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
            return " | ".join(f"'{value}'" for value in sorted(map(str, values)))
        case types.UnionType(types=members):
            return " | ".join(_type(member) for member in members)
        case types.ListType(item_type=item):
            inner = _type(item)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case types.DictType(key_type=key, value_type=value):
            return f"Record<{_type(key)}, {_type(value)}>"
        case types.StructType(cls=struct):
            return struct.__name__
        case types.Metadata(type=inside):
            return _type(inside)
    raise AssertionError(f"nobody has said how {told} is written")


def main() -> None:
    """Write the file, or with ``--check`` say whether it is current."""
    if "--check" in sys.argv[1:]:
        sys.exit(0 if FILE.read_text() == source() else f"{FILE.name} is out of date")
    FILE.write_text(source())


if __name__ == "__main__":
    main()
