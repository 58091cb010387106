"""The table of options, with one row for each rule that house rules can change."""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass, replace
from enum import StrEnum
from typing import ClassVar

from tilerummy.jokers import GroupOfThree, JokerMelds, ReplaceFrom, Reuse
from tilerummy.message_text import quoted
from tilerummy.rules.choices import Direction, EmptyPool, InvalidPlay
from tilerummy.rules.turns import PLAY_OR_DRAW, TurnTable
from tilerummy.tiles import TileSet

Value = int | bool | str
"""The value of an option. If it is a member of an enumeration, it is written as a string."""


class OptionError(ValueError):
    """Raised for an unknown ruleset, option or value, with a message that lists the known ones."""


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that house rules can change.

    ``path`` is the path to the ruleset's field. ``values`` contains the choices: an inclusive range
    of numbers, the two truth values, or the members of an enumeration. ``only`` is the turn table
    that a ruleset must have for this option to apply, if any. ``words`` contains values that are
    allowed in addition to the numbers.
    """

    name: str
    path: tuple[str, ...]
    values: tuple[int, int] | type[bool] | type[StrEnum]
    only: TurnTable | None = None
    words: tuple[str, ...] = ()

    EXTRA: ClassVar[frozenset[str]] = frozenset(
        {
            "deal.jokers",
            "deal.new_deal_pairs",
            "draw.opened",
            "end.empty_turns",
            "score.not_opened",
            "score.could_open",
        }
    )
    """The rules of some boxes and clubs only; 0 means that the rule is not in use."""
    NONE: ClassVar[frozenset[str]] = EXTRA | {"turn.seconds"}
    """The options whose value 0 may be written as ``none``."""

    def applies(self, ruleset: object) -> bool:
        """Return whether *ruleset* has this option."""
        if self.only is not None and getattr(ruleset, "turn", None) != self.only:
            return False
        place: object = ruleset
        for step in self.path:
            place = getattr(place, step, None)
        return place is not None

    def get(self, ruleset: object) -> Value:
        """Return the value of the option in *ruleset*."""
        place: object = ruleset
        if self.name == COPIES and getattr(getattr(ruleset, "deal", None), "copies", None):
            return BY_PLAYERS_WORD
        for step in self.path:
            place = getattr(place, step)
        assert isinstance(place, int | str)
        return str(place) if isinstance(place, StrEnum) else place

    def read(self, value: object) -> Value:
        """Convert *value*, which can be text, to a value of this option."""
        if isinstance(value, str) and value.lower() in self.words:
            return value.lower()
        if isinstance(self.values, tuple):
            return self._number(value)
        if issubclass(self.values, StrEnum):
            if isinstance(value, str) and value.lower() in list(self.values):
                return self.values(value.lower())
        elif isinstance(value, bool):
            return value
        elif isinstance(value, str) and value.lower() in ("true", "false"):
            return value.lower() == "true"
        raise self._unknown(value)

    def is_unused(self, ruleset: object) -> bool:
        """Return whether this is one of the ``EXTRA`` rules and *ruleset* does not use it."""
        return self.name in self.EXTRA and self.applies(ruleset) and not self.get(ruleset)

    def _number(self, value: object) -> int:
        assert isinstance(self.values, tuple)
        low, high = self.values
        if isinstance(value, str) and value.lower() == "none" and self.name in self.NONE:
            value = 0
        if isinstance(value, str) and value.isdecimal() and value.isascii():
            value = int(value.lstrip("0")[:9] or "0")
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._unknown(value)
        return value

    def _unknown(self, value: object) -> OptionError:
        return OptionError(f"{self.name} cannot be {quoted(value)}; it is {self.choices}")

    @property
    def choices(self) -> str:
        """The possible values as text, for messages."""
        if isinstance(self.values, tuple):
            numbers = f"a number from {self.values[0]} to {self.values[1]}"
            return " or ".join((numbers, *self.words))
        names = ["true", "false"] if self.values is bool else [*map(str, self.values)]
        return " or ".join((", ".join(names[:-1]), names[-1]))


COPIES, BY_PLAYERS_WORD = "tiles.copies", "by_players"
"""The option for copies of each tile, and its value if these depend on the number of players."""

Field = Value | tuple[int, ...]
"""The type of a field that an option sets."""

Tree = dict[str, "Field | Tree"]
"""Values for a ruleset's fields, nested in the same way as these fields."""


def changed(place: object, tree: Tree) -> object:
    """Return a copy of a dataclass object with all the fields in *tree* set together."""
    assert is_dataclass(place) and not isinstance(place, type)
    new = {
        field: changed(getattr(place, field), value) if isinstance(value, dict) else value
        for field, value in tree.items()
    }
    return replace(place, **new)


OPTIONS: dict[str, Option] = {
    o.name: o
    for o in (
        Option("direction", ("direction",), Direction),
        Option("initial_meld.points", ("opening", "points"), (0, 500)),
        Option("initial_meld.jokers", ("opening", "jokers"), bool),
        Option("initial_meld.same_turn_manipulation", ("opening", "same_turn"), bool),
        Option("joker.melds", ("table", "jokers", "melds"), JokerMelds, PLAY_OR_DRAW),
        Option(
            "joker.replace_from", ("table", "jokers", "replace_from"), ReplaceFrom, PLAY_OR_DRAW
        ),
        Option("joker.group_of_three", ("table", "jokers", "group_of_three"), GroupOfThree),
        Option("joker.reuse", ("table", "jokers", "reuse"), Reuse),
        Option("joker.rack_value", ("scoring", "joker"), (0, 100)),
        Option("turn.seconds", ("seconds",), (0, 3600)),
        Option("penalty.timeout", ("penalties", "timeout"), (0, 20)),
        Option("penalty.invalid", ("penalties", "invalid"), (0, 20)),
        Option("invalid_play", ("penalties", "invalid_play"), InvalidPlay),
        Option("empty_pool", ("empty_pool",), EmptyPool, PLAY_OR_DRAW),
        Option("end.empty_turns", ("empty_pool_turns",), (0, 20), PLAY_OR_DRAW),
        Option("trump_bonus", ("scoring", "trump_bonus"), bool),
        Option("score.not_opened", ("scoring", "not_opened"), (0, 500)),
        Option("score.could_open", ("scoring", "could_open"), (0, 500)),
        Option("tiles.numbers", ("tiles", "numbers"), TileSet.RANGES["numbers"]),
        Option("tiles.colours", ("tiles", "colours"), TileSet.RANGES["colours"]),
        Option(COPIES, ("tiles", "copies"), TileSet.RANGES["copies"], words=(BY_PLAYERS_WORD,)),
        Option("tiles.jokers", ("tiles", "jokers"), TileSet.RANGES["jokers"]),
        Option("deal.tiles", ("deal", "tiles"), (3, 40)),
        Option("deal.jokers", ("deal", "jokers"), (0, 2)),
        Option("deal.new_deal_pairs", ("deal", "new_deal_pairs"), (0, 7), PLAY_OR_DRAW),
        Option("draw.tiles", ("draw",), (1, 14), PLAY_OR_DRAW),
        Option("draw.opened", ("draw_opened",), (0, 14), PLAY_OR_DRAW),
        Option("run.one_high", ("tiles", "one_high"), bool),
    )
}
"""All options by name, in the order of RULES, section 2.3.

>>> from tilerummy import OPTIONS
>>> OPTIONS["joker.melds"].choices
'locked, open or free'
"""


def options_in(ruleset: object) -> dict[str, Value]:
    """Return all options of *ruleset* with their values."""
    return {name: o.get(ruleset) for name, o in OPTIONS.items() if o.applies(ruleset)}


def text_of(value: Value) -> str:
    """Return an option's value as text.

    >>> from tilerummy.rules import options_of, text_of
    >>> text_of(options_of("sabra")["initial_meld.same_turn_manipulation"])
    'true'
    """
    return str(value).lower()
