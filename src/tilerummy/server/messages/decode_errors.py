"""Error messages for bodies and messages that cannot be decoded, listing the valid alternatives."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec import inspect as types

from tilerummy.message_text import LONGEST

DECODE_ERRORS = (msgspec.DecodeError, RecursionError, UnicodeError)
"""The exceptions that are raised when decoding invalid input."""

_PLACE = re.compile(r"(?P<sentence>.*?)(?: - at `\$\.?(?P<place>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\[[^\]]*\]|\w+")


def describe_decode_error(error: Exception, raw: bytes | str, expected: object) -> str:
    """Return a message that explains *error*, raised when *raw* was decoded as *expected*."""
    try:
        data = msgspec.json.decode(raw)
    except RecursionError:
        return "this is nested too deeply"
    except DECODE_ERRORS as worse:
        return f"this is not JSON: {worse}"
    match = _PLACE.fullmatch(str(error))
    assert match
    place, sentence = (match["place"] or "")[:LONGEST], match["sentence"]
    kind, tag = _kind(expected), data.get("type") if isinstance(data, dict) else None
    for step in _STEP.findall(place):
        kind = _inside(kind, step, tag)
    name = "fields" if "unknown field" in sentence else "values"
    valid = _fields(kind, tag) if name == "fields" else _values(kind)
    where = f"{place}: " if place else ""
    what = sentence if len(sentence) < LONGEST else f"{sentence[:LONGEST]}…"
    return f"{where}{what}; valid {name}: {', '.join(valid)}" if valid else f"{where}{what}"


@lru_cache(maxsize=64)
def _kind(expected: object) -> types.Type:
    return types.type_info(expected)


def _members(kind: types.Type) -> Sequence[types.Type]:
    return kind.types if isinstance(kind, types.UnionType) else (kind,)


def _inside(kind: types.Type, step: str, tag: object) -> types.Type:
    """Return the type of the field *step*, or the type of the items if *step* is ``[0]``.

    If *kind* is a union, *tag* selects its member.
    """
    if not step.startswith("["):
        return _fields(kind, tag).get(step, types.AnyType())
    lists = (each for each in _members(kind) if isinstance(each, types.ListType))
    return next((each.item_type for each in lists), types.AnyType())


def _fields(kind: types.Type, tag: object) -> Mapping[str, types.Type]:
    """Return the types of an object's fields; if *kind* is a union, *tag* selects its member."""
    objects = [each for each in _members(kind) if isinstance(each, types.StructType)]
    fields: dict[str, types.Type] = {}
    for each in objects:
        if each.tag_field is not None:
            fields[each.tag_field] = types.LiteralType(tuple(each.tag for each in objects))
        if len(objects) == 1 or each.tag == tag:
            fields |= {field.encode_name: field.type for field in each.fields}
    return fields


def _values(kind: types.Type) -> list[str]:
    enums = (each for each in _members(kind) if isinstance(each, types.LiteralType))
    return [str(value) for each in enums for value in each.values]
