"""Reads the fields of a question, and checks their types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from tilerummy.melds import Table, table
from tilerummy.protocol.json_lines import QuestionError
from tilerummy.rules import Ruleset, ruleset
from tilerummy.tiles import HIDDEN, NotationError, Rack, TileSet, rack

Value = TypeVar("Value")
Kind = TypeVar("Kind")

_KINDS = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a fraction",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


_SIMPLE = (str, int)  # and true and false
_LONGEST = 200


@lru_cache(maxsize=256)
def _ruleset(name: str, options: tuple[tuple[str, type, object], ...]) -> Ruleset:
    """Return the ruleset from a cache.

    The types of the options are part of the key, since true and 1 are equal.
    """
    return ruleset(name, {option: value for option, _, value in options})


@dataclass(frozen=True, slots=True)
class QuestionFields:
    """The fields of a JSON object; a reader returns *default* where a field was left out.

    All readers raise QuestionError for a field that is missing or invalid.
    """

    data: Mapping[str, object]
    prefix: str = ""

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def error(self, name: str, message: str) -> QuestionError:
        """Return the error that the field *name* is wrong."""
        return QuestionError(f"{self.prefix}{name}: {message}")

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text."""
        return self._one(name, str, default)

    def flag(self, name: str, *, default: bool | None = None) -> bool:
        """Return a truth value."""
        return self._one(name, bool, default)

    def number(self, name: str, allowed: range, default: int | None = None) -> int:
        """Return one of the *allowed* numbers."""
        value = self._one(name, int, default)
        if value not in allowed:
            raise self.error(name, f"it is a number from {allowed[0]} to {allowed[-1]}")
        return value

    def number_or_null(self, name: str, allowed: range) -> int | None:
        """Return one of the *allowed* numbers, None for null."""
        if name in self.data and self.data[name] is None:
            return None
        return self.number(name, allowed)

    def inner(self, name: str, default: Mapping[str, object] | None = None) -> QuestionFields:
        """Return the fields of an object in this object."""
        fields = self._one(name, dict, None if default is None else dict(default))
        return QuestionFields(fields, f"{self.prefix}{name}.")

    def each(self, name: str) -> list[QuestionFields]:
        """Return the members of a list, each as an object with one field of that *name*."""
        return [
            QuestionFields({name: member}, self.prefix) for member in self._one(name, list, None)
        ]

    def _one(self, name: str, kind: type[Kind], default: Kind | None) -> Kind:
        if name not in self.data:
            if default is None:
                raise QuestionError(f"{self.prefix}{name} is missing; it is {_KINDS[kind]}")
            return default
        value = self.data[name]
        if type(value) is not kind:
            raise self.error(name, f"it is {_KINDS[kind]}, not {_KINDS[type(value)]}")
        return value

    def ruleset(self, default: str = "sabra") -> Ruleset:
        """Return the ruleset that ``ruleset`` and ``options`` name."""
        name, options = self.text("ruleset", default), self.inner("options", {}).data
        try:
            if len(name) > _LONGEST or not all(isinstance(v, _SIMPLE) for v in options.values()):
                return ruleset(name, options)
            return _ruleset(name, tuple((key, type(v), v) for key, v in options.items()))
        except ValueError as error:
            raise QuestionError(str(error)) from None

    def rack(self, name: str, tiles: TileSet, default: str | None = None) -> Rack:
        """Return tiles, none of them face down."""
        read = self.notation(name, rack, tiles, default)
        if HIDDEN in read:
            raise self.error(name, "every tile must be known here")
        return read

    def table(self, name: str, tiles: TileSet) -> Table:
        """Return a table of melds."""
        return self.notation(name, table, tiles)

    def notation(
        self,
        name: str,
        reader: Callable[[str, TileSet], Value],
        tiles: TileSet,
        default: str | None = None,
    ) -> Value:
        """Return the value that *reader* reads from a text."""
        try:
            return reader(self.text(name, default), tiles)
        except NotationError as error:
            raise self.error(name, error.message) from None
