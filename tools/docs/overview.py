"""Generates the ruleset index: a list, a comparison, and the options for house rules."""

from __future__ import annotations

from collections.abc import Iterator

from tools.docs.sentences import TITLES

from tilerummy import pictures
from tilerummy.rules import OPTIONS, PRESETS, Ruleset, options_of, ruleset, text_of
from tilerummy.rules_text.options import option_description, option_text

_COLUMNS = {
    "direction": "direction",
    "first melds": "initial_meld.points",
    "rearrange in that turn": "initial_meld.same_turn_manipulation",
    "melds with jokers": "joker.melds",
    "joker replaced from": "joker.replace_from",
    "group of three": "joker.group_of_three",
    "replaced joker goes into": "joker.reuse",
    "joker on a rack": "joker.rack_value",
    "seconds": "turn.seconds",
    "penalty tiles": "penalty.timeout",
    "empty pool": "empty_pool",
}
_PAIRED = {"penalty.timeout": "penalty.invalid"}

LEGEND = {
    "colours.svg": [["k7", "r7", "b7", "o7", "*"]],
    "groups.svg": [["k7 r7 o7", "k4 r4 b4 o4", "r5 b5 *5"]],
    "runs.svg": [["r3 r4 r5", "b9 b10 b11 b12", "b5 b6 *b7"]],
}

_HEAD = """\
# The rulesets

Many different rules for the game of groups and runs have been published under the same name. Each
ruleset on this page is one published version, listed with its source. If you are not sure which one
to choose, play **sabra**, the game in nearly every set sold.

| ruleset | what is special | source |
|---|---|---|"""

_TILES = """\

## Tiles and melds

A tile is written as a letter for its colour (black `k`, red `r`, blue `b` or orange `o`) followed
by its number. A joker is written as `*`.

![black 7, red 7, blue 7, orange 7, a joker](pictures/colours.svg)

A **group** consists of three or more tiles with the same number, all in different colours.

![k7 r7 o7 / k4 r4 b4 o4 / r5 b5 *5](pictures/groups.svg)

A **run** consists of three or more consecutive numbers, all in the same colour.

![r3 r4 r5 / b9 b10 b11 b12 / b5 b6 *b7](pictures/runs.svg)

A joker stands for any tile that makes the meld valid. In a group, you write it with the group's
number, as in `r5 b5 *5`. In a run, you write it with the tile it represents, as in `b5 b6 *b7`.
A tile belongs to only one meld at a time.

## Side by side

| ruleset |"""

_OWN = """
A dash means that the ruleset does not have the option. The penalty tiles are those for running out
of time, and those for leaving an invalid table.

## House rules

To play with house rules, add options to a ruleset's name, as in `sabra+initial_meld.points=50`.
A game's record lists its options.

| option | values | meaning |
|---|---|---|"""


def overview() -> str:
    """Return the ruleset index in Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield _HEAD
    for rules in PRESETS.values():
        yield f"| {_link(rules)} | {rules.about} | {rules.source} |"
    yield f"{_TILES} {' | '.join(_COLUMNS)} |"
    yield "|---" * (len(_COLUMNS) + 1) + "|"
    for rules in PRESETS.values():
        yield f"| {_link(rules)} | {' | '.join(_cell(rules, name) for name in _COLUMNS.values())} |"
    yield _OWN
    for option in OPTIONS.values():
        yield f"| `{option.name}` | {option.choices} | {option_description(option.name)} |"
    yield "\nFor example, with `sabra+joker.reuse=rack_only+turn.seconds=60`:\n"
    house = ruleset("sabra+joker.reuse=rack_only+turn.seconds=60")
    for name, value in options_of(house).items():
        if value != options_of(ruleset("sabra"))[name]:
            yield f"- {option_text(house, name, value)}"
    yield "\n## The texts\n"
    yield "| | text | rulesets |"
    yield "|---|---|---|"
    for text, title in TITLES.items():
        named = ", ".join(_link(r) for r in PRESETS.values() if title in r.source)
        yield f"| {text} | {title} | {named} |"
    yield "\n[Rule coverage](coverage.md) lists the tests for each sentence.\n"


def _link(rules: Ruleset) -> str:
    return f"[{rules.name}]({rules.name}.md)"


def _cell(rules: Ruleset, name: str) -> str:
    values = options_of(rules)
    if name not in values:
        return "–"
    if name == "initial_meld.points" and not rules.opening.jokers:
        return f"{values[name]}, no jokers"
    if name == "turn.seconds" and not values[name]:
        return "no limit"
    cells = [text_of(values[n]) for n in (name, _PAIRED.get(name)) if n is not None]
    return {"true": "yes", "false": "no"}.get(cells[0], " / ".join(cells))


def legend() -> dict[str, str]:
    """Return the pictures of the ruleset index by name."""
    return {name: pictures.draw(rows) + "\n" for name, rows in LEGEND.items()}
