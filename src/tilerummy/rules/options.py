"""House rules: options by name, their values as text, and rulesets as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, is_dataclass, replace
from enum import StrEnum
from typing import ClassVar

from tilerummy.arguments import check_argument
from tilerummy.jokers import GroupOfThree, JokerMelds, ReplaceFrom, Reuse
from tilerummy.quoting import quoted
from tilerummy.rules.arguments import check_ruleset
from tilerummy.rules.catalogue import PRESETS
from tilerummy.rules.rounds.deals import BY_PLAYERS
from tilerummy.rules.ruleset import Direction, EmptyPool, InvalidPlay, Ruleset
from tilerummy.rules.turns import PLAY_OR_DRAW, TurnTable
from tilerummy.tiles import TileSet

Value = int | bool | str
"""What an option can be set to; enumerated values are their strings."""


class OptionError(ValueError):
    """An unknown ruleset, option or value; the message lists the known ones."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that house rules can change.

    ``path`` leads to the field of the ruleset, ``values`` are the choices: an inclusive range of
    numbers, the two truth values, or the members of an enumeration. ``only`` names the turn
    table that has the option, if not all have. ``words`` are values beside the numbers.
    """

    name: str
    path: tuple[str, ...]
    values: tuple[int, int] | type[bool] | type[StrEnum]
    about: str
    only: TurnTable | None = None
    words: tuple[str, ...] = ()

    NONE: ClassVar[frozenset[str]] = frozenset({"turn.seconds"})

    def applies(self, ruleset: Ruleset) -> bool:
        """Return whether *ruleset* has this option at all."""
        if self.only is not None and ruleset.turn is not self.only:
            return False
        place: object = ruleset
        for step in self.path:
            place = getattr(place, step, None)
        return place is not None

    def get(self, ruleset: Ruleset) -> Value:
        """Return the value that *ruleset* gives the option."""
        if self.name == _COPIES and ruleset.deal.copies:
            return _BY_PLAYERS
        place: object = ruleset
        for step in self.path:
            place = getattr(place, step)
        assert isinstance(place, int | str)
        return str(place) if isinstance(place, StrEnum) else place

    def read(self, value: object) -> Value:
        """Return *value*, given as itself or as text, as a value of the option."""
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
        """The values in words."""
        if isinstance(self.values, tuple):
            numbers = f"a number from {self.values[0]} to {self.values[1]}"
            return " or ".join((numbers, *self.words))
        names = ("true", "false") if self.values is bool else list(self.values)
        return " or ".join(map(str, names))


_COPIES, _BY_PLAYERS = "tiles.copies", "by_players"
Field = Value | tuple[int, ...]
Tree = dict[str, "Field | Tree"]
"""Fields to set, nested as the ruleset is."""


def _changed(place: object, tree: Tree) -> object:
    """Return *place* with the fields in *tree* set, all at once."""
    assert is_dataclass(place) and not isinstance(place, type)
    new = {
        field: _changed(getattr(place, field), value) if isinstance(value, dict) else value
        for field, value in tree.items()
    }
    return replace(place, **new)


OPTIONS: dict[str, Option] = {
    o.name: o
    for o in (
        Option(
            "direction",
            ("direction",),
            Direction,
            "Which way round the turn passes: clockwise or counter-clockwise.",
        ),
        Option(
            "initial_meld.points",
            ("opening", "points"),
            (0, 500),
            "What the first melds of a player must be worth in all.",
        ),
        Option(
            "initial_meld.jokers",
            ("opening", "jokers"),
            bool,
            "Whether the initial meld may hold jokers.",
        ),
        Option(
            "initial_meld.same_turn_manipulation",
            ("opening", "same_turn"),
            bool,
            "Whether a player may go on playing in the turn of the initial meld.",
        ),
        Option(
            "joker.melds",
            ("table", "jokers", "melds"),
            JokerMelds,
            "What may be done with a meld that holds a joker: only added to, rearranged with the"
            " joker staying what it represents, or anything.",
            PLAY_OR_DRAW,
        ),
        Option(
            "joker.replace_from",
            ("table", "jokers", "replace_from"),
            ReplaceFrom,
            "Where the tile that replaces a joker may come from: the rack, or the table too.",
            PLAY_OR_DRAW,
        ),
        Option(
            "joker.group_of_three",
            ("table", "jokers", "group_of_three"),
            GroupOfThree,
            "What replaces a joker in a group of three: any missing colour, or all of them.",
        ),
        Option(
            "joker.reuse",
            ("table", "jokers", "reuse"),
            Reuse,
            "Where a replaced joker goes: any meld, a new one, a new one with two tiles of the"
            " rack, or one of the rack alone.",
        ),
        Option(
            "joker.rack_value",
            ("scoring", "joker"),
            (0, 100),
            "What a joker left on a rack counts.",
        ),
        Option(
            "turn.seconds",
            ("seconds",),
            (0, 3600),
            "The time for a turn in seconds; 0 or none for no limit.",
        ),
        Option(
            "penalty.timeout",
            ("penalties", "timeout"),
            (0, 20),
            "Tiles drawn when the time is over and nothing was played.",
        ),
        Option(
            "penalty.invalid",
            ("penalties", "invalid"),
            (0, 20),
            "Tiles drawn when the time is over and the table is in disorder.",
        ),
        Option(
            "invalid_play",
            ("penalties", "invalid_play"),
            InvalidPlay,
            "Whether an illegal table declared finished is refused or costs the penalty.",
        ),
        Option(
            "empty_pool",
            ("empty_pool",),
            EmptyPool,
            "Whether the round ends at the first pass with an empty pool or when all pass.",
            PLAY_OR_DRAW,
        ),
        Option(
            "trump_bonus",
            ("scoring", "trump_bonus"),
            bool,
            "Whether holding the tile identical to the trump is worth 50.",
        ),
        Option("tiles.numbers", ("tiles", "numbers"), TileSet.RANGES["numbers"], "Numbers from 1."),
        Option("tiles.colours", ("tiles", "colours"), TileSet.RANGES["colours"], "Colours."),
        Option(
            _COPIES,
            ("tiles", "copies"),
            TileSet.RANGES["copies"],
            "Copies of a tile; by_players: two for two players, four for three or four.",
            words=(_BY_PLAYERS,),
        ),
        Option("tiles.jokers", ("tiles", "jokers"), TileSet.RANGES["jokers"], "Jokers."),
        Option("deal.tiles", ("deal", "tiles"), (3, 40), "Tiles dealt to each rack."),
        Option(
            "draw.tiles",
            ("draw",),
            (1, 14),
            "Tiles drawn in a turn without a play.",
            PLAY_OR_DRAW,
        ),
        Option(
            "run.one_high",
            ("tiles", "one_high"),
            bool,
            "Whether a run may end with a 1 above the highest number.",
        ),
    )
}
"""Every option by its name, in the order of RULES 2.3."""


def ruleset(text: str = "sabra", options: Mapping[str, object] | None = None) -> Ruleset:
    """Return the ruleset that *text* writes, with *options* set on top.

    The text is a preset's name with house rules, as :func:`ruleset_text` writes it.

    >>> ruleset("sabra+initial_meld.points=50").opening.points
    50

    Raises OptionError for names and values that nobody knows, ValueError for what cannot be
    played.
    """
    check_argument(text, str, 'a ruleset is named by a text, as "sabra"')
    name, *changes = text.strip().split("+")
    values: dict[str, object] = {}
    for change in changes:
        option, equals, value = (part.strip() for part in change.partition("="))
        if not equals:
            raise OptionError(f"{quoted(change)} is no house rule; write option=value")
        values[option] = value
    return with_options(preset(name.strip()), {**values, **(options or {})})


def preset(name: str) -> Ruleset:
    """Return the preset with that name; raises OptionError that lists the known ones."""
    if name not in PRESETS:
        raise OptionError(f"there is no ruleset {quoted(name)}{_guess(name, PRESETS)}")
    return PRESETS[name]


def with_options(base: Ruleset, options: Mapping[str, object]) -> Ruleset:
    """Return *base* with all *options* set at once.

    Raises OptionError for names and values that nobody knows or that *base* has no use for,
    ValueError for what cannot be played.
    """
    check_ruleset(base)
    check_argument(
        options, Mapping, 'options are values by their names, as {"joker.rack_value": 25}'
    )
    tree: Tree = {}
    for name, value in options.items():
        if name not in OPTIONS:
            raise OptionError(f"there is no option {quoted(name)}{_guess(name, OPTIONS)}")
        option = OPTIONS[name]
        if not option.applies(base):
            raise OptionError(f"{base.name} has no {name}; it has {', '.join(options_of(base))}")
        read = option.read(value)
        if name == _COPIES:
            by_players = BY_PLAYERS if read == _BY_PLAYERS else ()
            _plant(tree, ("deal", "copies"), by_players)
            read = max(BY_PLAYERS) if by_players else read
        _plant(tree, option.path, read)
    changed = _changed(base, tree)
    assert isinstance(changed, Ruleset)
    return changed


def _plant(tree: Tree, path: tuple[str, ...], value: Field) -> None:
    """Put *value* into *tree*, where *path* leads."""
    for step in path[:-1]:
        below = tree.setdefault(step, {})
        assert isinstance(below, dict)
        tree = below
    tree[path[-1]] = value


def options_of(ruleset: Ruleset) -> dict[str, Value]:
    """Return every option that *ruleset* has, with its value."""
    check_ruleset(ruleset)
    return {name: o.get(ruleset) for name, o in OPTIONS.items() if o.applies(ruleset)}


def house_rules(ruleset: Ruleset) -> dict[str, Value]:
    """Return the options in which *ruleset* differs from the preset of its name."""
    check_ruleset(ruleset)
    usual = options_of(PRESETS[ruleset.name])
    return {name: v for name, v in options_of(ruleset).items() if v != usual[name]}


def ruleset_text(ruleset: Ruleset) -> str:
    """Return *ruleset* as text: the preset's name and the house rules.

    >>> ruleset_text(ruleset("american", {"joker.rack_value": 25}))
    'american+joker.rack_value=25'
    """
    check_ruleset(ruleset)
    return "+".join([ruleset.name, *(f"{n}={text_of(v)}" for n, v in house_rules(ruleset).items())])


def text_of(value: Value) -> str:
    """Return the value of an option as it is written."""
    return str(value).lower()


def _guess(name: str, known: Mapping[str, object]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"{hint} Known are: {', '.join(known)}" if hint else f"; known are: {', '.join(known)}"
