"""Labels of options and explanations of their values, written for players."""

from __future__ import annotations

import re

from tilerummy.rules import Option, Ruleset, text_of
from tilerummy.rules.option_table import Value
from tilerummy.rules.options import as_ruleset
from tilerummy.rules_text.sentence import Sentence, sentence
from tilerummy.texts import messages, text

NONE = frozenset(
    {
        "initial_meld.points",
        "joker.rack_value",
        "turn.seconds",
        "penalty.timeout",
        "penalty.invalid",
        *Option.EXTRA,
    }
)
"""The options that have a separate sentence for the value 0."""


def option_text(rules: Ruleset | str, option: str, value: Value) -> Sentence:
    """Return a sentence that explains the *value* of an option under *rules*.

    >>> from tilerummy.rules_text import option_text
    >>> str(option_text("sabra", "initial_meld.points", 50))
    'Your first melds must be worth at least 50 in total.'
    """
    rules = as_ruleset(rules)
    if isinstance(value, bool | str):
        return sentence(f"option.{option}.{text_of(value)}")
    if not value and option in NONE:
        return sentence(f"option.{option}.none")
    if option == "deal.tiles" and rules.deal.handfuls:
        return sentence("option.deal.tiles.handfuls", n=value)
    if option == "tiles.colours":
        return sentence("option.tiles.colours", colours=value)
    return sentence(f"option.{option}", n=value)


def option_label(option: str) -> str:
    """Return the label that *option* has in forms and lists.

    >>> option_label("joker.rack_value")
    'Points for a joker left on the rack'
    """
    return text(f"option.{option}")


def option_description(option: str) -> str:
    """Return the label of *option*, together with its named choices.

    >>> option_description("direction")
    'Play passes clockwise (cw) or counter-clockwise (ccw)'
    """
    start, label = f"option.{option}.", option_label(option)
    choices = [
        f"{text(key)} ({key.removeprefix(start)})" for key in messages() if key.startswith(start)
    ]
    if len(choices) < 2:
        return ": ".join((label, *choices))
    comma = "; " if re.search(", | or ", "".join(choices)) else ", "
    end = "; or " if comma == "; " else " or "
    return f"{label} {comma.join(choices[:-1])}{end}{choices[-1]}"
