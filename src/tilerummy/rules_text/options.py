"""What every value of every option means, in plain words for players."""

from __future__ import annotations

from tilerummy.rules import Ruleset, text_of
from tilerummy.rules.option_table import Value
from tilerummy.rules_text.sentence import Sentence, sentence


def option_text(rules: Ruleset, option: str, value: Value) -> Sentence:
    """Return in a sentence what *value* of that option means under *rules*."""
    if isinstance(value, bool | str):
        return sentence(f"option.{option}.{text_of(value)}")
    if option == "turn.seconds" and not value:
        return sentence("option.turn.seconds.none")
    if option == "deal.tiles" and rules.deal.handfuls:
        return sentence("option.deal.tiles.handfuls", n=value)
    if option == "tiles.colours":
        return sentence("option.tiles.colours", colours=value)
    return sentence(f"option.{option}", n=value)
