"""Parses the named fields of a position, using a method for each type of value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from tilerummy.melds import Table, table
from tilerummy.message_text import quoted
from tilerummy.state.notation.spans import TextSpan
from tilerummy.state.rows import read_row
from tilerummy.tiles import NotationError, Tile, TileSet

Member = TypeVar("Member", bound=StrEnum)

_COUNT = re.compile(r"\d{1,6}", re.ASCII)
_SCORE = re.compile(r"-?\d{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a position, by name. If a field is missing, the methods return their *default*.

    All methods raise NotationError with the position of the error in the original text.
    """

    parts: Mapping[str, TextSpan]
    tiles: TileSet

    @classmethod
    def of(cls, parts: Iterable[TextSpan], known: Sequence[str], tiles: TileSet) -> Fields:
        """Parse *parts* as fields. Each part is one of the *known* names followed by a value."""
        found: dict[str, TextSpan] = {}
        for part in parts:
            if not part.text:
                continue
            name, value = part.first_word()
            if name not in known:
                raise part.error(f"there is no field {quoted(name)}; there are {', '.join(known)}")
            if name == "seat":
                number, value = value.first_word()
                name = f"seat {number}"
            if name in found:
                raise part.error(f"{name} is written twice")
            found[name] = value
        return cls(found, tiles)

    def error(self, name: str, message: str) -> NotationError:
        """Return an error for an invalid value of the field *name*."""
        return self.parts[name].error(f"{name}: {message}")

    def inner(self, name: str, known: Sequence[str]) -> Fields:
        """Return the semicolon-separated fields contained in the value of *name*."""
        parts = self.parts[name].split(";") if name in self.parts else []
        return Fields.of(parts, known, self.tiles)

    def table(self, name: str, default: Table) -> Table:
        """Return the value of a field as a table of melds."""
        return self.parts[name].read(table, self.tiles) if name in self.parts else default

    def face(self, name: str) -> Tile | None:
        """Return the value of a field as a face-up tile, or None if the field is missing."""
        part = self.parts.get(name)
        return part.face(self.tiles) if part and part.text else None

    def faces(self, name: str, default: tuple[Tile, ...] = ()) -> tuple[Tile, ...]:
        """Return the value of a field as face-up tiles, in the order written."""
        if name not in self.parts:
            return default
        return self.parts[name].faces(self.tiles)

    def row(self, name: str, default: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Return the value of a field as tiles in order, reading ``?14`` as 14 face-down tiles."""
        if name not in self.parts:
            return default
        return self.parts[name].read(read_row, self.tiles)

    def count(self, name: str, default: int, allowed: range = range(10**6)) -> int:
        """Return the value of a field as one of the *allowed* numbers."""
        if name not in self.parts:
            return default
        match = _COUNT.fullmatch(self.parts[name].text)
        if match is None or int(match[0]) not in allowed:
            raise self.error(name, f"expected a number from {allowed[0]} to {allowed[-1]}")
        return int(match[0])

    def number(self, name: str, default: int | None, allowed: range = range(10**6)) -> int | None:
        """Return a field's number, which must be in the range *allowed*, or None for ``no``."""
        if name in self.parts and self.parts[name].text.lower() == "no":
            return None
        return default if name not in self.parts else self.count(name, 0, allowed)

    def counts(self, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers in a field, which may be negative, in the order written."""
        if name not in self.parts:
            return default
        words = [word.text for word in self.parts[name].words()]
        if not all(map(_SCORE.fullmatch, words)):
            raise self.error(name, "expected numbers")
        return tuple(map(int, words))

    def flag(self, name: str, *, default: bool) -> bool:
        """Return True if the value of a field is ``yes``, and False if it is ``no``."""
        if name not in self.parts:
            return default
        word = self.parts[name].text.lower()
        if word not in ("yes", "no"):
            raise self.error(name, "expected yes or no")
        return word == "yes"


def member(part: TextSpan, kind: type[Member]) -> Member:
    """Return the member of the enumeration *kind* named in *part*."""
    try:
        return kind(part.text.lower())
    except ValueError:
        known = ", ".join(kind)
        raise part.error(f"{quoted(part.text)} is unknown; expected one of {known}") from None
