"""Reads the fields of a question, and checks their types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar

from tilerummy.melds import Table, table
from tilerummy.protocol.json_lines import QuestionError
from tilerummy.quoting import nearest, quoted
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


QUESTION = (
    "id",
    "note",
    "ruleset",
    "options",
    "players",
    "table",
    "table_tiles",
    "rack",
    "play",
    "opened",
    "opened_this_turn",
    "placed_this_turn",
    "turn",
    "free",
    "free_usable",
    "must_play_jokers",
    "objective",
    "state",
    "action",
    "seat",
    "hand",
    "first_turn",
    "dealt",
    "first_player",
    "score",
)
"""The fields of questions, to the referee and to the solver: the same question can go to both."""

RULESET_NAMES = ("ruleset", "rules", "preset")
"""The names of the field with the ruleset; the first is the one to use."""

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

    All readers raise QuestionError for a field that is missing or invalid. ``read`` holds, by
    field, the notation of what was written in other words than those of the notation.
    """

    data: Mapping[str, object]
    prefix: str = ""
    read: dict[str, str] = field(default_factory=dict)

    def check_names(self, known: Iterable[str]) -> None:
        """Raise QuestionError for a field that is none of the *known* ones, naming the nearest.

        Names that begin with ``x_`` are for the asker.
        """
        for name in self.data:
            if name not in known and name not in RULESET_NAMES and not name.startswith("x_"):
                near = nearest(name, known)
                raise QuestionError(
                    f"there is no field {self.prefix}{quoted(name)[1:-1]}{near or '.'} Known are:"
                    f" {', '.join(known)}"
                )

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
        return QuestionFields(fields, f"{self.prefix}{name}.", self.read)

    def each(self, name: str) -> list[QuestionFields]:
        """Return the members of a list, each as an object with one field of that *name*."""
        return [replace(self, data={name: member}) for member in self._one(name, list, None)]

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
        given = [name for name in RULESET_NAMES if name in self.data]
        if len(given) > 1:
            raise self.error(given[0], f"it is written twice, as {' and as '.join(given)}")
        name = self.text(given[0] if given else "ruleset", default)
        options = self.inner("options", {}).data
        try:
            if len(name) > _LONGEST or not all(isinstance(v, _SIMPLE) for v in options.values()):
                return ruleset(name, options)
            return _ruleset(name, tuple((key, type(v), v) for key, v in options.items()))
        except ValueError as error:
            raise QuestionError(str(error)) from None

    def rack(self, name: str, tiles: TileSet, default: str | None = None) -> Rack:
        """Return tiles, none of them face down, written in a text or each as one of a list."""
        text = _joined(self.data.get(name), " ")
        fields = self if text is None else replace(self, data={name: text})
        read = fields.notation(name, rack, tiles, default)
        if HIDDEN in read:
            raise self.error(name, "every tile must be known here")
        self.note(name, fields.text(name, default), str(read))
        return read

    def table(self, name: str, tiles: TileSet) -> Table:
        """Return a table of melds."""
        text = self.table_text(name)
        read = replace(self, data={name: text}).notation(name, table, tiles)
        self.note(name, text, str(read))
        return read

    def table_text(self, name: str) -> str:
        """Return a table as text; it may be a list of melds, each a text or a list of tiles."""
        value = self.data.get(name)
        if isinstance(value, list):
            melds = [meld if isinstance(meld, str) else _joined(meld, " ") for meld in value]
            if (text := _joined(melds, " / ")) is not None:
                return text
            raise self.error(name, "a list of melds is a list of texts, or of lists of tiles")
        return self.text(name)

    def notation(
        self,
        name: str,
        reader: Callable[[str, TileSet], Value],
        tiles: TileSet,
        default: str | None = None,
    ) -> Value:
        """Return the value that *reader* reads from a text."""
        text = self.text(name, default)
        try:
            return reader(text, tiles)
        except NotationError as error:
            raise self.error(name, error.message) from None

    def note(self, name: str, written: str, meant: str) -> None:
        """Note that the field *name* was read as *meant*, unless *written* has the same words."""
        if Counter(written.split()) != Counter(meant.split()):
            before = f"{self.read[key]} | " if (key := f"{self.prefix}{name}") in self.read else ""
            self.read[key] = before + meant


def _joined(parts: object, mark: str) -> str | None:
    """Return a list of texts as one text, None for anything else."""
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        return None
    return mark.join(parts)
