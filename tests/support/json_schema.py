"""Validates JSON data against a JSON Schema, limited to the keywords in our schemas."""

from __future__ import annotations

from tilerummy.records import Json, JsonObject

_TYPES: dict[Json, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}


def allows(schema: Json, data: Json, root: JsonObject | None = None) -> bool:
    """Return whether *schema*, part of the complete schema *root*, allows *data*."""
    assert isinstance(schema, dict)
    root = schema if root is None else root
    return all(_holds(keyword, schema, data, root) for keyword in schema)


def _holds(keyword: str, schema: JsonObject, data: Json, root: JsonObject) -> bool:
    match keyword, schema[keyword]:
        case "$schema" | "$defs" | "title" | "description", _:
            return True
        case "$ref", str(reference):
            defs = root["$defs"]
            assert isinstance(defs, dict)
            return allows(defs[reference.removeprefix("#/$defs/")], data, root)
        case "anyOf", list(schemas):
            return any(allows(each, data, root) for each in schemas)
        case "enum", list(values):
            return any(data == value and type(data) is type(value) for value in values)
        case "const", value:
            return data == value
        case "type", name:
            return type(data) in _TYPES[name]
        case "minimum", int(least):
            return not isinstance(data, int) or data >= least
        case "minItems", int(least):
            return not isinstance(data, list) or len(data) >= least
        case "maxItems", int(most):
            return not isinstance(data, list) or len(data) <= most
        case "items", item:
            return not isinstance(data, list) or all(allows(item, each, root) for each in data)
        case "required", list(names):
            return not isinstance(data, dict) or all(name in data for name in names)
        case "properties", dict(known):
            return not isinstance(data, dict) or all(
                allows(known[name], value, root) for name, value in data.items() if name in known
            )
        case "additionalProperties", others:
            return not isinstance(data, dict) or all(
                others is not False and allows(others, value, root)
                for name, value in data.items()
                if name not in _known(schema)
            )
    raise AssertionError(f"the keyword {keyword} is not known here")


def _known(schema: JsonObject) -> JsonObject:
    known = schema.get("properties", {})
    assert isinstance(known, dict)
    return known
