"""Field reader: reads JSON data strictly; every error names the path in the data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING
from dataclasses import fields as fields_of
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from typing import NamedTuple, TypeAlias, TypeVar, cast

from tilerummy.melds import Pile, Table, melds_and_piles, table
from tilerummy.tiles import STANDARD, NotationError, Rack, Tile, TileSet, rack, tile, tile_list

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""Data that JSON can write."""

JsonObject: TypeAlias = "dict[str, Json]"
"""An object of JSON data."""

T = TypeVar("T")
D = TypeVar("D")
E = TypeVar("E", bound=StrEnum)

_NAME = re.compile(r"[\w.-]{1,40}")


class DecodeError(ValueError):
    """JSON data that is not as expected; ``path`` says where, ``message`` why."""

    def __init__(self, path: str, message: str) -> None:
        self.path, self.message = path, message
        super().__init__(f"{path}: {message}")

    def __reduce__(self) -> tuple[type[DecodeError], tuple[str, str]]:
        return type(self), (self.path, self.message)


class ReadContext:
    """The path that is being read, the tile set, and the number of seats."""

    __slots__ = ("_around", "_step", "seats", "tiles")

    def __init__(
        self,
        path: str | int = "$",
        tiles: TileSet = STANDARD,
        seats: int = 4,
        around: ReadContext | None = None,
    ) -> None:
        self._step, self.tiles, self.seats, self._around = path, tiles, seats, around

    @property
    def path(self) -> str:
        """The path in the data, as text; it is made when it is asked for, which is seldom."""
        step = self._step
        if self._around is None:
            return str(step)
        if isinstance(step, int):
            return f"{self._around.path}[{step}]"
        return self._around.path + (f".{step}" if _NAME.fullmatch(step) else f"[{step[:40]!r}]")

    def inside(self, step: str | int) -> ReadContext:
        """Return the context one *step* further in: a field's name, or an item's number."""
        return ReadContext(step, self.tiles, self.seats, self)

    def error(self, message: str) -> DecodeError:
        """Return an error at this path."""
        return DecodeError(self.path, message)


Reader: TypeAlias = Callable[[Json, ReadContext], T]
"""A function from JSON data and its context to a value; it raises DecodeError."""


def shown(data: Json) -> str:
    """Return *data* in a few characters, for an error message."""
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


class FieldReader:
    """The fields of an object, none of them unknown."""

    __slots__ = ("data", "place")

    def __init__(self, data: JsonObject, place: ReadContext) -> None:
        self.data, self.place = data, place

    def __call__(self, name: str, read: Reader[T]) -> T:
        """Return the value of the field *name*."""
        return read(self.data[name], self.place.inside(name))

    def get(self, name: str, read: Reader[T], default: D) -> T | D:
        """Return the value of the field *name*, or *default* where it was left out."""
        return self(name, read) if name in self.data else default


def known_fields(
    data: Json, required: tuple[str, ...], optional: tuple[str, ...], place: ReadContext
) -> FieldReader:
    """Return the fields of an object that has all *required* ones and no unknown one."""
    if not isinstance(data, dict):
        raise place.error(f"expected an object, not {shown(data)}")
    known = (*required, *optional)
    for name in data:
        if name not in known:
            raise place.error(f"there is no field {name[:40]!r} here{_near(name[:40], known)}")
    for name in required:
        if name not in data:
            raise place.error(f"the field {name!r} is missing")
    return FieldReader(data, place)


def fields(data: Json, kind: type, place: ReadContext) -> FieldReader:
    """Return the fields of a dataclass, beside its tag; those with a default may be left out."""
    names = _names_of(kind)
    if isinstance(data, dict) and data.keys() == names.all:  # as they are written
        return FieldReader(data, place)
    return known_fields(data, names.required, names.optional, place)


class _Names(NamedTuple):
    """The names of the fields of a dataclass, and of the tag."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
    all: frozenset[str]


@cache
def _names_of(kind: type) -> _Names:
    bare = ("type", *(f.name for f in fields_of(kind) if f.default is MISSING))
    others = tuple(f.name for f in fields_of(kind) if f.default is not MISSING)
    return _Names(bare, others, frozenset((*bare, *others)))


def tag(data: Json, known: tuple[str, ...], place: ReadContext) -> str:
    """Return the ``type`` of an object, one of those *known*."""
    if not isinstance(data, dict):
        raise place.error(f"expected an object, not {shown(data)}")
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in known:
        what = f"there is no type {shown(kind)}" if "type" in data else "the type is missing"
        raise place.error(f"{what}; known are {', '.join(known)}")
    return kind


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"


def text(data: Json, place: ReadContext) -> str:
    """Read a string."""
    if not isinstance(data, str):
        raise place.error(f"expected text, not {shown(data)}")
    return data


def number(data: Json, place: ReadContext) -> int:
    """Read a whole number."""
    if isinstance(data, bool) or not isinstance(data, int):
        raise place.error(f"expected a whole number, not {shown(data)}")
    return data


def seat_number(data: Json, place: ReadContext) -> int:
    """Read the number of a seat."""
    seat = number(data, place)
    if not 0 <= seat < place.seats:
        raise place.error(f"expected a seat from 0 to {place.seats - 1}, not {shown(data)}")
    return seat


def one_tile(data: Json, place: ReadContext) -> Tile:
    """Read one tile."""
    return _notation(tile, data, place)


def tile_row(data: Json, place: ReadContext) -> tuple[Tile, ...]:
    """Read tiles whose order matters."""
    return _notation(tile_list, data, place)


def one_rack(data: Json, place: ReadContext) -> Rack:
    """Read tiles in no order."""
    return _notation(rack, data, place)


def whole_table(data: Json, place: ReadContext) -> Table:
    """Read melds in no order."""
    return _notation(table, data, place)


def table_and_piles(data: Json, place: ReadContext) -> tuple[Table, tuple[Pile, ...]]:
    """Read melds in no order, and apart from them the tiles that are no meld."""
    return _notation(melds_and_piles, data, place)


def _notation(read: Callable[[str, TileSet], T], data: Json, place: ReadContext) -> T:
    try:
        return read(text(data, place), place.tiles)
    except NotationError as error:
        raise place.error(error.message) from None


def choice(kind: type[E]) -> Reader[E]:
    """Return the reader of one of the values of an enumeration."""
    return cast("Reader[E]", _choice(kind))


@cache
def _choice(kind: type[StrEnum]) -> Reader[StrEnum]:
    known = {value.value: value for value in kind}

    def read(data: Json, place: ReadContext) -> StrEnum:
        found = known.get(data) if isinstance(data, str) else None
        if found is None:
            raise place.error(f"expected {' or '.join(kind)}, not {shown(data)}")
        return found

    return read


def optional(read: Reader[T]) -> Reader[T | None]:
    """Return a reader that also accepts null."""
    return lambda data, place: None if data is None else read(data, place)


def each(read: Reader[T], *, of: int | None = None) -> Reader[tuple[T, ...]]:
    """Return the reader of a list; *of* is how many items it must have, if given."""

    def read_all(data: Json, place: ReadContext) -> tuple[T, ...]:
        if not isinstance(data, list):
            raise place.error(f"expected a list, not {shown(data)}")
        if of is not None and len(data) != of:
            raise place.error(f"expected a list of {of}, not of {len(data)}")
        return tuple(read(item, place.inside(i)) for i, item in enumerate(data))

    return read_all


def mapping(data: Json, place: ReadContext) -> Mapping[str, Json]:
    """Read an object with any fields."""
    if not isinstance(data, dict):
        raise place.error(f"expected an object, not {shown(data)}")
    return data
