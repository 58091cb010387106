"""What every value of every option means, in plain words for players."""

from __future__ import annotations

from tilerummy.rules import Ruleset
from tilerummy.rules.options import Value
from tilerummy.tiles import COLOUR_NAMES

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_CHOICES: dict[str, dict[Value, str]] = {
    "direction": {
        "cw": "The turn passes clockwise.",
        "ccw": "The turn passes counter-clockwise.",
    },
    "initial_meld.jokers": {
        True: "The first melds may hold jokers; a joker counts as the tile that it represents.",
        False: "The first melds may not hold jokers.",
    },
    "initial_meld.same_turn_manipulation": {
        True: "After the first melds you may go on playing in the same turn.",
        False: "After the first melds your turn is over; the table is yours from your next turn"
        " on.",
    },
    "joker.melds": {
        "locked": "A meld with a joker may be added to, but nothing is taken from it until the"
        " joker is replaced.",
        "open": "A meld with a joker may be split and rearranged like any other, as long as the"
        " joker goes on representing the same tile.",
        "free": "A joker on the table may come to represent anything in every play.",
    },
    "joker.replace_from": {
        "rack": "The tile that replaces a joker comes from your rack.",
        "any": "The tile that replaces a joker comes from your rack or from elsewhere on the"
        " table.",
    },
    "joker.group_of_three": {
        "any": "A joker in a group of three is replaced by a tile of any colour that it lacks.",
        "all": "A joker in a group of three is replaced only by the tiles of all the colours that"
        " it lacks, at once.",
    },
    "joker.reuse": {
        "any": "A replaced joker goes back on the table in the same play, into any meld.",
        "new_meld": "A replaced joker goes in the same play into a meld that was not there before,"
        " made of tiles from your rack or from the table.",
        "new_meld_with_rack": "A replaced joker goes in the same play into a new meld with at"
        " least two tiles from your rack.",
        "rack_only": "A replaced joker goes in the same play into a new meld with nothing but"
        " tiles from your rack, at least two.",
    },
    "invalid_play": {
        "refuse": "A play that the rules forbid is refused with the reason, and you may try again.",
        "penalty": "Who declares a forbidden play finished takes it back, draws the penalty, and"
        " the turn is over.",
    },
    "empty_pool": {
        "first_pass": "With an empty pool the round ends as soon as somebody does not play.",
        "all_pass": "With an empty pool each plays or passes until somebody goes out or all have"
        " passed in a row.",
    },
    "trump_bonus": {
        True: "Who held the tile identical to the trump, dealt or drawn, scores 50 more.",
        False: "The tile identical to the trump is worth nothing more.",
    },
    "run.one_high": {
        True: "A 1 is low or high, 1-2-3 or 12-13-1, but never both at once.",
        False: "A 1 is always low: 1-2-3 is a run, 12-13-1 is none.",
    },
}


def meaning(rules: Ruleset, option: str, value: Value) -> str:
    """Return in a sentence what *value* of that option means under *rules*."""
    if option in _CHOICES:
        return _CHOICES[option][value]
    assert isinstance(value, int)
    match option:
        case "initial_meld.points":
            return f"Your first melds are worth at least {value} in all."
        case "joker.rack_value":
            return f"A joker left on your rack counts {value}."
        case "turn.seconds":
            return f"A turn lasts {value} seconds." if value else "There is no time limit."
        case "penalty.timeout":
            return f"Who runs out of time before playing draws {counted(value, 'tile')}."
        case "penalty.invalid":
            return (
                "Who runs out of time with the table in disorder takes everything back and draws"
                f" {counted(value, 'tile')}."
            )
        case "tiles.numbers":
            return f"The numbers run from 1 to {value}."
        case "tiles.colours":
            return f"The colours are {joined(COLOUR_NAMES[:value])}."
        case "tiles.copies":
            return f"There are {NUMBERS[value]} of every tile."
        case "tiles.jokers":
            return f"There are {counted(value, 'joker')}."
        case "deal.tiles" if rules.deal.handfuls:
            return f"Each player grabs two handfuls, aiming at {value} tiles in each."
        case "deal.tiles":
            return f"Each player gets {value} tiles."
        case "draw.tiles":
            return f"A draw is {counted(value, 'tile')}."
    raise AssertionError(f"nobody has said what {option} means")


def counted(number: int, thing: str) -> str:
    """Return so many of a thing in words.

    >>> counted(1, "tile"), counted(14, "tile")
    ('one tile', '14 tiles')
    """
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {thing}" if number == 1 else f"{word} {thing}s"


def joined(words: tuple[str, ...], last: str = "and") -> str:
    """Return the words as a list in a sentence.

    >>> joined(("black", "red", "blue"))
    'black, red and blue'
    """
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final
