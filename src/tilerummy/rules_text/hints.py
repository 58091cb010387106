"""Hint texts in English.

The messages are in the text catalogue, where the web client looks them up by code.
"""

from __future__ import annotations

from itertools import groupby
from typing import assert_never

from tilerummy.analysis.hints.advice import Advice, Hint
from tilerummy.message_text import counted, joined
from tilerummy.rules_text.steps import named, step_text
from tilerummy.texts import text
from tilerummy.tiles import COLOUR_NAMES, COLOURS, Rack


def hint_text(hint: Hint, level: int) -> tuple[str, ...]:
    """Return *hint* as sentences: level 1 reveals if there is a play, 2 its tiles, 3 its steps.

    If a level adds nothing, returns the sentences of the level below it. Raises ValueError for any
    other level.

    >>> from tilerummy import hint, hint_text, read_state
    >>> advice = hint("sabra", read_state("table r3 r4 r5 | rack r6 k1"))
    >>> for level in (1, 2, 3):
    ...     print(*hint_text(advice, level))
    You can lay something.
    Lay 1 tile: red 6.
    Add the red 6 from the rack to the end of the red run 3-5.
    """
    match level:
        case 1:
            return (text(f"hint.{hint_code(hint)}"),)
        case 2:
            return (_which(hint) or text(f"hint.{hint_code(hint)}"),)
        case 3:
            return _how(hint) or hint_text(hint, 2)
    raise ValueError(f"a hint has the levels 1 to 3, not {level}")


def hint_code(hint: Hint) -> str:
    """Return the code of the message for level 1, without the prefix ``hint.``.

    >>> from tilerummy import read_state
    >>> from tilerummy import hint
    >>> from tilerummy.rules_text import hint_code
    >>> hint_code(hint("sabra", read_state("table r3 r4 r5 | rack r6 k1")))
    'play'
    """
    match hint.advice:
        case Advice.PLAY if hint.out:
            return "out"
        case Advice.PLAY if hint.opens:
            return "opens"
        case Advice.PLAY:
            return "more" if hint.more else "play"
        case Advice.DRAW | Advice.PASS if not hint.best.proven:
            return f"{hint.advice.value}.late"
        case Advice.DRAW:
            return "draw.opens" if hint.opens else "draw"
        case Advice.DISCARD:
            return "out" if hint.out else "discard.some"
        case Advice.PASS:
            return "pass.more" if hint.more else "pass"
        case Advice.WAIT:
            return "idle"
        case Advice.BEGIN | Advice.TAKE | Advice.DECLARE | Advice.GO_OUT:
            return hint.advice.value
    assert_never(hint.advice)


def _which(hint: Hint) -> str:
    """Return the text about tiles that level 2 adds, or an empty string if it adds nothing."""
    match hint.advice:
        case Advice.PLAY:
            return _lay(hint)
        case Advice.TAKE:
            can = counted(len(hint.tiles), "tile")
            return f"Take the discard, and you can lay {can}: {tiles_named(hint.tiles)}."
        case Advice.DISCARD:
            return _discard(hint)
        case Advice.DECLARE:
            return f"{_hand(hint)} {_discard(hint)}"
        case Advice.GO_OUT:
            return f"{_hand(hint) or _lay(hint)} {_discard(hint)}"
        case Advice.DRAW | Advice.BEGIN | Advice.PASS | Advice.WAIT:
            return ""
    assert_never(hint.advice)


def _how(hint: Hint) -> tuple[str, ...]:
    """Return the steps that level 3 adds, or an empty tuple if it adds nothing."""
    steps = tuple(map(step_text, hint.steps))
    if not steps:
        return ()
    first = {
        Advice.TAKE: ("Take the discard.",),
        Advice.GO_OUT: ("Draw the trump.",),
    }.get(hint.advice, ())
    last = () if hint.discard is None else (f"Then discard {_discarded(hint)}.",)
    return (*first, *steps, *last)


def _hand(hint: Hint) -> str:
    if hint.hand is None:
        return ""
    return f"Declare {hint.hand.hand.name} for {hint.hand.points} points."


def _lay(hint: Hint) -> str:
    return text("hint.tiles", n=len(hint.tiles), tiles=tiles_named(hint.tiles))


def _discard(hint: Hint) -> str:
    said = text("hint.discard", tiles=_discarded(hint))
    if hint.why is None:
        return said
    return f"{said} {text(f'discard_why.{hint.why.code}', n=hint.why.left)}"


def _discarded(hint: Hint) -> str:
    assert hint.discard is not None, "this hint has a tile to discard"
    return named((str(hint.discard),))


def tiles_named(tiles: Rack) -> str:
    """Return the names of *tiles*, grouped by colour.

    >>> from tilerummy.tiles import rack
    >>> tiles_named(rack("k10 k11 r10 * *"))
    'black 10 and 11; red 10; 2 jokers'
    """
    texts = []
    for letter, same in groupby(tiles, key=lambda t: t.colour if t.is_numbered else ""):
        together = [*same]
        if letter:
            colour = COLOUR_NAMES[COLOURS.index(letter)]
            texts.append(f"{colour} {joined(str(t.number) for t in together)}")
        else:
            texts.append("joker" if len(together) == 1 else f"{len(together)} jokers")
    return "; ".join(texts)
