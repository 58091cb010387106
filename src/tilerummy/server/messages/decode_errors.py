"""Decode errors in words: what is wrong with a body or message, and what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec import inspect as types

from tilerummy.quoting import LONGEST, quoted

DECODE_ERRORS = (msgspec.DecodeError, RecursionError, UnicodeError)
"""The exceptions of decoding invalid input."""

_PLACE = re.compile(r"(?P<sentence>.*?)(?: - at `\$\.?(?P<place>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\[[^\]]*\]|\w+")
_FIELD = re.compile(
    r"Object (?P<what>contains unknown|missing required) field `(?P<name>.*)`", re.DOTALL
)
_BYTE = re.compile(r"\(byte (\d+)\)")


def describe_decode_error(error: Exception, raw: bytes | str, expected: object) -> str:
    """Return a sentence about *raw*, which is not of the type *expected*, as *error* says."""
    try:
        data = msgspec.json.decode(raw)
    except DECODE_ERRORS as worse:
        return _no_json(worse)
    found = _PLACE.fullmatch(str(error))
    assert found
    place = (found["place"] or "")[:LONGEST]
    kind = _kind(expected)
    tag = data.get("type") if isinstance(data, dict) else None
    for step in _STEP.findall(place):
        kind = _inside(kind, step, tag)
    where = f"{place}: " if place else ""
    field = _FIELD.fullmatch(found["sentence"])
    if field is None:
        return f"{where}it is {_allowed(kind)}"
    name, fields = field["name"], _fields(kind, tag)
    if field["what"] == "contains unknown":
        known = f"known are {', '.join(fields)}" if fields else "there are none here"
        return f"{where}there is no field {quoted(name)}; {known}"
    return f"{where}the field {name} is missing; it is {_allowed(fields[name])}"


def _no_json(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "this is nested too deeply"
    if isinstance(error, UnicodeError):
        return "this is not UTF-8"
    byte = _BYTE.search(str(error))
    return f"this is not JSON{f' near byte {byte[1]}' if byte else ', or only its beginning'}"


@lru_cache(maxsize=64)
def _kind(expected: object) -> types.Type:
    return types.type_info(expected)


def _members(kind: types.Type) -> Sequence[types.Type]:
    return kind.types if isinstance(kind, types.UnionType) else (kind,)


def _inside(kind: types.Type, step: str, tag: object) -> types.Type:
    """Return the type of a field, or for ``[0]`` of a member of a list."""
    if not step.startswith("["):
        return _fields(kind, tag).get(step, types.AnyType())
    lists = (each for each in _members(kind) if isinstance(each, types.ListType))
    return next((each.item_type for each in lists), types.AnyType())


def _fields(kind: types.Type, tag: object) -> Mapping[str, types.Type]:
    """Return the types of an object's fields; of several objects, of the one with the *tag*."""
    objects = [each for each in _members(kind) if isinstance(each, types.StructType)]
    fields: dict[str, types.Type] = {}
    for each in objects:
        if each.tag_field is not None:
            fields[each.tag_field] = types.LiteralType(tuple(each.tag for each in objects))
        if len(objects) == 1 or each.tag == tag:
            fields |= {field.encode_name: field.type for field in each.fields}
    return fields


def _allowed(kind: types.Type) -> str:
    """Return what a value of that type may be."""
    match kind:
        case types.UnionType(types=choices) if all(_fields(each, None) for each in choices):
            return "an object with a type"
        case types.UnionType():
            return _either(dict.fromkeys(map(_allowed, kind.types)))
        case types.LiteralType(values=values):
            return _either(map(str, values))
        case types.IntType(ge=least, le=most):
            return f"a whole number{_span(least, most, 'from ')}"
        case types.StrType(min_length=least, max_length=most, pattern=pattern):
            matching = f" that matches {pattern}" if pattern else ""
            return f"a text{_span(least, most, 'of ', ' characters')}{matching}"
        case types.ListType(min_length=least, max_length=most):
            return f"a list{_span(least, most, 'of ', ' members')}"
        case types.BoolType():
            return "true or false"
        case types.NoneType():
            return "null"
        case types.StructType():
            return f"an object with {', '.join(_fields(kind, None)) or 'nothing in it'}"
    return "an object"


def _either(choices: Iterable[str]) -> str:
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def _span(least: int | None, most: int | None, word: str, unit: str = "") -> str:
    if least is None and most is None:
        return ""
    if most is None:
        return f" {word}at least {least}{unit}"
    return f" {word}{f'{least} to' if least is not None else 'up to'} {most}{unit}"
