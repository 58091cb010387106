"""Random house rules: any preset with any of its options set to anything."""

from __future__ import annotations

from enum import StrEnum
from random import Random

from tilerummy.rules import OPTIONS, Option, Ruleset, options_of, with_options


def random_options(base: Ruleset, chance: Random) -> dict[str, int | bool | str]:
    """Return values for some or all options of *base*, the ends of their ranges as often as not."""
    names = [*options_of(base)]
    picked = chance.sample(names, chance.randint(1, len(names)))
    return {name: _value(OPTIONS[name], chance) for name in picked}


def _value(option: Option, chance: Random) -> int | bool | str:
    if isinstance(option.values, tuple):
        if option.words and chance.random() < 0.3:
            return chance.choice(option.words)
        low, high = option.values
        anything = chance.randint(low, high)
        return chance.choice((low, high, anything, chance.randint(low, min(high, low + 10))))
    if issubclass(option.values, StrEnum):
        return str(chance.choice([*option.values]))
    return chance.random() < 0.5


def random_rules(base: Ruleset, chance: Random) -> Ruleset:
    """Return *base* with random house rules that go together."""
    while True:
        try:
            return with_options(base, random_options(base, chance))
        except ValueError:
            continue
