"""Reads and checks the fields of a question, and builds the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar

from tilerummy.melds import Table, table
from tilerummy.message_text import nearest, quoted
from tilerummy.protocol.json_lines import Answer, QuestionError
from tilerummy.rules import Ruleset, problems, ruleset
from tilerummy.rules.judging.problems import Flaw, FlawCode
from tilerummy.rules.ruleset import PLAYERS
from tilerummy.state import Phase, Seat, Source, State, TurnStart
from tilerummy.tiles import HIDDEN, NotationError, Rack, TileSet, rack

Value = TypeVar("Value")
Kind = TypeVar("Kind")

_KINDS = {
    str: "a string",
    bool: "true or false",
    int: "an integer",
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
    "arrangements",
    "rack",
    "play",
    "opened",
    "opened_this_turn",
    "placed_this_turn",
    "turn",
    "cite",
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
"""All fields that a question may have. The referee and the solver accept the same questions."""

RULESET_NAMES = ("ruleset", "rules", "preset")
"""The accepted names of the ruleset field, starting with the preferred one."""

_SIMPLE = (str, int)  # includes booleans
_LONGEST = 200


@lru_cache(maxsize=256)
def _ruleset(name: str, options: tuple[tuple[str, type, object], ...]) -> Ruleset:
    """Return the ruleset with the given name and options, using a cache.

    The types of the option values are part of the cache key, because True equals 1.
    """
    return ruleset(name, {option: value for option, _, value in options})


@dataclass(frozen=True, slots=True)
class QuestionFields:
    """The fields of a JSON object. Methods that read a field return *default* if it is missing.

    They raise QuestionError if a field is invalid, or if it is missing and there is no default.
    ``read`` contains the standard notation of each field that was written differently.
    """

    data: Mapping[str, object]
    prefix: str = ""
    read: dict[str, str] = field(default_factory=dict)

    def check_names(self, known: Iterable[str]) -> None:
        """Raise QuestionError if a field is not in *known*. The message suggests the closest name.

        Fields whose names begin with ``x_`` are ignored, and clients may use them freely.
        """
        for name in self.data:
            if name not in known and name not in RULESET_NAMES and not name.startswith("x_"):
                near = nearest(name, known)
                raise QuestionError(
                    f"there is no field {self.prefix}{quoted(name)[1:-1]}{near or '.'} The fields"
                    f" are: {', '.join(known)}"
                )

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def error(self, name: str, message: str) -> QuestionError:
        """Return the error to raise for the field *name*."""
        return QuestionError(f"{self.prefix}{name}: {message}")

    def text(self, name: str, default: str | None = None) -> str:
        """Return the string in the field *name*."""
        return self._one(name, str, default)

    def flag(self, name: str, *, default: bool | None = None) -> bool:
        """Return the boolean in the field *name*."""
        return self._one(name, bool, default)

    def number(self, name: str, allowed: range, default: int | None = None) -> int:
        """Return the integer in the field *name*, which must be in *allowed*."""
        value = self._one(name, int, default)
        if value not in allowed:
            raise self.error(name, f"must be a number from {allowed[0]} to {allowed[-1]}")
        return value

    def number_or_null(self, name: str, allowed: range) -> int | None:
        """Return the integer in the field *name*, which must be in *allowed*, or None for null."""
        if name in self.data and self.data[name] is None:
            return None
        return self.number(name, allowed)

    def inner(self, name: str, default: Mapping[str, object] | None = None) -> QuestionFields:
        """Return the fields of the object in the field *name*."""
        fields = self._one(name, dict, None if default is None else dict(default))
        return QuestionFields(fields, f"{self.prefix}{name}.", self.read)

    def each(self, name: str) -> list[QuestionFields]:
        """Return the items of a list field, each as an object with a single field called *name*."""
        return [replace(self, data={name: member}) for member in self._one(name, list, None)]

    def _one(self, name: str, kind: type[Kind], default: Kind | None) -> Kind:
        if name not in self.data:
            if default is None:
                raise QuestionError(f"{self.prefix}{name} is missing; it must be {_KINDS[kind]}")
            return default
        value = self.data[name]
        if type(value) is not kind:
            raise self.error(name, f"must be {_KINDS[kind]}, not {_KINDS[type(value)]}")
        return value

    def ruleset(self, default: str = "sabra") -> Ruleset:
        """Return the ruleset specified by the fields ``ruleset`` and ``options``."""
        given = [name for name in RULESET_NAMES if name in self.data]
        if len(given) > 1:
            raise self.error(given[0], f"given more than once, as {' and as '.join(given)}")
        name = self.text(given[0] if given else "ruleset", default)
        options = self.inner("options", {}).data
        try:
            if len(name) > _LONGEST or not all(isinstance(v, _SIMPLE) for v in options.values()):
                return ruleset(name, options)
            return _ruleset(name, tuple((key, type(v), v) for key, v in options.items()))
        except ValueError as error:
            raise QuestionError(str(error)) from None

    def rack(self, name: str, tiles: TileSet, default: str | None = None) -> Rack:
        """Return a rack without hidden tiles. The field may be a string or a list of strings."""
        text = _joined(self.data.get(name), " ")
        fields = self if text is None else replace(self, data={name: text})
        read = fields.notation(name, rack, tiles, default)
        if HIDDEN in read:
            raise self.error(name, "face-down tiles are not allowed here")
        self.note(name, fields.text(name, default), str(read))
        return read

    def table(self, name: str, tiles: TileSet) -> Table:
        """Return the table in the field *name*, which must consist of melds."""
        text = self.table_text(name)
        read = replace(self, data={name: text}).notation(name, table, tiles)
        self.note(name, text, str(read))
        return read

    def table_text(self, name: str) -> str:
        """Return a table as text. The field is a string, or a list of strings or of lists."""
        value = self.data.get(name)
        if isinstance(value, list):
            melds = [meld if isinstance(meld, str) else _joined(meld, " ") for meld in value]
            if (text := _joined(melds, " / ")) is not None:
                return text
            raise self.error(name, "a list of melds contains strings, or lists of tiles")
        return self.text(name)

    def notation(
        self,
        name: str,
        reader: Callable[[str, TileSet], Value],
        tiles: TileSet,
        default: str | None = None,
    ) -> Value:
        """Return the value that *reader* parses from the string in the field *name*."""
        text = self.text(name, default)
        try:
            return reader(text, tiles)
        except NotationError as error:
            raise self.error(name, error.message) from None

    def note(self, name: str, written: str, meant: str) -> None:
        """If *meant* differs from *written*, record that the field *name* was read as *meant*."""
        if Counter(written.split()) != Counter(meant.split()):
            before = f"{self.read[key]} | " if (key := f"{self.prefix}{name}") in self.read else ""
            self.read[key] = before + meant


def _joined(parts: object, mark: str) -> str | None:
    """Join a list of strings; return None if *parts* is not a list of strings."""
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        return None
    return mark.join(parts)


EARLIER, LATER = 1, 10
"""The turn numbers used for an earlier turn and for the current turn."""


def position(fields: QuestionFields) -> tuple[Ruleset, State]:
    """Return the rules and the position that the question describes.

    It is the turn of seat 0. Seat 1 is assumed to have opened first, so it has first choice of the
    face-up tiles until they are released. Raises QuestionError if a field is invalid.
    """
    rules = fields.ruleset()
    due = fields.flag("must_play_jokers", default=False) and rules.jokers_due
    released = fields.flag("free_usable", default=False)
    free = fields.rack("free", rules.tiles, "")
    others = (Seat(opened=0), *(Seat(),) * (PLAYERS[-1] - 2))[: players(fields, rules) - 1]
    mover = Seat(rack=fields.rack("rack", rules.tiles), opened=_opened(fields, rules, due=due))
    table = fields.table("table", rules.tiles)
    now = _placed(fields)
    if rules.draws_and_discards:
        phase = Phase.MELD
    else:
        phase = Phase.MORE if now else Phase.ACT
    state = State(
        seats=(mover, *others),
        pool=(HIDDEN,),
        table=table,
        free=free if rules.deal.free else Rack(),
        released=released,
        phase=phase,
        turn=LATER,
        plays=int(now),
        source=Source.POOL if rules.draws_and_discards else None,
        start=TurnStart(table=table, free=free, seat=mover),
    )
    return rules if rules.jokers_due == due else replace(rules, jokers_due=due), state


def players(fields: QuestionFields, rules: Ruleset) -> int:
    """Return the number of players. The default is 4, or the maximum if *rules* allow fewer."""
    return fields.number("players", PLAYERS, min(4, max(rules.seats_allowed())))


def _placed(fields: QuestionFields) -> bool:
    """Return whether the player has placed a tile earlier in this turn."""
    opened = fields.flag("opened_this_turn", default=False)
    placed = fields.flag("placed_this_turn", default=opened)
    if opened and not placed:
        why = "must be true if opened_this_turn is true: the initial meld lays tiles"
        raise fields.error("placed_this_turn", why)
    if placed and not fields.flag("opened", default=True):
        why = "must be false if opened is false: the first tiles laid are the initial meld"
        raise fields.error("placed_this_turn", why)
    return placed


def flaws(fields: QuestionFields, rules: Ruleset, state: State) -> tuple[Flaw, ...]:
    """Return the reasons why a question's position cannot occur under the rules.

    Unless the question states otherwise, the player counts as having opened. If the table is empty,
    this is not reported as a flaw.
    """
    said = "opened" in fields or "opened" in str(fields.data.get("state", ""))
    return tuple(
        flaw
        for flaw in problems(rules, state)
        if said or flaw.code is not FlawCode.OPENED_WITHOUT_MELDS
    )


def warnings(found: Sequence[Flaw]) -> Answer:
    """Return a ``warnings`` field that lists the flaws *found*, or an empty response."""
    return {"warnings": [flaw.message for flaw in found]} if found else {}


def _opened(fields: QuestionFields, rules: Ruleset, *, due: bool) -> int | None:
    """Return the player's opening turn, or None if the player has not opened."""
    this_turn = fields.flag("opened_this_turn", default=False)
    if not fields.flag("opened", default=True):
        if this_turn:
            raise fields.error("opened_this_turn", "must be false if opened is false")
        return None
    if due and rules.opening.same_turn:
        return EARLIER  # jokers are due only in the turn after the opening
    return LATER if this_turn else EARLIER
