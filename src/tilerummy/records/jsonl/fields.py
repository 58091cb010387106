"""Strict readers for JSON data, whose errors contain the path to the invalid value.

A reader is a function that takes data and a :class:`Setting` and returns a value. The path to an
error in a list or an object is built only while the error propagates, so paths cause no overhead
when valid data is read.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection
from difflib import get_close_matches
from enum import StrEnum
from typing import NamedTuple, TypeAlias, TypeVar

from tilerummy.melds import Pile, Table, melds_and_piles, table
from tilerummy.tiles import STANDARD, NotationError, Rack, Tile, TileSet, rack, tile, tile_list

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""JSON data."""

JsonObject: TypeAlias = "dict[str, Json]"
"""A JSON object."""

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

_NAME = re.compile(r"[\w.-]{1,40}")


class DecodeError(ValueError):
    """Invalid JSON data. ``path`` is its location, and ``message`` explains the error."""

    def __init__(self, path: str, message: str) -> None:
        self.path, self.message = path, message
        super().__init__(f"{path}: {message}")

    def __reduce__(self) -> tuple[type[DecodeError], tuple[str, str]]:
        return type(self), (self.path, self.message)

    def inside(self, step: str | int) -> DecodeError:
        """Return this error with *step* prepended to its path: the field or index it is in."""
        if isinstance(step, int):
            place = f"[{step}]"
        else:
            place = f".{step}" if _NAME.fullmatch(step) else f"[{step[:40]!r}]"
        return self.under(place)

    def under(self, path: str) -> DecodeError:
        """Return this error with *path* prepended to the path it already has."""
        return DecodeError(path + self.path, self.message)


class Setting(NamedTuple):
    """The tile set and the number of seats, which readers need to read values."""

    tiles: TileSet = STANDARD
    seats: int = 4


Reader: TypeAlias = Callable[[Json, Setting], T]
"""Reads a value from JSON data. Raises DecodeError with a path that is relative to the data."""


def shown(data: Json) -> str:
    """Return *data* as abbreviated text, for an error message."""
    match data:
        case dict():
            return "an object"
        case list():
            return "a list"
        case None:
            return "null"
        case bool():
            return str(data).lower()
        case str():
            return repr(data if len(data) <= 40 else f"{data[:40]}…")
        case _:
            return f"{data}"[:40]


def check_fields(data: JsonObject, required: Collection[str], optional: Collection[str]) -> None:
    """Raise DecodeError if a *required* field of an object is missing, or if a field is unknown."""
    known = (*required, *optional)
    for name in data:
        if name not in known:
            near = get_close_matches(name[:40], known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
            raise DecodeError("", f"there is no field {name[:40]!r} here; {hint}")
    for name in required:
        if name not in data:
            raise DecodeError("", f"the field {name!r} is missing")


def at(name: str, read: Reader[T], data: Json, setting: Setting) -> T:
    """Read *data* from the field called *name*, and add *name* to the path of any error."""
    try:
        return read(data, setting)
    except DecodeError as error:
        raise error.inside(name) from None


def tag(data: JsonObject, known: Collection[str]) -> str:
    """Return the ``type`` of an object, and check that it is one of *known*."""
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in known:
        what = f"there is no type {shown(kind)}" if "type" in data else "the type is missing"
        raise DecodeError("", f"{what}; known are {', '.join(known)}")
    return kind


def mapping(data: Json, _: Setting) -> JsonObject:
    """Read an object with any fields."""
    if not isinstance(data, dict):
        raise DecodeError("", f"expected an object, not {shown(data)}")
    return data


def text(data: Json, _: Setting) -> str:
    """Read a string."""
    if not isinstance(data, str):
        raise DecodeError("", f"expected text, not {shown(data)}")
    return data


def number(data: Json, _: Setting) -> int:
    """Read an integer."""
    if isinstance(data, bool) or not isinstance(data, int):
        raise DecodeError("", f"expected an integer, not {shown(data)}")
    return data


def truth(data: Json, _: Setting) -> bool:
    """Read true or false."""
    if not isinstance(data, bool):
        raise DecodeError("", f"expected true or false, not {shown(data)}")
    return data


def seat_number(data: Json, setting: Setting) -> int:
    """Read a seat number."""
    seat = number(data, setting)
    if not 0 <= seat < setting.seats:
        raise DecodeError("", f"expected a seat from 0 to {setting.seats - 1}, not {shown(data)}")
    return seat


def count(data: Json, setting: Setting) -> int:
    """Read the number of facts in a deal or a command, which must be at least 1."""
    found = number(data, setting)
    if found < 1:
        raise DecodeError("", "expected at least one fact")
    return min(found, sys.maxsize)


def option_value(data: Json, _: Setting) -> int | str:
    """Read an option value: a string, an integer or a boolean."""
    if not isinstance(data, int | str):
        raise DecodeError("", f"expected a value, not {shown(data)}")
    return data


def hexadecimal(data: Json, setting: Setting) -> bytes:
    """Read bytes written as hexadecimal digits."""
    digits = text(data, setting)
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise DecodeError("", f"expected hexadecimal digits, not {shown(data)}") from None


def _notation(read: Callable[[str, TileSet], T]) -> Reader[T]:
    """Return a reader for a string in notation, which *read* parses."""

    def read_text(data: Json, setting: Setting) -> T:
        try:
            return read(text(data, setting), setting.tiles)
        except NotationError as error:
            raise DecodeError("", error.message) from None

    return read_text


one_tile: Reader[Tile] = _notation(tile)
"""Read one tile."""
tile_row: Reader[tuple[Tile, ...]] = _notation(tile_list)
"""Read tiles whose order matters."""
one_rack: Reader[Rack] = _notation(rack)
"""Read tiles whose order is irrelevant."""
whole_table: Reader[Table] = _notation(table)
"""Read melds whose order is irrelevant."""
table_and_piles: Reader[tuple[Table, tuple[Pile, ...]]] = _notation(melds_and_piles)
"""Read melds whose order is irrelevant and, separately, the piles that are not melds."""


def choice(kind: type[E]) -> Reader[E]:
    """Return a reader for an enumeration."""
    known = {value.value: value for value in kind}

    def read(data: Json, _: Setting) -> E:
        found = known.get(data) if isinstance(data, str) else None
        if found is None:
            raise DecodeError("", f"expected {' or '.join(kind)}, not {shown(data)}")
        return found

    return read


def optional(read: Reader[T]) -> Reader[T | None]:
    """Return a reader that also accepts null."""
    return lambda data, setting: None if data is None else read(data, setting)


def each(read: Reader[T]) -> Reader[tuple[T, ...]]:
    """Return a reader for a list of values."""

    def read_all(data: Json, setting: Setting) -> tuple[T, ...]:
        if not isinstance(data, list):
            raise DecodeError("", f"expected a list, not {shown(data)}")
        found: list[T] = []
        try:
            for item in data:
                found.append(read(item, setting))  # noqa: PERF401  an error needs their number
        except DecodeError as error:
            raise error.inside(len(found)) from None
        return tuple(found)

    return read_all


def each_named(read: Reader[T]) -> Reader[dict[str, T]]:
    """Return a reader for an object with arbitrary field names and values of one type."""
    return lambda data, setting: {
        name: at(name, read, item, setting) for name, item in mapping(data, setting).items()
    }


def by_seat(read: Reader[T]) -> Reader[tuple[T, ...]]:
    """Return a reader for a list with one item per seat."""
    read_all = each(read)

    def read_seats(data: Json, setting: Setting) -> tuple[T, ...]:
        _check_length(data, setting.seats)
        return read_all(data, setting)

    return read_seats


def by_seat_or_none(read: Reader[T]) -> Reader[tuple[T, ...]]:
    """Return a reader for a list with one item per seat, or an empty list."""
    read_seats = by_seat(read)
    return lambda data, setting: () if data == [] else read_seats(data, setting)


def _check_length(data: Json, expected: int) -> None:
    if isinstance(data, list) and len(data) != expected:
        raise DecodeError("", f"expected a list of {expected}, not of {len(data)}")


def handful_sizes(data: Json, setting: Setting) -> tuple[tuple[int, int], ...]:
    """Read the sizes of each seat's two handfuls of tiles, or an empty list."""
    return by_seat_or_none(_two_numbers)(data, setting)


def _two_numbers(data: Json, setting: Setting) -> tuple[int, int]:
    _check_length(data, 2)
    first, second = each(number)(data, setting)
    return first, second
