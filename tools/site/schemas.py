"""Generates a page for a JSON Schema, with a section and a table of fields per definition."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]


def schema_page(text: str, file: str) -> str:
    """Return a JSON Schema as a Markdown page that links to its *file*."""
    schema = json.loads(text)
    return "\n".join(_lines(schema, file)) + "\n"


def _lines(schema: Schema, file: str) -> Iterator[str]:
    yield f"# {file}\n"
    title = f"{schema['title']}. " if "title" in schema else ""
    yield f"{title}Programs can use [the schema itself]({file}).\n"
    if "anyOf" in schema:
        yield f"It is one of {type_text(schema)}.\n"
    sections = schema.get("$defs", {})
    if "properties" in schema:
        sections = {"The result": schema, **sections}
    for name, section in sections.items():
        yield f"## {name}\n"
        yield f"{section.get('description', '')}\n"
        if section.get("properties"):
            yield from _table(section)
        elif "title" not in section or "anyOf" in section:
            yield f"{type_text(section)}\n"


def _table(section: Schema) -> Iterator[str]:
    yield "| field | type | required |"
    yield "|---|---|---|"
    for name, value in section["properties"].items():
        required = "yes" if name in section.get("required", ()) else ""
        yield f"| `{name}` | {type_text(value)} | {required} |"
    yield ""


def type_text(schema: Schema) -> str:
    """Return the type of a value as Markdown, with links to other definitions.

    >>> type_text({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    'list of integer or null'
    """
    match schema:
        case {"$ref": str(reference)}:
            name = reference.rpartition("/")[2]
            return f"[{name}](#{name.lower()})"
        case {"anyOf": [*choices]} | {"oneOf": [*choices]}:
            return " or ".join(map(type_text, choices))
        case {"enum": [*values]}:
            return " or ".join(f"`{json.dumps(value)}`" for value in values)
        case {"const": value}:
            return f"`{json.dumps(value)}`"
        case {"type": "array", "items": dict(items)}:
            return f"list of {type_text(items)}"
        case {"type": "array", "prefixItems": [*items]}:
            return f"list of {', '.join(map(type_text, items))}"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"object of {type_text(values)}"
        case {"type": [*kinds]}:
            return " or ".join(map(str, kinds))
        case {"type": str(kind), "pattern": str(pattern)}:
            return f"{kind} like `{pattern}`".replace("|", "\\|")
        case {"type": str(kind)}:
            return kind
        case _:
            return "any value"
