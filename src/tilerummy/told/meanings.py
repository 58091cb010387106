"""What every value of every option means, in plain words for players."""

from __future__ import annotations

from tilerummy.rules import Ruleset, text_of
from tilerummy.rules.options import Value
from tilerummy.told.sentences import Sentence, say


def meaning(rules: Ruleset, option: str, value: Value) -> Sentence:
    """Return in a sentence what *value* of that option means under *rules*."""
    if isinstance(value, bool | str):
        return say(f"option.{option}.{text_of(value)}")
    if option == "turn.seconds" and not value:
        return say("option.turn.seconds.none")
    if option == "deal.tiles" and rules.deal.handfuls:
        return say("option.deal.tiles.handfuls", n=value)
    if option == "tiles.colours":
        return say("option.tiles.colours", colours=value)
    return say(f"option.{option}", n=value)
