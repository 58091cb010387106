"""The fields of a question, each read as what it has to be."""

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
    """Return the ruleset; one that many questions name is put together and checked once.

    The types of the options are given, as true and 1 are equal.
    """
    return ruleset(name, {option: value for option, _, value in options})


@dataclass(frozen=True, slots=True)
class Asked:
    """The fields of a JSON object; a reader returns *usual* where a field was left out.

    All readers raise QuestionError for a field that is lacking or is not what it has to be.
    """

    fields: Mapping[str, object]
    prefix: str = ""

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    def error(self, name: str, message: str) -> QuestionError:
        """Return the error that the field *name* is wrong."""
        return QuestionError(f"{self.prefix}{name}: {message}")

    def text(self, name: str, usual: str | None = None) -> str:
        """Return a text."""
        return self._one(name, str, usual)

    def flag(self, name: str, *, usual: bool | None = None) -> bool:
        """Return a truth value."""
        return self._one(name, bool, usual)

    def number(self, name: str, allowed: range, usual: int | None = None) -> int:
        """Return one of the *allowed* numbers."""
        value = self._one(name, int, usual)
        if value not in allowed:
            raise self.error(name, f"it is a number from {allowed[0]} to {allowed[-1]}")
        return value

    def number_or_null(self, name: str, allowed: range) -> int | None:
        """Return one of the *allowed* numbers, None for null."""
        if name in self.fields and self.fields[name] is None:
            return None
        return self.number(name, allowed)

    def inner(self, name: str, usual: Mapping[str, object] | None = None) -> Asked:
        """Return the fields of an object in this object."""
        fields = self._one(name, dict, None if usual is None else dict(usual))
        return Asked(fields, f"{self.prefix}{name}.")

    def each(self, name: str) -> list[Asked]:
        """Return the members of a list, each as an object with it as the field of that *name*."""
        return [Asked({name: member}, self.prefix) for member in self._one(name, list, None)]

    def _one(self, name: str, kind: type[Kind], usual: Kind | None) -> Kind:
        if name not in self.fields:
            if usual is None:
                raise QuestionError(f"{self.prefix}{name} is missing; it is {_KINDS[kind]}")
            return usual
        value = self.fields[name]
        if type(value) is not kind:
            raise self.error(name, f"it is {_KINDS[kind]}, not {_KINDS[type(value)]}")
        return value

    def ruleset(self, usual: str = "sabra") -> Ruleset:
        """Return the ruleset that ``ruleset`` and ``options`` name."""
        name, options = self.text("ruleset", usual), self.inner("options", {}).fields
        try:
            if len(name) > _LONGEST or not all(isinstance(v, _SIMPLE) for v in options.values()):
                return ruleset(name, options)
            return _ruleset(name, tuple((key, type(v), v) for key, v in options.items()))
        except ValueError as error:
            raise QuestionError(str(error)) from None

    def rack(self, name: str, tiles: TileSet, usual: str | None = None) -> Rack:
        """Return tiles that all are known."""
        read = self.notation(name, rack, tiles, usual)
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
        usual: str | None = None,
    ) -> Value:
        """Return what *reader* makes of a text."""
        try:
            return reader(self.text(name, usual), tiles)
        except NotationError as error:
            raise self.error(name, error.message) from None
