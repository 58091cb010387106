"""The words that complete a ruleset, a house rule or a player on the command line."""

from __future__ import annotations

from collections.abc import Iterator

import click
from click.shell_completion import CompletionItem

from tilerummy.rules import OPTIONS, PRESETS, Option


def rulesets(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the rulesets that start with *incomplete* or, after a ``+``, matching house rules."""
    before, plus, house_rule = incomplete.rpartition("+")
    if plus:
        return [CompletionItem(f"{before}+{text}") for text in _settings(house_rule)]
    return [
        CompletionItem(name, help=rules.about)
        for name, rules in PRESETS.items()
        if name.startswith(incomplete)
    ]


def house_rules(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the house rules that start with *incomplete*, with their values."""
    return [CompletionItem(text) for text in _settings(incomplete)]


def _settings(incomplete: str) -> Iterator[str]:
    """Yield settings of options, such as ``joker.reuse=rack_only``. Numbers are left out."""
    for option in OPTIONS.values():
        for value in _values(option):
            text = f"{option.name}={value}"
            if text.startswith(incomplete):
                yield text


def _values(option: Option) -> tuple[str, ...]:
    """Return the values of an option as text, with "" for all numbers."""
    if isinstance(option.values, tuple):
        return ("", *option.words)
    if option.values is bool:
        return ("true", "false")
    return tuple(map(str, option.values))


def levels(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the levels of computer players that start with *incomplete*."""
    from tilerummy.players import PLAYERS

    return [
        CompletionItem(name, help=level.about)
        for name, level in PLAYERS.items()
        if name.startswith(incomplete)
    ]
