"""Creates rulesets from a name and options, and converts rulesets to text and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as fields_of
from dataclasses import replace

from tilerummy.arguments import check_argument
from tilerummy.message_text import nearest, quoted
from tilerummy.rules.catalogue import PRESETS
from tilerummy.rules.details import DETAILS, differences, with_details
from tilerummy.rules.option_table import (
    BY_PLAYERS_WORD,
    COPIES,
    OPTIONS,
    Field,
    OptionError,
    Tree,
    Value,
    changed,
    options_in,
)
from tilerummy.rules.rounds.deals import BY_PLAYERS
from tilerummy.rules.ruleset import Ruleset
from tilerummy.tiles import STANDARD

NAME = "name"
"""The key of a ruleset's name among its options."""


def ruleset(text: str = "sabra", options: Mapping[str, object] | None = None) -> Ruleset:
    """Return the ruleset that *text* describes, with the additional *options* set.

    The text is a preset's name, optionally followed by house rules; ``name=`` renames the result.

    >>> ruleset("sabra+initial_meld.points=50").opening.points
    50
    >>> ruleset("sabra+name=my-house", {"joker.rack_value": 25}).name
    'my-house'

    Raises OptionError for unknown names and values, and ValueError for incompatible options.
    """
    base, values = _parse(text)
    return with_options(base, {**values, **(options or {})})


def as_ruleset(rules: Ruleset | str) -> Ruleset:
    """Return *rules* as a ruleset, parsing it with :func:`read_ruleset` if it is a string.

    Raises TypeError for any other type, and any exception that :func:`read_ruleset` raises.
    """
    if isinstance(rules, Ruleset):
        return rules
    check_argument(rules, str, 'the rules are a Ruleset or its text, as "sabra"')
    return read_ruleset(rules)


def read_ruleset(text: str) -> Ruleset:
    """Return the ruleset that :func:`ruleset_text` wrote as *text*.

    Unlike :func:`ruleset`, it accepts details that are not options, such as ``loser_starts=true``.

    >>> from dataclasses import replace
    >>> mine = replace(PRESETS["sabra"], name="my-house", loser_starts=True)
    >>> ruleset_text(mine), read_ruleset(ruleset_text(mine)) == mine
    ('sabra+name=my-house+loser_starts=true', True)

    Raises OptionError and ValueError in the same cases as :func:`ruleset`.
    """
    base, values = _parse(text)
    return with_differences(base, values)


def _parse(text: str) -> tuple[Ruleset, dict[str, object]]:
    """Return the preset named in *text*, and the values that *text* sets."""
    check_argument(text, str, 'a ruleset is given by a string, such as "sabra"')
    name, *changes = text.strip().split("+")
    values: dict[str, object] = {}
    for change in changes:
        option, equals, value = (part.strip() for part in change.partition("="))
        if not equals:
            raise OptionError(f"{quoted(change)} is not a house rule; write option=value")
        values[option] = value
    return preset(name.strip()), values


def preset(name: str) -> Ruleset:
    """Return the preset with the given name.

    If the name is unknown, raises OptionError, which lists the known names.
    """
    if name not in PRESETS:
        raise OptionError(f"unknown ruleset {quoted(name)}{_guess(name, PRESETS, 'rulesets')}")
    return PRESETS[name]


def base_of(rules: Ruleset) -> Ruleset:
    """Return the base preset of *rules*, or ``sabra`` if they have no base."""
    return preset(rules.preset) if rules.preset in PRESETS else PRESETS["sabra"]


def with_differences(base: Ruleset, values: Mapping[str, object]) -> Ruleset:
    """Return a copy of *base* with all the details and options in *values* set together.

    Raises OptionError and ValueError in the same cases as :func:`with_options`.
    """
    details = {name: value for name, value in values.items() if name in DETAILS}
    others = {name: value for name, value in values.items() if name not in DETAILS}
    return with_options(with_details(base, details), others)


def with_options(base: Ruleset | str, options: Mapping[str, object]) -> Ruleset:
    """Return a copy of *base* with all *options* set together. ``name`` renames the copy.

    Raises OptionError for unknown names and values and for options that *base* does not have, and
    ValueError for incompatible options.

    >>> from tilerummy import ruleset_text, with_options
    >>> ruleset_text(with_options("sabra", {"initial_meld.points": 50}))
    'sabra+initial_meld.points=50'
    """
    base = as_ruleset(base)
    check_argument(
        options, Mapping, 'options are values by their names, as {"joker.rack_value": 25}'
    )
    tree: Tree = {}
    for name, value in options.items():
        if name == NAME:
            tree[NAME] = _name(base, value)
            continue
        if name not in OPTIONS:
            raise OptionError(f"unknown option {quoted(name)}{_guess(name, OPTIONS, 'options')}")
        option = OPTIONS[name]
        if not option.applies(base):
            raise OptionError(f"{base.name} has no {name}; it has {', '.join(options_of(base))}")
        read = option.read(value)
        if name == COPIES:
            by_players = BY_PLAYERS if read == BY_PLAYERS_WORD else ()
            _plant(tree, ("deal", "copies"), by_players)
            read = max(BY_PLAYERS) if by_players else read
        _plant(tree, option.path, read)
    new = changed(base, tree)
    assert isinstance(new, Ruleset)
    return new


MOST_WITH_STANDARD_SET = 4
"""The largest number of players that the standard tile set is meant for."""


def for_seats(rules: Ruleset | str, seats: int) -> Ruleset:
    """Return *rules* with enough tiles for a table of *seats* players (RULES 5.1).

    For five or six players, the standard set of 106 tiles grows to three copies of each tile and
    four jokers. International has points for two jokers only and always has two. Rules with any
    other tile set remain unchanged.

    >>> from tilerummy import ruleset_text
    >>> from tilerummy.rules import for_seats
    >>> ruleset_text(for_seats("sabra", 6))
    'sabra+tiles.copies=3+tiles.jokers=4'
    >>> ruleset_text(for_seats("sabra", 4))
    'sabra'
    """
    rules = as_ruleset(rules)
    standard = not rules.deal.copies and replace(rules.tiles, one_high=False) == STANDARD
    if seats <= MOST_WITH_STANDARD_SET or not standard:
        return rules
    jokers = STANDARD.jokers if rules.closed_hands else 2 * STANDARD.jokers
    return with_options(rules, {COPIES: STANDARD.copies + 1, "tiles.jokers": jokers})


def _name(base: Ruleset, name: object) -> str:
    """Check and return the *name* for a variant of *base*. It must not be another preset's name."""
    if not isinstance(name, str):
        raise OptionError(f"a ruleset's name is a string, not {quoted(name)}")
    if name in PRESETS and name != base.preset:
        raise OptionError(f"{name} is a preset's name; choose another")
    return name


def _plant(tree: Tree, path: tuple[str, ...], value: Field) -> None:
    for step in path[:-1]:
        below = tree.setdefault(step, {})
        assert isinstance(below, dict)
        tree = below
    tree[path[-1]] = value


def options_of(rules: Ruleset | str) -> dict[str, Value]:
    """Return all options of *rules* with their values.

    >>> from tilerummy import options_of
    >>> options_of("pressman-1987")["initial_meld.points"]
    50
    """
    ruleset = as_ruleset(rules)
    return options_in(ruleset)


def written_options(rules: Ruleset | str) -> dict[str, Value]:
    """Return all options of *rules*, and those details that differ from the base preset.

    Rules of some boxes and clubs only (``Option.EXTRA``) are left out if neither uses them.
    Together with the preset's name, they define the ruleset. Raises ValueError if a part of the
    ruleset has no text form.
    """
    ruleset = as_ruleset(rules)
    check_writable(ruleset)
    base = base_of(ruleset)
    details = {n: v for n, v in house_rules(ruleset).items() if n in DETAILS}
    options = {
        name: value
        for name, value in options_in(ruleset).items()
        if not (OPTIONS[name].is_unused(ruleset) and OPTIONS[name].is_unused(base))
    }
    return {**options, **details}


def house_rules(rules: Ruleset | str) -> dict[str, Value]:
    """Return the options and details of *rules* that differ from the base preset.

    >>> from tilerummy.rules import house_rules
    >>> house_rules("sabra+initial_meld.points=50")
    {'initial_meld.points': 50}
    """
    ruleset = as_ruleset(rules)
    return differences(ruleset, base_of(ruleset))


def ruleset_text(rules: Ruleset | str) -> str:
    """Return *rules* as text; :func:`read_ruleset` restores the ruleset.

    The text contains the base preset's name, the ruleset's own name if it is different, and the
    differences from the preset.

    >>> ruleset_text(ruleset("american", {"joker.rack_value": 25}))
    'american+joker.rack_value=25'

    Raises ValueError if a part of the ruleset, such as a custom scoring, has no text form.
    """
    ruleset = as_ruleset(rules)
    text = ruleset.text_from(base_of(ruleset))
    check_writable(ruleset)
    return text


def check_writable(ruleset: Ruleset) -> None:
    """Raise ValueError if a part of the ruleset has no text form."""
    base = base_of(ruleset)
    values = differences(ruleset, base)
    again = with_differences(base, {**values, NAME: ruleset.name})
    if again == ruleset:
        return
    fields = [
        f.name
        for f in fields_of(Ruleset)
        if f.compare and getattr(again, f.name) != getattr(ruleset, f.name)
    ]
    raise ValueError(
        f"{ruleset.name} has no text form: no option or detail covers its {', '.join(fields)}"
    )


def _guess(name: str, known: Mapping[str, object], what: str) -> str:
    hint, names = nearest(name, known), ", ".join(known)
    return f"{hint} Known {what}: {names}" if hint else f"; known {what}: {names}"
